import type { JsonMap } from '@sextant/contract';
import type { Steps } from '../../budget/slices.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import {
  type Aggregator,
  type Division,
  type LeafAggregator,
  lesser,
  type ShardContext,
} from '../aggregator.ts';
import type { BucketsState } from '../aggregator-state.ts';
import {
  type BucketBudget,
  type BucketKey,
  type InternalAggregation,
  type InternalBucket,
  InternalMultiBucket,
  type RenderOptions,
  reduceChildren,
  renderAll,
} from '../internal-aggregation.ts';
import type { FiltersSpec } from '../specs/filters.ts';
import { growInt32 } from '../values/growable.ts';
import { BucketAggregator, placesInRows } from './bucket-aggregator.ts';
import { SegmentFilters, type SelectedDocs } from './segment-filters.ts';
import { compiledFilter } from './single-bucket.ts';

/** One bucket per query, and at the end one for what matches none where it is asked for. */
export class FiltersAggregator extends BucketAggregator {
  readonly #spec: FiltersSpec;
  readonly #filters: SegmentFilters;
  readonly #width: number;

  constructor(node: AggregationNode<FiltersSpec>, shard: ShardContext, children: readonly Aggregator[]) {
    super(node, children, shard.budget);
    const { spec } = node;
    this.#spec = spec;
    const filters = spec.filters.map(({ query }) => compiledFilter(node, query, shard));
    this.#filters = new SegmentFilters(filters, shard.budget);
    this.#width = spec.filters.length + (spec.otherBucket ? 1 : 0);
  }

  override get isPrepared(): boolean {
    return true;
  }

  override *prepare(segment: SegmentReader): Steps<void> {
    yield* this.#filters.prepare(segment);
    yield* super.prepare(segment);
  }

  leaf(segment: SegmentReader): LeafAggregator {
    const selected = this.#filters.take(segment);
    return new FiltersLeaf(this, selected, this.#spec.otherBucket, this.childLeaves(segment));
  }

  /** What filters match is worked out for a whole segment. */
  override division(parents: number): Division {
    return lesser('segments', super.division(parents * this.#width));
  }

  placesOf(_state: BucketsState, parents: Int32Array | null): Int32Array | null {
    return placesInRows(this.#width, parents);
  }

  build(parent: number): InternalFilters {
    const buckets = Array.from({ length: this.#width }, (_, i) => {
      const bucket = parent < 0 ? parent : parent * this.#width + i;
      return { place: i, docCount: this.docCount(bucket), children: this.buildChildren(bucket) };
    });
    return new InternalFilters(this.node, this.#spec, buckets);
  }

  figure(): number {
    return Number.NaN;
  }
}

class FiltersLeaf implements LeafAggregator {
  readonly #owner: BucketAggregator;
  readonly #selected: SelectedDocs;
  readonly #other: boolean;
  readonly #leaves: readonly LeafAggregator[];
  #docs = new Int32Array(128);
  #buckets = new Int32Array(128);
  #met = new Uint8Array(128);

  constructor(
    owner: BucketAggregator,
    selected: SelectedDocs,
    other: boolean,
    leaves: readonly LeafAggregator[],
  ) {
    this.#owner = owner;
    this.#selected = selected;
    this.#other = other;
    this.#leaves = leaves;
  }

  collect(docs: Int32Array, parents: Int32Array, length: number, parentCount: number): void {
    this.#docs = growInt32(this.#docs, length, 0);
    this.#buckets = growInt32(this.#buckets, length, 0);
    if (this.#met.length < length) this.#met = new Uint8Array(this.#docs.length);
    this.#met.fill(0, 0, length);
    const selected = this.#selected.docs;
    const width = selected.length + (this.#other ? 1 : 0);
    this.#owner.meter.charge(width);
    this.#selected.ask(docs, length);
    for (const [index, bits] of selected.entries()) {
      let kept = 0;
      for (let i = 0; bits !== null && i < length; i++) {
        const doc = docs[i]!;
        if (bits !== 'all' && ((bits[doc >>> 5]! >>> (doc & 31)) & 1) === 0) continue;
        this.#met[i] = 1;
        this.#docs[kept] = doc;
        this.#buckets[kept++] = parents[i]! * width + index;
      }
      this.#owner.record(this.#docs, this.#buckets, kept, parentCount * width, this.#leaves);
    }
    if (!this.#other) return;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      if (this.#met[i] === 1) continue;
      this.#docs[kept] = docs[i]!;
      this.#buckets[kept++] = parents[i]! * width + width - 1;
    }
    this.#owner.record(this.#docs, this.#buckets, kept, parentCount * width, this.#leaves);
  }
}

interface FilterBucket extends InternalBucket {
  /** Of the filter; that of the other bucket comes after all. */
  readonly place: number;
}

class InternalFilters extends InternalMultiBucket<FilterBucket> {
  declare readonly node: AggregationNode;
  readonly typedName = 'filters';
  readonly spec: FiltersSpec;
  readonly buckets: readonly FilterBucket[];

  constructor(node: AggregationNode, spec: FiltersSpec, buckets: readonly FilterBucket[]) {
    super(node);
    this.spec = spec;
    this.buckets = buckets;
  }

  keyOf({ place }: FilterBucket): BucketKey {
    const isOther = place >= this.spec.filters.length;
    const text = isOther ? this.spec.otherBucketKey : (this.spec.filters[place]!.key ?? String(place));
    return { text, number: null, javaClass: 'String' };
  }

  withBuckets(buckets: readonly FilterBucket[]): InternalFilters {
    return new InternalFilters(this.node, this.spec, buckets);
  }

  withChildren(bucket: FilterBucket, children: readonly InternalAggregation[]): FilterBucket {
    return { ...bucket, children };
  }

  reduce(parts: readonly InternalAggregation[], budget: BucketBudget): InternalAggregation {
    const all = parts.filter((part) => part instanceof InternalFilters);
    budget.take(this.buckets.length);
    const buckets = this.buckets.map((_, i) => {
      const same = all.map((part) => part.buckets[i]!);
      return {
        place: i,
        docCount: same.reduce((sum, bucket) => sum + bucket.docCount, 0),
        children: reduceChildren(same, budget),
      };
    });
    return new InternalFilters(this.node, this.spec, buckets);
  }

  render(options: RenderOptions): JsonMap {
    const bodies = this.buckets.map((bucket) => ({
      doc_count: bucket.docCount,
      ...renderAll(bucket.children, options),
    }));
    if (this.spec.filters[0]!.key === null) return { buckets: bodies };
    return {
      buckets: Object.fromEntries(bodies.map((body, i) => [this.keyOf(this.buckets[i]!).text, body])),
    };
  }
}
