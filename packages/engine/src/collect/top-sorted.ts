import type { ValueRange } from '../query/weight.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { DocOrder } from './key-order.ts';
import type { SortKey, SortValue } from './sort-key.ts';
import type { KeptDocs } from './top-scores.ts';

export interface SortedDoc {
  /** Counts through all segments of the search, in the order of shards. */
  readonly segment: number;
  readonly doc: number;
  readonly score: number;
  readonly values: readonly SortValue[];
}

/** Of the documents with the values that the keys are to come after, those up to this one are left out. */
export interface SortPlace {
  readonly segment: number;
  readonly doc: number;
}

/** All documents with these values are left out: no place comes after it. */
export const afterAllEqual: SortPlace = Object.freeze({ segment: Number.POSITIVE_INFINITY, doc: 0 });

/**
 * The first documents by a list of keys; of equal ones those that come first in the index. Segments may be offered in
 * any order, more than once too, and their documents in any.
 */
export class TopSorted {
  /** How many are kept at most. */
  readonly capacity: number;
  readonly #keys: readonly SortKey[];
  /** Where the documents before stand; null: there are none. */
  readonly #after: SortPlace | null;
  /** Of the first key: most comparisons of the heap end with it. */
  readonly #firstValues: Float64Array | null;
  readonly #firstDescending: boolean;
  readonly #segments: Int32Array<ArrayBuffer>;
  readonly #docs: Int32Array<ArrayBuffer>;
  readonly #scores: Float32Array<ArrayBuffer>;
  /** Slots as a heap, the last in the order on top; made when the first document has to leave. */
  readonly #heap: Int32Array;
  #isHeap = false;
  /** What is kept was found in its order. */
  #isInOrder = true;
  #size = 0;
  #segment = 0;

  /** `after`: documents up to what the keys are to come after are left out. */
  constructor(capacity: number, keys: readonly SortKey[], after: SortPlace | null) {
    this.capacity = capacity;
    this.#keys = keys;
    this.#after = after;
    const numbers = keys[0]?.slotNumbers;
    this.#firstValues = numbers?.values ?? null;
    this.#firstDescending = numbers?.descending === true;
    this.#segments = new Int32Array(capacity);
    this.#docs = new Int32Array(capacity);
    this.#scores = new Float32Array(capacity);
    this.#heap = new Int32Array(capacity);
  }

  get needsScores(): boolean {
    return this.#keys.some((key) => key.needsScores);
  }

  get full(): boolean {
    return this.#size === this.capacity;
  }

  /** How many are kept. */
  get size(): number {
    return this.#size;
  }

