import { type ColumnNumber, coarseOf, columnNumber, ofBig, restOf, toBig } from '../mapping/fine-number.ts';
import type { NumericColumn, SegmentReader } from '../segment/segment-reader.ts';
import { type NumericSort, rounded } from './numeric-sort-key.ts';
import type { SortColumns, SortKey } from './sort-key.ts';

export interface FineSort extends Omit<NumericSort, 'missing' | 'after' | 'endsIn'> {
  readonly missing: ColumnNumber;
  readonly after: ColumnNumber | null;
  /** All three, where they are not the same in all segments. */
  readonly endsIn?: ReadonlyMap<SegmentReader, Pick<FineSort, 'missing' | 'after' | 'whole'>> | null;
  /** Numbers are longs, of Java or without a sign: what is added up beyond their ends goes on at the other one. */
  readonly wraps: 'signed' | 'unsigned' | null;
}

const LONGS = 2 ** 63;

/** Sorts by a field some of whose numbers a double cannot hold: by what it holds, then by what is missing. */
export class FineSortKey implements SortKey {
  readonly needsScores = false;
  readonly hasOrder = false;
  readonly #sort: FineSort;
  readonly #sign: number;
  readonly #values: Float64Array;
  readonly #rests: Int32Array;
  #column: NumericColumn | null = null;
  /** In the segment. */
  #missing: ColumnNumber;
  #after: ColumnNumber | null;
  #whole: boolean;
  /** There are numbers of other types beside those of the segment, which are longs. */
  #endsWithLongs = false;
  #bottom = 0;
  /** Of the document that was looked at last. */
  #value = 0;
  #rest = 0;

  constructor(capacity: number, sort: FineSort) {
    this.#sort = sort;
    this.#missing = sort.missing;
    this.#after = sort.after;
    this.#whole = sort.whole;
    this.#sign = sort.descending ? -1 : 1;
    this.#values = new Float64Array(capacity);
    this.#rests = new Int32Array(capacity);
  }

  setSegment(segment: SegmentReader, _docBase: number, columns: SortColumns = segment): void {
    this.#column = columns.numeric(this.#sort.field);
    const own = this.#sort.endsIn?.get(segment);
    const { missing, after, whole } = own ?? this.#sort;
    this.#missing = missing;
    this.#after = after;
    this.#whole = whole;
    this.#endsWithLongs = own?.whole === true;
  }

  #read(doc: number): void {
    const column = this.#column;
    this.#value = coarseOf(this.#missing);
    this.#rest = restOf(this.#missing);
    if (column === null) return;
    const { offsets, present } = column;
    if (offsets !== null) this.#choose(column, offsets[doc]!, offsets[doc + 1]!);
    else if (present === null || (present[doc >>> 5]! & (1 << (doc & 31))) !== 0) this.#take(column, doc);
    // Dates have it without what it is below the double.
    if (this.#endsWithLongs && this.#value === LONGS && this.#rest === 0) this.#rest = -1;
  }

  #take({ base, data, rest }: NumericColumn, i: number): void {
    this.#value = base + data[i]!;
    this.#rest = rest === null ? 0 : rest[i]!;
  }

  /** One out of several, which are ascending; what is computed of them is a double, but of longs. */
  #choose(column: NumericColumn, from: number, to: number): void {
    const { mode, wraps } = this.#sort;
    const count = to - from;
    if (count === 0) return;
    const middle = from + (count >> 1);
    if (mode === 'min' || count === 1) this.#take(column, from);
    else if (mode === 'max') this.#take(column, to - 1);
    else if (mode === 'median' && count % 2 === 1) this.#take(column, middle);
    else if (wraps === 'unsigned') this.#sumUnsigned(column, from, to);
    else if (mode !== 'median' && wraps === 'signed') this.#sum(column, from, to);
    else {
      const { base, data } = column;
      const [first, last] = mode === 'median' ? [middle - 1, middle + 1] : [from, to];
      let sum = 0;
      for (let i = first; i < last; i++) sum += base + data[i]!;
      this.#value = mode === 'sum' ? sum : rounded(sum / (last - first), this.#whole);
      this.#rest = 0;
    }
  }

  /** Several values are rare, and rarely so large: no other sort is made slower by exact sums. */
  #sum(column: NumericColumn, from: number, to: number): void {
    const long = BigInt.asIntN(64, this.#sumOf(column, from, to));
    this.#set(this.#sort.mode === 'sum' ? ofBig(long) : Math.round(Number(long) / (to - from)));
  }

  /** Means of what a sum goes on with at the other end are rounded, halves up; the median of two is their mean. */
  #sumUnsigned(column: NumericColumn, from: number, to: number): void {
    const { mode } = this.#sort;
    const middle = from + ((to - from) >> 1);
    const [first, last] = mode === 'median' ? [middle - 1, middle + 1] : [from, to];
    const sum = BigInt.asUintN(64, this.#sumOf(column, first, last));
    const count = BigInt(last - first);
    this.#set(ofBig(mode === 'sum' ? sum : (2n * sum + count) / (2n * count)));
  }

  #sumOf(column: NumericColumn, from: number, to: number): bigint {
    let sum = 0n;
    for (let i = from; i < to; i++) {
      this.#take(column, i);
      sum += toBig(columnNumber(this.#value, this.#rest));
    }
    return sum;
  }

  #set(value: ColumnNumber): void {
    this.#value = coarseOf(value);
    this.#rest = restOf(value);
  }

  #compare(value: number, rest: number): number {
    const order = value < this.#value ? -1 : Number(value > this.#value);
    return this.#sign * (order === 0 ? rest - this.#rest : order);
  }

  setBottom(slot: number): void {
    this.#bottom = slot;
  }

  compareBottom(doc: number): number {
    this.#read(doc);
    return this.#compare(this.#values[this.#bottom]!, this.#rests[this.#bottom]!);
  }

  compareAfter(doc: number): number {
    const after = this.#after;
    if (after === null) return -1;
    this.#read(doc);
    return this.#compare(coarseOf(after), restOf(after));
  }

  compareSlots(a: number, b: number): number {
    this.#value = this.#values[b]!;
    this.#rest = this.#rests[b]!;
    return this.#compare(this.#values[a]!, this.#rests[a]!);
  }

  copy(slot: number, doc: number): void {
    this.#read(doc);
    this.#values[slot] = this.#value;
    this.#rests[slot] = this.#rest;
  }

  value(slot: number): ColumnNumber {
    return columnNumber(this.#values[slot]!, this.#rests[slot]!);
  }

  nextCompetitive(from: number): number {
    return from;
  }

  inOrder(): null {
    return null;
  }

  bestOf(segment: SegmentReader): number | null {
    const column = segment.numeric(this.#sort.field);
    if (column === null || Number.isNaN(column.min)) return null;
    return this.#sort.descending ? -column.max : column.min;
  }
}
