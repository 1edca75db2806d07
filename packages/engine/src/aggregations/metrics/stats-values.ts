import { growFloat64 } from '../values/growable.ts';
import type { Meter } from '../values/meter.ts';
import { addCascaded, addCascadedWithExtremes } from './cascaded-sums.ts';

/** The sums of one chunk (see `Chunks`) by bucket of the parent. */
export interface ChunkSums {
  readonly chunk: number;
  readonly sums: Float64Array<ArrayBuffer>;
}

/** The same sums by the numbers that buckets of the parent have here; see `Aggregator.absorb`. */
export function inPlaces({ chunk, sums }: ChunkSums, parents: Int32Array | null): ChunkSums {
  if (parents === null) return { chunk, sums };
  const length = Math.min(sums.length, parents.length);
  let buckets = 0;
  for (let i = 0; i < length; i++) buckets = Math.max(buckets, parents[i]! + 1);
  const placed = new Float64Array(buckets);
  for (let i = 0; i < length; i++) placed[parents[i]!] = sums[i]!;
  return { chunk, sums: placed };
}

/** So many values as there can be, none further from 0 than this, never sum up to more than doubles can tell. */
const SAFE = Number.MAX_VALUE / 2 ** 64;

/** As `Sums` adds, also where a sum may be beyond what doubles can tell: there it stays. */
function addCarefully(sums: Float64Array, compensations: Float64Array, bucket: number, value: number): void {
  if (!Number.isFinite(value)) sums[bucket]! += value;
  const sum = sums[bucket]!;
  if (!Number.isFinite(sum)) return;
  const corrected = value + compensations[bucket]!;
  const updated = sum + corrected;
  compensations[bucket] = corrected - (updated - sum);
  sums[bucket] = updated;
}

/**
 * Sums per bucket by Kahan's summation, step for step as OpenSearch's CompensatedSum. The one sum over all documents of a shard of several chunks
 * (see `Chunks`), which is made in another order as a rule, is cascaded (see `addCascaded`), which takes less time.
 */
export class Sums {
  /** Sums may be beyond what doubles can tell, which the loops for all others do not look at. */
  readonly #careful: boolean;
  /** Then what was rounded off is among the compensations. */
  readonly #cascades: boolean;
  sums = new Float64Array(16);
  compensations = new Float64Array(16);
  /** No sum can be further from 0, where nothing but whole numbers was added. */
  #wholeBound = 0;
  /** Of chunks that have ended, added in their order: see `Chunks`. */
  #totals: Float64Array<ArrayBuffer> | null = null;
  #totalCompensations = new Float64Array(0);
  /** Of chunks that have others before them. */
  kept: ChunkSums[] = [];

  /** `largest`: no value is further from 0. `cascades`: there is one bucket, of a shard of several chunks; no squares are added. */
  constructor(largest: number, cascades = false) {
    this.#careful = largest > SAFE;
    this.#cascades = cascades && !this.#careful;
  }

  /** The sums so far are those of a chunk; others follow. `keep`: others may come before it. */
  endChunk(chunk: number, keep: boolean, meter: Meter): void {
    this.#takeErrors();
    if (keep) {
      meter.take(this.sums.byteLength);
      this.kept.push({ chunk, sums: this.sums.slice() });
    } else this.#addChunk(this.sums, meter);
    this.sums.fill(0);
    this.compensations.fill(0);
    this.#wholeBound = 0;
  }

  #takeErrors(): void {
    if (!this.#cascades) return;
    this.sums[0]! += this.compensations[0]!;
    this.compensations[0] = 0;
  }

