import { apiError, type Json, type JsonMap, setOwn } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { AggregationNode } from './aggregation-tree.ts';

export interface RenderOptions {
  /** Prefix names with their type, `sterms#colors`. */
  readonly typedKeys: boolean;
}

/** Counts the buckets of one answer. */
export class BucketBudget {
  readonly #limit: number;
  readonly #budget: WorkBudget;
  #used = 0;

  constructor(limit: number, budget: WorkBudget) {
    this.#limit = limit;
    this.#budget = budget;
  }

  /** Work on buckets that may not all be part of the answer. */
  charge(steps: number): void {
    this.#budget.charge(steps);
  }

  /**
   * Throws too_many_buckets_exception where the answer would have more than `search.max_buckets`. These
   * buckets are made one after the other: the first one that is too many ends it.
   */
  take(buckets: number): void {
    this.#budget.charge(buckets);
    this.#used += buckets;
    if (this.#used > this.#limit) this.#refuse(this.#limit + 1);
  }

  /** The same for buckets that are counted before they are made: the error tells how many there would be. */
  takeAtOnce(buckets: number): void {
    this.#used += buckets;
    if (this.#used > this.#limit) this.#refuse(this.#used);
    this.#budget.charge(buckets);
  }

  #refuse(used: number): never {
    const found = `Must be less than or equal to: [${this.#limit}] but was [${used}]`;
    const advice = 'This limit can be set by changing the [search.max_buckets] cluster level setting.';
    throw apiError('too_many_buckets_exception', `Trying to create too many buckets. ${found}. ${advice}`, {
      max_buckets: this.#limit,
    });
  }
}

/** What one aggregation has found in one bucket of its parent: first per shard, then reduced over shards. */
export abstract class InternalAggregation {
  readonly node: AggregationNode;

  constructor(node: AggregationNode) {
    this.node = node;
  }

  /** The prefix of `typed_keys`. */
  abstract readonly typedName: string;

  /** True where no shard knows the field; others are then preferred as the first of a reduction. */
  get unmapped(): boolean {
    return false;
  }

  /**
   * The final answer from all shards' parts, this one among them. Called on every aggregation, also with one
   * part.
   */
  abstract reduce(parts: readonly InternalAggregation[], budget: BucketBudget): InternalAggregation;

  /** The members of the answer, without `meta`. */
  abstract render(options: RenderOptions): JsonMap;

  /** A figure to order buckets by; `name` is null where the path named none. */
  abstract figure(name: string | null): number;
}

/** One bucket of a multi-bucket aggregation. */
export interface InternalBucket {
  readonly docCount: number;
  readonly children: readonly InternalAggregation[];
}

/** Reduces the parts of one aggregation; parts from shards that know the field lead. */
export function reduceParts(
  parts: readonly InternalAggregation[],
  budget: BucketBudget,
): InternalAggregation {
  const leader = parts.find((part) => !part.unmapped) ?? parts[0]!;
  return leader.reduce(parts, budget);
}

/** Reduces the sub-aggregations of buckets that are one bucket of the answer. */
export function reduceChildren(
  buckets: readonly InternalBucket[],
  budget: BucketBudget,
): readonly InternalAggregation[] {
  return buckets[0]!.children.map((_, i) =>
    reduceParts(
      buckets.map((bucket) => bucket.children[i]!),
      budget,
    ),
  );
}

/** Members of an answer object for a list of aggregations. */
export function renderAll(aggregations: readonly InternalAggregation[], options: RenderOptions): JsonMap {
  const members = {};
  for (const aggregation of aggregations) {
    const { name, meta } = aggregation.node;
    const body = aggregation.render(options);
    const key = options.typedKeys ? `${aggregation.typedName}#${name}` : name;
    setOwn<Json | undefined>(members, key, meta === null ? body : { meta, ...body });
  }
  return members;
}
