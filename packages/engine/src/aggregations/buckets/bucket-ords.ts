import type { BucketsState } from '../aggregator-state.ts';
import { growFloat64, growInt32, growLentInt32 } from '../values/growable.ts';
import { giveBack } from '../values/lent-arrays.ts';
import type { Meter } from '../values/meter.ts';

/**
 * Numbers the buckets of an aggregation: a bucket is a pair of the parent's bucket and a value (a term's
 * ordinal, a number, the index of an interval). Buckets count from 0.
 */
export interface BucketOrds {
  /** All buckets are below. */
  readonly size: number;
  /** Where buckets are values less a number (and there is one parent), that number; else null. */
  readonly direct: number | null;
  /** `out[i]` becomes the bucket of (parents[i], values[i]), a new one where the pair is new. */
  assign(parents: Int32Array, values: Float64Array, length: number, out: Int32Array): void;
  /** The bucket, -1 where the pair was never assigned. */
  find(parent: number, value: number): number;
  value(bucket: number): number;
  /** The parent's bucket that the bucket is of. */
  parent(bucket: number): number;
  /** The buckets of one parent in no particular order. */
  bucketsOf(parent: number): Int32Array;
  /** What each bucket stands for; null where the number says it. */
  state(): BucketsState['ords'];
  /** Gives memory back; nothing is asked any more. */
  release(): void;
}

/**
 * Numbers the buckets that others have made, of the same aggregation: by their numbers there; null: the same. `parents`: see
 * `Aggregator.absorb`.
 */
export function assignOthers(
  ords: BucketOrds,
  state: BucketsState['ords'],
  parents: Int32Array | null,
): Int32Array | null {
  if (state === null) return null;
  const { length } = state.values;
  const places = new Int32Array(length);
  const own = parents === null ? state.parents : state.parents.map((parent) => parents[parent]!);
  ords.assign(own, state.values, length, places);
  return places;
}

/** The values that can come: the whole numbers in [first, first + count), or anything. */
export interface ValueDomain {
  readonly first: number;
  /** Infinity: anything. */
  readonly count: number;
}

export const ANY_VALUE: ValueDomain = { first: 0, count: Number.POSITIVE_INFINITY };

/** Up to so many values, the only parent's buckets are the values themselves. */
const DIRECT_LIMIT = 1 << 20;
/** With sub-aggregations a bucket costs more than a counter. */
const DIRECT_LIMIT_WITH_CHILDREN = 1 << 12;

export function bucketOrds(
  domain: ValueDomain,
  { topLevel, children }: { readonly topLevel: boolean; readonly children: { readonly length: number } },
  meter: Meter,
): BucketOrds {
  const limit = children.length > 0 ? DIRECT_LIMIT_WITH_CHILDREN : DIRECT_LIMIT;
  if (topLevel && domain.count <= limit) return new DirectOrds(domain);
  return new TableOrds(domain, meter);
}

/** For the only parent 0: value `first + i` is bucket i, met or not. */
class DirectOrds implements BucketOrds {
  readonly size: number;
  readonly #first: number;

  constructor(domain: ValueDomain) {
    this.size = domain.count;
    this.#first = domain.first;
  }

  get direct(): number {
    return this.#first;
  }

  assign(_parents: Int32Array, values: Float64Array, length: number, out: Int32Array): void {
    const first = this.#first;
    for (let i = 0; i < length; i++) out[i] = values[i]! - first;
  }

  find(parent: number, value: number): number {
    const bucket = value - this.#first;
    return parent === 0 && bucket >= 0 && bucket < this.size ? bucket : -1;
  }

  value(bucket: number): number {
    return bucket + this.#first;
  }

  parent(): number {
    return 0;
  }

  bucketsOf(parent: number): Int32Array {
    const buckets = new Int32Array(parent === 0 ? this.size : 0);
    for (let i = 0; i < buckets.length; i++) buckets[i] = i;
    return buckets;
  }

  state(): null {
    return null;
  }

  release(): void {}
}

/** A flat table may have so many slots before a hash is better. */
const FLAT_LIMIT = 1 << 21;

/** Starts with a flat table of parents by values where the values are few, else and beyond with a hash. */
class TableOrds implements BucketOrds {
  readonly direct = null;
  size = 0;
  readonly #first: number;
  readonly #count: number;
  readonly #meter: Meter;
  #flat: Int32Array<ArrayBuffer> | null;
  #slots = new Int32Array(0);
  #parents = new Int32Array(64);
  #values = new Float64Array(64);
  #grouped: { readonly size: number; readonly starts: Int32Array; readonly buckets: Int32Array } | null =
    null;

  constructor(domain: ValueDomain, meter: Meter) {
    this.#meter = meter;
    this.#first = domain.first;
    this.#count = domain.count;
    this.#flat = domain.count <= FLAT_LIMIT >> 4 ? new Int32Array(0) : null;
    if (this.#flat === null) this.#rehash(256);
  }

  assign(parents: Int32Array, values: Float64Array, length: number, out: Int32Array): void {
    if (this.#flat !== null) {
      let highest = 0;
      for (let i = 0; i < length; i++) if (parents[i]! > highest) highest = parents[i]!;
      this.#growFlat((highest + 1) * this.#count);
    }
    if (this.#flat === null) this.#assignHashed(parents, values, length, out);
    else this.#assignFlat(this.#flat, parents, values, length, out);
  }

  #assignFlat(
    flat: Int32Array,
    parents: Int32Array,
    values: Float64Array,
    length: number,
    out: Int32Array,
  ): void {
    const first = this.#first;
    const count = this.#count;
    for (let i = 0; i < length; i++) {
      const slot = (parents[i]! * count + values[i]! - first) | 0;
      let bucket = flat[slot]!;
      if (bucket < 0) {
        bucket = this.#add(parents[i]!, values[i]!);
        flat[slot] = bucket;
      }
      out[i] = bucket;
    }
  }

  #assignHashed(parents: Int32Array, values: Float64Array, length: number, out: Int32Array): void {
    let lastParent = -1;
    let lastValue = 0;
    let bucket = -1;
    for (let i = 0; i < length; i++) {
      const parent = parents[i]!;
      // Adding 0 makes 0 of -0.
      const value = values[i]! + 0;
      if (parent !== lastParent || value !== lastValue) {
        bucket = this.#findOrAdd(parent, value);
        lastParent = parent;
        lastValue = value;
      }
      out[i] = bucket;
    }
  }

