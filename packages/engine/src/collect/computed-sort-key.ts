import type { SegmentReader } from '../segment/segment-reader.ts';
import type { SlotNumbers, SortKey } from './sort-key.ts';

/** The value of a document of a segment. Asked in ascending order; no value is NaN. */
export type ComputedValue = (doc: number) => number;

export interface ComputedSort {
  readonly descending: boolean;
  readonly after: number | null;
  readonly valuesOf: (segment: SegmentReader) => ComputedValue;
}

/** Sorts by numbers that are worked out for each document. */
export class ComputedSortKey implements SortKey {
  readonly needsScores = false;
  readonly hasOrder = false;
  readonly slotNumbers: SlotNumbers;
  readonly #sort: ComputedSort;
  readonly #values: Float64Array;
  readonly #sign: number;
  #valueOf: ComputedValue = () => 0;
  /** What was asked last is asked again when it is kept. */
  #doc = -1;
  #value = 0;
  #bottom = Number.NaN;

  constructor(capacity: number, sort: ComputedSort) {
    this.#sort = sort;
    this.#values = new Float64Array(capacity);
    this.slotNumbers = { values: this.#values, descending: sort.descending };
    this.#sign = sort.descending ? -1 : 1;
  }

  setSegment(segment: SegmentReader): void {
    this.#valueOf = this.#sort.valuesOf(segment);
    this.#doc = -1;
  }

  setBottom(slot: number): void {
    this.#bottom = this.#values[slot]!;
  }

  compareBottom(doc: number): number {
    return this.#compare(this.#bottom, this.#of(doc));
  }

  compareAfter(doc: number): number {
    return this.#sort.after === null ? -1 : this.#compare(this.#sort.after, this.#of(doc));
  }

  compareSlots(a: number, b: number): number {
    return this.#compare(this.#values[a]!, this.#values[b]!);
  }

  copy(slot: number, doc: number): void {
    this.#values[slot] = this.#of(doc);
  }

  value(slot: number): number {
    return this.#values[slot]!;
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

  #of(doc: number): number {
    if (doc !== this.#doc) {
      this.#value = this.#valueOf(doc);
      this.#doc = doc;
    }
    return this.#value;
  }

  /** Infinities are equal to themselves, which their difference would not tell. */
  #compare(a: number, b: number): number {
    return this.#sign * (a < b ? -1 : Number(a > b));
  }
}
