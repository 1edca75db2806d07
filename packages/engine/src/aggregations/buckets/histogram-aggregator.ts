import { apiError, type JsonMap } from '@sextant/contract';
import { javaDouble } from '../../mapping/java-text.ts';
import type { SegmentMatch } from '../../segment/collector.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode, Place } from '../aggregation-tree.ts';
import type { Aggregator, Division, LeafAggregator, ShardContext } from '../aggregator.ts';
import type { BucketsState } from '../aggregator-state.ts';
import { type ResolvedOrder, resolveOrder } from '../bucket-order.ts';
import type { Bounds, SourceSpec } from '../spec-parts.ts';
import type { DateHistogramSpec } from '../specs/date-histogram.ts';
import type { HistogramSpec } from '../specs/histogram.ts';
import { type DateRounding, dateRounding } from '../values/date-rounding.ts';
import { fieldOf, NumberValues } from '../values/field-values.ts';
import { RangeValues } from '../values/range-values.ts';
import { forEachInterval, type SortedSlice, sortedSlice } from '../values/sorted-runs.ts';
import type { ValueSource } from '../values/value-source.ts';
import { BucketAggregator } from './bucket-aggregator.ts';
import { assignOthers, type BucketOrds, bucketOrds } from './bucket-ords.ts';
import {
  BoundedRounder,
  ComputedIntervals,
  type Intervals,
  listedIntervals,
  UniformIntervals,
} from './histogram-intervals.ts';
import {
  compareKeys,
  type HistogramBucket,
  InternalHistogram,
  type SharedSpec,
  type Steps,
} from './internal-histogram.ts';
import { ScaledCounts } from './scaled-counts.ts';
import { ValueBucketsLeaf } from './value-buckets.ts';

interface Plan {
  readonly intervals: Intervals;
  readonly steps: Steps;
  readonly hardBounds: Bounds<number> | null;
  /** By which of their starts intervals lie within them. */
  readonly boundedStarts: Pick<Intervals, 'key'>;
  /** The same as they were given, for ranges, which they cut. */
  readonly cutAt: Bounds<number> | null;
  /** Keys are whole numbers. */
  readonly whole: boolean;
}

/** histogram and date_histogram on one shard. */
class HistogramAggregator extends BucketAggregator {
  readonly #spec: SharedSpec;
  readonly #order: ResolvedOrder;
  readonly #values: NumberValues | RangeValues;
  readonly #plan: Plan;
  readonly #ords: BucketOrds;
  readonly #topLevel: boolean;
  /** Of documents that no sub-aggregation wants to know of; null where there are other ways only. */
  readonly #scaled: ScaledCounts | null;
  /** Segments by the values that documents have there. */
  readonly #segments = { single: 0, multi: 0, none: 0 };

  constructor(
    node: AggregationNode<SharedSpec>,
    shard: ShardContext,
    place: Place,
    { values, plan }: { readonly values: NumberValues | RangeValues; readonly plan: Plan },
  ) {
    super(node, place.children, shard.budget);
    this.#spec = node.spec;
    this.#order = resolveOrder(node.spec.order, node.children);
    this.#values = values;
    this.#plan = plan;
    this.#topLevel = place.topLevel;
    this.#ords = bucketOrds(plan.intervals.domain, place, this.meter);
    const { scale = null } = plan.intervals;
    const isScaled = scale !== null && plan.hardBounds === null && this.#ords.direct !== null;
    this.#scaled = isScaled ? new ScaledCounts(scale, this.#ords.size, this.meter) : null;
  }

  leaf(segment: SegmentReader, match: SegmentMatch): LeafAggregator | null {
    const slice = this.#sliceOf(segment, match);
    if (slice !== null) {
      this.#answer(slice);
      return null;
    }
    const { intervals, hardBounds, cutAt } = this.#plan;
    const source = this.#values.source(segment, { intervals, bounds: cutAt, meter: this.meter });
    this.#segments[kindOf(source)]++;
    if (source === null) return null;
    if (this.#scaled !== null && !source.multiValued && this.countsBlindly(segment))
      return this.#scaled.leaf(source);
    if (this.#values instanceof RangeValues)
      return new ValueBucketsLeaf(this, this.#ords, source, {
        rounder: null,
        leaves: this.childLeaves(segment),
      });
    const rounder =
      hardBounds === null
        ? intervals
        : new BoundedRounder(
            intervals,
            this.#plan.boundedStarts,
            hardBounds.min ?? Number.NEGATIVE_INFINITY,
            hardBounds.max ?? Number.POSITIVE_INFINITY,
          );
    return new ValueBucketsLeaf(this, this.#ords, source, { rounder, leaves: this.childLeaves(segment) });
  }

  override division(parents: number): Division {
    return super.division(parents * this.#plan.intervals.domain.count);
  }

  override answers(segment: SegmentReader, match: SegmentMatch): boolean {
    return this.#sliceOf(segment, match) !== null;
  }

  /** Without sub-aggregations the sorted values of the field are enough; null where they are not. */
  #sliceOf(segment: SegmentReader, match: SegmentMatch): SortedSlice | null {
    const { field, missing } = this.#values;
    if (
      !this.#topLevel ||
      !this.countsBlindly(segment) ||
      field === null ||
      missing !== null ||
      this.#plan.hardBounds !== null
    )
      return null;
    return sortedSlice(segment, field.name, this.#values.column(segment), match);
  }

  /** Two searches per interval. */
  #answer(slice: SortedSlice): void {
    forEachInterval(slice, this.#plan.intervals, (index, count) => {
      this.meter.charge(1);
      this.#addTo(index, count);
    });
  }

  #settle(): void {
    this.#scaled?.addTo(this.counts(this.#ords.size));
  }

