import { apiError } from '@sextant/contract';
import type { Steps } from '../../budget/slices.ts';
import type { NumericColumn, SegmentReader } from '../../segment/segment-reader.ts';
import { type AggregationNode, isOneBucket, type Place } from '../aggregation-tree.ts';
import type { Aggregator, Division, LeafAggregator, ShardContext } from '../aggregator.ts';
import type { BucketsState } from '../aggregator-state.ts';
import type { VariableWidthSpec } from '../specs/variable-width-histogram.ts';
import { DeferredDocs } from '../values/deferred-docs.ts';
import { docCountAt, docCountsOf } from '../values/doc-counts.ts';
import { type NumberValues, plainNumbers } from '../values/field-values.ts';
import { type Cluster, ValueClusters } from '../values/value-clusters.ts';
import type { ValueSink } from '../values/value-source.ts';
import { BucketAggregator } from './bucket-aggregator.ts';
import { InternalVariableWidthHistogram } from './internal-variable-width-histogram.ts';

function illegal(reason: string): Error {
  return apiError('illegal_argument_exception', reason);
}

export function variableWidthAggregator(
  node: AggregationNode<VariableWidthSpec>,
  shard: ShardContext,
  { children, above }: Place,
): Aggregator {
  const { buckets, initialBuffer, shardSize } = node.spec;
  if (buckets > shard.maxBuckets) throw illegal(`buckets must be less than ${shard.maxBuckets}`);
  if (initialBuffer < buckets)
    throw illegal(
      `initial_buffer must be at least buckets but was [${initialBuffer}<${buckets}] for [${node.name}]`,
    );
  const first = Math.trunc((shardSize * 3) / 4);
  if (first < buckets)
    throw illegal(
      `3/4 of shard_size must be at least buckets but was [${first}<${buckets}] for [${node.name}]`,
    );
  const values = plainNumbers('variable_width_histogram', node.spec.source, shard);
  if (!above.every(isOneBucket)) {
    const why = 'cannot be nested inside an aggregation that collects more than a single bucket.';
    throw illegal(`[variable_width_histogram] ${why}`);
  }
  return new VariableWidthAggregator(node, shard, values, children);
}

/** variable_width_histogram on one shard: what lies within sees the documents when their clusters are known. */
class VariableWidthAggregator extends BucketAggregator implements ValueSink {
  declare readonly node: AggregationNode<VariableWidthSpec>;
  readonly #values: NumberValues;
  readonly #clusters: ValueClusters;
  readonly #deferred: DeferredDocs | null;
  #found: readonly Cluster[] = [];
  /** Of the segment at hand. */
  #docCounts: NumericColumn | null = null;
  /** By what a value is known by, what documents that stand for several add to the count of its cluster. */
  readonly #more = new Map<number, number>();

  constructor(
    node: AggregationNode<VariableWidthSpec>,
    shard: ShardContext,
    values: NumberValues,
    children: readonly Aggregator[],
  ) {
    super(node, children, shard.budget);
    const { initialBuffer, shardSize } = node.spec;
    this.#values = values;
    this.#clusters = new ValueClusters({ buffer: initialBuffer, clusters: shardSize }, this.meter);
    this.#deferred = children.length === 0 ? null : new DeferredDocs(this.meter);
  }

  /** What clusters there are depends on the order of documents. */
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
    return { collect: (docs, parents, length) => source.read(docs, parents, length, this) };
  }

  /** A value that a document has twice counts twice. */
  values(docs: Int32Array, _parents: Int32Array, values: Float64Array, length: number): void {
    this.meter.charge(1 + (length >>> 4));
    for (let i = 0; i < length; i++) {
      const known = this.#clusters.add(values[i]!);
      if (this.#docCounts !== null) this.#addMore(known, docCountAt(this.#docCounts, docs[i]!) - 1);
      this.#deferred?.add(docs[i]!, 0, known);
    }
  }

  #addMore(known: number, docs: number): void {
    if (docs === 0) return;
    const before = this.#more.get(known);
    if (before === undefined) this.meter.take(MORE_BYTES);
    this.#more.set(known, (before ?? 0) + docs);
  }

  /** What a cluster is made of are values; how many documents it holds they say. */
  #counted(clusters: readonly Cluster[]): readonly Cluster[] {
    if (this.#more.size === 0) return clusters;
    const more = new Map<number, number>();
    for (const [known, docs] of this.#more) {
      const id = this.#clusters.clusterOf(known);
      more.set(id, (more.get(id) ?? 0) + docs);
    }
    return clusters.map((cluster) => ({ ...cluster, count: cluster.count + (more.get(cluster.id) ?? 0) }));
  }

  override *finish(): Steps<void> {
    this.#found = this.#counted(this.#clusters.finish());
    if (this.#deferred !== null) {
      const places = new Map(this.#found.map(({ id }, place) => [id, place]));
      const buckets = new Int32Array(128);
      yield* this.#deferred.replay(
        (segment) => super.prepare(segment),
        (segment) => {
          const leaves = this.childLeaves(segment);
          return (docs, _parents, known, length) => {
            for (let i = 0; i < length; i++) buckets[i] = places.get(this.#clusters.clusterOf(known[i]!))!;
            this.record(docs, buckets, length, this.#found.length, leaves);
          };
        },
      );
    }
    yield* super.finish();
  }

  placesOf(_state: BucketsState, parents: Int32Array | null): Int32Array | null {
    return parents;
  }

  build(parent: number): InternalVariableWidthHistogram {
    const found = parent === 0 ? this.#found : [];
    return new InternalVariableWidthHistogram(this.node, {
      buckets: found.map(({ centroid, min, max, count }, bucket) => ({
        centroid,
        min,
        max,
        docCount: count,
        children: this.buildChildren(bucket),
      })),
      format: this.#values.format,
      unmapped: this.#values.field === null && this.#values.missing === null,
    });
  }

  figure(): number {
    return Number.NaN;
  }
}

/** Of what one value is known by. */
const MORE_BYTES = 64;
