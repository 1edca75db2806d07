import type { SegmentMatch } from '../../segment/collector.ts';
import type { NumericColumn, SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import {
  Aggregator,
  type Division,
  type LeafAggregator,
  matchesWholeSegment,
  type ShardContext,
} from '../aggregator.ts';
import { type AggregatorState, parentOf, stateOf } from '../aggregator-state.ts';
import { isInChunks } from '../chunks.ts';
import type { StatsSpec } from '../specs/stats.ts';
import { NumberValues } from '../values/field-values.ts';
import { growFloat64 } from '../values/growable.ts';
import { Meter } from '../values/meter.ts';
import type { ValueSink, ValueSource } from '../values/value-source.ts';
import { InternalStats, type MetricKind } from './internal-metrics.ts';
import { addCounts, addMaxima, addMinima, type ChunkSums, inPlaces, Sums, widen } from './stats-values.ts';

/** By bucket of the parent; null: what the metric has no use for. */
interface StatsState extends AggregatorState {
  readonly kind: 'stats';
  readonly counts: Float64Array<ArrayBuffer>;
  readonly sums: Float64Array<ArrayBuffer> | null;
  readonly squares: Float64Array<ArrayBuffer> | null;
  readonly minima: Float64Array<ArrayBuffer> | null;
  readonly maxima: Float64Array<ArrayBuffer> | null;
  /** The sums, and those of squares, of chunks that are not among those above: see `Chunks`. */
  readonly chunks: readonly ChunkSums[];
  readonly squareChunks: readonly ChunkSums[];
}

/** Buckets of which sums may be kept by chunk. */
const MOST_CHUNKED = 16_384;

/** min, max, sum, avg, stats and extended_stats: each keeps only the figures that it needs. */
export class StatsAggregator extends Aggregator {
  readonly #node: AggregationNode;
  readonly #kind: MetricKind;
  readonly #sigma: number;
  readonly #values: NumberValues;
  readonly #sums: Sums | null;
  readonly #squares: Sums | null;
  readonly #extremes: boolean;
  readonly #segments: readonly SegmentReader[];
  readonly #meter: Meter;
  #counts = new Float64Array(16);
  #minima = new Float64Array(16).fill(Number.POSITIVE_INFINITY);
  #maxima = new Float64Array(16).fill(Number.NEGATIVE_INFINITY);
  readonly #firstExtremes = new Float64Array(2);

  constructor(node: AggregationNode<StatsSpec>, shard: ShardContext, topLevel: boolean) {
    super();
    const { spec } = node;
    this.#node = node;
    this.#meter = new Meter(shard.budget, node.name);
    this.#kind = spec.kind;
    this.#sigma = spec.sigma;
    this.#values = new NumberValues(spec.kind, spec.source, shard);
    const extremesOnly = spec.kind === 'min' || spec.kind === 'max';
    const largest = extremesOnly ? 0 : this.#values.largest();
    const cascades = topLevel && isInChunks(shard.searcher);
    this.#sums = extremesOnly ? null : new Sums(largest, cascades);
    this.#squares = spec.kind === 'extended_stats' ? new Sums(largest * largest) : null;
    this.#extremes = spec.kind !== 'sum' && spec.kind !== 'avg';
    this.#segments = shard.searcher.segments;
  }

  /** Sums of each chunk take memory until the end: of many buckets too much. */
  override division(parents: number): Division {
    if (this.#isExact()) return 'documents';
    return parents <= MOST_CHUNKED ? 'chunks' : 'none';
  }

  /**
   * Sums of fractions are rounded on their way, so that their order matters; whole numbers are added as they are while the
   * sum of all of them is one that doubles count one by one.
   */
  #isExact(): boolean {
    if (this.#sums === null) return true;
    if (this.#values.missing !== null || this.#values.areStreamed) return false;
    let most = 0;
    for (const segment of this.#segments) {
      const count = this.#values.column(segment)?.valueCount ?? 0;
      if (count === 0) continue;
      const largest = this.#largestWhole(segment);
      most += count * (this.#squares === null ? largest : Math.max(largest, largest * largest));
    }
    return most <= Number.MAX_SAFE_INTEGER;
  }

  override endChunk(chunk: number, keep: boolean): void {
    this.#sums?.endChunk(chunk, keep, this.#meter);
    this.#squares?.endChunk(chunk, keep, this.#meter);
  }

  override answers(segment: SegmentReader, match: SegmentMatch): boolean {
    if (this.#sums !== null || this.#values.missing !== null) return false;
    return this.#values.column(segment) !== null && matchesWholeSegment(segment, match);
  }

  leaf(segment: SegmentReader, match: SegmentMatch): LeafAggregator | null {
    if (this.answers(segment, match)) {
      this.#answer(this.#values.column(segment)!);
      return null;
    }
    const source = this.#values.source(segment);
    return source === null ? null : new StatsLeaf(this, source, this.#largestWhole(segment));
  }

  /** No value of a segment is further from 0, where all of them are whole numbers; infinity where they need not be. */
  #largestWhole(segment: SegmentReader): number {
    const column = this.#values.column(segment);
    if (column === null || column.data instanceof Float64Array || this.#values.missing !== null)
      return Number.POSITIVE_INFINITY;
    return Math.max(Math.abs(column.min), Math.abs(column.max));
  }

  /** The extremes of a whole segment are known beforehand. */
  #answer({ valueCount, min, max }: NumericColumn): void {
    this.#grow(1);
    this.#counts[0]! += valueCount;
    if (valueCount === 0) return;
    this.#minima[0] = Math.min(this.#minima[0]!, min);
    this.#maxima[0] = Math.max(this.#maxima[0]!, max);
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

  /** `largest`: see `#largestWhole`. */
  add(
    parents: Int32Array,
    values: Float64Array,
    length: number,
    { parentCount, largest }: { readonly parentCount: number; readonly largest: number },
  ): void {
    if (this.#counts.length < parentCount) this.#grow(parentCount);
    addCounts(this.#counts, parents, length);
    const sums = this.#sums;
    if (sums?.addWhole(parents, values, length, largest) === false) sums.add(parents, values, length);
    this.#squares?.addSquares(parents, values, length);
    if (!this.#extremes) return;
    if (this.#kind !== 'max') addMinima(this.#minima, parents, values, length);
    if (this.#kind !== 'min') addMaxima(this.#maxima, parents, values, length);
  }

  /** As `add` where there is but one parent. */
  addToFirst(parents: Int32Array, values: Float64Array, length: number, largest: number): void {
    this.#counts[0]! += length;
    this.#squares?.addSquares(parents, values, length);
    const added = this.#sums === null || this.#sums.addWholeToFirst(values, length, largest);
    if (!this.#extremes) {
      if (!added) this.#sums!.addToFirst(values, length);
      return;
    }
    const extremes = this.#firstExtremes;
    extremes[0] = this.#minima[0]!;
    extremes[1] = this.#maxima[0]!;
    if (added) widen(extremes, values, length);
    else this.#sums!.addToFirstWithExtremes(values, length, extremes);
    this.#minima[0] = extremes[0];
    this.#maxima[0] = extremes[1];
  }

  state(): StatsState {
    const kept = <Kept extends Float64Array>(array: Kept, wanted: boolean) => (wanted ? array.slice() : null);
    return {
      kind: 'stats',
      counts: this.#counts.slice(),
      sums: this.#sums?.sums.slice() ?? null,
      squares: this.#squares?.sums.slice() ?? null,
      minima: kept(this.#minima, this.#extremes),
      maxima: kept(this.#maxima, this.#extremes),
      chunks: this.#sums?.kept ?? [],
      squareChunks: this.#squares?.kept ?? [],
    };
  }

  /**
   * Sums are whole numbers here, or of one chunk that is all there is, or are kept by chunk (see `division`): none is left over
   * that another sum would have to make up for.
   */
  absorb(state: AggregatorState, parents: Int32Array | null): void {
    const { counts, sums, squares, minima, maxima, chunks, squareChunks } = stateOf<StatsState>(
      'stats',
      state,
    );
    this.#sums?.kept.push(...chunks.map((chunk) => inPlaces(chunk, parents)));
    this.#squares?.kept.push(...squareChunks.map((chunk) => inPlaces(chunk, parents)));
    for (let i = 0; i < counts.length; i++) {
      if (counts[i] === 0) continue;
      const parent = parentOf(parents, i);
      if (this.#counts.length <= parent) this.#grow(parent + 1);
      this.#counts[parent]! += counts[i]!;
      if (sums !== null) this.#sums!.sums[parent]! += sums[i]!;
      if (squares !== null) this.#squares!.sums[parent]! += squares[i]!;
      if (minima === null || maxima === null) continue;
      this.#minima[parent] = Math.min(this.#minima[parent]!, minima[i]!);
      this.#maxima[parent] = Math.max(this.#maxima[parent]!, maxima[i]!);
    }
  }

  build(parent: number): InternalStats {
    this.#settle();
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

  #settle(): void {
    this.#sums?.settle(this.#meter);
    this.#squares?.settle(this.#meter);
  }

  figure(parent: number, name: string | null): number {
    this.#settle();
    if (this.#kind === 'avg' || name === 'avg')
      return (this.#sums?.of(parent) ?? 0) / (this.#counts[parent] ?? 0);
    return this.build(parent).figure(name);
  }
}

class StatsLeaf implements LeafAggregator, ValueSink {
  readonly #aggregator: StatsAggregator;
  readonly #source: ValueSource;
  readonly #use: { parentCount: number; readonly largest: number };

  constructor(aggregator: StatsAggregator, source: ValueSource, largest: number) {
    this.#aggregator = aggregator;
    this.#source = source;
    this.#use = { parentCount: 0, largest };
  }

  collect(docs: Int32Array, parents: Int32Array, length: number, parentCount: number): void {
    this.#use.parentCount = parentCount;
    this.#source.read(docs, parents, length, this);
  }

  values(_docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void {
    const { parentCount, largest } = this.#use;
    if (parentCount === 1) this.#aggregator.addToFirst(parents, values, length, largest);
    else this.#aggregator.add(parents, values, length, this.#use);
  }
}
