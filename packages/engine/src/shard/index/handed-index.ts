import type { IndexFile } from './index-file.ts';
import type { ShardRecovery } from './stats.ts';

/** A delete that is remembered still. */
export interface HandedTombstone {
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  /** Of each thread's own clock, so that only the difference can be said. */
  readonly ageMs: number;
}

/** What one shard was, for the one that goes on with it: its files are as after a flush. */
export interface HandedShard {
  /** Names of segments below this one are used up. */
  readonly firstSegment: number;
  /** Segments that searches may use. */
  readonly shown: readonly string[];
  /** The fields of its counters, by name. */
  readonly counters: Readonly<Record<string, number>>;
  /** How long merges that did not keep up have let writes wait. */
  readonly throttledMs: number;
  readonly recovery: ShardRecovery;
  /** Oldest first. */
  readonly tombstones: ReadonlyMap<string, HandedTombstone>;
}

/** What a shard has left in another data path, for searches that began before it was moved. */
export interface LeftFolder {
  readonly shard: number;
  readonly directory: string;
  /** The first publication of the shard that does without it. */
  readonly until: number;
}

/** An index on its way from one writer to another, as it crosses threads; nobody has its files open. */
export interface HandedIndex {
  readonly directory: string;
  readonly content: IndexFile;
  /** The index file holds the content; false while only the journal of changes does. */
  readonly written: boolean;
  readonly publications: number;
  /** No operation of before has the primary term. */
  readonly termIsNew: boolean;
  /** Its segments have not been read through as they should be. */
  readonly isSuspect: boolean;
  readonly shards: readonly HandedShard[];
  readonly left: readonly LeftFolder[];
}
