import type { Disk } from '@sextant/base';
import { apiError } from '@sextant/contract';
import type { Publication } from '../shard/index/writer-events.ts';
import type { IndexView } from './index-view.ts';
import type { ShardLease, ShardView } from './shard-view.ts';

/** A shard of a context, as it was published. */
export interface ContextShard {
  readonly indexUuid: string;
  readonly shard: number;
  readonly publication: Publication;
}

/** Shards that stay as they are for several searches: plain data, by which every thread takes hold of the same segments. */
export interface SentContext {
  /** Given once in the life of an engine. */
  readonly id: number;
  readonly shards: readonly ContextShard[];
}

export interface HeldContextsOptions {
  readonly disk: Disk;
  readonly viewOf: (uuid: string) => IndexView | undefined;
  /** Told whenever `ShardView.publication` of a shard may have changed. */
  readonly released: (indexUuid: string, shard: number, view: ShardView) => void;
}

interface HeldShard {
  readonly indexUuid: string;
  readonly shard: number;
  readonly lease: ShardLease;
}

/** The contexts that one thread holds. An index that goes or is closed takes its shards out of all of them. */
export class HeldContexts {
  readonly #options: HeldContextsOptions;
  readonly #held = new Map<number, HeldShard[]>();

  constructor(options: HeldContextsOptions) {
    this.#options = options;
  }

  /** Takes hold of the segments of shards that are open here. */
  hold({ id, shards }: SentContext): void {
    const { disk, viewOf, released } = this.#options;
    const held: HeldShard[] = [];
    this.#held.set(id, held);
    for (const { indexUuid, shard, publication } of shards) {
      const index = viewOf(indexUuid);
      const view = index?.shards[shard];
      if (index === undefined || view === undefined || index.metadata.state !== 'open') continue;
      const ended = (): void => released(indexUuid, shard, view);
      held.push({ indexUuid, shard, lease: view.leaseOf(index.metadata.name, publication, disk, ended) });
      // From now on an earlier publication than the present one may be in use.
      ended();
    }
  }

  /** Searches that are under way keep their own leases. */
  end(id: number): void {
    const held = this.#held.get(id) ?? [];
    this.#held.delete(id);
    for (const { lease } of held) lease.end();
  }

  /** Throws ApiError search_context_missing_exception. */
  check(id: number): void {
    if (!this.#held.has(id)) throw contextMissing(id);
  }

  /** Numbers of the shards of an index that the context holds, in their order. */
  shardsOf(id: number, indexUuid: string): readonly number[] {
    const held = this.#held.get(id) ?? [];
    return held.filter((each) => each.indexUuid === indexUuid).map(({ shard }) => shard);
  }

  /** For a search in the context; undefined where the shard is none of it, or is gone. */
  lease(id: number, indexUuid: string, shard: number, released: () => void): ShardLease | undefined {
    const held = this.#held.get(id)?.find((each) => each.indexUuid === indexUuid && each.shard === shard);
    return held?.lease.again(released);
  }

  indexGone(indexUuid: string): void {
    for (const [id, held] of this.#held) {
      const gone = held.filter((each) => each.indexUuid === indexUuid);
      if (gone.length === 0) continue;
      this.#held.set(
        id,
        held.filter((each) => each.indexUuid !== indexUuid),
      );
      for (const { lease } of gone) lease.end();
    }
  }

  endAll(): void {
    for (const id of [...this.#held.keys()]) this.end(id);
  }
}

export function contextMissing(id: number): Error {
  return apiError('search_context_missing_exception', `No search context found for id [${id}]`);
}
