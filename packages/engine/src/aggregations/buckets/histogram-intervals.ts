import type { DateRounding } from '../values/date-rounding.ts';
import { ANY_VALUE, type ValueDomain } from './bucket-ords.ts';
import type { Scale } from './scaled-counts.ts';
import type { ValueRounder } from './value-buckets.ts';

/** The intervals of a histogram as numbers that buckets can be kept by. */
export interface Intervals extends ValueRounder {
  readonly domain: ValueDomain;
  /** The number of the interval that holds the value; ascends with it. */
  index(value: number): number;
  /** The start of the interval with this number. */
  key(index: number): number;
  /** All values of the interval are below it, and none of the next one is; null where rounding may have it otherwise. */
  end(index: number): number | null;
  /** The number of the next interval. */
  next(index: number): number;
  /** About how many intervals there are from one number to another. */
  between(first: number, last: number): number;
  /** Values further from 0 have no interval. */
  readonly furthest: number;
  /** By which the numbers of values, less the first one, are found at once; absent: they are not. */
  readonly scale?: Scale | null;
}

/** Milliseconds around 1970 that are dates. */
const FURTHEST_DATE = 8.64e15;

/** Range of the values that may come, null when none. */
export type ValueRange = { readonly min: number; readonly max: number } | null;

/** Beyond it bucket numbers are kept by a hash. */
const MOST_NUMBERED = 1 << 20;

/** Below it a half is told from whole numbers, also where they are divided. */
const HALF_TOLD = 2 ** 50;

/** Intervals of one length: the number is a division. */
export class UniformIntervals implements Intervals {
  readonly drops = false;
  readonly furthest = Number.MAX_VALUE;
  readonly domain: ValueDomain;
  readonly scale: Scale | null;
  readonly #interval: number;
  readonly #offset: number;
  readonly #isWhole: boolean;

  /** `wholeValues`: no value has a fraction, or is beyond what doubles count one by one. */
  constructor(interval: number, offset: number, range: ValueRange, wholeValues: boolean) {
    this.#interval = interval;
    this.#offset = offset;
    this.#isWhole = wholeValues && Number.isInteger(interval) && Number.isInteger(offset);
    this.domain = range === null ? ANY_VALUE : domainOf(this.index(range.min), this.index(range.max));
    this.scale = this.#scaleOf(range);
  }

