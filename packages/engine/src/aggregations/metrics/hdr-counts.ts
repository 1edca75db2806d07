import { apiError } from '@sextant/contract';
import { javaDouble } from '../../mapping/java-text.ts';
import type { Meter } from '../values/meter.ts';
import { sumOf } from './t-digest.ts';

/** Plain data: how many values fell into the bucket that begins at each of `starts`, ascending. */
export interface HdrState {
  readonly starts: Float64Array<ArrayBuffer>;
  readonly counts: Float64Array<ArrayBuffer>;
}

const BYTES_PER_BUCKET = 48;

/** Half of the highest power of two. */
const MOST = 2 ** 1022;

const bits = new DataView(new ArrayBuffer(8));

/** The largest power of two that is not above a positive value. */
function powerBelow(value: number): number {
  bits.setFloat64(0, value);
  const high = bits.getUint32(0);
  bits.setUint32(0, high & 0x7ff00000);
  bits.setUint32(4, 0);
  const power = bits.getFloat64(0);
  // The smallest doubles have no exponent of their own.
  return power === 0 ? 2 ** Math.floor(Math.log2(value)) : power;
}

/**
 * Values as a histogram of high dynamic range (Gil Tene's DoubleHistogram 2.2) counts them: between a power of two and the next
 * there are as many buckets of one width as the wanted number of digits needs.
 */
export class HdrCounts {
  readonly #halfBuckets: number;
  readonly #meter: Meter;
  readonly #counts = new Map<number, number>();
  size = 0;

  constructor(digits: number, meter: Meter) {
    this.#halfBuckets = halfBuckets(digits);
    this.#meter = meter;
  }

  /** Throws ApiError for a value below 0, or above what can be counted. */
  addAll(values: Float64Array, length: number): void {
    for (let i = 0; i < length; i++) this.add(values[i]!);
  }

  add(value: number): void {
    if (value < 0) throw outOfBounds(value, 'Negative values cannot be recorded');
    if (value > MOST) throw outOfBounds(value, `Values above ${javaDouble(MOST)} cannot be recorded`);
    // What is no number is 0 as a whole one.
    if (value === 0 || Number.isNaN(value)) this.#count(0, 1);
    else {
      const width = powerBelow(value) / this.#halfBuckets;
      this.#count(Math.floor(value / width) * width, 1);
    }
  }

  #count(start: number, times: number): void {
    const before = this.#counts.get(start);
    if (before === undefined) this.#meter.take(BYTES_PER_BUCKET);
    this.#counts.set(start, (before ?? 0) + times);
    this.size += times;
  }

  state(): HdrState {
    const starts = Float64Array.from(this.#counts.keys()).sort();
    return { starts, counts: starts.map((start) => this.#counts.get(start)!) };
  }

  absorb({ starts, counts }: HdrState): void {
    this.#meter.charge(1 + (starts.length >>> 5));
    for (let i = 0; i < starts.length; i++) this.#count(starts[i]!, counts[i]!);
  }
}

/** Buckets between a power of two and the next. */
function halfBuckets(digits: number): number {
  return 2 ** Math.ceil(Math.log2(2 * 10 ** digits)) / 2;
}

function outOfBounds(value: number, why: string): Error {
  const reason = `The value ${javaDouble(value)} is out of bounds for histogram: ${why}`;
  return apiError('array_index_out_of_bounds_exception', reason);
}

/** The value that `percent` of all do not exceed, as far as buckets tell; NaN where there are none. */
export function hdrPercentile({ starts, counts }: HdrState, percent: number, digits: number): number {
  const total = sumOf(counts);
  if (total === 0) return Number.NaN;
  // Just below, so that rounding up later does not overshoot.
  const wanted = Math.max(1, Math.ceil((Math.max(0, justBelow(percent)) * total) / 100));
  let i = 0;
  for (let reached = counts[0]!; reached < wanted && i < starts.length - 1; ) reached += counts[++i]!;
  return percent === 0 ? starts[i]! : highestOf(starts, i, digits);
}

/** The highest value of a bucket in steps of the narrowest bucket of all. */
function highestOf(starts: Float64Array, i: number, digits: number): number {
  const start = starts[i]!;
  if (start === 0) return 0;
  const narrowest = powerBelow(starts[0] === 0 ? starts[1]! : starts[0]!) / halfBuckets(digits);
  return start + powerBelow(start) / halfBuckets(digits) - narrowest;
}

function justBelow(value: number): number {
  if (value <= 0) return value;
  bits.setFloat64(0, value);
  bits.setBigUint64(0, bits.getBigUint64(0) - 1n);
  return bits.getFloat64(0);
}

/** The share, of 100, of values in buckets up to that of `value`; NaN where there are none. */
export function hdrRank({ starts, counts }: HdrState, value: number, digits: number): number {
  const total = sumOf(counts);
  if (total === 0) return Number.NaN;
  let below = 0;
  const width = value > 0 ? powerBelow(value) / halfBuckets(digits) : 1;
  const end = value > 0 ? Math.floor(value / width) * width : value;
  for (let i = 0; i < starts.length && starts[i]! <= end; i++) below += counts[i]!;
  return (100 * below) / total;
}
