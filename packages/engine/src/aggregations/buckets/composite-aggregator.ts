import { apiError } from '@sextant/contract';
import { isObject } from '../../dsl/json-reader.ts';
import { javaClass } from '../../mapping/java-text.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import type { Aggregator, LeafAggregator, ShardContext } from '../aggregator.ts';
import type { BucketsState } from '../aggregator-state.ts';
import { TopBuckets } from '../bucket-order.ts';
import { tooManyBuckets } from '../internal-aggregation.ts';
import type { CompositeSpec } from '../specs/composite.ts';
import type { ValueSource } from '../values/value-source.ts';
import { BucketAggregator } from './bucket-aggregator.ts';
import { type BucketOrds, bucketOrds } from './bucket-ords.ts';
import { CompositeLeaf } from './composite-leaf.ts';
import { type CompositeValues, compositeValues } from './composite-values.ts';
import { type CompositeBucket, InternalComposite } from './internal-composite.ts';

/**
 * What has been found is looked through for the last bucket of the page when so many more are there, and this share of those that were: where they are very many,
 * none of them was of no use.
 */
const LOOKS_EVERY = 256;
const LOOKS_AT_GROWTH = 1 / 4;

/**
 * composite on one shard. Buckets are numbered source by source: the bucket of a document in the first one is the parent of that in
 * the second. What comes after the page is dropped as soon as there are enough buckets to tell.
 */
export class CompositeAggregator extends BucketAggregator {
  readonly #spec: CompositeSpec;
  readonly #sources: readonly CompositeValues[];
  /** By source. */
  readonly #ords: readonly BucketOrds[];
  readonly #after: Float64Array | null;
  /** Values of the first source that are further than this one are of no bucket of the page. */
  #bound: number;
  #looked = 0;
  /** The values of the first `#read` buckets by source, one bucket after the other. */
  #tuples = new Float64Array(0);
  #read = 0;

  constructor(node: AggregationNode<CompositeSpec>, shard: ShardContext, children: readonly Aggregator[]) {
    super(node, children, shard.budget);
    const { spec } = node;
    this.#spec = spec;
    this.#sources = spec.sources.map((source) => compositeValues(source, shard));
    this.#after = placesAfter(spec, this.#sources);
    if (spec.size > shard.maxBuckets) throw tooManyBuckets(shard.maxBuckets, spec.size);
    const last = this.#sources.length - 1;
    this.#ords = this.#sources.map(({ domain }, i) =>
      bucketOrds(domain, { topLevel: i === 0, children: i === last ? children : [] }, this.meter),
    );
    this.#bound = this.#isAscending(0) ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }

