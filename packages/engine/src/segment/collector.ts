import type { Steps } from '../budget/slices.ts';
import type { SegmentReader } from './segment-reader.ts';

/**
 * What is known of the documents that will come: `all` live documents of the segment; those whose single number
 * field lies in [from, to] (and nothing else is asked); or anything.
 */
export type SegmentMatch =
  | { readonly kind: 'all' }
  | { readonly kind: 'range'; readonly field: string; readonly from: number; readonly to: number }
  | { readonly kind: 'other' };

/** Receives matching live documents of one segment in ascending blocks of at most 128. */
export interface SegmentCollector {
  /** `scores` beside `docs` when the collector asked for them, else null. Both are reused after the call. */
  collect(docs: Int32Array, length: number, scores: Float32Array | null): void;
}

export interface Collector {
  readonly needsScores: boolean;
  /** Called before `forSegment`: does in slices what that would do at once. */
  prepare(segment: SegmentReader, shardIndex: number): Steps<void>;
  /**
   * A collector for the next segment (of shard `shardIndex` in the search), or null when this segment was answered from its
   * statistics alone (dictionary counts, sorted values) and needs no documents.
   */
  forSegment(segment: SegmentReader, shardIndex: number, match: SegmentMatch): SegmentCollector | null;
}
