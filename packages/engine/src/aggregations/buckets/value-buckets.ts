import type { LeafAggregator } from '../aggregator.ts';
import { growInt32 } from '../values/growable.ts';
import { dropRepeats, type ValueSink, type ValueSource } from '../values/value-source.ts';
import type { BucketAggregator } from './bucket-aggregator.ts';
import type { BucketOrds } from './bucket-ords.ts';

/** Turns values, in place, into what buckets are numbered by; returns how many are left. */
export interface ValueRounder {
  /** Drops some values, and their documents with them. */
  readonly drops: boolean;
  round(docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): number;
}

/** Puts the documents of one segment into buckets by their values. */
export class ValueBucketsLeaf implements LeafAggregator, ValueSink {
  readonly #owner: BucketAggregator;
  readonly #ords: BucketOrds;
  readonly #source: ValueSource;
  readonly #rounder: ValueRounder | null;
  readonly #leaves: readonly LeafAggregator[];
  readonly #dropsRepeats: boolean;
  #buckets = new Int32Array(128);
  #docs = new Int32Array(0);
  #parents = new Int32Array(0);

  constructor(
    owner: BucketAggregator,
    ords: BucketOrds,
    source: ValueSource,
    options: {
      readonly rounder: ValueRounder | null;
      readonly leaves: readonly LeafAggregator[];
      /** A value that comes twice in a document is counted twice. */
      readonly keepsRepeats?: boolean;
    },
  ) {
    this.#owner = owner;
    this.#ords = ords;
    this.#source = source;
    this.#rounder = options.rounder;
    this.#leaves = options.leaves;
    this.#dropsRepeats = source.multiValued && options.keepsRepeats !== true;
  }

  collect(docs: Int32Array, parents: Int32Array, length: number): void {
    this.#source.read(docs, parents, length, this);
  }

  values(docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void {
    if (this.#rounder?.drops === true) {
      // The caller's arrays are not to be written to.
      this.#docs = growInt32(this.#docs, length, 0);
      this.#parents = growInt32(this.#parents, length, 0);
      this.#docs.set(docs.subarray(0, length));
      this.#parents.set(parents.subarray(0, length));
      this.#put(this.#docs, this.#parents, values, length);
    } else this.#put(docs, parents, values, length);
  }

  #put(docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void {
    let count = length;
    if (this.#rounder !== null) count = this.#rounder.round(docs, parents, values, count);
    // Several values of a document may fall into one bucket: it counts once there.
    if (this.#dropsRepeats) count = dropRepeats(docs, parents, values, count);
    if (count === 0) return;
    const { direct } = this.#ords;
    if (direct !== null && this.#leaves.length === 0) {
      this.#owner.count(values, direct, count, this.#ords.size);
      return;
    }
    this.#buckets = growInt32(this.#buckets, count, 0);
    this.#ords.assign(parents, values, count, this.#buckets);
    this.#owner.record(docs, this.#buckets, count, this.#ords.size, this.#leaves);
  }
}
