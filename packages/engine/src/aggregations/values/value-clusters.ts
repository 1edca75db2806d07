import { growFloat64, growInt32 } from './growable.ts';
import type { Meter } from './meter.ts';

/** Values that lie near each other. */
export interface Cluster {
  readonly id: number;
  readonly centroid: number;
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

export interface ClusterLimits {
  /** So many values come before any cluster is made. */
  readonly buffer: number;
  /** So many clusters at most. */
  readonly clusters: number;
}

/**
 * Groups values into clusters in one pass: the first ones are sorted and cut into equal groups, each later one goes to the
 * nearest cluster, or is one of its own where that is far. Step for step as OpenSearch's `variable_width_histogram`.
 */
export class ValueClusters {
  readonly #limits: ClusterLimits;
  readonly #meter: Meter;
  #buffer = new Float64Array(16);
  #buffered = 0;
  /** By place in the buffer the id of its cluster; null: no cluster is made yet. */
  #ofBuffered: Int32Array | null = null;
  /** Clusters in the order of their centroids. */
  #ids = new Int32Array(0);
  #centroids = new Float64Array(0);
  #mins = new Float64Array(0);
  #maxes = new Float64Array(0);
  #sizes = new Float64Array(0);
  #length = 0;
  #meanDistance = 0;

  constructor(limits: ClusterLimits, meter: Meter) {
    this.#limits = limits;
    this.#meter = meter;
  }

  /** Returns what the value is known by, for `clusterOf`. */
  add(value: number): number {
    if (this.#ofBuffered !== null) return this.#place(value);
    const place = this.#buffered++;
    this.#buffer = growFloat64(this.#buffer, place + 1, 0, this.#meter);
    this.#buffer[place] = value;
    if (this.#buffered === this.#limits.buffer) this.#cluster();
    return place;
  }

  /** After the last value: the clusters by their centroids. */
  finish(): readonly Cluster[] {
    if (this.#ofBuffered === null) this.#cluster();
    return Array.from({ length: this.#length }, (_, i) => ({
      id: this.#ids[i]!,
      centroid: this.#centroids[i]!,
      min: this.#mins[i]!,
      max: this.#maxes[i]!,
      count: this.#sizes[i]!,
    }));
  }

  /** The id of the cluster of a value, by what `add` returned. */
  clusterOf(known: number): number {
    return known < this.#buffered ? this.#ofBuffered![known]! : known;
  }

  /** Cuts the buffered values into groups of one size. */
  #cluster(): void {
    const count = this.#buffered;
    this.#meter.take(count * 12);
    this.#meter.charge(1 + (count >>> 4));
    const order = Int32Array.from({ length: count }, (_, i) => i);
    const values = this.#buffer;
    order.sort((a, b) => values[a]! - values[b]! || a - b);
    const groups = Math.trunc((this.#limits.clusters * 3) / 4);
    const size = Math.ceil(count / groups);
    const ofBuffered = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      const group = Math.trunc(i / size);
      const value = values[order[i]!]!;
      if (group === this.#length) this.#append(group, value);
      else this.#addTo(group, value);
      ofBuffered[order[i]!] = group;
    }
    this.#ofBuffered = ofBuffered;
    if (count > 1) this.#measure();
  }

  #place(value: number): number {
    const nearest = this.#nearest(value);
    const distance = Math.abs(this.#centroids[nearest]! - value);
    if (distance > 2 * this.#meanDistance && this.#length < this.#limits.clusters) {
      const at = value > this.#centroids[nearest]! ? nearest + 1 : nearest;
      // No value of the buffer is known by such a number.
      const id = this.#buffered + this.#length;
      this.#append(id, value);
      this.#moveLast(at);
      this.#measure();
      return id;
    }
    this.#addTo(nearest, value);
    if (nearest === 0 || nearest === this.#length - 1) this.#measure();
    return this.#ids[nearest]!;
  }

  #measure(): void {
    const last = this.#length - 1;
    this.#meanDistance = (this.#centroids[last]! - this.#centroids[0]!) / last;
  }

  #append(id: number, value: number): void {
    const at = this.#length++;
    this.#ids = growInt32(this.#ids, at + 1, 0, this.#meter);
    this.#centroids = growFloat64(this.#centroids, at + 1, 0, this.#meter);
    this.#mins = growFloat64(this.#mins, at + 1, 0, this.#meter);
    this.#maxes = growFloat64(this.#maxes, at + 1, 0, this.#meter);
    this.#sizes = growFloat64(this.#sizes, at + 1, 0, this.#meter);
    this.#ids[at] = id;
    this.#centroids[at] = value;
    this.#mins[at] = value;
    this.#maxes[at] = value;
    this.#sizes[at] = 1;
  }

  #moveLast(to: number): void {
    const last = this.#length - 1;
    this.#meter.charge(1 + ((last - to) >>> 8));
    for (const list of [this.#ids, this.#centroids, this.#mins, this.#maxes, this.#sizes]) {
      const moved = list[last]!;
      list.copyWithin(to + 1, to, last);
      list[to] = moved;
    }
  }

  #addTo(at: number, value: number): void {
    const size = this.#sizes[at]!;
    this.#maxes[at] = Math.max(this.#maxes[at]!, value);
    this.#mins[at] = Math.min(this.#mins[at]!, value);
    this.#centroids[at] = (this.#centroids[at]! * size + value) / (size + 1);
    this.#sizes[at] = size + 1;
  }

  /** The nearest centroid as OpenSearch's binary search finds it: of two that are as near, mostly the later one. */
  #nearest(value: number): number {
    const centroids = this.#centroids;
    const closer = (one: number, other: number): number =>
      Math.abs(centroids[one]! - value) < Math.abs(centroids[other]! - value) ? one : other;
    let from = 0;
    let to = this.#length - 1;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const found = centroids[middle]!;
      if (found === value) return middle;
      if (found < value) {
        if (centroids[middle + 1]! > value) return closer(middle, middle + 1);
        from = middle + 1;
      } else {
        if (middle > from) {
          if (centroids[middle - 1]! < value) return closer(middle, middle - 1);
        } else if (middle === 0) return middle;
        to = middle - 1;
      }
    }
    return from;
  }
}
