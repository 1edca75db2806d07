import type { JsonMap } from '@sextant/contract';
import type { AggregationNode } from '../aggregation-tree.ts';
import {
  type BucketBudget,
  type BucketKey,
  type InternalAggregation,
  InternalMultiBucket,
  type RenderOptions,
  reduceChildren,
  reduceParts,
  renderAll,
} from '../internal-aggregation.ts';
import type { AutoDateHistogramSpec } from '../specs/auto-date-histogram.ts';
import { type AutoUnit, mostUnits } from '../values/auto-intervals.ts';
import type { ValueFormat } from '../values/value-format.ts';
import type { HistogramBucket } from './internal-histogram.ts';
import { longKey } from './internal-terms.ts';

interface AutoDateParts {
  /** Ascending by key. */
  readonly buckets: readonly HistogramBucket[];
  /** Of `units`. */
  readonly unit: number;
  /** How many units one interval has. */
  readonly multiple: number;
  readonly units: readonly AutoUnit[];
  /** What lies in buckets without documents. */
  readonly empty: readonly InternalAggregation[];
  readonly format: ValueFormat;
  readonly unmapped: boolean;
}

/** Buckets of a unit, on the way to the answer. */
interface Draft {
  readonly buckets: readonly HistogramBucket[];
  readonly unit: number;
}

/** More empty buckets than any answer may have are not made. */
const MOST_FILLED = 1 << 20;

export class InternalAutoDateHistogram extends InternalMultiBucket<HistogramBucket> {
  declare readonly node: AggregationNode<AutoDateHistogramSpec>;
  readonly parts: AutoDateParts;

  constructor(node: AggregationNode<AutoDateHistogramSpec>, parts: AutoDateParts) {
    super(node);
    this.parts = parts;
  }

  get typedName(): string {
    return 'auto_date_histogram';
  }

  override get unmapped(): boolean {
    return this.parts.unmapped;
  }

  get buckets(): readonly HistogramBucket[] {
    return this.parts.buckets;
  }

  keyOf({ key }: HistogramBucket): BucketKey {
    return { text: this.parts.format.text(key), number: key, javaClass: 'ZonedDateTime' };
  }

  withBuckets(buckets: readonly HistogramBucket[]): InternalAutoDateHistogram {
    return new InternalAutoDateHistogram(this.node, { ...this.parts, buckets });
  }

  withChildren(bucket: HistogramBucket, children: readonly InternalAggregation[]): HistogramBucket {
    return { ...bucket, children };
  }

  override bucketAfter({ key }: HistogramBucket): HistogramBucket {
    return { key: this.parts.units[this.parts.unit]!.rounding.next(key), docCount: 0, children: [] };
  }

  /** Step for step as OpenSearch's, since each decides what the next one sees. */
  reduce(parts: readonly InternalAggregation[], budget: BucketBudget): InternalAggregation {
    const all = parts.filter((part) => part instanceof InternalAutoDateHistogram).map(({ parts }) => parts);
    const unit = Math.max(...all.map((part) => part.unit));
    const sorted = all.flatMap((part) => part.buckets).sort((a, b) => a.key - b.key);
    budget.charge(sorted.length);
    let draft = this.#coarsen({ buckets: this.#together(sorted, unit, budget, false), unit }, budget);
    draft = this.#coarsen(this.#filled(draft, budget), budget);
    const multiple = this.#multipleOf(draft);
    const buckets = multiple === 1 ? draft.buckets : this.#consecutive(draft, multiple, budget);
    budget.take(buckets.length);
    return new InternalAutoDateHistogram(this.node, { ...this.parts, buckets, unit: draft.unit, multiple });
  }

