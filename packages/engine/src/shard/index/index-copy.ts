import type { SegmentData } from '../../segment/segment-data.ts';

/** What the shards of a new index begin with: documents of another one, which is not written to meanwhile. */
export interface IndexCopy {
  /** Of the other index. */
  readonly uuid: string;
  /** By shard of the new index. */
  readonly shards: readonly ShardCopy[];
  /** A shard takes only the documents that are routed to it; else all. */
  readonly isSplit: boolean;
  /** The highest one of an operation in it, where the other index is not here. */
  readonly primaryTerm?: number;
}

export interface ShardCopy {
  /** Held until the copy is made. */
  readonly segments: readonly SegmentData[];
  /** The highest number that an operation of the shards had; -1 where there was none. */
  readonly maxSeqNo: number;
}
