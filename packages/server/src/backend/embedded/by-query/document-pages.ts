import type { SearchBody, WorkBudget } from '@sextant/engine';
import type { EmbeddedContext } from '../context.ts';
import { advance, nextPage, type ScrollState, scrollState } from '../search/contexts/scroll-state.ts';
import {
  type Documents,
  type DocumentsView,
  readDocuments,
  writeDocuments,
} from '../search/documents-view.ts';
import { refusePartial } from '../search/search-targeted.ts';
import type { SearchTargets } from '../search/search-targets.ts';
import type { ShardTrouble } from './failures.ts';

export interface DocumentPage {
  readonly documents: Documents;
  /** All that match. */
  readonly total: number;
  /** That is not said, or no less than so many: pages are read until one is empty. */
  readonly mayBeMore?: boolean;
  readonly timedOut: boolean;
  readonly failures: readonly ShardTrouble[];
}

const view: DocumentsView = { documents: true };
const noDocuments = readDocuments(writeDocuments([]));

function troubleOf({ name }: { readonly name: string }): ShardTrouble {
  const reason = `No search context found for [${name}]`;
  return { index: name, shard: 0, cause: { type: 'search_context_missing_exception', reason } };
}

/** The documents of a search in a context, page by page; empty after the last. */
export class DocumentPages {
  readonly #context: EmbeddedContext;
  readonly #budget: WorkBudget;
  readonly #pinned: number;
  readonly #state: ScrollState;
  /** Indices of which something was found when the work began. */
  readonly #had: ReadonlySet<string>;

  /** `budget`: of the whole work. */
  constructor(
    context: EmbeddedContext,
    {
      targets,
      body,
      pinned,
      budget,
    }: {
      readonly targets: SearchTargets;
      readonly body: SearchBody;
      readonly pinned: number;
      readonly budget: WorkBudget;
    },
  ) {
    this.#context = context;
    this.#budget = budget;
    this.#pinned = pinned;
    this.#state = scrollState(targets, body, {}, {});
    this.#had = new Set(context.engine.pinned(pinned).map(({ index }) => index));
  }

  /** Throws ApiError. */
  async next(): Promise<DocumentPage> {
    const { engine, identity, settings } = this.#context;
    const { targets } = this.#state;
    const { body, page } = nextPage(this.#state);
    const there = new Set(engine.pinned(this.#pinned).map(({ index }) => index));
    const lost = targets.indices.filter(({ name }) => this.#had.has(name) && !there.has(name)).map(troubleOf);
    const total = (): number => this.#state.totals?.total?.value ?? 0;
    if (there.size === 0) return { documents: noDocuments, total: total(), timedOut: false, failures: lost };
    const result = await engine.search({
      indices: targets.indices.map(({ name }) => name).filter((name) => there.has(name)),
      aliasFilters: targets.aliasFilters,
      ...targets.visible,
      routings: targets.routings,
      maxBuckets: settings.get('search.max_buckets'),
      budget: this.#budget,
      nodeId: identity.nodeId,
      rendering: view,
      body,
      context: this.#pinned,
      page,
    });
    // Where some shards do not search at all, nothing is done.
    if (this.#state.totals === undefined) refusePartial(result, identity.nodeId);
    advance(this.#state, page, result);
    return {
      documents: readDocuments(result.rendered ?? writeDocuments(result.hits)),
      total: total(),
      timedOut: result.timedOut,
      failures: [...result.shards.failures, ...lost],
    };
  }
}
