import { parentOf } from '../aggregator-state.ts';
import { growInt32 } from '../values/growable.ts';
import type { Meter } from '../values/meter.ts';
import { type CounterState, encode, HyperLogLog } from './hyper-log-log.ts';

/** In place of a hash: the bucket has a counter of its own. No hash is encoded as 0 or 1. */
const NOTHING = 0;
const COUNTER = 1;

/** Plain data, by bucket: see `BucketCounters`. */
export interface CountersState {
  readonly only: Int32Array<ArrayBuffer>;
  readonly places: Int32Array<ArrayBuffer>;
  readonly counters: readonly CounterState[];
}

/**
 * A HyperLogLog++ per bucket. Most buckets of a field with many terms meet one value only: that is kept as its
 * hash, and a counter is made when a second one comes.
 */
export class BucketCounters {
  readonly #precision: number;
  readonly #meter: Meter;
  /** By bucket. */
  #only = new Int32Array(16);
  /** By bucket, where there is a counter. */
  #places = new Int32Array(0);
  readonly #counters: HyperLogLog[] = [];

  constructor(precision: number, meter: Meter) {
    this.#precision = precision;
    this.#meter = meter;
  }

  /** Before values of buckets below `buckets` are added. */
  grow(buckets: number): void {
    this.#only = growInt32(this.#only, buckets, NOTHING, this.#meter);
  }

  /** A condensed hash: see `condense`. */
  add(bucket: number, hash: number): void {
    const only = this.#only[bucket]!;
    if (only === COUNTER) {
      this.#counters[this.#places[bucket]!]!.add(hash);
      return;
    }
    const encoded = encode(hash, this.#precision);
    if (only === NOTHING) this.#only[bucket] = encoded;
    else if (only !== encoded) this.#promote(bucket, only, encoded);
  }

  #promote(bucket: number, first: number, second: number): void {
    const counter = this.#newCounter(bucket);
    counter.addEncoded(first);
    counter.addEncoded(second);
  }

  #newCounter(bucket: number): HyperLogLog {
    const counter = new HyperLogLog(this.#precision, this.#meter);
    this.#places = growInt32(this.#places, bucket + 1, 0, this.#meter);
    this.#places[bucket] = this.#counters.push(counter) - 1;
    this.#only[bucket] = COUNTER;
    return counter;
  }

  state(): CountersState {
    return {
      only: this.#only.slice(),
      places: this.#places.slice(),
      counters: this.#counters.map((counter) => counter.state()),
    };
  }

  /** See `Aggregator.absorb`. */
  absorb(state: CountersState, parents: Int32Array | null): void {
    for (let i = 0; i < state.only.length; i++) {
      const found = state.only[i]!;
      if (found === NOTHING) continue;
      const bucket = parentOf(parents, i);
      this.grow(bucket + 1);
      const only = this.#only[bucket]!;
      if (found !== COUNTER && (only === NOTHING || only === found)) this.#only[bucket] = found;
      else {
        const counter = this.#counterOf(bucket, only);
        if (found === COUNTER) counter.absorb(state.counters[state.places[i]!]!);
        else counter.addEncoded(found);
      }
    }
  }

  /** The counter of a bucket, made where there is none. */
  #counterOf(bucket: number, only: number): HyperLogLog {
    if (only === COUNTER) return this.#counters[this.#places[bucket]!]!;
    const counter = this.#newCounter(bucket);
    if (only !== NOTHING) counter.addEncoded(only);
    return counter;
  }

  /** null where the bucket met nothing. */
  counter(bucket: number): HyperLogLog | null {
    const only = this.#only[bucket] ?? NOTHING;
    if (only === NOTHING) return null;
    if (only === COUNTER) return this.#counters[this.#places[bucket]!]!;
    const counter = new HyperLogLog(this.#precision, this.#meter);
    counter.addEncoded(only);
    return counter;
  }

  cardinality(bucket: number): number {
    const only = this.#only[bucket] ?? NOTHING;
    if (only === NOTHING) return 0;
    return only === COUNTER ? this.#counters[this.#places[bucket]!]!.cardinality() : 1;
  }
}
