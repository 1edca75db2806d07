import { Turns } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import type { IndexView } from './index-view.ts';
import { type SearchUse, searchIndices } from './search-indices.ts';

/** The searches under way in one engine: they take turns, and end with it. */
export class RunningSearches {
  readonly #use: SearchUse;
  readonly #running = new Map<WorkBudget, Promise<SearchResult>>();

  constructor(use: Omit<SearchUse, 'turns'>) {
    this.#use = { ...use, turns: new Turns() };
  }

  /** The budget is the search's own. Rejects with ApiError. */
  async run(views: readonly IndexView[], options: SearchOptions, budget: WorkBudget): Promise<SearchResult> {
    const search = searchIndices(views, options, budget, this.#use);
    this.#running.set(budget, search);
    try {
      return await search;
    } finally {
      this.#running.delete(budget);
    }
  }

  /** Ends all of them and waits for that. */
  async end(): Promise<void> {
    for (const budget of this.#running.keys()) budget.cancel('the engine is closed');
    await Promise.allSettled(this.#running.values());
  }
}
