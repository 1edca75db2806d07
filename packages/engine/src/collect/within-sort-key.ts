import type { SegmentReader } from '../segment/segment-reader.ts';
import type { SlotNumbers, SortColumns, SortKey, SortValue } from './sort-key.ts';

/** Sorts documents as another key does, by other values than those that stand in their own columns. */
export class WithinSortKey implements SortKey {
  readonly needsScores = false;
  readonly hasOrder = false;
  readonly slotNumbers?: SlotNumbers;
  readonly #key: SortKey;
  readonly #columnsOf: (segment: SegmentReader) => SortColumns;

  constructor(key: SortKey, columnsOf: (segment: SegmentReader) => SortColumns) {
    this.#key = key;
    this.#columnsOf = columnsOf;
    if (key.slotNumbers !== undefined) this.slotNumbers = key.slotNumbers;
  }

  setSegment(segment: SegmentReader, docBase: number): void {
    this.#key.setSegment(segment, docBase, this.#columnsOf(segment));
  }

  setBottom(slot: number): void {
    this.#key.setBottom(slot);
  }

  compareBottom(doc: number, score: number): number {
    return this.#key.compareBottom(doc, score);
  }

  compareAfter(doc: number, score: number): number {
    return this.#key.compareAfter(doc, score);
  }

  compareSlots(a: number, b: number): number {
    return this.#key.compareSlots(a, b);
  }

  copy(slot: number, doc: number, score: number): void {
    this.#key.copy(slot, doc, score);
  }

  value(slot: number): SortValue {
    return this.#key.value(slot);
  }

  /** Nothing is known of the values. */
  nextCompetitive(from: number): number {
    return from;
  }

  inOrder(): null {
    return null;
  }

  bestOf(): null {
    return null;
  }
}
