import { apiError } from '@sextant/contract';
import type { Steps } from '../../budget/slices.ts';
import type { NumericColumn, SegmentReader } from '../../segment/segment-reader.ts';
import { type AggregationNode, isOneBucket, type Place } from '../aggregation-tree.ts';
import type { Aggregator, Division, LeafAggregator, ShardContext } from '../aggregator.ts';
import type { BucketsState } from '../aggregator-state.ts';
import type { AutoDateHistogramSpec } from '../specs/auto-date-histogram.ts';
import {
  AutoIntervals,
  type AutoUnit,
  autoUnits,
  highestMultiple,
  LooseIntervals,
} from '../values/auto-intervals.ts';
import { DeferredDocs } from '../values/deferred-docs.ts';
import { docCountAt, docCountsOf } from '../values/doc-counts.ts';
import { NumberValues } from '../values/field-values.ts';
import type { ValueSink } from '../values/value-source.ts';
import { BucketAggregator } from './bucket-aggregator.ts';
import { ANY_VALUE, type BucketOrds, bucketOrds } from './bucket-ords.ts';
import { InternalAutoDateHistogram } from './internal-auto-date-histogram.ts';

export function autoDateHistogramAggregator(
  node: AggregationNode<AutoDateHistogramSpec>,
  shard: ShardContext,
  place: Place,
): Aggregator {
  const { source, buckets, minimumInterval } = node.spec;
  const units = autoUnits(source.timeZone, minimumInterval);
  const most = Math.floor(shard.maxBuckets / highestMultiple(units));
  if (buckets > most) throw apiError('illegal_argument_exception', `buckets must be less than ${most}`);
  return new AutoDateHistogramAggregator(node, shard, units, place);
}

/** auto_date_histogram on one shard: what lies within sees the documents when their intervals are known. */
class AutoDateHistogramAggregator extends BucketAggregator implements ValueSink {
  declare readonly node: AggregationNode<AutoDateHistogramSpec>;
  readonly #values: NumberValues;
  readonly #units: readonly AutoUnit[];
  /** By the parent's bucket. */
  readonly #intervals: AutoIntervals[] = [];
  readonly #loose: LooseIntervals | null;
  readonly #deferred: DeferredDocs | null;
  readonly #ords: BucketOrds;
  /** Of the segment at hand. */
  #docCounts: NumericColumn | null = null;

  constructor(
    node: AggregationNode<AutoDateHistogramSpec>,
    shard: ShardContext,
    units: readonly AutoUnit[],
    { children, above }: Place,
  ) {
    super(node, children, shard.budget);
    this.#loose = above.every(isOneBucket) ? null : new LooseIntervals();
    this.#values = new NumberValues('auto_date_histogram', node.spec.source, shard);
    this.#units = units;
    this.#deferred = children.length === 0 ? null : new DeferredDocs(this.meter);
    this.#ords = bucketOrds(ANY_VALUE, { topLevel: false, children }, this.meter);
  }

  /** The documents of others could make other intervals. */
  override division(): Division {
    return 'none';
  }

  override get isPrepared(): boolean {
    return false;
  }

  override *prepare(): Steps<void> {}

  leaf(segment: SegmentReader): LeafAggregator | null {
    const source = this.#values.source(segment);
    if (source === null) return null;
    this.#docCounts = docCountsOf(segment);
    this.#deferred?.begin(segment);
    return {
      collect: (docs, parents, length, parentCount) => {
        this.#grow(parentCount);
        source.read(docs, parents, length, this);
      },
    };
  }

  #grow(parents: number): void {
    while (this.#intervals.length < parents) {
      this.meter.take(INTERVALS_BYTES);
      this.#intervals.push(new AutoIntervals(this.#units, this.node.spec.buckets, this.meter, this.#loose));
    }
  }

  values(docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void {
    this.meter.charge(1 + (length >>> 6));
    let [lastDoc, lastParent, lastStart] = [-1, -1, Number.NaN];
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      const parent = parents[i]!;
      const intervals = this.#intervals[parent]!;
      const start = intervals.round(values[i]!);
      // Values of a document that lie in one interval count once.
      if (doc === lastDoc && parent === lastParent && start === lastStart) continue;
      [lastDoc, lastParent, lastStart] = [doc, parent, start];
      this.#deferred?.add(doc, parent, start);
      intervals.add(start, this.#docCounts === null ? 1 : docCountAt(this.#docCounts, doc));
    }
  }

  override *finish(): Steps<void> {
    if (this.#loose !== null) for (const intervals of this.#intervals) intervals.settle();
    if (this.#deferred !== null) {
      const buckets = new Int32Array(128);
      yield* this.#deferred.replay(
        (segment) => super.prepare(segment),
        (segment) => {
          const leaves = this.childLeaves(segment);
          return (docs, parents, starts, length) => {
            for (let i = 0; i < length; i++) starts[i] = this.#intervals[parents[i]!]!.round(starts[i]!);
            this.#ords.assign(parents, starts, length, buckets);
            this.record(docs, buckets, length, this.#ords.size, leaves);
          };
        },
      );
    }
    yield* super.finish();
  }

  placesOf(_state: BucketsState, parents: Int32Array | null): Int32Array | null {
    return parents;
  }

  build(parent: number): InternalAutoDateHistogram {
    const intervals = this.#intervals[parent];
    const starts = [...(intervals?.counts.keys() ?? [])].sort((a, b) => a - b);
    const buckets = starts.map((key) => ({
      key,
      docCount: intervals!.counts.get(key)!,
      children: this.buildChildren(this.#ords.find(parent, key)),
    }));
    return new InternalAutoDateHistogram(this.node, {
      buckets,
      unit: intervals?.index ?? 0,
      multiple: 1,
      units: this.#units,
      empty: this.children.map((child) => child.buildEmpty()),
      format: this.#values.format,
      unmapped: this.#values.field === null && this.#values.missing === null,
    });
  }

  figure(): number {
    return Number.NaN;
  }

  override release(): void {
    super.release();
    this.#ords.release();
  }
}

/** Of one bucket of the parent. */
const INTERVALS_BYTES = 256;