  /**
   * To multiply is quicker than to divide. Values are half a unit above the starts of their intervals, at least, and below their ends, which is
   * more than the product can be wrong by.
   */
  #scaleOf(range: ValueRange): Scale | null {
    if (!this.#isWhole || range === null || this.domain === ANY_VALUE) return null;
    const start = this.key(this.domain.first);
    const all = [start, range.min, range.max, this.#interval];
    if (!all.every((value) => Math.abs(value) < HALF_TOLD)) return null;
    return { shift: 0.5 - start, factor: 1 / this.#interval };
  }

  index(value: number): number {
    return Math.floor((value - this.#offset) / this.#interval);
  }

  key(index: number): number {
    return index * this.#interval + this.#offset;
  }

  /** Whole numbers are divided without doubt. */
  end(index: number): number | null {
    return this.#isWhole ? this.key(index + 1) : null;
  }

  next(index: number): number {
    return index + 1;
  }

  between(first: number, last: number): number {
    return last - first;
  }

  round(_docs: Int32Array, _parents: Int32Array, values: Float64Array, length: number): number {
    const interval = this.#interval;
    const offset = this.#offset;
    for (let i = 0; i < length; i++) values[i] = Math.floor((values[i]! - offset) / interval);
    return length;
  }
}

function domainOf(first: number, last: number): ValueDomain {
  const count = last - first + 1;
  return count <= MOST_NUMBERED ? { first, count } : ANY_VALUE;
}

/** Most starts of intervals, and cells of the grid over them, that are worth a table. */
const MOST_STARTS = 1 << 16;
const MOST_CELLS = 1 << 19;

/**
 * Intervals of different lengths (months, days with daylight saving): their starts over the whole range are
 * listed once, and a grid of cells no longer than the shortest interval finds the one that holds a value in
 * a step or two. Null where the range is too wide for that.
 */
export function listedIntervals(rounding: DateRounding, range: ValueRange): Intervals | null {
  if (range === null || (range.max - range.min) / rounding.typical > MOST_STARTS) return null;
  const starts: number[] = [];
  let shortest = Number.POSITIVE_INFINITY;
  for (let start = rounding.round(range.min); start <= range.max; ) {
    starts.push(start);
    const next = rounding.next(start);
    shortest = Math.min(shortest, next - start);
    start = next;
  }
  const first = starts[0]!;
  const cells = Math.floor((range.max - first) / shortest) + 1;
  if (cells > MOST_CELLS) return null;
  return new ListedIntervals(Float64Array.from(starts), shortest, cells);
}

class ListedIntervals implements Intervals {
  readonly drops = false;
  readonly furthest = FURTHEST_DATE;
  readonly domain: ValueDomain;
  readonly #starts: Float64Array;
  /** By interval, where the next one starts. */
  readonly #ends: Float64Array;
  readonly #cell: number;
  /** Per cell, the interval that holds the cell's start. No cell is longer than an interval: a value in it is in that interval or the next. */
  readonly #grid: Int32Array;

  constructor(starts: Float64Array, cell: number, cells: number) {
    this.#starts = starts;
    this.#ends = new Float64Array(starts.length).fill(Number.POSITIVE_INFINITY);
    this.#ends.set(starts.subarray(1));
    this.#cell = cell;
    this.domain = { first: 0, count: starts.length };
    this.#grid = new Int32Array(cells);
    let interval = 0;
    for (let i = 0; i < cells; i++) {
      const start = starts[0]! + i * cell;
      while (interval + 1 < starts.length && starts[interval + 1]! <= start) interval++;
      this.#grid[i] = interval;
    }
  }

  index(value: number): number {
    const interval = this.#grid[Math.floor((value - this.#starts[0]!) / this.#cell)]!;
    return interval + Number(this.#ends[interval]! <= value);
  }

  key(index: number): number {
    return this.#starts[index]!;
  }

  end(index: number): number {
    return this.#ends[index] ?? Number.POSITIVE_INFINITY;
  }

  next(index: number): number {
    return index + 1;
  }

  between(first: number, last: number): number {
    return last - first;
  }

  round(_docs: Int32Array, _parents: Int32Array, values: Float64Array, length: number): number {
    const ends = this.#ends;
    const grid = this.#grid;
    const cell = this.#cell;
    const first = this.#starts[0]!;
    // Without a branch: nothing could foretell it.
    for (let i = 0; i < length; i++) {
      const value = values[i]!;
      const interval = grid[Math.floor((value - first) / cell)]!;
      values[i] = interval + Number(ends[interval]! <= value);
    }
    return length;
  }
}

/**
 * Any other: every value is rounded by itself, with the last interval kept at hand. The number is the start.
 */
export class ComputedIntervals implements Intervals {
  readonly drops = false;
  readonly furthest = FURTHEST_DATE;
  readonly domain = ANY_VALUE;
  readonly #rounding: DateRounding;
  #start = 0;
  #end = 0;

  constructor(rounding: DateRounding) {
    this.#rounding = rounding;
  }

  index(value: number): number {
    if (value < this.#start || value >= this.#end) {
      this.#start = this.#rounding.round(value);
      this.#end = this.#rounding.next(this.#start);
    }
    return this.#start;
  }

  key(index: number): number {
    return index;
  }

  end(index: number): number {
    return this.#rounding.next(index);
  }

  next(index: number): number {
    return this.#rounding.next(index);
  }

  between(first: number, last: number): number {
    return (last - first) / this.#rounding.typical;
  }

  round(_docs: Int32Array, _parents: Int32Array, values: Float64Array, length: number): number {
    for (let i = 0; i < length; i++) values[i] = this.index(values[i]!);
    return length;
  }
}

/** Drops values outside hard bounds before they are numbered. */
export class BoundedRounder implements ValueRounder {
  readonly drops = true;
  readonly #intervals: Intervals;
  readonly #starts: Pick<Intervals, 'key'>;
  readonly #min: number;
  readonly #max: number;

  /** Keeps intervals whose start, by `starts`, lies in [min, max]. */
  constructor(intervals: Intervals, starts: Pick<Intervals, 'key'>, min: number, max: number) {
    this.#intervals = intervals;
    this.#starts = starts;
    this.#min = min;
    this.#max = max;
  }

  round(docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): number {
    const count = this.#intervals.round(docs, parents, values, length);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const key = this.#starts.key(values[i]!);
      if (key < this.#min || key > this.#max) continue;
      docs[kept] = docs[i]!;
      parents[kept] = parents[i]!;
      values[kept++] = values[i]!;
    }
    return kept;
  }
}