  #addChunk(chunk: Float64Array, meter: Meter): void {
    this.#totals = growFloat64(this.#totals ?? new Float64Array(0), chunk.length, 0, meter);
    this.#totalCompensations = growFloat64(this.#totalCompensations, chunk.length, 0, meter);
    const totals = this.#totals;
    const compensations = this.#totalCompensations;
    meter.charge(1 + (chunk.length >>> 8));
    for (let bucket = 0; bucket < chunk.length; bucket++) {
      if (chunk[bucket] !== 0) addCarefully(totals, compensations, bucket, chunk[bucket]!);
    }
  }

  /** Adds up what was kept, once nothing comes before it any more. */
  settle(meter: Meter): void {
    this.#takeErrors();
    if (this.kept.length === 0) return;
    for (const { sums } of this.kept.sort((a, b) => a.chunk - b.chunk)) this.#addChunk(sums, meter);
    this.kept = [];
  }

  grow(buckets: number, meter: Meter): void {
    this.sums = growFloat64(this.sums, buckets, 0, meter);
    this.compensations = growFloat64(this.compensations, buckets, 0, meter);
  }

  add(buckets: Int32Array, values: Float64Array, length: number): void {
    this.#wholeBound = Number.POSITIVE_INFINITY;
    const sums = this.sums;
    const compensations = this.compensations;
    if (this.#careful) {
      for (let i = 0; i < length; i++) addCarefully(sums, compensations, buckets[i]!, values[i]!);
      return;
    }
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
    this.#wholeBound = Number.POSITIVE_INFINITY;
    if (this.#cascades) {
      addCascaded(this.sums, this.compensations, values, length);
      return;
    }
    if (this.#careful) {
      for (let i = 0; i < length; i++) addCarefully(this.sums, this.compensations, 0, values[i]!);
      return;
    }
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
    if (this.#careful) {
      this.addToFirst(values, length);
      widen(extremes, values, length);
      return;
    }
    this.#wholeBound = Number.POSITIVE_INFINITY;
    if (this.#cascades) {
      addCascadedWithExtremes(this.sums, this.compensations, values, length, extremes);
      return;
    }
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
   * Whether whole numbers, none further from 0 than `largest`, can be added to what was added so far without any sum on the
   * way being rounded: there is nothing to compensate then, and they may be added in any order. Counts them as added.
   */
  #takeWhole(length: number, largest: number): boolean {
    const bound = this.#wholeBound + length * largest;
    if (!(bound <= Number.MAX_SAFE_INTEGER)) return false;
    this.#wholeBound = bound;
    return true;
  }

  /** As `addToFirst` and `add`; false, and nothing done, where they are needed. */
  addWholeToFirst(values: Float64Array, length: number, largest: number): boolean {
    if (!this.#takeWhole(length, largest)) return false;
    let [a, b, c, d] = [this.sums[0]!, 0, 0, 0];
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

  addWhole(buckets: Int32Array, values: Float64Array, length: number, largest: number): boolean {
    if (!this.#takeWhole(length, largest)) return false;
    const sums = this.sums;
    for (let i = 0; i < length; i++) sums[buckets[i]!]! += values[i]!;
    return true;
  }

  addSquares(buckets: Int32Array, values: Float64Array, length: number): void {
    const sums = this.sums;
    const compensations = this.compensations;
    if (this.#careful) {
      for (let i = 0; i < length; i++)
        addCarefully(sums, compensations, buckets[i]!, values[i]! * values[i]!);
      return;
    }
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
    return (this.#totals ?? this.sums)[bucket] ?? 0;
  }
}

/** One running sum over the parts of several shards. */
export function compensatedSum(values: readonly number[]): number {
  const sum = new Float64Array(1);
  const compensation = new Float64Array(1);
  for (const value of values) addCarefully(sum, compensation, 0, value);
  return sum[0]!;
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
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  extremes[0] = low;
  extremes[1] = high;
}

/** Of a bucket with a value that is no number the extremes are none, as in Java. */
export function addMinima(
  minima: Float64Array,
  buckets: Int32Array,
  values: Float64Array,
  length: number,
): void {
  for (let i = 0; i < length; i++) {
    const bucket = buckets[i]!;
    minima[bucket] = Math.min(minima[bucket]!, values[i]!);
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
    maxima[bucket] = Math.max(maxima[bucket]!, values[i]!);
  }
}
