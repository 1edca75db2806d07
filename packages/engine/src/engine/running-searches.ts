import { PassingSet } from '@sextant/base';
import { Turns } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { SearchOptions } from '../search/search-api.ts';
import type { HelpCall, PartialResult } from '../search/search-team.ts';
import type { IndexView } from './index-view.ts';
import {
  helpSearch,
  type SearchOutcome,
  type SearchUse,
  type Snapshot,
  searchIndices,
  type TeamOf,
} from './search-indices.ts';

/** The searches under way in one engine: they take turns, and end with it. */
export class RunningSearches {
  readonly #use: SearchUse;
  readonly #running = new PassingSet<WorkBudget>();
  #idle: (() => void) | undefined;

  constructor(use: Omit<SearchUse, 'turns' | 'ended'>) {
    this.#use = { ...use, turns: new Turns(), ended: (budget) => this.#ended(budget) };
  }

  /** The budget is the search's own. Rejects with ApiError. */
  run(
    views: readonly IndexView[],
    options: SearchOptions,
    budget: WorkBudget,
    teamOf: TeamOf | null,
  ): Promise<SearchOutcome> {
    this.#running.add(budget);
    return searchIndices(views, options, budget, this.#use, teamOf);
  }

  /** See `helpSearch`. */
  help(
    views: readonly IndexView[],
    options: SearchOptions,
    budget: WorkBudget,
    call: HelpCall & { readonly snapshot: Snapshot },
  ): Promise<PartialResult | null> {
    this.#running.add(budget);
    return helpSearch(views, options, budget, this.#use, call);
  }

  #ended(budget: WorkBudget): void {
    this.#running.delete(budget);
    if (this.#running.size === 0) this.#idle?.();
  }

  /** Ends all of them and waits for that; no other may begin. */
  async end(): Promise<void> {
    if (this.#running.size === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
    for (const budget of this.#running) budget.cancel('the engine is closed');
    await idle;
  }
}
