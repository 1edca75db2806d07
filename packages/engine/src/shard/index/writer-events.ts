import type { ErrorCause } from '@sextant/contract';
import type { SegmentData } from '../../segment/segment-data.ts';
import type { IndexMetadata } from './index-metadata.ts';

/** The searchable segments of a shard, oldest first. */
export interface Publication {
  readonly indexUuid: string;
  readonly shard: number;
  /** Ascends; told back when searches use it. */
  readonly number: number;
  readonly segments: readonly SegmentData[];
  /** One Int32: operations done so far. While it equals `coveredOperations`, the segments show them all. */
  readonly operations: SharedArrayBuffer;
  readonly coveredOperations: number;
}

/** A folder of an index that could not be read when the engine was opened. */
export interface DamagedFolder {
  readonly directory: string;
  readonly reason: string;
}

/** What a shard did for itself. */
export interface ShardUpkeep {
  readonly kind: 'refresh' | 'flush' | 'merge';
  readonly tookNanos: number;
  /** Documents of the segment that was made, without deleted ones; 0 where none was. */
  readonly docs: number;
  /** Of that segment. */
  readonly bytes: number;
}

/**
 * What the writing side tells the searching one, in order and before the answer to the call that caused it.
 */
export interface WriterEvents {
  /** Undefined = deleted. */
  metadata(name: string, metadata: IndexMetadata | undefined): void;
  /** What is written to the index has this primary term from now on. Told of known indices; not of the first term. */
  reachedTerm(indexUuid: string, primaryTerm: number): void;
  published(publication: Publication): void;
  /** The shard refuses operations, or could not be opened; undefined = it works again. */
  failed(indexUuid: string, shard: number, cause: ErrorCause | undefined): void;
  /** The folder may hold an index, but nobody can tell which. */
  damaged(folder: DamagedFolder): void;
  /** Told when it is done; work that had nothing to do or failed is not. */
  kept(indexUuid: string, shard: number, upkeep: ShardUpkeep): void;
}
