import type { ErrorCause } from '@sextant/contract';
import type { SegmentData, SourceCodec } from '../../segment/segment-data.ts';
import type { SegmentName } from '../../segment/segment-file.ts';
import type { SegmentSort } from '../../segment/segment-sort.ts';
import type { RoutedIndex } from '../index/routing.ts';

/** A merge of neighbouring segments of one shard, as it crosses threads. */
export interface MergeRequest {
  readonly inputs: readonly SegmentData[];
  readonly directory: string;
  readonly name: string;
  readonly generation: number;
  readonly codec: SourceCodec;
  /** Bytes of the inputs: of merges that wait, the smallest is done first. */
  readonly bytes: number;
  /** Part of a force merge: those run beside the others, which are short, and do not wait for them. */
  readonly forced: boolean;
  /** Merges that may run beside each other where the shard is alone (`index.merge.scheduler.max_thread_count`). */
  readonly threadsMax: number;
  /** Searches and writes come first (`index.merge.scheduler.auto_throttle`). */
  readonly yields: boolean;
  /** Only documents that are routed to this shard; absent: all. */
  readonly only?: { readonly index: RoutedIndex; readonly shard: number } | undefined;
  /** The order in which the documents of each input stand, and those of the result are to; absent: as they come. */
  readonly sort?: SegmentSort | undefined;
}

export interface MergeOutcome {
  /** Written and synced; all documents live. */
  readonly segment: SegmentData;
  /** Per input: document in the merged segment, -1 for one that was deleted when the merge began. */
  readonly remaps: readonly Int32Array[];
  readonly tookMs: number;
  /** Of that, how long others had the processor instead. */
  readonly heldBackMs: number;
}

/** Where merges run: in this thread or in another. */
export interface MergeRunner {
  /**
   * Rejects when the merge failed; its files may be left behind. ApiError corrupt_index_exception where an input is
   * damaged.
   */
  merge(request: MergeRequest): Promise<MergeOutcome>;
  /**
   * Reads a segment through, and says what is wrong with it; undefined where nothing is, or where it is gone. Rejects where it
   * could not be read through: at the end of the thread, or where no more files can be opened.
   */
  verify(segment: SegmentName): Promise<ErrorCause | undefined>;
}
