import { Double, type JsonMap, type RawJson } from '@sextant/contract';
import { hasIsoDate } from '../../mapping/date/iso-date-bytes.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import { bucketFigure, comparator, type ResolvedOrder } from '../bucket-order.ts';
import {
  type BucketBudget,
  type BucketKey,
  type InternalAggregation,
  type InternalBucket,
  InternalMultiBucket,
  type RenderOptions,
  reduceChildren,
  reduceParts,
  renderAll,
} from '../internal-aggregation.ts';
import type { OrderElement } from '../spec-parts.ts';
import type { ValueFormat } from '../values/value-format.ts';
import { BucketBytes, isPlainKey } from './bucket-bytes.ts';
import { longKey } from './internal-terms.ts';

export interface HistogramBucket extends InternalBucket {
  /** Start of the interval. */
  readonly key: number;
}

/** How empty buckets are found between others and out to the extended bounds. */
export interface Steps {
  round(value: number): number;
  next(key: number): number;
  readonly extended: { readonly min: number | null; readonly max: number | null } | null;
}

/** Starts of intervals without documents: from the first one on, before the last one. */
interface Gap {
  readonly from: number;
  readonly before: number;
}

/** Intervals beyond these are not counted one by one, where an answer may not have so many: with the hours of a zone it takes a second. */
const MOST_COUNTED = 1 << 19;

function stepsIn(gaps: readonly Gap[], steps: Steps, budget: BucketBudget): number {
  const most = Math.max(MOST_COUNTED, budget.limit + 1);
  let count = 0;
  for (const { from, before } of gaps) {
    for (let key = from; key < before; key = steps.next(key)) {
      count++;
      if (count % 4096 === 0) budget.charge(4096);
      if (count === most) return count;
    }
  }
  return count;
}

/** What histograms of numbers and of dates share. */
export interface SharedSpec {
  readonly minDocCount: number;
  readonly keyed: boolean;
  readonly order: readonly OrderElement[];
}

interface HistogramParts {
  /** Keys are whole numbers. */
  readonly whole: boolean;
  readonly format: ValueFormat;
  /** Ascending by key. */
  readonly buckets: readonly HistogramBucket[];
  readonly steps: Steps;
  /** What the sub-aggregations are in an empty bucket. */
  readonly empty: readonly InternalAggregation[];
  readonly unmapped: boolean;
}

/** histogram and date_histogram. */
export class InternalHistogram extends InternalMultiBucket<HistogramBucket> {
  declare readonly node: AggregationNode;
  readonly spec: SharedSpec;
  readonly order: ResolvedOrder;
  readonly parts: HistogramParts;

  constructor(node: AggregationNode, spec: SharedSpec, order: ResolvedOrder, parts: HistogramParts) {
    super(node);
    this.spec = spec;
    this.order = order;
    this.parts = parts;
  }

  get typedName(): string {
    return this.node.type.name;
  }

  override get unmapped(): boolean {
    return this.parts.unmapped;
  }

  get buckets(): readonly HistogramBucket[] {
    return this.parts.buckets;
  }

  keyOf({ key }: HistogramBucket): BucketKey {
    const javaClass = this.parts.whole ? 'ZonedDateTime' : 'Double';
    return { text: this.parts.format.text(key), number: key, javaClass };
  }

  withBuckets(buckets: readonly HistogramBucket[]): InternalHistogram {
    return new InternalHistogram(this.node, this.spec, this.order, { ...this.parts, buckets });
  }

  withChildren(bucket: HistogramBucket, children: readonly InternalAggregation[]): HistogramBucket {
    return { ...bucket, children };
  }

  override bucketAfter({ key }: HistogramBucket): HistogramBucket {
    return { key: this.parts.steps.next(key), docCount: 0, children: [] };
  }

  reduce(parts: readonly InternalAggregation[], budget: BucketBudget): InternalAggregation {
    let buckets = parts.length === 1 ? this.#alone(budget) : this.#merged(parts, budget);
    if (this.spec.minDocCount > 1)
      buckets = buckets.filter(({ docCount }) => docCount >= this.spec.minDocCount);
    if (this.spec.minDocCount === 0 && !this.#isFull(buckets)) buckets = this.#withEmpty(buckets, budget);
    return new InternalHistogram(this.node, this.spec, this.order, {
      ...this.parts,
      buckets: this.#ordered(buckets),
    });
  }

  /** The buckets of one shard, which come by their keys. */
  #alone(budget: BucketBudget): HistogramBucket[] {
    const { buckets } = this.parts;
    budget.takeAtOnce(buckets.length);
    if (this.node.children.length === 0) return [...buckets];
    return buckets.map((bucket) => ({ ...bucket, children: reduceChildren([bucket], budget) }));
  }

