import { getBit, setBit, wordsFor } from '../../codec/bits.ts';
import { growInt32 } from '../values/growable.ts';
import type { Meter } from '../values/meter.ts';

/** Ids that are looked at in about a step, as a power of two. */
const PER_STEP = 8;
const NO_BUCKETS = new Int32Array(0);

/** The ids that documents of a shard have, by buckets. They are all added first, and asked for after `finish`. */
export interface BucketIds {
  add(bucket: number, id: number): void;
  /** No id comes any more; false where none has. */
  finish(): boolean;
  /** The buckets that the id is in, each once. Valid until the next call. */
  bucketsOf(id: number): Int32Array;
}

/** For one bucket: a bit for each id. */
export class IdsOfOneBucket implements BucketIds {
  readonly #bits: Uint32Array;
  readonly #bucket = new Int32Array(1);
  #isEmpty = true;

  /** `size`: different ids. */
  constructor(size: number, meter: Meter) {
    meter.take(wordsFor(size) * 4);
    this.#bits = new Uint32Array(wordsFor(size));
  }

  add(_bucket: number, id: number): void {
    setBit(this.#bits, id);
    this.#isEmpty = false;
  }

  finish(): boolean {
    return !this.#isEmpty;
  }

  bucketsOf(id: number): Int32Array {
    return getBit(this.#bits, id) ? this.#bucket : NO_BUCKETS;
  }
}

/** For many buckets: pairs of an id and a bucket, sorted by the id in the end. */
export class IdsOfBuckets implements BucketIds {
  readonly #size: number;
  readonly #meter: Meter;
  #ids = new Int32Array(0);
  #buckets = new Int32Array(0);
  #length = 0;
  #bucketCount = 0;
  /** By id, where its buckets begin among the sorted ones; made by `finish`. */
  #starts = new Uint32Array(0);

  constructor(size: number, meter: Meter) {
    this.#size = size;
    this.#meter = meter;
  }

  add(bucket: number, id: number): void {
    const at = this.#length++;
    if (at === this.#ids.length) {
      this.#ids = growInt32(this.#ids, at + 1, 0, this.#meter);
      this.#buckets = growInt32(this.#buckets, at + 1, 0, this.#meter);
    }
    this.#ids[at] = id;
    this.#buckets[at] = bucket;
    if (bucket >= this.#bucketCount) this.#bucketCount = bucket + 1;
  }

  finish(): boolean {
    if (this.#length === 0) return false;
    const length = this.#length;
    this.#meter.charge(2 + ((length + this.#size) >>> PER_STEP));
    this.#meter.take((this.#size + 1 + length + this.#bucketCount) * 4);
    const starts = new Uint32Array(this.#size + 1);
    for (let i = 0; i < length; i++) starts[this.#ids[i]! + 1]! += 1;
    for (let id = 0; id < this.#size; id++) starts[id + 1]! += starts[id]!;
    const sorted = new Int32Array(length);
    const next = starts.slice();
    for (let i = 0; i < length; i++) sorted[next[this.#ids[i]!]!++] = this.#buckets[i]!;
    this.#keepEachOnce(starts, sorted);
    this.#ids = NO_BUCKETS;
    return true;
  }

  /** Several documents of a bucket may have one id. */
  #keepEachOnce(starts: Uint32Array<ArrayBuffer>, sorted: Int32Array<ArrayBuffer>): void {
    const lastId = new Int32Array(this.#bucketCount).fill(-1);
    let kept = 0;
    for (let id = 0; id < this.#size; id++) {
      const end = starts[id + 1]!;
      let at = starts[id]!;
      starts[id] = kept;
      for (; at < end; at++) {
        const bucket = sorted[at]!;
        if (lastId[bucket] === id) continue;
        lastId[bucket] = id;
        sorted[kept++] = bucket;
      }
    }
    starts[this.#size] = kept;
    this.#starts = starts;
    this.#buckets = sorted;
  }

  bucketsOf(id: number): Int32Array {
    const from = this.#starts[id]!;
    const to = this.#starts[id + 1]!;
    return from === to ? NO_BUCKETS : this.#buckets.subarray(from, to);
  }
}
