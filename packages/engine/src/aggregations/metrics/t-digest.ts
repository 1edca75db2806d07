import { apiError } from '@sextant/contract';
import { sortDoubles } from '../../codec/sort-doubles.ts';
import type { Meter } from '../values/meter.ts';

/** Plain data: the centroids of a digest, ascending. */
export interface DigestState {
  readonly means: Float64Array<ArrayBuffer>;
  readonly weights: Float64Array<ArrayBuffer>;
}

/** Plain data: a digest as it is, with the values that wait to be merged. */
export interface RawDigest extends DigestState {
  readonly merges: number;
  readonly values: Float64Array<ArrayBuffer>;
  readonly counts: Float64Array<ArrayBuffer> | null;
}

/** Below this compression a digest would say nothing. */
const LEAST_COMPRESSION = 10;

/** Values that come before others are merged in a digest of the usual size. */
const FIRST_ROOM = 16;

/**
 * Ted Dunning's merging t-digest (arXiv:1902.04023) with the scale function that he calls K_2, sizes and order of merges as in
 * version 3.3 of his library, which OpenSearch computes percentiles with: the same values in the same order give the same digest.
 */
export class TDigest {
  readonly #asked: number;
  /** On the way a digest keeps more centroids than are asked for. */
  readonly #compression: number;
  readonly #room: number;
  readonly #centroidsMax: number;
  readonly #meter: Meter | null;
  #means = new Float64Array(0);
  #weights = new Float64Array(0);
  #centroids = 0;
  #merged = 0;
  #merges = 0;
  /** What came since the last merge. */
  #values = new Float64Array(FIRST_ROOM);
  /** Beside `#values`; null while each of them has come once. */
  #counts: Float64Array<ArrayBuffer> | null = null;
  #length = 0;
  #added = 0;

  /** `meter` is told of the memory. */
  constructor(compression: number, meter: Meter | null = null) {
    const wanted = Math.max(LEAST_COMPRESSION, compression);
    const spare = wanted < 30 ? 30 : 10;
    const size = Math.floor(Math.max(2 * wanted + spare, -1));
    const room = 5 * size;
    this.#asked = wanted;
    this.#compression = Math.sqrt(Math.max(1, Math.floor(room / size) - 1)) * wanted;
    this.#centroidsMax = Math.max(size, Math.ceil(this.#compression + spare));
    this.#room = Math.max(room, 2 * this.#centroidsMax);
    this.#meter = meter;
    meter?.take(FIRST_ROOM * 8);
  }

  /** The values so far, those of merged centroids among them. */
  get size(): number {
    return this.#merged + this.#added;
  }