  #findOrAdd(parent: number, value: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(parent, value) & mask;
    for (;;) {
      const bucket = this.#slots[slot]!;
      if (bucket < 0) break;
      if (this.#parents[bucket] === parent && isSame(this.#values[bucket]!, value)) return bucket;
      slot = (slot + 1) & mask;
    }
    const bucket = this.#add(parent, value);
    this.#slots[slot] = bucket;
    if (this.size * 2 > this.#slots.length) this.#rehash(this.#slots.length * 2);
    return bucket;
  }

  #add(parent: number, value: number): number {
    const bucket = this.size++;
    if (bucket >= this.#parents.length) {
      this.#parents = growInt32(this.#parents, this.size, 0, this.#meter);
      this.#values = growFloat64(this.#values, this.size, 0, this.#meter);
    }
    this.#parents[bucket] = parent;
    this.#values[bucket] = value;
    return bucket;
  }

  #growFlat(slots: number): void {
    if (this.#flat === null || slots <= this.#flat.length) return;
    if (slots > FLAT_LIMIT) {
      // The time may be up in it: then the table is still the one that is searched.
      this.#rehash(2 ** Math.ceil(Math.log2(this.size * 2 + 256)));
      giveBack(this.#flat);
      this.#flat = null;
    } else this.#flat = growLentInt32(this.#flat, slots, -1, this.#meter);
  }

  #rehash(slots: number): void {
    this.#meter.take((slots - this.#slots.length) * 4);
    this.#meter.charge(this.size >>> 7);
    const table = new Int32Array(slots).fill(-1);
    for (let bucket = 0; bucket < this.size; bucket++) {
      let slot = hash(this.#parents[bucket]!, this.#values[bucket]!) & (slots - 1);
      while (table[slot]! >= 0) slot = (slot + 1) & (slots - 1);
      table[slot] = bucket;
    }
    this.#slots = table;
  }

  find(parent: number, value: number): number {
    if (parent < 0) return -1;
    if (this.#flat !== null) {
      const offset = value - this.#first;
      if (offset < 0 || offset >= this.#count) return -1;
      return this.#flat[parent * this.#count + offset] ?? -1;
    }
    const mask = this.#slots.length - 1;
    for (let slot = hash(parent, value + 0) & mask; ; slot = (slot + 1) & mask) {
      const bucket = this.#slots[slot]!;
      if (bucket < 0 || (this.#parents[bucket] === parent && isSame(this.#values[bucket]!, value)))
        return bucket;
    }
  }

  value(bucket: number): number {
    return this.#values[bucket]!;
  }

  parent(bucket: number): number {
    return this.#parents[bucket]!;
  }

  bucketsOf(parent: number): Int32Array {
    if (this.#grouped?.size !== this.size) this.#grouped = this.#group();
    const { starts, buckets } = this.#grouped;
    if (parent < 0 || parent + 1 >= starts.length) return new Int32Array(0);
    return buckets.subarray(starts[parent], starts[parent + 1]);
  }

  state(): BucketsState['ords'] {
    this.#meter.take(this.size * 12);
    return { parents: this.#parents.slice(0, this.size), values: this.#values.slice(0, this.size) };
  }

  release(): void {
    if (this.#flat === null) return;
    giveBack(this.#flat);
    this.#flat = new Int32Array(0);
  }

  #group(): { readonly size: number; readonly starts: Int32Array; readonly buckets: Int32Array } {
    this.#meter.charge(this.size >>> 7);
    this.#meter.take(this.size * 8);
    let parents = 0;
    for (let i = 0; i < this.size; i++) parents = Math.max(parents, this.#parents[i]! + 1);
    const starts = new Int32Array(parents + 1);
    for (let i = 0; i < this.size; i++) starts[this.#parents[i]! + 1]! += 1;
    for (let i = 0; i < parents; i++) starts[i + 1]! += starts[i]!;
    const next = starts.slice();
    const buckets = new Int32Array(this.size);
    for (let i = 0; i < this.size; i++) buckets[next[this.#parents[i]!]!++] = i;
    return { size: this.size, starts, buckets };
  }
}

const doubleView = new Float64Array(1);
const wordView = new Uint32Array(doubleView.buffer);

/** What is no number is one value, too: scripts make it. */
function isSame(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function hash(parent: number, value: number): number {
  // There are several of it, by their bits.
  doubleView[0] = Number.isNaN(value) ? Number.NaN : value;
  let h = Math.imul(wordView[0]! ^ Math.imul(parent, 0x9e3779b1), 0x85ebca6b);
  h = Math.imul((h ^ (h >>> 15)) + wordView[1]!, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 13), 0x27d4eb2f);
  return h ^ (h >>> 16);
}