  /** Those of one interval of the unit as one; `renamed`: its key is the start of the interval. */
  #together(
    buckets: readonly HistogramBucket[],
    unit: number,
    budget: BucketBudget,
    renamed: boolean,
  ): readonly HistogramBucket[] {
    const { rounding } = this.parts.units[unit]!;
    const merged: HistogramBucket[] = [];
    let same: HistogramBucket[] = [];
    let start = Number.NaN;
    const close = (): void => {
      if (same.length > 0) merged.push(sum(same, renamed ? start : same[0]!.key, budget));
    };
    for (const bucket of buckets) {
      const own = rounding.round(bucket.key);
      if (own !== start) {
        close();
        same = [];
        start = own;
      }
      same.push(bucket);
    }
    close();
    return merged;
  }

  #most(unit: number): number {
    return this.node.spec.buckets * mostUnits(this.parts.units[unit]!);
  }

  /** Larger units until there are not too many buckets. */
  #coarsen({ buckets, unit }: Draft, budget: BucketBudget): Draft {
    let coarser = buckets;
    let index = unit;
    while (coarser.length > this.#most(index) && index < this.parts.units.length - 1) {
      index++;
      coarser = this.#together(coarser, index, budget, true);
    }
    return { buckets: coarser, unit: index };
  }

  /** With the empty buckets between others. */
  #filled({ buckets, unit }: Draft, budget: BucketBudget): Draft {
    const [first] = buckets;
    if (first === undefined) return { buckets, unit };
    const fitting = this.#fittingUnit(first.key, buckets.at(-1)!.key, unit, budget);
    const { rounding } = this.parts.units[fitting]!;
    const children = this.parts.empty.map((part) => reduceParts([part], budget));
    const filled: HistogramBucket[] = [];
    for (const bucket of this.#together(buckets, fitting, budget, true)) {
      const last = filled.at(-1);
      for (let key = last === undefined ? bucket.key : rounding.next(last.key); key < bucket.key; ) {
        filled.push({ key, docCount: 0, children });
        key = rounding.next(key);
        if (filled.length % 4096 === 0) budget.charge(4096);
        if (filled.length > MOST_FILLED) budget.takeAtOnce(filled.length);
      }
      filled.push(bucket);
    }
    return { buckets: filled, unit: fitting };
  }

  /** The smallest unit of which there are not too many from the first to the last bucket. */
  #fittingUnit(first: number, last: number, unit: number, budget: BucketBudget): number {
    const { units } = this.parts;
    if (unit === units.length - 1) return unit;
    let index = unit;
    for (let i = unit + 1; i < units.length; i++) {
      const rough = Math.trunc((last - first) / units[i]!.roughMs);
      if (rough >= this.#most(i)) continue;
      index = i - 1;
      break;
    }
    for (; index < units.length - 1; index++) {
      const { rounding } = units[index]!;
      const most = this.#most(index);
      let count = 0;
      for (let key = first; key < last && count <= most; key = rounding.next(key)) count++;
      budget.charge(count);
      if (count <= most) break;
    }
    return index;
  }

  /** The fewest units of an interval of which there are not more than wanted; 1 where that is none. */
  #multipleOf({ buckets, unit }: Draft): number {
    const wanted = this.node.spec.buckets;
    if (buckets.length <= wanted) return 1;
    const { multiples } = this.parts.units[unit]!;
    return multiples.find((multiple) => Math.ceil(buckets.length / multiple) <= wanted) ?? 1;
  }

  #consecutive({ buckets, unit }: Draft, multiple: number, budget: BucketBudget): readonly HistogramBucket[] {
    const { rounding } = this.parts.units[unit]!;
    const merged: HistogramBucket[] = [];
    for (let i = 0; i < buckets.length; i += multiple)
      merged.push(sum(buckets.slice(i, i + multiple), rounding.round(buckets[i]!.key), budget));
    return merged;
  }

  render(options: RenderOptions): JsonMap {
    const { format, buckets, units, unit, multiple } = this.parts;
    return {
      buckets: buckets.map(({ key, docCount, children }) => ({
        ...(!format.raw && { key_as_string: format.text(key) }),
        key: longKey(key),
        doc_count: docCount,
        ...renderAll(children, options),
      })),
      interval: `${multiple}${units[unit]!.abbreviation}`,
    };
  }
}

function sum(same: readonly HistogramBucket[], key: number, budget: BucketBudget): HistogramBucket {
  const docCount = same.reduce((total, bucket) => total + bucket.docCount, 0);
  return { key, docCount, children: reduceChildren(same, budget) };
}