  add(value: number): void {
    this.#makeRoom();
    if (this.#counts !== null) this.#counts[this.#length] = 1;
    this.#values[this.#length++] = value;
    this.#added++;
  }

  /** As `add` of each of the first `length` values. */
  addAll(values: Float64Array, length: number): void {
    for (let from = 0; from < length; ) {
      this.#makeRoom();
      const room = Math.min(this.#values.length, this.#limit()) - this.#length;
      const count = Math.min(length - from, Math.max(1, room));
      this.#values.set(values.subarray(from, from + count), this.#length);
      this.#counts?.fill(1, this.#length, this.#length + count);
      this.#length += count;
      this.#added += count;
      from += count;
    }
  }

  /** As `add`, so many times. */
  addTimes(value: number, times: number): void {
    for (let i = 0; i < times; i++) this.add(value);
  }

  /** As if the other one's centroids had come, ascending. */
  addDigest(digest: DigestState): void {
    const { weights } = digest;
    for (let i = 0; i < weights.length; i++) {
      this.#makeRoom();
      if (this.#counts === null) {
        this.#meter?.take(this.#values.byteLength);
        this.#counts = new Float64Array(this.#values.length).fill(1, 0, this.#length);
      }
      this.#counts[this.#length] = weights[i]!;
      this.#values[this.#length++] = meanOf(digest, i);
      this.#added += weights[i]!;
    }
  }

  state(): RawDigest {
    return {
      means: this.#means,
      weights: this.#weights,
      merges: this.#merges,
      values: this.#values.slice(0, this.#length),
      counts: this.#counts?.slice(0, this.#length) ?? null,
    };
  }

  /** Becomes the other one where nothing came so far; else takes its centroids. */
  absorb(state: RawDigest): void {
    const digest = this.size === 0 ? this : new TDigest(this.#asked, this.#meter);
    digest.#become(state);
    if (digest !== this && digest.size > 0) this.addDigest(digest.compressed());
  }

  #become({ means, weights, merges, values, counts }: RawDigest): void {
    this.#means = means;
    this.#weights = weights;
    this.#merges = merges;
    this.#centroids = means.length;
    this.#merged = sumOf(weights);
    this.#values = grown(values, Math.max(FIRST_ROOM, values.length));
    this.#counts = counts === null ? null : grown(counts, this.#values.length);
    this.#length = values.length;
    this.#added = counts === null ? values.length : sumOf(counts);
    this.#meter?.take(means.byteLength * 2 + this.#values.byteLength * (counts === null ? 1 : 2));
  }

  #limit(): number {
    return this.#room - this.#centroids - 1;
  }

  /** For one value more. */
  #makeRoom(): void {
    if (this.#length >= this.#limit()) this.#merge(this.#compression, false);
    if (this.#length < this.#values.length) return;
    const room = Math.min(this.#room, Math.max(FIRST_ROOM, this.#values.length * 4));
    this.#meter?.take((room - this.#values.length) * (this.#counts === null ? 8 : 16));
    this.#values = grown(this.#values, room);
    if (this.#counts !== null) this.#counts = grown(this.#counts, room);
  }

  /** Every second merge goes downwards, so that no end is preferred. */
  #merge(compression: number, always: boolean): void {
    if (this.#length === 0 && !always) return;
    this.#meter?.charge(1 + (this.#length >>> 5));
    const counts = this.#sortValues();
    // It would be the last one.
    if (Number.isNaN(this.#values[this.#length - 1])) throw noNumber();
    if (this.#merges === 0) this.#meter?.take(this.#centroidsMax * 16);
    const count = this.#centroids + this.#length;
    const given = mergeRoom(count);
    const downwards = this.#merges % 2 === 1;
    if (downwards) this.#feedDownwards(given, counts);
    else this.#feedUpwards(given, counts);
    const length = putTogether(given, count, this.#merged + this.#added, compression);
    this.#means = given.means.slice(0, length);
    this.#weights = given.weights.slice(0, length);
    if (downwards) {
      this.#means.reverse();
      this.#weights.reverse();
    }
    this.#centroids = length;
    this.#merged += this.#added;
    this.#merges++;
    this.#length = 0;
    this.#added = 0;
  }

  /** Ascending; their counts beside them, null where all are 1. */
  #sortValues(): Float64Array | null {
    const values = this.#values.subarray(0, this.#length);
    if (this.#counts === null) {
      sortDoubles(values);
      return null;
    }
    if (values.some(Number.isNaN)) throw noNumber();
    const order = Array.from(values.keys()).sort((a, b) => values[a]! - values[b]! || a - b);
    const counts = Float64Array.from(order, (index) => this.#counts![index]!);
    values.set(order.map((index) => values[index]!));
    return counts;
  }

  /** Of equal ones the new come first. */
  #feedUpwards({ means, weights }: Centroids, counts: Float64Array | null): void {
    const [values, ownMeans, ownWeights] = [this.#values, this.#means, this.#weights];
    const [length, centroids] = [this.#length, this.#centroids];
    if (counts === null) weights.fill(1, 0, length + centroids);
    let value = 0;
    for (let centroid = 0; centroid < centroids; centroid++) {
      const mean = ownMeans[centroid]!;
      for (; value < length && values[value]! <= mean; value++) {
        means[centroid + value] = values[value]!;
        if (counts !== null) weights[centroid + value] = counts[value]!;
      }
      means[centroid + value] = mean;
      weights[centroid + value] = ownWeights[centroid]!;
    }
    for (; value < length; value++) {
      means[centroids + value] = values[value]!;
      if (counts !== null) weights[centroids + value] = counts[value]!;
    }
  }

  #feedDownwards({ means, weights }: Centroids, counts: Float64Array | null): void {
    const [values, ownMeans, ownWeights] = [this.#values, this.#means, this.#weights];
    let value = this.#length - 1;
    let at = 0;
    if (counts === null) weights.fill(1, 0, this.#length + this.#centroids);
    for (let centroid = this.#centroids - 1; centroid >= 0; centroid--) {
      const mean = ownMeans[centroid]!;
      for (; value >= 0 && values[value]! > mean; value--) {
        if (counts !== null) weights[at] = counts[value]!;
        means[at++] = values[value]!;
      }
      weights[at] = ownWeights[centroid]!;
      means[at++] = mean;
    }
    for (; value >= 0; value--) {
      if (counts !== null) weights[at] = counts[value]!;
      means[at++] = values[value]!;
    }
  }

  /**
   * What was found, in no more centroids than were asked for. Later values make no difference to it; they may not come any more
   * where the digest is to be the one that OpenSearch makes.
   */
  compressed(): DigestState {
    if (this.size > 0) this.#merge(this.#asked, true);
    return { means: this.#means, weights: this.#weights };
  }

  /** The same in as many centroids as a digest has on its way. */
  uncompressed(): DigestState {
    this.#merge(this.#compression, false);
    return { means: this.#means, weights: this.#weights };
  }
}

function noNumber(): Error {
  return apiError('illegal_argument_exception', 'Cannot add NaN to t-digest');
}

interface Centroids {
  readonly means: Float64Array;
  readonly weights: Float64Array;
}

/** Where one merge after the other works; larger ones, which are rare, have room of their own. */
const SHARED_ROOM = 4096;
const sharedRoom: Centroids = roomFor(SHARED_ROOM);

function mergeRoom(count: number): Centroids {
  return count > SHARED_ROOM ? roomFor(count) : sharedRoom;
}

function roomFor(count: number): Centroids {
  return { means: new Float64Array(count), weights: new Float64Array(count) };
}

/** Puts `count` centroids that lie in order together, as far as the place among all allows it; returns how many are left. */
function putTogether(
  { means, weights }: Centroids,
  count: number,
  total: number,
  compression: number,
): number {
  const normalizer = compression / (4 * Math.log(total / compression) + 24);
  const last = count - 1;
  let length = 0;
  let before = 0;
  /** What the place where the present centroid begins allows. */
  let most = 0;
  /** Up to here what allows less is surely not met, and need not be worked out. */
  let surely = 0;
  let mean = means[0]!;
  let weight = weights[0]!;
  for (let i = 1; i < count; i++) {
    const nextMean = means[i]!;
    const nextWeight = weights[i]!;
    // The first and the last of all stay alone.
    if (length > 0 && i < last) {
      const proposed = weight + nextWeight;
      if (
        proposed <= surely ||
        proposed <= total * Math.min(most, allowed(before + proposed, total, normalizer))
      ) {
        weight = proposed;
        mean += ((nextMean - mean) * nextWeight) / proposed;
        continue;
      }
    }
    means[length] = mean;
    weights[length++] = weight;
    before += weight;
    most = allowed(before, total, normalizer);
    surely = SURELY * total * Math.min(most, allowed(before + total * most, total, normalizer));
    mean = nextMean;
    weight = nextWeight;
  }
  means[length] = mean;
  weights[length++] = weight;
  return length;
}

/** Far from where rounding could matter. */
const SURELY = 0.999;

/** The share of all values that a centroid may have which ends, or begins, behind so many of them. */
function allowed(place: number, total: number, normalizer: number): number {
  const share = place / total;
  return (share * (1 - share)) / normalizer;
}

/** A centroid that Dunning's library gives to others has been multiplied with its weight and divided by it. */
export function meanOf({ means, weights }: DigestState, centroid: number): number {
  return (weights[centroid]! * means[centroid]!) / weights[centroid]!;
}

export function sumOf(weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i]!;
  return sum;
}

function grown(array: Float64Array, room: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(room);
  larger.set(array);
  return larger;
}
