import type { WorkBudget } from '../../budget/work-budget.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import { Aggregator, type LeafAggregator, NO_BUCKET, OTHER_MATCH } from '../aggregator.ts';
import { type AggregatorState, type BucketsState, stateOf } from '../aggregator-state.ts';
import type { InternalAggregation } from '../internal-aggregation.ts';
import { docCountAt, docCountsOf } from '../values/doc-counts.ts';
import { growFloat64, growLentUint32 } from '../values/growable.ts';
import { giveBack } from '../values/lent-arrays.ts';
import { Meter } from '../values/meter.ts';

/** About what a bucket takes on its way into the answer. */
const BUCKET_BYTES = 256;

const NO_RESULTS: readonly InternalAggregation[] = Object.freeze([]);

/** The places of buckets of which each parent has a row. `parents`: see `Aggregator.absorb`. */
export function placesInRows(width: number, parents: Int32Array | null): Int32Array | null {
  if (parents === null) return null;
  const places = new Int32Array(parents.length * width);
  for (let i = 0; i < places.length; i++) places[i] = parents[Math.floor(i / width)]! * width + (i % width);
  return places;
}

/** An aggregation that puts documents into buckets: counts them and hands them to the sub-aggregations. */
export abstract class BucketAggregator extends Aggregator {
  readonly node: AggregationNode;
  readonly meter: Meter;
  readonly budget: WorkBudget;
  #counts = new Uint32Array(16);
  /** What documents that stand for several add to the counts; null until one has come. */
  #more: Float64Array<ArrayBuffer> | null = null;

  constructor(node: AggregationNode, children: readonly Aggregator[], budget: WorkBudget) {
    super(children);
    this.budget = budget;
    this.meter = new Meter(budget, node.name);
    this.node = node;
  }

  /** The sub-aggregations that want documents of this segment. */
  subLeaves(segment: SegmentReader): readonly LeafAggregator[] {
    return this.children.map((child) => child.leaf(segment, OTHER_MATCH)).filter((leaf) => leaf !== null);
  }

  /** These, and what counts documents that stand for several. */
  childLeaves(segment: SegmentReader): readonly LeafAggregator[] {
    const leaves = this.subLeaves(segment);
    const docCounts = docCountsOf(segment);
    if (docCounts === null) return leaves;
    const collect: LeafAggregator['collect'] = (docs, buckets, length, bucketCount) => {
      const more = this.#moreOf(bucketCount);
      for (let i = 0; i < length; i++) more[buckets[i]!]! += docCountAt(docCounts, docs[i]!) - 1;
    };
    return [...leaves, { collect }];
  }

  /** It is enough to know how many documents of the segment go into a bucket. */
  countsBlindly(segment: SegmentReader): boolean {
    return this.children.length === 0 && docCountsOf(segment) === null;
  }

  #moreOf(bucketCount: number): Float64Array<ArrayBuffer> {
    this.#more ??= new Float64Array(0);
    if (this.#more.length < bucketCount) this.#more = growFloat64(this.#more, bucketCount, 0, this.meter);
    return this.#more;
  }

  /** docs[i] belongs to bucket buckets[i]; all of those are below `bucketCount`. */
  record(
    docs: Int32Array,
    buckets: Int32Array,
    length: number,
    bucketCount: number,
    leaves: readonly LeafAggregator[],
  ): void {
    this.budget.charge(1 + leaves.length + (length >>> 8));
    if (this.#counts.length < bucketCount) this.#grow(bucketCount);
    const counts = this.#counts;
    for (let i = 0; i < length; i++) counts[buckets[i]!]! += 1;
    for (let i = 0; i < leaves.length; i++) leaves[i]!.collect(docs, buckets, length, bucketCount);
  }

  #grow(buckets: number): void {
    this.#counts = growLentUint32(this.#counts, buckets, this.meter);
  }

  /** Counts a document for bucket `values[i] - first`, where no sub-aggregation wants to know. */
  count(values: Float64Array, first: number, length: number, bucketCount: number): void {
    if (this.#counts.length < bucketCount) this.#grow(bucketCount);
    const counts = this.#counts;
    for (let i = 0; i < length; i++) counts[(values[i]! - first) | 0]! += 1;
  }

  /** Counts documents that were never seen one by one. */
  addCount(bucket: number, docs: number): void {
    if (this.#counts.length <= bucket) this.#grow(bucket + 1);
    this.#counts[bucket]! += docs;
  }

  /** The counts of the buckets themselves, at least so many. Valid until a further bucket is counted. */
  counts(bucketCount: number): Uint32Array {
    if (this.#counts.length < bucketCount) this.#grow(bucketCount);
    return this.#counts;
  }

  docCount(bucket: number): number {
    const count = this.#counts[bucket] ?? 0;
    return this.#more === null ? count : count + (this.#more[bucket] ?? 0);
  }

  /** What the buckets are numbered for, where that does not follow from the parent's. */
  ordsState(): BucketsState['ords'] {
    return null;
  }

  /** The numbers that the buckets of another one have here, by their numbers there; null: the same. */
  abstract placesOf(state: BucketsState, parents: Int32Array | null): Int32Array | null;

  override state(): BucketsState {
    const counts = this.#counts.slice();
    this.meter.take(counts.byteLength);
    const more = this.#more?.slice();
    if (more !== undefined) this.meter.take(more.byteLength);
    return {
      kind: 'buckets',
      counts,
      ...(more === undefined ? {} : { more }),
      ords: this.ordsState(),
      children: this.children.map((child) => child.state()),
    };
  }

  override absorb(state: AggregatorState, parents: Int32Array | null): void {
    const found = stateOf<BucketsState>('buckets', state);
    const places = this.placesOf(found, parents);
    const length = Math.min(found.counts.length, places?.length ?? found.counts.length);
    this.meter.charge(1 + (length >>> 9));
    let buckets = length;
    if (places !== null) for (let i = 0; i < length; i++) buckets = Math.max(buckets, places[i]! + 1);
    const counts = this.counts(buckets);
    for (let i = 0; i < length; i++) counts[places === null ? i : places[i]!]! += found.counts[i]!;
    if (found.more !== undefined) this.#absorbMore(found.more, places);
    this.children.forEach((child, i) => {
      child.absorb(found.children[i]!, places);
    });
  }

  #absorbMore(found: Float64Array, places: Int32Array | null): void {
    const length = Math.min(found.length, places?.length ?? found.length);
    for (let i = 0; i < length; i++) {
      if (found[i] === 0) continue;
      const bucket = places === null ? i : places[i]!;
      this.#moreOf(bucket + 1)[bucket]! += found[i]!;
    }
  }

  /** One more bucket of the answer. */
  buildChildren(bucket: number): readonly InternalAggregation[] {
    this.meter.charge(1 + this.children.length);
    this.meter.take(BUCKET_BYTES);
    if (this.children.length === 0) return NO_RESULTS;
    return this.children.map((child) => (bucket === NO_BUCKET ? child.buildEmpty() : child.build(bucket)));
  }

  override release(): void {
    super.release();
    giveBack(this.#counts);
    this.#counts = new Uint32Array(0);
  }
}
