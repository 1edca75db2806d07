import type { LeafAggregator } from '../aggregator.ts';
import { growInt32 } from '../values/growable.ts';
import type { ValueSink, ValueSource } from '../values/value-source.ts';
import type { BucketOrds } from './bucket-ords.ts';
import type { CompositeAggregator } from './composite-aggregator.ts';

/** Puts the documents of one segment into the buckets of all combinations of their values, source by source. */
export class CompositeLeaf implements LeafAggregator, ValueSink {
  readonly #owner: CompositeAggregator;
  readonly #sources: readonly ValueSource[];
  readonly #levels: readonly Level[];
  #docs = new Int32Array(128);
  #parents = new Int32Array(128);

  constructor(
    owner: CompositeAggregator,
    sources: readonly ValueSource[],
    ords: readonly BucketOrds[],
    leaves: readonly LeafAggregator[],
  ) {
    this.#owner = owner;
    this.#sources = sources;
    const levels: Level[] = [];
    for (let i = sources.length - 1; i >= 0; i--) {
      const next = levels[0];
      const deeper = sources[i + 1];
      const deliver: Deliver =
        next === undefined || deeper === undefined
          ? (docs, buckets, length) => owner.record(docs, buckets, length, ords[i]!.size, leaves)
          : (docs, buckets, length) => deeper.read(docs, buckets, length, next);
      levels.unshift(new Level(ords[i]!, deliver));
    }
    this.#levels = levels;
  }

  collect(docs: Int32Array, parents: Int32Array, length: number): void {
    this.#owner.meter.charge(this.#sources.length);
    this.#sources[0]!.read(docs, parents, length, this);
    this.#owner.look();
  }

  /** Of the first source: what is of no bucket of the page is dropped here. */
  values(docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void {
    this.#docs = growInt32(this.#docs, length, 0);
    this.#parents = growInt32(this.#parents, length, 0);
    const { from, to } = this.#owner.first;
    const keptDocs = this.#docs;
    const keptParents = this.#parents;
    let kept = 0;
    // Without a branch: nothing could foretell it.
    for (let i = 0; i < length; i++) {
      const value = values[i]!;
      keptDocs[kept] = docs[i]!;
      keptParents[kept] = parents[i]!;
      values[kept] = value;
      kept += Number(!(value < from)) & Number(!(value > to));
    }
    if (kept > 0) this.#levels[0]!.values(keptDocs, keptParents, values, kept);
  }
}

type Deliver = (docs: Int32Array, buckets: Int32Array, length: number) => void;

/** Numbers the combinations up to one source, and hands their documents on. */
class Level implements ValueSink {
  readonly #ords: BucketOrds;
  readonly #deliver: Deliver;
  #buckets = new Int32Array(128);

  constructor(ords: BucketOrds, deliver: Deliver) {
    this.#ords = ords;
    this.#deliver = deliver;
  }

  values(docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void {
    this.#buckets = growInt32(this.#buckets, length, 0);
    this.#ords.assign(parents, values, length, this.#buckets);
    this.#deliver(docs, this.#buckets, length);
  }
}
