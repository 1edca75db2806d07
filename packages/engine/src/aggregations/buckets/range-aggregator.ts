import { apiError, Double, type JsonMap } from '@sextant/contract';
import type { SegmentMatch } from '../../segment/collector.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode, Place } from '../aggregation-tree.ts';
import type { Aggregator, Division, LeafAggregator, ShardContext } from '../aggregator.ts';
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
import type { RangeSpec } from '../specs/range.ts';
import { NumberValues } from '../values/field-values.ts';
import { growInt32 } from '../values/growable.ts';
import { firstIndex, type SortedSlice, sortedSlice } from '../values/sorted-runs.ts';
import type { ValueFormat } from '../values/value-format.ts';
import type { ValueSink, ValueSource } from '../values/value-source.ts';
import { BucketAggregator, placesInRows } from './bucket-aggregator.ts';
import { RangeCounts } from './range-counts.ts';

/** A range of values: `from` belongs to it, `to` does not. */
interface ValueRange {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  /** What is shown in place of the numbers. */
  readonly shown?: { readonly from: string | null; readonly to: string | null };
}

/** The ranges of a request, and the values of a field that lie in them, on one shard. */
export interface RangedValues {
  /** In their order. */
  readonly ranges: readonly ValueRange[];
  readonly format: ValueFormat;
  readonly unmapped: boolean;
  /** Some may be no numbers, or beyond all of them. */
  readonly mayBeEndless?: boolean;
  source(segment: SegmentReader): ValueSource | null;
  /** The sorted values of the documents that match, where they are enough; null where they are not. */
  slice(segment: SegmentReader, match: SegmentMatch): SortedSlice | null;
}

/** What all kinds of ranges have. */
interface ShownRanges {
  readonly keyed: boolean;
}

/** Aggregations over ranges on one shard: every range is a bucket of every bucket of the parent. */
class RangeAggregator extends BucketAggregator {
  readonly #spec: ShownRanges;
  readonly #values: RangedValues;
  readonly #ranges: readonly ValueRange[];
  readonly #topLevel: boolean;

  constructor(
    node: AggregationNode<ShownRanges>,
    { budget }: ShardContext,
    { topLevel, children }: Place,
    values: RangedValues,
  ) {
    super(node, children, budget);
    this.#spec = node.spec;
    this.#values = values;
    this.#ranges = values.ranges;
    this.#topLevel = topLevel;
  }

  leaf(segment: SegmentReader, match: SegmentMatch): LeafAggregator | null {
    const slice = this.#sliceOf(segment, match);
    if (slice !== null) {
      this.#answer(slice);
      return null;
    }
    const source = this.#values.source(segment);
    if (source === null) return null;
    if (this.#topLevel && this.countsBlindly(segment) && this.#values.mayBeEndless !== true) {
      const counts = RangeCounts.over(source, this.#ranges, (range, docs) => this.addCount(range, docs));
      if (counts !== null) return counts;
    }
    return new RangeLeaf(this, this.#ranges, source, this.childLeaves(segment));
  }

  override division(parents: number): Division {
    return super.division(parents * this.#ranges.length);
  }

  override answers(segment: SegmentReader, match: SegmentMatch): boolean {
    return this.#sliceOf(segment, match) !== null;
  }

  /** Without sub-aggregations the sorted values of the field are enough; null where they are not. */
  #sliceOf(segment: SegmentReader, match: SegmentMatch): SortedSlice | null {
    return this.#topLevel && this.countsBlindly(segment) ? this.#values.slice(segment, match) : null;
  }

  /** A range is the difference of two places in them. */
  #answer(slice: SortedSlice): void {
    for (const [i, range] of this.#ranges.entries()) {
      const from = firstIndex(slice, slice.from, slice.to, (value) => value >= range.from);
      const to = firstIndex(slice, from, slice.to, (value) => value >= range.to);
      this.addCount(i, to - from);
    }
  }

  placesOf(_state: BucketsState, parents: Int32Array | null): Int32Array | null {
    return placesInRows(this.#ranges.length, parents);
  }

  override profiledAs(): string | null {
    return this.#values.unmapped && this.node.type.name !== 'ip_range' ? 'RangeAggregator.Unmapped' : null;
  }

  build(parent: number): InternalRange {
    const count = this.#ranges.length;
    const buckets = this.#ranges.map((range, i) => {
      const bucket = parent < 0 ? parent : parent * count + i;
      return { range, docCount: this.docCount(bucket), children: this.buildChildren(bucket) };
    });
    return new InternalRange(this.node, this.#spec, {
      buckets,
      format: this.#values.format,
      unmapped: this.#values.unmapped,
    });
  }

  /** OpenSearch shows no ranges of addresses in buckets of a histogram that are empty. */
  override buildEmpty(): InternalRange {
    if (this.node.type.name !== 'ip_range') return super.buildEmpty() as InternalRange;
    const { format, unmapped } = this.#values;
    return new InternalRange(this.node, this.#spec, { buckets: [], format, unmapped });
  }

  figure(): number {
    return Number.NaN;
  }
}