  override state(): BucketsState {
    this.#settle();
    return super.state();
  }

  override ordsState(): BucketsState['ords'] {
    return this.#ords.state();
  }

  placesOf({ ords }: BucketsState, parents: Int32Array | null): Int32Array | null {
    return assignOthers(this.#ords, ords, parents);
  }

  /** Counts documents of an interval that were not seen one by one. */
  #addTo(index: number, docs: number): void {
    const { direct } = this.#ords;
    if (direct !== null) {
      this.addCount(index - direct, docs);
      return;
    }
    const buckets = new Int32Array(1);
    this.#ords.assign(new Int32Array(1), Float64Array.of(index), 1, buckets);
    this.addCount(buckets[0]!, docs);
  }

  override profiledAs(): string | null {
    if (!(this.#values instanceof RangeValues)) return null;
    return this.#plan.whole ? 'DateRangeHistogramAggregator' : 'RangeHistogramAggregator';
  }

  override debug(): JsonMap {
    let total = 0;
    for (let bucket = 0; bucket < this.#ords.size; bucket++) if (this.docCount(bucket) > 0) total++;
    if (!this.#plan.whole || this.#values instanceof RangeValues) return { total_buckets: total };
    const { single, multi, none } = this.#segments;
    return {
      total_buckets: total,
      single_valued_collectors_used: single,
      multi_valued_collectors_used: multi,
      skip_list_collectors_used: 0,
      no_op_collectors_used: none,
    };
  }

  build(parent: number): InternalHistogram {
    this.#settle();
    const buckets: HistogramBucket[] = [];
    const met = this.#ords.bucketsOf(parent);
    this.meter.charge(met.length >>> 7);
    const counts = this.counts(0);
    for (let i = 0; i < met.length; i++) {
      const bucket = met[i]!;
      // Most numbers of a wide field have no documents.
      if (counts[bucket] === 0) continue;
      const docCount = this.docCount(bucket);
      const index = this.#ords.value(bucket);
      // As in OpenSearch what is below all numbers, which scripts make, has no bucket.
      if (docCount === 0 || index === Number.NEGATIVE_INFINITY) continue;
      const key = this.#plan.intervals.key(index);
      buckets.push({ key, docCount, children: this.buildChildren(bucket) });
    }
    if (!isAscending(buckets)) buckets.sort((a, b) => compareKeys(a.key, b.key));
    return new InternalHistogram(this.node, this.#spec, this.#order, {
      whole: this.#plan.whole,
      format: this.#values.format,
      buckets,
      steps: this.#plan.steps,
      empty: this.#spec.minDocCount === 0 ? this.children.map((child) => child.buildEmpty()) : [],
      unmapped: this.#values.field === null,
    });
  }

  figure(): number {
    return Number.NaN;
  }

  override release(): void {
    super.release();
    this.#ords.release();
    this.#scaled?.release();
  }
}

/** As those are whose numbers are those of their intervals. */
function isAscending(buckets: readonly HistogramBucket[]): boolean {
  for (let i = 1; i < buckets.length; i++) if (!(buckets[i - 1]!.key < buckets[i]!.key)) return false;
  return true;
}

function kindOf(source: ValueSource | null): 'single' | 'multi' | 'none' {
  if (source === null) return 'none';
  return source.multiValued ? 'multi' : 'single';
}

export function numberHistogramAggregator(
  node: AggregationNode<HistogramSpec>,
  shard: ShardContext,
  place: Place,
): Aggregator {
  const values = valuesOf('histogram', node.spec.source, shard);
  return new HistogramAggregator(node, shard, place, { values, plan: numberPlan(node.spec, values) });
}

export function dateHistogramAggregator(
  node: AggregationNode<DateHistogramSpec>,
  shard: ShardContext,
  place: Place,
): Aggregator {
  const values = valuesOf('date_histogram', node.spec.source, shard);
  const plan = datePlan(node.name, node.spec, values);
  return new HistogramAggregator(node, shard, place, { values, plan });
}

function valuesOf(type: string, spec: SourceSpec, shard: ShardContext): NumberValues | RangeValues {
  const field = shard.stream === undefined ? fieldOf(spec, shard) : null;
  if (field?.fieldType.ranges === undefined) return new NumberValues(type, spec, shard);
  return new RangeValues(type, field, spec, shard.nowMs);
}

type LimitedValues = Pick<NumberValues, 'format' | 'bounds' | 'areWhole'>;

function numberPlan(spec: HistogramSpec, values: LimitedValues): Plan {
  const { interval, offset, extendedBounds, hardBounds } = spec;
  if (!(interval > 0))
    throw apiError('illegal_argument_exception', `interval must be positive, got: ${javaDouble(interval)}`);
  const outside = extendedBounds !== null && hardBounds !== null && !contains(hardBounds, extendedBounds);
  if (outside) {
    const extended = boundsText(extendedBounds, javaDouble, 'null');
    throw outsideHardBounds(boundsText(hardBounds, javaDouble), extended);
  }
  const intervals = new UniformIntervals(interval, offset, values.bounds(), values.areWhole());
  return {
    intervals,
    hardBounds,
    // As in OpenSearch the offset has no part in what the bounds hold.
    boundedStarts: offset === 0 ? intervals : new UniformIntervals(interval, 0, null, false),
    cutAt: hardBounds,
    whole: false,
    steps: {
      round: (value) => intervals.key(intervals.index(value)),
      // Counted, not added up: sums of fractions would drift from the keys.
      next: (key) => intervals.key(Math.round((key - offset) / interval) + 1),
      extended: extendedBounds,
    },
  };
}

function datePlan(name: string, spec: DateHistogramSpec, values: LimitedValues): Plan {
  const { interval } = spec;
  if (interval.kind === 'invalid') throw apiError('illegal_argument_exception', interval.reason);
  const parse = (bounds: Bounds<string | number> | null): Bounds<number> | null =>
    bounds && {
      min: bounds.min === null ? null : values.format.parse(bounds.min),
      max: bounds.max === null ? null : values.format.parse(bounds.max),
    };
  const extended = parse(spec.extendedBounds);
  const hardBounds = parse(spec.hardBounds);
  for (const [label, bounds] of [
    ['extended_bounds', extended],
    ['hard_bounds', hardBounds],
  ] as const) {
    if (bounds?.min == null || bounds.max === null || bounds.min <= bounds.max) continue;
    const crossed = `[${label}.min][${bounds.min}] cannot be greater than [${label}.max][${bounds.max}]`;
    throw apiError('illegal_argument_exception', `${crossed} for histogram aggregation [${name}]`);
  }
  const { offsetMs } = spec;
  const rounding = dateRounding(interval, spec.source.timeZone, offsetMs);
  // As in OpenSearch the offset has no part in the rounding of bounds.
  const plain = offsetMs === 0 ? rounding : dateRounding(interval, spec.source.timeZone, 0);
  const [hard, wide] = [hardBounds, extended].map((bounds) => bounds && rounded(bounds, plain));
  if (wide && hard && !contains(hard, wide))
    throw outsideHardBounds(boundsText(spec.hardBounds!, String), boundsText(spec.extendedBounds!, String));
  const range = values.bounds();
  const { uniform } = rounding;
  const intervals =
    uniform === null
      ? (listedIntervals(rounding, range) ?? new ComputedIntervals(rounding))
      : new UniformIntervals(uniform.interval, uniform.offset, range, values.areWhole());
  return {
    intervals,
    whole: true,
    cutAt: hardBounds,
    boundedStarts: intervals,
    // As in OpenSearch the interval of the upper bound itself is left out.
    hardBounds: hard ? { min: hard.min, max: hard.max === null ? null : hard.max - 1 } : null,
    steps: {
      round: (ms) => rounding.round(ms),
      next: (start) => rounding.next(start),
      extended: wide
        ? {
            min: wide.min === null ? null : wide.min + offsetMs,
            max: wide.max === null ? null : wide.max + offsetMs,
          }
        : null,
    },
  };
}

function rounded({ min, max }: Bounds<number>, rounding: Pick<DateRounding, 'round'>): Bounds<number> {
  return {
    min: min === null ? null : rounding.round(min),
    max: max === null ? null : rounding.round(max),
  };
}

function contains(outer: Bounds<number>, inner: Bounds<number>): boolean {
  const low = outer.min === null || inner.min === null || inner.min >= outer.min;
  const high = outer.max === null || inner.max === null || inner.max <= outer.max;
  return low && high;
}

function outsideHardBounds(hard: string, extended: string): Error {
  const both = `hard bounds: [${hard}], extended bounds: [${extended}]`;
  return apiError('illegal_argument_exception', `Extended bounds have to be inside hard bounds, ${both}`);
}

/** `none` stands for a bound that is not there. */
function boundsText<Bound>({ min, max }: Bounds<Bound>, show: (bound: Bound) => string, none = ''): string {
  return `${min === null ? none : show(min)}--${max === null ? none : show(max)}`;
}
