import { assert } from '@sextant/base';
import type { Int32List } from '../codec/lists.ts';
import { sortedSlice } from '../query/column-scan.ts';
import type { ValueRange } from '../query/weight.ts';
import type { ColumnArray, NumericColumn, SegmentReader } from '../segment/segment-reader.ts';

export interface KeyOrderOptions {
  readonly descending: boolean;
  /** Where `search_after` stands; null = at the beginning. */
  readonly after: number | null;
  /** The last of what is kept, where that is all that there is room for: what comes after it is not wanted. */
  readonly bottom: number | null;
  /** null = any value. */
  readonly range: ValueRange | null;
  /** Documents without a value do not match, or there are none. */
  readonly complete: boolean;
}

/** The live documents of a segment in the order of a field: those of one value stay together, for further keys to decide. */
export interface DocOrder {
  /** No document is left that may come before the bottom. */
  readonly done: boolean;
  /** About so many documents are left. */
  readonly length: number;
  /** Every document that can match has been given. */
  readonly isComplete: boolean;
  /** The next documents have the very value of `search_after`: further keys say which of them come after it. */
  readonly isAtStart: boolean;
  /**
   * For one that is not done: adds the next documents to `target`, those of one value at least, and others until there are
   * `wanted`. false where that would be beyond `most`.
   */
  take(target: Int32List, wanted: number, most: number): boolean;
}

/** In the order of a single-valued number field, out of its sorted values. */
export class KeyOrder implements DocOrder {
  done = false;
  readonly #values: ColumnArray;
  readonly #docs: Uint32Array;
  readonly #live: Uint32Array | null;
  readonly #step: number;
  readonly #after: number | null;
  readonly #bottom: number | null;
  readonly #complete: boolean;
  /** The next place, and the one behind the last. */
  #at: number;
  readonly #end: number;

  constructor(segment: SegmentReader, column: NumericColumn, options: KeyOrderOptions) {
    const { sorted, base } = column;
    assert(sorted !== null, 'a field without sorted values has no order');
    const { descending, after, bottom, range } = options;
    this.#values = sorted.values;
    this.#docs = sorted.docs;
    this.#live = segment.liveDocs;
    this.#step = descending ? -1 : 1;
    this.#after = after === null ? null : after - base;
    this.#bottom = bottom === null ? null : bottom - base;
    this.#complete = options.complete;
    const low = range?.low ?? Number.NEGATIVE_INFINITY;
    const high = range?.high ?? Number.POSITIVE_INFINITY;
    const first = after === null || descending ? low : Math.max(low, after);
    const last = after === null || !descending ? high : Math.min(high, after);
    const { from, to } = sortedSlice(column, first, last);
    this.#at = descending ? to - 1 : from;
    this.#end = descending ? from - 1 : to;
    this.#look();
  }

  /** Upper bound of the documents that are left. */
  get length(): number {
    return (this.#end - this.#at) * this.#step;
  }

  get isComplete(): boolean {
    return this.#complete || this.#at !== this.#end;
  }

  get isAtStart(): boolean {
    return this.#at !== this.#end && this.#values[this.#at] === this.#after;
  }

  take(target: Int32List, wanted: number, most: number): boolean {
    const values = this.#values;
    const docs = this.#docs;
    const live = this.#live;
    const end = this.#end;
    const atStart = this.isAtStart;
    let at = this.#at;
    let last = values[at]!;
    for (; at !== end; at += this.#step) {
      const value = values[at]!;
      if (value !== last) {
        if (atStart || target.length >= wanted || this.#isBehind(value)) break;
        last = value;
      }
      if (target.length >= most) return false;
      const doc = docs[at]!;
      if (live === null || (live[doc >>> 5]! & (1 << (doc & 31))) !== 0) target.push(doc);
    }
    this.#at = at;
    this.#look();
    return true;
  }

  #look(): void {
    this.done = this.#at === this.#end || this.#isBehind(this.#values[this.#at]!);
  }

  #isBehind(value: number): boolean {
    if (this.#bottom === null) return false;
    return this.#step < 0 ? value < this.#bottom : value > this.#bottom;
  }
}
