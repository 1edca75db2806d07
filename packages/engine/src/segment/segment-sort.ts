import { type ColumnNumber, coarseOf, restOf } from '../mapping/fine-number.ts';

/** One key of the order in which the documents of a segment stand; plain values, which cross threads. */
export interface SegmentSortKey {
  /** Of numbers, or of terms with doc values. */
  readonly field: string;
  readonly descending: boolean;
  /** Which of several values counts. */
  readonly mode: 'min' | 'max';
  /** Stands for the value of a document that has none; an infinity comes before or after all of them. */
  readonly missing: ColumnNumber;
}

/** The order of the documents in each segment of an index; equal ones stay in the order in which they came. */
export type SegmentSort = readonly SegmentSortKey[];

/**
 * A number for each document of a segment: those with a lower one come first. Of documents that lie in others it says
 * nothing.
 */
export type SortLevel = Float64Array;

/** Of documents without a value. */
export function emptyLevel(maxDoc: number, { missing, descending }: SegmentSortKey): SortLevel {
  return new Float64Array(maxDoc).fill((descending ? -1 : 1) * coarseOf(missing));
}

/** The level after one of numbers that doubles cannot hold: what they are above those; of documents without a value. */
export function emptyRests(maxDoc: number, { missing, descending }: SegmentSortKey): SortLevel {
  return new Float64Array(maxDoc).fill((descending ? -1 : 1) * restOf(missing));
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

/** The values at these places, one after the other; fewer places than values, or as many. */
export function gathered<Values extends Float64Array | Int32Array | Uint32Array>(
  values: Values,
  places: Uint32Array,
): Values {
  const moved = values.slice(0, places.length) as Values;
  for (let i = 0; i < places.length; i++) moved[i] = values[places[i]!]!;
  return moved;
}
