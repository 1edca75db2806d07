import { growFloat64 } from '../values/growable.ts';
import type { Meter } from '../values/meter.ts';

/** Sums per bucket by Kahan's summation, step for step as OpenSearch's CompensatedSum. */
export class Sums {
  sums = new Float64Array(16);
  compensations = new Float64Array(16);

  grow(buckets: number, meter: Meter): void {
    this.sums = growFloat64(this.sums, buckets, 0, meter);
    this.compensations = growFloat64(this.compensations, buckets, 0, meter);
  }

  add(buckets: Int32Array, values: Float64Array, length: number): void {
    const sums = this.sums;
    const compensations = this.compensations;
    for (let i = 0; i < length; i++) {
      const bucket = buckets[i]!;
      const sum = sums[bucket]!;
      const corrected = values[i]! + compensations[bucket]!;
      const updated = sum + corrected;
      compensations[bucket] = corrected - (updated - sum);
      sums[bucket] = updated;
    }
  }

  /** The same where all values are of bucket 0: the sum stays in registers. */
  addToFirst(values: Float64Array, length: number): void {
    let sum = this.sums[0]!;
    let compensation = this.compensations[0]!;
    for (let i = 0; i < length; i++) {
      const corrected = values[i]! + compensation;
      const updated = sum + corrected;
      compensation = corrected - (updated - sum);
      sum = updated;
    }
    this.sums[0] = sum;
    this.compensations[0] = compensation;
  }

  /**
   * As `addToFirst`, with the lowest and the highest of the values and those in `extremes` in one pass: while one sum waits for
   * the one before it there is time for comparisons.
   */
  addToFirstWithExtremes(values: Float64Array, length: number, extremes: Float64Array): void {
    let sum = this.sums[0]!;
    let compensation = this.compensations[0]!;
    let low = extremes[0]!;
    let high = extremes[1]!;
    for (let i = 0; i < length; i++) {
      const value = values[i]!;
      const corrected = value + compensation;
      const updated = sum + corrected;
      compensation = corrected - (updated - sum);
      sum = updated;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    this.sums[0] = sum;
    this.compensations[0] = compensation;
    extremes[0] = low;
    extremes[1] = high;
  }

  /**
   * As `addToFirst` where no sum on the way is rounded, so that there is nothing to compensate: whole numbers, all sums of
   * which doubles hold exactly. These may be added up in any order, four at a time. False where that is not so.
   */
  addWholeToFirst(values: Float64Array, length: number, largest: number): boolean {
    const before = this.sums[0]!;
    const isExact =
      this.compensations[0] === 0 && Math.abs(before) + length * largest <= Number.MAX_SAFE_INTEGER;
    if (!isExact || !Number.isInteger(before)) return false;
    let [a, b, c, d] = [before, 0, 0, 0];
    const whole = length & ~3;
    for (let i = 0; i < whole; i += 4) {
      a += values[i]!;
      b += values[i + 1]!;
      c += values[i + 2]!;
      d += values[i + 3]!;
    }
    for (let i = whole; i < length; i++) a += values[i]!;
    this.sums[0] = a + b + c + d;
    return true;
  }

  addSquares(buckets: Int32Array, values: Float64Array, length: number): void {
    const sums = this.sums;
    const compensations = this.compensations;
    for (let i = 0; i < length; i++) {
      const bucket = buckets[i]!;
      const sum = sums[bucket]!;
      const corrected = values[i]! * values[i]! + compensations[bucket]!;
      const updated = sum + corrected;
      compensations[bucket] = corrected - (updated - sum);
      sums[bucket] = updated;
    }
  }

  of(bucket: number): number {
    return this.sums[bucket] ?? 0;
  }
}

/** One running sum over the parts of several shards. */
export function compensatedSum(values: readonly number[]): number {
  let sum = 0;
  let compensation = 0;
  for (const value of values) {
    const corrected = value + compensation;
    const updated = sum + corrected;
    compensation = corrected - (updated - sum);
    sum = updated;
  }
  return sum;
}

export function addCounts(counts: Float64Array, buckets: Int32Array, length: number): void {
  for (let i = 0; i < length; i++) counts[buckets[i]!]! += 1;
}

/** `extremes` become the lowest and the highest of the values and themselves. */
export function widen(extremes: Float64Array, values: Float64Array, length: number): void {
  let low = extremes[0]!;
  let high = extremes[1]!;
  for (let i = 0; i < length; i++) {
    const value = values[i]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  extremes[0] = low;
  extremes[1] = high;
}

export function addMinima(
  minima: Float64Array,
  buckets: Int32Array,
  values: Float64Array,
  length: number,
): void {
  for (let i = 0; i < length; i++) {
    const bucket = buckets[i]!;
    if (values[i]! < minima[bucket]!) minima[bucket] = values[i]!;
  }
}

export function addMaxima(
  maxima: Float64Array,
  buckets: Int32Array,
  values: Float64Array,
  length: number,
): void {
  for (let i = 0; i < length; i++) {
    const bucket = buckets[i]!;
    if (values[i]! > maxima[bucket]!) maxima[bucket] = values[i]!;
  }
}