  /** Of those kept; NaN where there are none. */
  get maxScore(): number {
    let most = Number.NaN;
    for (let slot = 0; slot < this.#size; slot++) {
      if (!(this.#scores[slot]! <= most)) most = this.#scores[slot]!;
    }
    return most;
  }

  /** Those kept, in no particular order. */
  kept(): KeptDocs {
    const size = this.#size;
    return {
      segments: this.#segments.slice(0, size),
      docs: this.#docs.slice(0, size),
      scores: this.#scores.slice(0, size),
    };
  }

  setSegment(number: number, segment: SegmentReader, docBase: number): void {
    this.#segment = number;
    for (const key of this.#keys) key.setSegment(segment, docBase);
  }

  /** First document >= `from` of the segment at hand that may still be taken. */
  nextCompetitive(from: number): number {
    if (this.capacity === 0) return from;
    const first = this.#keys[0]!;
    return this.full || first.skipsAhead === true ? first.nextCompetitive(from) : from;
  }

  /** The documents of the segment at hand in the order of the first key; null where that cannot tell. */
  inOrder(range: ValueRange | null): DocOrder | null {
    return this.capacity === 0 ? null : this.#keys[0]!.inOrder(range);
  }

  /** There may be an order of the documents by the first key: see `inOrder`. */
  get hasOrder(): boolean {
    return this.#keys[0]!.hasOrder;
  }

  /** Segments in which this is lower hold better documents; null where the first key cannot tell. */
  bestOf(segment: SegmentReader): number | null {
    return this.#keys[0]!.bestOf(segment);
  }

  collect(docs: Int32Array, scores: Float32Array, length: number): void {
    if (this.capacity === 0) return;
    this.#keys[0]!.expect?.(docs, scores, length);
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      const score = scores[i]!;
      if (this.full && !this.#beatsBottom(doc, score)) continue;
      if (this.#after !== null && !this.#isAfter(doc, score, this.#after)) continue;
      this.#take(doc, score);
    }
  }

  #beatsBottom(doc: number, score: number): boolean {
    for (const key of this.#keys) {
      const order = key.compareBottom(doc, score);
      if (order !== 0) return order > 0;
    }
    const bottom = this.#heap[0]!;
    const segment = this.#segments[bottom]!;
    return this.#segment < segment || (this.#segment === segment && doc < this.#docs[bottom]!);
  }

  #isAfter(doc: number, score: number, after: SortPlace): boolean {
    for (const key of this.#keys) {
      const order = key.compareAfter(doc, score);
      if (order !== 0) return order < 0;
    }
    return this.#segment > after.segment || (this.#segment === after.segment && doc > after.doc);
  }

  #take(doc: number, score: number): void {
    const isFull = this.full;
    const slot = isFull ? this.#heap[0]! : this.#size;
    for (const key of this.#keys) key.copy(slot, doc, score);
    this.#segments[slot] = this.#segment;
    this.#docs[slot] = doc;
    this.#scores[slot] = score;
    if (isFull) {
      this.#isInOrder = false;
      this.#sink(slot, 0);
    } else {
      if (this.#isInOrder && slot > 0 && this.#compare(slot - 1, slot) > 0) this.#isInOrder = false;
      this.#size++;
      if (this.full) this.#makeHeap();
    }
    if (this.full) for (const key of this.#keys) key.setBottom(this.#heap[0]!);
  }

  #makeHeap(): void {
    const size = this.#size;
    const heap = this.#heap;
    this.#isHeap = true;
    // The last first is a heap.
    for (let at = 0; at < size; at++) heap[at] = size - 1 - at;
    if (this.#isInOrder) return;
    for (let at = (size >> 1) - 1; at >= 0; at--) this.#sink(heap[at]!, at);
  }

  #sink(slot: number, from: number): void {
    let at = from;
    for (let child = 2 * at + 1; child < this.#size; child = 2 * at + 1) {
      if (child + 1 < this.#size && this.#compare(this.#heap[child + 1]!, this.#heap[child]!) > 0) child++;
      if (this.#compare(slot, this.#heap[child]!) > 0) break;
      this.#heap[at] = this.#heap[child]!;
      at = child;
    }
    this.#heap[at] = slot;
  }

  #compare(a: number, b: number): number {
    const first = this.#firstValues;
    if (first !== null) {
      const left = first[a]!;
      const right = first[b]!;
      if (left !== right) return left < right === this.#firstDescending ? 1 : -1;
    }
    return this.#compareKeys(a, b);
  }

  #compareKeys(a: number, b: number): number {
    for (const key of this.#keys) {
      const order = key.compareSlots(a, b);
      if (order !== 0) return order;
    }
    return this.#segments[a]! - this.#segments[b]! || this.#docs[a]! - this.#docs[b]!;
  }

  /** Those after the first `from`, in order, with their values. Empties it. */
  sorted(from = 0): SortedDoc[] {
    return this.page(from, this.#size).shown;
  }

  /**
   * The same, `size` of them with their values, and the others, where there are some, by their places. They are the last of what is
   * kept, which stand on top of the heap: those before them need no order.
   */
  page(from: number, size: number): { readonly shown: SortedDoc[]; readonly ahead: KeptDocs | null } {
    const count = Math.max(0, this.#size - from);
    const shown = new Array<SortedDoc>(Math.min(count, size));
    const ahead = places(count - shown.length);
    for (let at = count - 1; at >= 0; at--) {
      const slot = this.#isInOrder ? from + at : this.#takeLast();
      const segment = this.#segments[slot]!;
      const doc = this.#docs[slot]!;
      const score = this.#scores[slot]!;
      if (at < shown.length) {
        shown[at] = { segment, doc, score, values: this.#valuesOf(slot) };
      } else {
        const place = at - shown.length;
        ahead.segments[place] = segment;
        ahead.docs[place] = doc;
        ahead.scores[place] = score;
      }
    }
    this.#size = 0;
    this.#isHeap = false;
    this.#isInOrder = true;
    return { shown, ahead: ahead.docs.length === 0 ? null : ahead };
  }

  #valuesOf(slot: number): SortValue[] {
    const values = new Array<SortValue>(this.#keys.length);
    for (let key = 0; key < values.length; key++) values[key] = this.#keys[key]!.value(slot);
    return values;
  }

  /** The slot of the last in the order, which leaves the heap. */
  #takeLast(): number {
    if (!this.#isHeap) this.#makeHeap();
    const slot = this.#heap[0]!;
    const last = this.#heap[--this.#size]!;
    if (this.#size > 0) this.#sink(last, 0);
    return slot;
  }
}

function places(count: number): KeptDocs {
  return {
    segments: new Int32Array(count),
    docs: new Int32Array(count),
    scores: new Float32Array(count),
  };
}
