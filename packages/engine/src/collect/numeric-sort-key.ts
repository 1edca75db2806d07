import type { ValueRange } from '../query/weight.ts';
import type { NumericColumn, SegmentReader } from '../segment/segment-reader.ts';
import { KeyOrder } from './key-order.ts';
import type { SlotNumbers, SortColumns, SortKey } from './sort-key.ts';

type SortMode = 'min' | 'max' | 'sum' | 'avg' | 'median';

export interface NumericSort {
  readonly field: string;
  readonly descending: boolean;
  readonly mode: SortMode;
  /** Sums and means of whole numbers are rounded, as Java's longs are. */
  readonly whole: boolean;
  /** Those of floats are floats. */
  readonly single?: boolean;
  /** Stands for a missing value; an infinity puts it first or last. */
  readonly missing: number;
  readonly after: number | null;
  /** All four, where they are not the same in all segments. */
  readonly endsIn?: ReadonlyMap<
    SegmentReader,
    Pick<NumericSort, 'missing' | 'after' | 'whole' | 'single'>
  > | null;
}

/** Documents per entry of a column's `blockMin` and `blockMax`. */
const STATISTICS_BLOCK = 4096;

/** Sorts by a number field. */
export class NumericSortKey implements SortKey {
  readonly needsScores = false;
  readonly hasOrder = true;
  readonly slotNumbers: SlotNumbers;
  readonly #sort: NumericSort;
  readonly #values: Float64Array;
  readonly #sign: number;
  #column: NumericColumn | null = null;
  #segment: SegmentReader | null = null;
  #maxDoc = 0;
  #bottom = Number.NaN;
  /** In the segment. */
  #missing: number;
  #after: number | null;
  #whole: boolean;
  #single: boolean;

  constructor(capacity: number, sort: NumericSort) {
    this.#sort = sort;
    this.#missing = sort.missing;
    this.#after = sort.after;
    this.#whole = sort.whole;
    this.#single = sort.single === true;
    this.#values = new Float64Array(capacity);
    this.slotNumbers = { values: this.#values, descending: sort.descending };
    this.#sign = sort.descending ? -1 : 1;
  }

  setSegment(segment: SegmentReader, _docBase: number, columns: SortColumns = segment): void {
    this.#segment = segment;
    this.#column = columns.numeric(this.#sort.field);
    this.#maxDoc = segment.maxDoc;
    const { missing, after, whole, single } = this.#sort.endsIn?.get(segment) ?? this.#sort;
    this.#missing = missing;
    this.#after = after;
    this.#whole = whole;
    this.#single = single === true;
  }

  #valueOf(doc: number): number {
    const column = this.#column;
    if (column === null) return this.#missing;
    const { offsets, present } = column;
    if (offsets !== null) return this.#chosen(column, offsets[doc]!, offsets[doc + 1]!);
    const has = present === null || (present[doc >>> 5]! & (1 << (doc & 31))) !== 0;
    return has ? column.base + column.data[doc]! : this.#missing;
  }

  /** One number out of several, which are ascending. */
  #chosen(column: NumericColumn, from: number, to: number): number {
    const { mode } = this.#sort;
    if (to === from) return this.#missing;
    if (mode === 'min') return column.base + column.data[from]!;
    if (mode === 'max') return column.base + column.data[to - 1]!;
    const value = this.#ofSeveral(column, from, to);
    return this.#single ? Math.fround(value) : value;
  }

  #ofSeveral({ data, base }: NumericColumn, from: number, to: number): number {
    const { mode } = this.#sort;
    const whole = this.#whole;
    const count = to - from;
    if (mode === 'median') {
      const middle = from + (count >> 1);
      if (count % 2 === 1) return base + data[middle]!;
      return rounded(base + (data[middle - 1]! + data[middle]!) / 2, whole);
    }
    let sum = 0;
    for (let i = from; i < to; i++) sum += base + data[i]!;
    return mode === 'sum' ? sum : rounded(sum / count, whole);
  }

  setBottom(slot: number): void {
    this.#bottom = this.#values[slot]!;
  }

  compareBottom(doc: number): number {
    return this.#sign * compareNumbers(this.#bottom, this.#valueOf(doc));
  }

  compareAfter(doc: number): number {
    return this.#after === null ? -1 : this.#sign * compareNumbers(this.#after, this.#valueOf(doc));
  }

  compareSlots(a: number, b: number): number {
    return this.#sign * compareNumbers(this.#values[a]!, this.#values[b]!);
  }

  copy(slot: number, doc: number): void {
    this.#values[slot] = this.#valueOf(doc);
  }

  value(slot: number): number {
    return this.#values[slot]!;
  }

  /** Leaves out blocks of the column whose every value lies behind the bottom or before `search_after`. */
  nextCompetitive(from: number): number {
    const column = this.#column;
    const { mode } = this.#sort;
    if (column === null || (mode !== 'min' && mode !== 'max')) return from;
    // A block may hold documents without a value, which the statistics do not show.
    const complete = column.offsets === null && column.present === null;
    if (!complete && this.#mayCompete(this.#missing, this.#missing)) return from;
    let doc = from;
    while (doc < this.#maxDoc) {
      const block = Math.floor(doc / STATISTICS_BLOCK);
      if (this.#mayCompete(column.blockMin[block]!, column.blockMax[block]!)) return doc;
      doc = (block + 1) * STATISTICS_BLOCK;
    }
    return doc;
  }

  inOrder(range: ValueRange | null): KeyOrder | null {
    const { mode, descending } = this.#sort;
    const missing = this.#missing;
    const after = this.#after;
    const column = this.#column;
    // A value that stands for missing ones may come anywhere among the others.
    if (this.#segment === null || column === null || Number.isFinite(missing)) return null;
    if (this.#sort.endsIn) return null;
    if (mode !== 'min' && mode !== 'max') return null;
    if (column.sorted === null || column.offsets !== null) return null;
    // Where a value is asked for, those without one do not match.
    const complete = range !== null || column.docCount === this.#maxDoc;
    const missingFirst = missing < 0 !== descending;
    if (missingFirst && !complete) return null;
    const bottom = Number.isNaN(this.#bottom) ? null : this.#bottom;
    return new KeyOrder(this.#segment, column, { descending, after, bottom, range, complete });
  }

  bestOf(segment: SegmentReader): number | null {
    const column = segment.numeric(this.#sort.field);
    if (column === null || Number.isNaN(column.min)) return null;
    return this.#sort.descending ? -column.max : column.min;
  }

  #mayCompete(low: number, high: number): boolean {
    const { descending } = this.#sort;
    const after = this.#after;
    if (descending) return high >= this.#bottom && (after === null || low <= after);
    return low <= this.#bottom && (after === null || high >= after);
  }
}

/** Infinities are equal to themselves, which their difference would not tell. */
function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : Number(a > b);
}

/** As Java rounds longs, where the values are `whole`. */
export function rounded(value: number, whole: boolean): number {
  return whole ? Math.round(value) : value;
}
