import { type ApiError, apiError, className, type Json, type JsonMap, setOwn } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { ResultName } from './aggregation-tree.ts';

export interface RenderOptions {
  /** Prefix names with their type, `sterms#colors`. */
  readonly typedKeys: boolean;
  /** The answer will be JSON: parts of it may be written already (`RawJson`). */
  readonly isWritten?: boolean;
}

/** Counts the buckets of one answer. */
export class BucketBudget {
  /** `search.max_buckets`. */
  readonly limit: number;
  readonly work: WorkBudget;
  #used = 0;

  constructor(limit: number, budget: WorkBudget) {
    this.limit = limit;
    this.work = budget;
  }

  /** Work on buckets that may not all be part of the answer. */
  charge(steps: number): void {
    this.work.charge(steps);
  }

  /**
   * Throws too_many_buckets_exception where the answer would have more than `search.max_buckets`. These
   * buckets are made one after the other: the first one that is too many ends it.
   */
  take(buckets: number): void {
    this.work.charge(buckets);
    this.#used += buckets;
    if (this.#used > this.limit) this.#refuse(this.limit + 1);
  }

  /** The same for buckets that are counted before they are made: the error tells how many there would be. */
  takeAtOnce(buckets: number): void {
    this.#used += buckets;
    if (this.#used > this.limit) this.#refuse(this.#used);
    this.work.charge(buckets);
  }

  #refuse(used: number): never {
    throw tooManyBuckets(this.limit, used);
  }
}

export function tooManyBuckets(limit: number, used: number): ApiError {
  const found = `Must be less than or equal to: [${limit}] but was [${used}]`;
  const advice = 'This limit can be set by changing the [search.max_buckets] cluster level setting.';
  return apiError('too_many_buckets_exception', `Trying to create too many buckets. ${found}. ${advice}`, {
    max_buckets: limit,
  });
}

/** What one aggregation has found in one bucket of its parent: first per shard, then reduced over shards. */
export abstract class InternalAggregation {
  readonly node: ResultName;

  constructor(node: ResultName) {
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

  /** The one number that it is; null where it is none, or several. */
  get value(): number | null {
    return null;
  }

  /** Several numbers, each with a name. */
  get isMultiValue(): boolean {
    return false;
  }

  /** As OpenSearch names it in errors. */
  get javaClass(): string {
    return `Internal${className(this.typedName)}`;
  }

  /** What the rest of a `buckets_path` names; undefined where nothing has the name. Throws illegal_argument_exception. */
  property(path: readonly string[]): Property {
    if (path.length === 0) return this;
    if (path.length === 1 && path[0] === 'value' && this.value !== null) return this.value;
    const { name } = this.node;
    throw apiError('illegal_argument_exception', `path not supported for [${name}]: [${path.join(', ')}]`);
  }
}

/** What a `buckets_path` may lead to: a number, a result, or what is neither. */
export type Property = number | InternalAggregation | { readonly javaClass: string } | undefined;

/** Of a pipeline: made when all is reduced. */
export abstract class PipelineResult extends InternalAggregation {
  reduce(): InternalAggregation {
    return this;
  }

  figure(): number {
    return this.value ?? Number.NaN;
  }
}

function childProperty(
  children: readonly InternalAggregation[],
  [name, ...rest]: readonly string[],
): Property {
  return children.find((child) => child.node.name === name)?.property(rest);
}

/** One bucket with its sub-aggregations. */
export abstract class InternalSingleBucket extends InternalAggregation {
  abstract readonly docCount: number;
  abstract readonly children: readonly InternalAggregation[];

  /** The same with other results in it. */
  abstract withChildren(children: readonly InternalAggregation[]): InternalSingleBucket;

  override property(path: readonly string[]): Property {
    if (path.length === 0) return this;
    return path[0] === '_count' ? this.docCount : childProperty(this.children, path);
  }
}

/** What a bucket is known by. */
export interface BucketKey {
  /** As `key_as_string`, or the key itself where there is none. */
  readonly text: string;
  /** null where it is no number. */
  readonly number: number | null;
  /** What OpenSearch keeps it as. */
  readonly javaClass: string;
}

/** Several buckets, in their order. */
export abstract class InternalMultiBucket<
  Bucket extends InternalBucket = InternalBucket,
> extends InternalAggregation {
  abstract readonly buckets: readonly Bucket[];

  abstract keyOf(bucket: Bucket): BucketKey;

  /** The same with other buckets. */
  abstract withBuckets(buckets: readonly Bucket[]): InternalMultiBucket<Bucket>;

  /** A bucket with other results in it. */
  abstract withChildren(bucket: Bucket, children: readonly InternalAggregation[]): Bucket;

  /** An empty bucket of the interval that follows that of another one, where the buckets are a histogram's. */
  bucketAfter(_bucket: Bucket): Bucket {
    throw apiError('illegal_argument_exception', `no buckets follow those of [${this.node.name}]`);
  }

  figure(): number {
    return Number.NaN;
  }

  override property(path: readonly string[]): Property {
    const [name, ...rest] = path;
    if (name === undefined) return this;
    if (name === '_bucket_count') return this.buckets.length;
    if (!(name.startsWith("'") && name.endsWith("'"))) return { javaClass: 'Object[]' };
    const text = name.slice(1, -1);
    const bucket = this.buckets.find((each) => this.keyOf(each).text === text);
    return bucket === undefined ? undefined : this.bucketProperty(bucket, rest);
  }

  /** What a path names in one of the buckets. */
  bucketProperty(bucket: Bucket, path: readonly string[]): Property {
    if (path.length === 0) return { javaClass: 'Bucket' };
    if (path[0] === '_count') return bucket.docCount;
    if (path[0] !== '_key') return childProperty(bucket.children, path);
    const key = this.keyOf(bucket);
    return key.number !== null && key.javaClass !== 'ZonedDateTime' ? key.number : key;
  }
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