/** Throws ApiError where there are no ranges. */
export function rangesAggregator(
  node: AggregationNode<ShownRanges & { readonly ranges: readonly unknown[] }>,
  shard: ShardContext,
  place: Place,
  valuesOf: () => RangedValues,
): Aggregator {
  if (node.spec.ranges.length === 0)
    throw apiError('illegal_argument_exception', `No [ranges] specified for the [${node.name}] aggregation`);
  return new RangeAggregator(node, shard, place, valuesOf());
}

/** range and date_range. */
export function numberRangeAggregator(
  node: AggregationNode<RangeSpec>,
  shard: ShardContext,
  place: Place,
): Aggregator {
  const { type, spec } = node;
  return rangesAggregator(node, shard, place, () => {
    const values = new NumberValues(type.name, spec.source, shard);
    const { field, missing } = values;
    return {
      ranges: valueRanges(spec, values.format),
      format: values.format,
      unmapped: field === null,
      mayBeEndless: field?.madeByScript === true || (missing !== null && !Number.isFinite(missing)),
      source: (segment) => values.source(segment),
      slice: (segment, match) =>
        field === null || missing !== null
          ? null
          : sortedSlice(segment, field.name, values.column(segment), match),
    };
  });
}

function valueRanges(spec: RangeSpec, format: ValueFormat): readonly ValueRange[] {
  const ranges = spec.ranges.map((range) => {
    const from = range.from === null ? Number.NEGATIVE_INFINITY : format.parse(range.from);
    const to = range.to === null ? Number.POSITIVE_INFINITY : format.parse(range.to);
    const text = (edge: number): string => (Number.isFinite(edge) ? format.text(edge) : '*');
    return { key: range.key ?? `${text(from)}-${text(to)}`, from, to };
  });
  // Not a difference: that of two infinities is no number.
  const compare = (a: number, b: number): number => Number(a > b) - Number(a < b);
  return ranges.sort((a, b) => compare(a.from, b.from) || compare(a.to, b.to));
}

const FEW_RANGES = 16;

function disjointEdges(ranges: readonly ValueRange[]): Float64Array | null {
  const edges = Float64Array.from(ranges.flatMap((range) => [range.from, range.to]));
  for (let i = 1; i < edges.length; i++) if (edges[i]! < edges[i - 1]!) return null;
  return ranges.length <= FEW_RANGES ? edges : null;
}

class RangeLeaf implements LeafAggregator, ValueSink {
  readonly #owner: RangeAggregator;
  readonly #ranges: readonly ValueRange[];
  readonly #source: ValueSource;
  readonly #leaves: readonly LeafAggregator[];
  /** The edges of ranges that do not overlap, ascending; null where they do. */
  readonly #edges: Float64Array | null;
  #bucketCount = 0;
  #docs = new Int32Array(128);
  #buckets = new Int32Array(128);

  constructor(
    owner: RangeAggregator,
    ranges: readonly ValueRange[],
    source: ValueSource,
    leaves: readonly LeafAggregator[],
  ) {
    this.#owner = owner;
    this.#ranges = ranges;
    this.#source = source;
    this.#leaves = leaves;
    this.#edges = disjointEdges(ranges);
  }

  collect(docs: Int32Array, parents: Int32Array, length: number, parentCount: number): void {
    this.#bucketCount = parentCount * this.#ranges.length;
    this.#source.read(docs, parents, length, this);
  }

