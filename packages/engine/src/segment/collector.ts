import type { Steps } from '../budget/slices.ts';
import type { SegmentReader } from './segment-reader.ts';

/** The documents of which a number lies in [from, to]; the field has one value for a document at most. */
export interface NumberRange {
  readonly field: string;
  readonly from: number;
  readonly to: number;
}

/**
 * What is known of the documents that will come: `all` live documents of the segment; those in a range of numbers (and
 * nothing else is asked), or in each of several; or anything.
 */
export type SegmentMatch =
  | { readonly kind: 'all' }
  | ({ readonly kind: 'range' } & NumberRange)
  | { readonly kind: 'ranges'; readonly ranges: readonly NumberRange[] }
  | { readonly kind: 'other' };

/** Receives matching live documents of one segment in ascending blocks of at most 128. */
export interface SegmentCollector {
  /** `scores` beside `docs` when the collector asked for them, else null. Both are reused after the call. */
  collect(docs: Int32Array, length: number, scores: Float32Array | null): void;
}

export interface Collector {
  readonly needsScores: boolean;
  /**
   * Called before `forSegment`: does in slices what that would do at once; null where that is nothing. `match` is the same
   * in both. Returns how many documents match where all of them were looked for, else -1.
   */
  prepare(segment: SegmentReader, shardIndex: number, match: SegmentMatch): Steps<number> | null;
  /**
   * A collector for the next segment (of shard `shardIndex` in the search), or null when this segment was answered from its
   * statistics (dictionary counts, sorted values) or its columns alone and needs no documents.
   */
  forSegment(segment: SegmentReader, shardIndex: number, match: SegmentMatch): SegmentCollector | null;
  /**
   * In place of both, where the segment is searched in parts by several collectors that are brought together. `first`: this
   * one has the part that begins with document 0; it takes what statistics of the whole segment answer.
   */
  inParts(
    segment: SegmentReader,
    shardIndex: number,
    match: SegmentMatch,
    first: boolean,
  ): Steps<PartsCollector>;
}

/** Collects parts of one segment, one after the other. */
export interface PartsCollector {
  /** null: no documents are wanted. */
  readonly collector: SegmentCollector | null;
  /** Collects the documents of [from, to) by columns alone; null where they are to be found by a scorer. */
  readonly pass: ((from: number, to: number) => Steps<number>) | null;
}
