import type { Clock, Disk } from '@sextant/base';
import { apiError } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { SearchOptions } from '../search/search-api.ts';
import type { HelpCall, PartialResult } from '../search/search-team.ts';
import type { IndexMetadata } from '../shard/index/index-metadata.ts';
import type { Publication } from '../shard/index/writer-events.ts';
import { indexNotFound } from '../writer/index-table.ts';
import { HeldContexts } from './held-contexts.ts';
import { IndexView } from './index-view.ts';
import { RunningSearches } from './running-searches.ts';
import type { SearchOutcome, Snapshot, TeamOf } from './search-indices.ts';
import type { DamageListener } from './search-sound.ts';
import type { ShardView } from './shard-view.ts';

export interface SearchSideOptions {
  readonly clock: Clock;
  readonly disk: Disk;
  /** Told whenever `ShardView.publication` may have grown. */
  readonly released: (indexUuid: string, shard: number, view: ShardView) => void;
  readonly damageMet: DamageListener;
}

/** The indices as one thread sees them, by what the writer tells; and the searches that run in this thread. */
export class SearchSide {
  readonly #options: SearchSideOptions;
  readonly #views = new Map<string, IndexView>();
  readonly #byUuid = new Map<string, IndexView>();
  readonly #searches: RunningSearches;
  readonly contexts: HeldContexts;

  constructor(options: SearchSideOptions) {
    this.#options = options;
    const { clock, disk, released, damageMet } = options;
    this.contexts = new HeldContexts({ disk, viewOf: (uuid) => this.#byUuid.get(uuid), released });
    this.#searches = new RunningSearches({ clock, released, damageMet, contexts: this.contexts });
  }

  /** Undefined = deleted. */
  metadata(name: string, metadata: IndexMetadata | undefined): void {
    const view = this.#views.get(name);
    if (view !== undefined && metadata?.state !== 'open') this.contexts.indexGone(view.metadata.uuid);
    if (metadata === undefined) {
      view?.close();
      this.#views.delete(name);
      if (view !== undefined) this.#byUuid.delete(view.metadata.uuid);
    } else if (view !== undefined) {
      view.update(metadata);
    } else {
      const added = new IndexView(metadata);
      this.#views.set(name, added);
      this.#byUuid.set(metadata.uuid, added);
    }
  }

  /** Whether searches find something else from now on. */
  published(publication: Publication): boolean {
    const { indexUuid, shard } = publication;
    const view = this.#byUuid.get(indexUuid);
    const shown = view?.shards[shard];
    if (view === undefined || shown === undefined) return false;
    const changed = shown.publish(view.metadata.name, publication, this.#options.disk);
    this.#options.released(indexUuid, shard, shown);
    return changed;
  }

  views(): Iterable<IndexView> {
    return this.#views.values();
  }

  find(name: string): IndexView | undefined {
    return this.#views.get(name);
  }

  findByUuid(uuid: string): IndexView | undefined {
    return this.#byUuid.get(uuid);
  }

  /** Throws ApiError index_not_found_exception. */
  view(name: string): IndexView {
    const view = this.#views.get(name);
    if (view === undefined) throw indexNotFound(name);
    return view;
  }

  /** Throws ApiError index_not_found_exception, index_closed_exception. */
  openView(name: string): IndexView {
    const view = this.view(name);
    view.checkOpen();
    return view;
  }

  /** The budget is the search's own. Rejects with ApiError; also where an index went or was closed since it was asked for. */
  async search(
    options: SearchOptions,
    budget: WorkBudget,
    teamOf: TeamOf | null = null,
  ): Promise<SearchOutcome> {
    const views = options.indices.map((name) => this.openView(name));
    if (options.context !== undefined) this.contexts.check(options.context);
    return await this.#searches.run(views, options, budget, teamOf);
  }

  /** Takes parts of a search of another thread; null where this one does not see what that one does. */
  async help(
    options: SearchOptions,
    budget: WorkBudget,
    call: HelpCall & { readonly snapshot: Snapshot },
  ): Promise<PartialResult | null> {
    const views = options.indices.map((name) => this.openView(name));
    return await this.#searches.help(views, options, budget, call);
  }

  /** Ends the searches and waits for that; no other may begin. */
  async end(): Promise<void> {
    await this.#searches.end();
    this.contexts.endAll();
    for (const view of this.#views.values()) view.close();
  }
}

/** Of a search that is asked of what is closed. */
export function engineClosed(): Error {
  return apiError('illegal_state_exception', 'the engine is closed');
}