  #isAscending(source: number): boolean {
    return this.#spec.sources[source]!.ascending;
  }

  leaf(segment: SegmentReader): LeafAggregator | null {
    const sources: ValueSource[] = [];
    for (const values of this.#sources) {
      const source = values.source(segment);
      if (source === null) return null;
      sources.push(source);
    }
    return new CompositeLeaf(this, sources, this.#ords, this.childLeaves(segment));
  }

  /** Values of the first source that may have buckets of the page. */
  get first(): { readonly from: number; readonly to: number } {
    const ascending = this.#isAscending(0);
    const after = this.#after?.[0] ?? (ascending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
    return ascending ? { from: after, to: this.#bound } : { from: this.#bound, to: after };
  }

  /** Between two blocks of documents. */
  look(): void {
    const { size } = this.#ords.at(-1)!;
    const looked = this.#looked;
    if (size - looked < Math.max(LOOKS_EVERY, this.#spec.size * 2, looked * LOOKS_AT_GROWTH)) return;
    this.#looked = size;
    const top = this.#top();
    if (!top.full) return;
    this.#bound = this.#tuples[top.last * this.#ords.length]!;
  }

  /** The buckets of the page, as far as they are known. */
  #top(): TopBuckets<number> {
    this.#readTuples();
    const tuples = this.#tuples;
    const width = this.#ords.length;
    const top = new TopBuckets<number>(this.#spec.size, (a, b) => this.#compare(a, tuples, b * width));
    const after = this.#after;
    this.meter.charge(1 + (this.#read >>> 6));
    const bound = this.#bound;
    const ascending = this.#isAscending(0);
    for (let bucket = 0; bucket < this.#read; bucket++) {
      if (this.docCount(bucket) === 0) continue;
      const first = tuples[bucket * width]!;
      if (ascending ? first > bound : first < bound) continue;
      if (after !== null && this.#compare(bucket, after, 0) <= 0) continue;
      if (top.full && this.#compare(bucket, tuples, top.last * width) > 0) continue;
      top.offer(bucket);
    }
    return top;
  }

  /** Those of the buckets that came since. */
  #readTuples(): void {
    const { size } = this.#ords.at(-1)!;
    const width = this.#ords.length;
    if (size * width > this.#tuples.length) {
      const room = Math.max(size * width, this.#tuples.length * 2);
      this.meter.take((room - this.#tuples.length) * Float64Array.BYTES_PER_ELEMENT);
      const grown = new Float64Array(room);
      grown.set(this.#tuples);
      this.#tuples = grown;
    }
    for (let bucket = this.#read; bucket < size; bucket++) {
      let at = bucket;
      for (let i = width - 1; i >= 0; i--) {
        const ords = this.#ords[i]!;
        this.#tuples[bucket * width + i] = ords.value(at);
        at = ords.parent(at);
      }
    }
    this.#read = size;
  }

  /** A bucket that was read, with the values in `others` from `at` on. */
  #compare(bucket: number, others: Float64Array, at: number): number {
    const width = this.#ords.length;
    for (let i = 0; i < width; i++) {
      const own = this.#tuples[bucket * width + i]!;
      const other = others[at + i]!;
      if (own === other) continue;
      return own < other === this.#isAscending(i) ? -1 : 1;
    }
    return 0;
  }

  /** The buckets of each source, one after the other: of the last one by `values`, of those before it in front. */
  override ordsState(): BucketsState['ords'] {
    const { size } = this.#ords.at(-1)!;
    const width = this.#ords.length;
    this.meter.take(size * width * 12);
    this.#readTuples();
    return { parents: new Int32Array(0), values: this.#tuples.slice(0, size * width) };
  }

  placesOf({ ords, counts }: BucketsState): Int32Array {
    const width = this.#ords.length;
    const { values } = ords!;
    const size = values.length / width;
    const places = new Int32Array(size);
    const column = new Float64Array(size);
    this.meter.charge(1 + (size >>> 5));
    // Buckets that no document is in are not numbered.
    const met = Int32Array.from({ length: size }, (_, bucket) => bucket).filter(
      (bucket) => counts[bucket]! > 0,
    );
    const found = new Int32Array(met.length);
    for (const [i, own] of this.#ords.entries()) {
      for (let k = 0; k < met.length; k++) column[k] = values[met[k]! * width + i]!;
      own.assign(found.slice(), column, met.length, found);
    }
    for (let k = 0; k < met.length; k++) places[met[k]!] = found[k]!;
    return places;
  }

  build(): InternalComposite {
    const shapes = this.#sources.map(({ shape }) => shape);
    const width = this.#ords.length;
    const buckets = this.#top()
      .sorted()
      .map((bucket): CompositeBucket => {
        const parts = this.#sources.map(({ key, missing }, i) => {
          const value = this.#tuples[bucket * width + i]!;
          return value === missing ? null : key(value);
        });
        return { parts, shapes, docCount: this.docCount(bucket), children: this.buildChildren(bucket) };
      });
    return new InternalComposite(this.node, this.#spec, {
      buckets,
      last: buckets.at(-1) ?? null,
      unmapped: this.#sources.every(({ unmapped }) => unmapped),
    });
  }

  figure(): number {
    return Number.NaN;
  }

  override release(): void {
    super.release();
    for (const ords of this.#ords) ords.release();
  }
}

/** The key of the page before, by source. */
function placesAfter(
  { sources, after }: CompositeSpec,
  values: readonly CompositeValues[],
): Float64Array | null {
  if (after === null) return null;
  const given = Object.keys(after).length;
  if (given !== sources.length) {
    const reason = `[after] has ${given} value(s) but [sources] has ${sources.length}`;
    throw apiError('illegal_argument_exception', reason);
  }
  // All are there before one is read.
  const keys = sources.map(({ name, missingBucket }) => {
    const key = Object.hasOwn(after, name) ? after[name] : undefined;
    if (key === undefined) throw apiError('illegal_argument_exception', `Missing value for [after.${name}]`);
    if (key === null ? missingBucket : !isObject(key) && !Array.isArray(key)) return key;
    const found = key === null ? 'null' : javaClass(key);
    throw apiError(
      'illegal_argument_exception',
      `Invalid value for [after.${name}], expected comparable, got [${found}]`,
    );
  });
  return Float64Array.from(values, (each, i) => (keys[i] === null ? each.missing! : each.placeOf(keys[i])));
}
