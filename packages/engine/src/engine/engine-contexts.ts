import type { Clock } from '@sextant/base';
import type { SegmentData } from '../segment/segment-data.ts';
import { type ContextShard, contextMissing, type SentContext } from './held-contexts.ts';
import type { ContextCounters } from './search-counters.ts';
import type { SearchSide } from './search-side.ts';
import { inSearchOrder } from './shard-order.ts';

/** What a context is to hold; of each index all shards, or those wanted. */
export interface HoldRequest {
  /** As which the statistics count it; not at all where absent. */
  readonly kind?: 'scroll' | 'pointInTime';
  readonly indices: readonly string[];
  readonly wants?: (index: string, shard: number) => boolean;
}

/** What a search goes on in. */
export type ContextRequest = HoldRequest & Required<Pick<HoldRequest, 'kind'>>;

/** A shard that a context holds. */
export interface PinnedShard {
  readonly index: string;
  readonly indexUuid: string;
  readonly shard: number;
  readonly segments: readonly SegmentData[];
}

interface OpenContext extends SentContext {
  readonly kind: HoldRequest['kind'];
  readonly openedAt: number;
}

/** The contexts of an engine, as they are told to its threads. They end with the engine. */
export class EngineContexts {
  readonly #side: SearchSide;
  /** Tells the other threads. */
  readonly #ended: (id: number) => void;
  readonly #clock: Clock;
  readonly #open = new Map<number, OpenContext>();
  #last = 0;

  constructor(side: SearchSide, clock: Clock, ended: (id: number) => void) {
    this.#side = side;
    this.#clock = clock;
    this.#ended = ended;
  }

  /** Holds the shards that can be searched now; returns its number. Throws ApiError for an index that is not there or closed. */
  open({ kind, indices, wants }: HoldRequest): number {
    const found: (ContextShard & { readonly index: string })[] = [];
    for (const index of indices) {
      const view = this.#side.openView(index);
      view.shards.forEach(({ lastPublication }, shard) => {
        if (lastPublication === undefined || wants?.(index, shard) === false) return;
        found.push({ index, indexUuid: view.metadata.uuid, shard, publication: lastPublication });
      });
    }
    const shards = found.sort(inSearchOrder).map(({ index: _, ...shard }): ContextShard => shard);
    const id = ++this.#last;
    this.#open.set(id, { id, shards, kind, openedAt: this.#clock.now() });
    for (const shard of shards) this.#count(shard, kind, (counters) => counters.current++);
    this.#side.contexts.hold({ id, shards });
    return id;
  }

  #count(
    { indexUuid, shard }: ContextShard,
    kind: HoldRequest['kind'],
    count: (counters: ContextCounters) => void,
  ): void {
    const counters = this.#side.findByUuid(indexUuid)?.shards[shard]?.counters;
    if (counters !== undefined && kind !== undefined) count(counters[kind]);
  }

  /** False where there is none. */
  end(id: number): boolean {
    const context = this.#open.get(id);
    if (context === undefined) return false;
    this.#open.delete(id);
    const openMs = Math.max(0, this.#clock.now() - context.openedAt);
    for (const shard of context.shards) {
      this.#count(shard, context.kind, (counters) => {
        counters.current--;
        counters.total++;
        counters.timeMs += openMs;
      });
    }
    // The others first: what they may still use is kept from then on.
    this.#ended(id);
    this.#side.contexts.end(id);
    return true;
  }

  /** As threads are told of it. Throws ApiError. */
  sent(id: number): SentContext {
    const context = this.#open.get(id);
    if (context === undefined) throw contextMissing(id);
    return { id, shards: context.shards };
  }

  /** What it holds, in the order in which a search goes through it; empty where it has ended. */
  pinned(id: number): readonly PinnedShard[] {
    return (this.#open.get(id)?.shards ?? []).flatMap(({ indexUuid, shard, publication }) => {
      const index = this.#side.findByUuid(indexUuid)?.metadata.name;
      return index === undefined ? [] : [{ index, indexUuid, shard, segments: publication.segments }];
    });
  }

  /** An index was deleted or closed. */
  indexGone(indexUuid: string): void {
    for (const [id, context] of this.#open) {
      const shards = context.shards.filter((each) => each.indexUuid !== indexUuid);
      this.#open.set(id, { ...context, shards });
    }
  }
}