  #merged(parts: readonly InternalAggregation[], budget: BucketBudget): HistogramBucket[] {
    const byKey = new Map<number, HistogramBucket[]>();
    for (const part of parts) {
      if (!(part instanceof InternalHistogram)) continue;
      for (const bucket of part.parts.buckets) {
        const same = byKey.get(bucket.key);
        if (same === undefined) byKey.set(bucket.key, [bucket]);
        else same.push(bucket);
      }
    }
    budget.takeAtOnce(byKey.size);
    return [...byKey]
      .map(([key, same]) => ({
        key,
        docCount: same.reduce((sum, bucket) => sum + bucket.docCount, 0),
        children: reduceChildren(same, budget),
      }))
      .sort((a, b) => compareKeys(a.key, b.key));
  }

  #ordered(buckets: HistogramBucket[]): HistogramBucket[] {
    const [first] = this.order.elements;
    if (first?.by === '_key') return first.ascending ? buckets : buckets.reverse();
    return buckets.sort(
      comparator<HistogramBucket>(this.order, {
        count: (bucket) => bucket.docCount,
        compareKeys: (a, b) => compareKeys(a.key, b.key),
        figure: bucketFigure,
      }),
    );
  }

  /** Whether nothing is between buckets, beside them, or in empty ones. */
  #isFull(buckets: readonly HistogramBucket[]): boolean {
    const { steps, empty } = this.parts;
    if (steps.extended !== null || empty.length > 0) return false;
    for (let i = 1; i < buckets.length; i++) {
      if (steps.next(buckets[i - 1]!.key) < buckets[i]!.key) return false;
    }
    return true;
  }

  /** Fills the gaps and, by extended bounds, both ends. */
  #withEmpty(found: readonly HistogramBucket[], budget: BucketBudget): HistogramBucket[] {
    const { steps } = this.parts;
    const gaps = this.#gaps(found);
    budget.takeAtOnce(stepsIn(gaps, steps, budget));
    const children = this.parts.empty.map((part) => reduceParts([part], budget));
    const filled: HistogramBucket[] = [];
    for (const [i, { from, before }] of gaps.entries()) {
      for (let key = from; key < before; key = steps.next(key)) filled.push({ key, docCount: 0, children });
      const following = found[i];
      if (following !== undefined) filled.push(following);
    }
    return filled;
  }

  /** What is before each bucket, and after the last one. */
  #gaps(found: readonly HistogramBucket[]): Gap[] {
    const { steps } = this.parts;
    const min = steps.extended?.min ?? null;
    const max = steps.extended?.max ?? null;
    const [first] = found;
    if (first === undefined) {
      return min === null || max === null
        ? []
        : [{ from: steps.round(min), before: steps.next(steps.round(max)) }];
    }
    const gaps = found.map((bucket, i) =>
      i === 0
        ? { from: min === null ? bucket.key : steps.round(min), before: bucket.key }
        : { from: steps.next(found[i - 1]!.key), before: bucket.key },
    );
    const last = found.at(-1)!.key;
    if (max !== null && max > last)
      gaps.push({ from: steps.next(last), before: steps.next(steps.round(max)) });
    return gaps;
  }

  render(options: RenderOptions): JsonMap {
    const { format, buckets } = this.parts;
    const written = options.isWritten === true && !this.spec.keyed ? this.#written() : null;
    if (written !== null) return { buckets: written };
    const render = (bucket: HistogramBucket): JsonMap => ({
      ...(!format.raw && { key_as_string: format.text(bucket.key) }),
      key: this.parts.whole ? longKey(bucket.key) : new Double(bucket.key),
      doc_count: bucket.docCount,
      ...renderAll(bucket.children, options),
    });
    if (!this.spec.keyed) return { buckets: buckets.map(render) };
    return {
      buckets: Object.fromEntries(buckets.map((bucket) => [format.text(bucket.key), render(bucket)])),
    };
  }

  /** Null where a bucket has more to tell than its key and its count, or a key takes more than digits. */
  #written(): RawJson | null {
    const { format, buckets, whole } = this.parts;
    for (const { key, docCount, children } of buckets)
      if (children.length > 0 || !isPlainKey(key, whole) || !Number.isSafeInteger(docCount)) return null;
    const bytes = new BucketBytes(buckets.length, whole);
    const isIso = format.isIso === true;
    for (const { key, docCount } of buckets) {
      if (format.raw) bytes.bare(key, docCount);
      else if (isIso && hasIsoDate(key)) bytes.dated(key, docCount);
      else bytes.texted(format.text(key), key, docCount);
    }
    return bytes.finish();
  }
}

/** What is no number comes last. */
export function compareKeys(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a - b;
}
