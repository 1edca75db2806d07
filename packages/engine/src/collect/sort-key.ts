import type { ColumnNumber } from '../mapping/fine-number.ts';
import type { ValueRange } from '../query/weight.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { DocOrder } from './key-order.ts';

/** What a sort value is made of: a number, the bytes of a term, or null where a document has none. */
export type SortValue = ColumnNumber | Uint8Array | null;

/** No value is NaN; the lower comes first, or the higher. */
export interface SlotNumbers {
  readonly values: Float64Array;
  readonly descending: boolean;
}

/** Where a key takes the values of a segment's documents from. */
export type SortColumns = Pick<SegmentReader, 'numeric' | 'fielddataOrdinals'>;

/**
 * One key of a sort over all segments, with a slot for each document that is kept: as Lucene's
 * `FieldComparator`. Results of comparisons are already in the order of the sort: below 0 = comes first.
 */
export interface SortKey {
  readonly needsScores: boolean;
  /** The slots' values where they are numbers, so that they can be compared without a call. */
  readonly slotNumbers?: SlotNumbers;
  /** Documents that follow are of this segment; `columns`: their values, where they are not its own. */
  setSegment(segment: SegmentReader, docBase: number, columns?: SortColumns): void;
  /** These documents are compared next, in this order. May be left out, and is where it is not the first key. */
  expect?(docs: Int32Array, scores: Float32Array, length: number): void;
  /** The kept document that the next ones are compared with. */
  setBottom(slot: number): void;
  /** The bottom against the document. */
  compareBottom(doc: number, score: number): number;
  /** `search_after` against the document; only where one was given. */
  compareAfter(doc: number, score: number): number;
  compareSlots(a: number, b: number): number;
  copy(slot: number, doc: number, score: number): void;
  value(slot: number): SortValue;
  /**
   * First document >= `from` that may come before the bottom, judged by statistics alone. Asked where there is a bottom, or
   * where the key `skipsAhead`.
   */
  nextCompetitive(from: number): number;
  /** `nextCompetitive` leaves out what comes before `search_after` while there is no bottom too. */
  readonly skipsAhead?: boolean;
  /**
   * The documents of the segment at hand in the order of the key, those with a value in `range` (null: in any). null
   * where the key cannot tell.
   */
  inOrder(range: ValueRange | null): DocOrder | null;
  /** Whether `inOrder` may tell. */
  readonly hasOrder: boolean;
  /**
   * Of segments those come first in which this is lower: the place of the best value that they hold. null where the
   * key cannot tell.
   */
  bestOf(segment: SegmentReader): number | null;
}

/** Unsigned, as Lucene orders terms. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
