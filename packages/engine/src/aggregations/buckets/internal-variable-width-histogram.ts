import { Double, type JsonMap } from '@sextant/contract';
import type { AggregationNode } from '../aggregation-tree.ts';
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
import type { VariableWidthSpec } from '../specs/variable-width-histogram.ts';
import type { ValueFormat } from '../values/value-format.ts';

interface ClusterBucket extends InternalBucket {
  readonly centroid: number;
  readonly min: number;
  readonly max: number;
}

interface VariableWidthParts {
  /** Ascending by centroid. */
  readonly buckets: readonly ClusterBucket[];
  readonly format: ValueFormat;
  readonly unmapped: boolean;
}

/** Buckets next to each other that are to be one. */
interface Stretch {
  from: number;
  to: number;
  centroid: number;
  docCount: number;
}

export class InternalVariableWidthHistogram extends InternalMultiBucket<ClusterBucket> {
  declare readonly node: AggregationNode<VariableWidthSpec>;
  readonly typedName = 'variable_width_histogram';
  readonly parts: VariableWidthParts;

  constructor(node: AggregationNode<VariableWidthSpec>, parts: VariableWidthParts) {
    super(node);
    this.parts = parts;
  }

  override get unmapped(): boolean {
    return this.parts.unmapped;
  }

  get buckets(): readonly ClusterBucket[] {
    return this.parts.buckets;
  }

  keyOf({ centroid }: ClusterBucket): BucketKey {
    return { text: this.parts.format.text(centroid), number: centroid, javaClass: 'Double' };
  }

  withBuckets(buckets: readonly ClusterBucket[]): InternalVariableWidthHistogram {
    return new InternalVariableWidthHistogram(this.node, { ...this.parts, buckets });
  }

  withChildren(bucket: ClusterBucket, children: readonly InternalAggregation[]): ClusterBucket {
    return { ...bucket, children };
  }

  /** Step for step as OpenSearch's: of each shard first, then of all. */
  reduce(parts: readonly InternalAggregation[], budget: BucketBudget): InternalAggregation {
    const ofShards = parts.flatMap((part) =>
      part instanceof InternalVariableWidthHistogram ? this.#few(part.buckets, budget) : [],
    );
    const few = this.#few(ofShards, budget);
    const starts = runs(few, (a, b) => a.min === b.min).map((same) =>
      same.length === 1 ? same[0]! : together([...same].reverse(), budget),
    );
    const buckets = apart(starts);
    budget.take(buckets.length);
    return this.withBuckets(buckets);
  }

  /** The nearest two are merged until there are not too many. */
  #few(buckets: readonly ClusterBucket[], budget: BucketBudget): readonly ClusterBucket[] {
    const sorted = buckets.toSorted((a, b) => a.centroid - b.centroid);
    budget.charge(sorted.length);
    const distinct = runs(sorted, (a, b) => a.centroid === b.centroid).map((same) => together(same, budget));
    return merged(distinct, nearest(distinct, this.node.spec.buckets, budget), budget);
  }

  render(options: RenderOptions): JsonMap {
    const { format, buckets } = this.parts;
    return {
      buckets: buckets.map(({ min, max, centroid, docCount, children }) => ({
        min: new Double(min),
        ...(!format.raw && { min_as_string: format.json(min) }),
        key: new Double(centroid),
        ...(!format.raw && { key_as_string: format.text(centroid) }),
        max: new Double(max),
        ...(!format.raw && { max_as_string: format.json(max) }),
        doc_count: docCount,
        ...renderAll(children, options),
      })),
    };
  }
}

/** Neighbours that are alike, together. */
function runs<Item>(items: readonly Item[], alike: (a: Item, b: Item) => boolean): Item[][] {
  const found: Item[][] = [];
  for (const item of items) {
    const last = found.at(-1);
    if (last !== undefined && alike(last[0]!, item)) last.push(item);
    else found.push([item]);
  }
  return found;
}

/** In the order in which they are added up. */
function together(buckets: readonly ClusterBucket[], budget: BucketBudget): ClusterBucket {
  let [docCount, sum] = [0, 0];
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const bucket of buckets) {
    docCount += bucket.docCount;
    min = Math.min(min, bucket.min);
    max = Math.max(max, bucket.max);
    sum += bucket.docCount * bucket.centroid;
  }
  return { centroid: sum / docCount, min, max, docCount, children: reduceChildren(buckets, budget) };
}

/** Which buckets are to be one, so that there are not more than wanted. */
function nearest(
  buckets: readonly ClusterBucket[],
  wanted: number,
  budget: BucketBudget,
): readonly Stretch[] {
  const stretches = buckets.map(
    ({ centroid, docCount }, i): Stretch => ({ from: i, to: i, centroid, docCount }),
  );
  while (stretches.length > wanted) {
    budget.charge(1 + (stretches.length >>> 8));
    let [at, least] = [0, Number.POSITIVE_INFINITY];
    for (let i = 0; i < stretches.length - 1; i++) {
      const distance = stretches[i + 1]!.centroid - stretches[i]!.centroid;
      if (distance < least) [at, least] = [i, distance];
    }
    const [one, other] = [stretches[at]!, stretches[at + 1]!];
    const docCount = one.docCount + other.docCount;
    one.to = other.to;
    one.centroid = (one.centroid * one.docCount + other.centroid * other.docCount) / docCount;
    one.docCount = docCount;
    stretches.splice(at + 1, 1);
  }
  return stretches;
}

function merged(
  buckets: readonly ClusterBucket[],
  stretches: readonly Stretch[],
  budget: BucketBudget,
): readonly ClusterBucket[] {
  return stretches.map(({ from, to }) => {
    return from === to ? buckets[from]! : together(buckets.slice(from, to + 1).reverse(), budget);
  });
}

/** Buckets that overlap meet in the middle. */
function apart(buckets: readonly ClusterBucket[]): readonly ClusterBucket[] {
  const apart = [...buckets];
  for (let i = 1; i < apart.length; i++) {
    const [before, own] = [apart[i - 1]!, apart[i]!];
    if (own.min >= before.max) continue;
    const middle = (before.max + own.min) / 2;
    apart[i - 1] = { ...before, max: middle };
    apart[i] = { ...own, min: middle };
  }
  return apart;
}
