/** One key of the order in which the documents of a segment stand; plain values, which cross threads. */
export interface SegmentSortKey {
  /** Of numbers, or of terms with doc values. */
  readonly field: string;
  readonly descending: boolean;
  /** Which of several values counts. */
  readonly mode: 'min' | 'max';
  /** Where documents without a value stand. */
  readonly missingFirst: boolean;
}

/** The order of the documents in each segment of an index; equal ones stay in the order in which they came. */
export type SegmentSort = readonly SegmentSortKey[];

/**
 * A number for each document of a segment: those with a lower one come first. Of documents that lie in others it says
 * nothing.
 */
export type SortLevel = Float64Array;

/** As `SortLevel` for a column, before there are values in it. */
export function emptyLevel(maxDoc: number, { missingFirst }: SegmentSortKey): SortLevel {
  return new Float64Array(maxDoc).fill(missingFirst ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
}

/** The places of entries in the order of their documents; those of one document stay as they are. */
export function placesByDoc(docs: Int32Array, count: number, maxDoc: number): Uint32Array {
  const starts = new Uint32Array(maxDoc + 1);
  for (let i = 0; i < count; i++) starts[docs[i]! + 1] = starts[docs[i]! + 1]! + 1;
  for (let doc = 0; doc < maxDoc; doc++) starts[doc + 1] = starts[doc + 1]! + starts[doc]!;
  const places = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const doc = docs[i]!;
    places[starts[doc]!] = i;
    starts[doc] = starts[doc]! + 1;
  }
  return places;
}
