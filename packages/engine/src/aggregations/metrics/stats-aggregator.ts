import type { SegmentMatch } from '../../segment/collector.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode, ExtendedStatsSpec, MetricSpec } from '../aggregation-tree.ts';
import { Aggregator, type LeafAggregator, matchesWholeSegment, type ShardContext } from '../aggregator.ts';
import { NumberValues } from '../values/field-values.ts';
import { growFloat64 } from '../values/growable.ts';
import { Meter } from '../values/meter.ts';
import type { ValueSink, ValueSource } from '../values/value-source.ts';
import { InternalStats, type MetricKind } from './internal-metrics.ts';
import { addCounts, addMaxima, addMinima, highest, lowest, Sums } from './stats-values.ts';

/** min, max, sum, avg, stats and extended_stats: each keeps only the figures that it needs. */
export class StatsAggregator extends Aggregator {
  readonly #node: AggregationNode;
  readonly #kind: MetricKind;
  readonly #sigma: number;
  readonly #values: NumberValues;
  readonly #sums: Sums | null;
  readonly #squares: Sums | null;
  readonly #extremes: boolean;
  readonly #meter: Meter;
  #counts = new Float64Array(16);
  #minima = new Float64Array(16).fill(Number.POSITIVE_INFINITY);
  #maxima = new Float64Array(16).fill(Number.NEGATIVE_INFINITY);

  constructor(node: AggregationNode, spec: MetricSpec | ExtendedStatsSpec, shard: ShardContext) {
    super();
    this.#node = node;
    this.#meter = new Meter(shard.budget, node.name);
    this.#kind = spec.kind;
    this.#sigma = spec.kind === 'extended_stats' ? spec.sigma : 0;
    this.#values = new NumberValues(spec.kind, spec.source, shard);
    const extremesOnly = spec.kind === 'min' || spec.kind === 'max';
    this.#sums = extremesOnly ? null : new Sums();
    this.#squares = spec.kind === 'extended_stats' ? new Sums() : null;
    this.#extremes = spec.kind !== 'sum' && spec.kind !== 'avg';
  }

  leaf(segment: SegmentReader, match: SegmentMatch): LeafAggregator | null {
    const source = this.#values.source(segment);
    if (source === null || this.#answered(segment, match)) return null;
    return new StatsLeaf(this, source);
  }

  /** The extremes of a whole segment are known beforehand. */
  #answered(segment: SegmentReader, match: SegmentMatch): boolean {
    const column = this.#values.column(segment);
    if (this.#sums !== null || this.#values.missing !== null || column === null) return false;
    if (!matchesWholeSegment(segment, match)) return false;
    this.#grow(1);
    this.#counts[0]! += column.valueCount;
    if (column.valueCount > 0) {
      this.#minima[0] = Math.min(this.#minima[0]!, column.min);
      this.#maxima[0] = Math.max(this.#maxima[0]!, column.max);
    }
    return true;
  }

  #grow(buckets: number): void {
    const meter = this.#meter;
    this.#counts = growFloat64(this.#counts, buckets, 0, meter);
    this.#sums?.grow(buckets, meter);
    this.#squares?.grow(buckets, meter);
    if (!this.#extremes) return;
    this.#minima = growFloat64(this.#minima, buckets, Number.POSITIVE_INFINITY, meter);
    this.#maxima = growFloat64(this.#maxima, buckets, Number.NEGATIVE_INFINITY, meter);
  }

  add(parents: Int32Array, values: Float64Array, length: number, parentCount: number): void {
    if (this.#counts.length < parentCount) this.#grow(parentCount);
    if (parentCount === 1) {
      this.#addToFirst(parents, values, length);
      return;
    }
    addCounts(this.#counts, parents, length);
    this.#sums?.add(parents, values, length);
    this.#squares?.addSquares(parents, values, length);
    if (!this.#extremes) return;
    if (this.#kind !== 'max') addMinima(this.#minima, parents, values, length);
    if (this.#kind !== 'min') addMaxima(this.#maxima, parents, values, length);
  }

  #addToFirst(parents: Int32Array, values: Float64Array, length: number): void {
    this.#counts[0]! += length;
    this.#sums?.addToFirst(values, length);
    this.#squares?.addSquares(parents, values, length);
    if (!this.#extremes) return;
    this.#minima[0] = lowest(this.#minima[0]!, values, length);
    this.#maxima[0] = highest(this.#maxima[0]!, values, length);
  }

  build(parent: number): InternalStats {
    const figures = {
      count: this.#counts[parent] ?? 0,
      sum: this.#sums?.of(parent) ?? 0,
      min: this.#minima[parent] ?? Number.POSITIVE_INFINITY,
      max: this.#maxima[parent] ?? Number.NEGATIVE_INFINITY,
      sumOfSquares: this.#squares?.of(parent) ?? 0,
    };
    return new InternalStats(this.#node, this.#kind, figures, {
      format: this.#values.format,
      sigma: this.#sigma,
      unmapped: this.#values.field === null,
    });
  }

  figure(parent: number, name: string | null): number {
    if (this.#kind === 'avg' || name === 'avg')
      return (this.#sums?.of(parent) ?? 0) / (this.#counts[parent] ?? 0);
    return this.build(parent).figure(name);
  }
}

class StatsLeaf implements LeafAggregator, ValueSink {
  readonly #aggregator: StatsAggregator;
  readonly #source: ValueSource;
  #parentCount = 0;

  constructor(aggregator: StatsAggregator, source: ValueSource) {
    this.#aggregator = aggregator;
    this.#source = source;
  }

  collect(docs: Int32Array, parents: Int32Array, length: number, parentCount: number): void {
    this.#parentCount = parentCount;
    this.#source.read(docs, parents, length, this);
  }

  values(_docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void {
    this.#aggregator.add(parents, values, length, this.#parentCount);
  }
}
