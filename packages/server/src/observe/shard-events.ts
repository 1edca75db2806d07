import type { SlowLevel } from './slow-thresholds.ts';

/** What a listener sees of an index. */
export interface ObservedIndex {
  readonly name: string;
  readonly uuid: string;
  /** Flat, those that are set. */
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
}

/** A shard has done its part of a search. */
export interface ShardSearched {
  readonly index: ObservedIndex;
  readonly shard: number;
  readonly queryNanos: number;
  /** Undefined where none of its documents were fetched. */
  readonly fetchNanos: number | undefined;
  /** Matching documents: `3`, or `10+` where no more were counted. */
  readonly totalHits: string;
  readonly totalShards: number;
  readonly stats: readonly string[];
  readonly opaqueId: string | undefined;
  /** The body of the search, as JSON. */
  readonly source: () => string;
}

/** A search as a whole took longer than the settings of the cluster allow. */
export interface RequestSearched {
  readonly level: SlowLevel;
  readonly tookNanos: number;
  /** Of the shard that took longest. */
  readonly queryNanos: number;
  readonly fetchNanos: number;
  /** As of `ShardSearched`; undefined where none were counted. */
  readonly totalHits: string | undefined;
  readonly shards: {
    readonly total: number;
    readonly successful: number;
    readonly skipped: number;
    readonly failed: number;
  };
  readonly indices: readonly string[];
  readonly opaqueId: string | undefined;
  readonly source: () => string;
}

/** A document was indexed. */
export interface DocumentIndexed {
  readonly index: ObservedIndex;
  readonly id: string;
  readonly routing: string | null;
  readonly tookNanos: number;
  /** Empty where it is not known here. */
  readonly source: () => string;
}

/** A shard has refreshed, flushed or merged. */
export interface ShardKept {
  readonly index: ObservedIndex;
  readonly shard: number;
  readonly kind: 'refresh' | 'flush' | 'merge';
  readonly tookNanos: number;
  /** Documents of the segment that was made, and its size; 0 where none was. */
  readonly docs: number;
  readonly bytes: number;
}

/** Asked first which indices it cares about: of the others nothing is measured and no event is made. */
export interface ShardListener {
  wantsSearches(index: ObservedIndex): boolean;
  wantsWrites(index: ObservedIndex): boolean;
  searched(event: ShardSearched): void;
  indexed(event: DocumentIndexed): void;
  requestSearched?(event: RequestSearched): void;
}

/** Finished work of shards, for those who listen. */
export class ShardEvents {
  readonly #listeners: ShardListener[] = [];
  readonly #onKept: ((event: ShardKept) => void)[] = [];

  add(listener: ShardListener): void {
    this.#listeners.push(listener);
  }

  wantsSearches(index: ObservedIndex): boolean {
    for (const listener of this.#listeners) if (listener.wantsSearches(index)) return true;
    return false;
  }

  wantsWrites(index: ObservedIndex): boolean {
    for (const listener of this.#listeners) if (listener.wantsWrites(index)) return true;
    return false;
  }

  searched(event: ShardSearched): void {
    for (const listener of this.#listeners) if (listener.wantsSearches(event.index)) listener.searched(event);
  }

  indexed(event: DocumentIndexed): void {
    for (const listener of this.#listeners) if (listener.wantsWrites(event.index)) listener.indexed(event);
  }

  requestSearched(event: RequestSearched): void {
    for (const listener of this.#listeners) listener.requestSearched?.(event);
  }

  /** Of refreshes, flushes and merges, which are seldom enough to be told in any case. */
  onKept(listener: (event: ShardKept) => void): void {
    this.#onKept.push(listener);
  }

  kept(event: ShardKept): void {
    for (const listener of this.#onKept) listener(event);
  }
}