  values(docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void {
    this.#docs = growInt32(this.#docs, length, 0);
    this.#buckets = growInt32(this.#buckets, length, 0);
    if (this.#edges !== null && !this.#source.multiValued) {
      const kept = this.#selectOnly(this.#edges, docs, parents, values, length);
      if (kept > 0) this.#owner.record(this.#docs, this.#buckets, kept, this.#bucketCount, this.#leaves);
      return;
    }
    this.#owner.meter.charge(this.#ranges.length);
    for (let i = 0; i < this.#ranges.length; i++) {
      const kept = this.#select(i, docs, parents, values, length);
      if (kept > 0) this.#owner.record(this.#docs, this.#buckets, kept, this.#bucketCount, this.#leaves);
    }
  }

  /** The documents with a value in any range, where ranges do not overlap: one pass for all. */
  #selectOnly(
    edges: Float64Array,
    docs: Int32Array,
    parents: Int32Array,
    values: Float64Array,
    length: number,
  ): number {
    const count = this.#ranges.length;
    const keptDocs = this.#docs;
    const keptBuckets = this.#buckets;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const value = values[i]!;
      // Edges are from, to, from, to, …: an odd number of edges below means inside.
      let below = 0;
      while (below < edges.length && edges[below]! <= value) below++;
      keptDocs[kept] = docs[i]!;
      keptBuckets[kept] = parents[i]! * count + (below >>> 1);
      kept += below & 1;
    }
    return kept;
  }

  /** The documents with a value in a range, each once per parent bucket. */
  #select(
    index: number,
    docs: Int32Array,
    parents: Int32Array,
    values: Float64Array,
    length: number,
  ): number {
    const { from, to } = this.#ranges[index]!;
    const count = this.#ranges.length;
    const { multiValued } = this.#source;
    const keptDocs = this.#docs;
    const keptBuckets = this.#buckets;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const value = values[i]!;
      if (!(value >= from && value < to)) continue;
      const bucket = parents[i]! * count + index;
      if (multiValued && kept > 0 && keptDocs[kept - 1] === docs[i] && keptBuckets[kept - 1] === bucket)
        continue;
      keptDocs[kept] = docs[i]!;
      keptBuckets[kept++] = bucket;
    }
    return kept;
  }
}

interface RangeBucket extends InternalBucket {
  readonly range: ValueRange;
}

class InternalRange extends InternalMultiBucket<RangeBucket> {
  declare readonly node: AggregationNode;
  readonly spec: ShownRanges;
  readonly parts: {
    readonly buckets: readonly RangeBucket[];
    readonly format: ValueFormat;
    readonly unmapped: boolean;
  };

  constructor(node: AggregationNode, spec: ShownRanges, parts: InternalRange['parts']) {
    super(node);
    this.spec = spec;
    this.parts = parts;
  }

  get typedName(): string {
    return this.node.type.name;
  }

  override get unmapped(): boolean {
    return this.parts.unmapped;
  }

  get buckets(): readonly RangeBucket[] {
    return this.parts.buckets;
  }

  keyOf({ range }: RangeBucket): BucketKey {
    return { text: range.key, number: null, javaClass: 'String' };
  }

  withBuckets(buckets: readonly RangeBucket[]): InternalRange {
    return new InternalRange(this.node, this.spec, { ...this.parts, buckets });
  }

  withChildren(bucket: RangeBucket, children: readonly InternalAggregation[]): RangeBucket {
    return { ...bucket, children };
  }

  reduce(parts: readonly InternalAggregation[], budget: BucketBudget): InternalAggregation {
    const all = parts.filter((part) => part instanceof InternalRange);
    budget.take(this.parts.buckets.length);
    const buckets = this.parts.buckets.map(({ range }, i) => {
      const same = all.map((part) => part.parts.buckets[i]!);
      return {
        range,
        docCount: same.reduce((sum, bucket) => sum + bucket.docCount, 0),
        children: reduceChildren(same, budget),
      };
    });
    return new InternalRange(this.node, this.spec, { ...this.parts, buckets });
  }

  render(options: RenderOptions): JsonMap {
    const { buckets } = this.parts;
    const body = (bucket: RangeBucket): JsonMap => ({
      ...this.#edge('from', bucket.range),
      ...this.#edge('to', bucket.range),
      doc_count: bucket.docCount,
      ...renderAll(bucket.children, options),
    });
    if (this.spec.keyed)
      return { buckets: Object.fromEntries(buckets.map((bucket) => [bucket.range.key, body(bucket)])) };
    return { buckets: buckets.map((bucket) => ({ key: bucket.range.key, ...body(bucket) })) };
  }

  #edge(name: 'from' | 'to', range: ValueRange): JsonMap {
    if (range.shown !== undefined) return range.shown[name] === null ? {} : { [name]: range.shown[name] };
    const value = range[name];
    if (!Number.isFinite(value)) return {};
    const { format } = this.parts;
    return format.raw
      ? { [name]: new Double(value) }
      : { [name]: new Double(value), [`${name}_as_string`]: format.json(value) };
  }
}
