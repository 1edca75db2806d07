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

/** Lowest of the values and `least`. */
export function lowest(least: number, values: Float64Array, length: number): number {
  let low = least;
  for (let i = 0; i < length; i++) if (values[i]! < low) low = values[i]!;
  return low;
}

export function highest(most: number, values: Float64Array, length: number): number {
  let high = most;
  for (let i = 0; i < length; i++) if (values[i]! > high) high = values[i]!;
  return high;
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
