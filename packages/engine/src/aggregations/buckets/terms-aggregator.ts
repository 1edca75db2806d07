import type { JsonMap } from '@sextant/contract';
import type { AggregationNode, Place } from '../aggregation-tree.ts';
import { type Aggregator, NO_BUCKET, type ShardContext, UNMET_BUCKET } from '../aggregator.ts';
import {
  aggregatorFigure,
  comparator,
  type ResolvedOrder,
  resolveOrder,
  TopBuckets,
} from '../bucket-order.ts';
import type { InternalAggregation } from '../internal-aggregation.ts';
import type { TermsSpec } from '../specs/terms.ts';
import { UnmappedAggregator } from '../unmapped-aggregator.ts';
import { RAW_FORMAT } from '../values/value-format.ts';
import { checkExecutionHint } from './execution-hint.ts';
import {
  InternalTerms,
  type SortKey,
  shardSizeOf,
  type TermsBucket,
  type TermsOptions,
} from './internal-terms.ts';
import { TermBuckets, type TermBucketsOptions } from './term-buckets.ts';
import { keysOfField, type TermKeys } from './term-keys.ts';

/** What a shard finds that does not map the field. */
const UNMAPPED = {
  kind: 'umterms',
  format: RAW_FORMAT,
  buckets: [],
  docCountError: 0,
  otherDocCount: 0,
} as const;

/** Makes the aggregator that fits the field: terms, numbers, or none where the field is not mapped. */
export function termsAggregator(
  node: AggregationNode<TermsSpec>,
  shard: ShardContext,
  place: Place,
): Aggregator {
  const { spec } = node;
  checkExecutionHint(spec.executionHint);
  const order = resolveOrder(spec.order, node.children);
  const keys = keysOfField(node, spec, shard);
  if (keys === null) return new UnmappedAggregator(new InternalTerms(node, spec, order, UNMAPPED));
  return new TermsAggregator(node, spec, order, { keys, budget: shard.budget, ...place });
}

export class TermsAggregator extends TermBuckets {
  readonly #spec: TermsOptions;
  readonly #order: ResolvedOrder;

  constructor(node: AggregationNode, spec: TermsOptions, order: ResolvedOrder, options: TermBucketsOptions) {
    super(node, options);
    this.#spec = spec;
    this.#order = order;
  }

  override profiledAs(): string {
    if (this.keys.kind === 'multi_terms') return 'MultiTermsAggregator';
    if (this.keys.kind !== 'sterms') return 'NumericTermsAggregator';
    if (this.#spec.executionHint === 'map') return 'MapStringTermsAggregator';
    const byOrdinal = this.ords.direct === 0 && this.children.length === 0;
    return `GlobalOrdinalsStringTermsAggregator${byOrdinal ? '.LowCardinality' : ''}`;
  }

  override debug(): JsonMap {
    if (this.keys.kind === 'multi_terms') return {};
    const { breadthFirst, executionHint } = this.#spec;
    const names = breadthFirst ? this.node.children.map(({ name }) => name) : [];
    const deferred = names.length === 0 ? {} : { deferred_aggregators: names };
    const isText = this.keys.kind === 'sterms';
    if (isText && executionHint === 'map')
      return { ...deferred, total_buckets: this.bucketCount(), result_strategy: 'terms' };
    const takesAll = this.bucketCount() <= shardSizeOf(this.#spec, this.#order) && this.#order.byCountDesc;
    const selection = { result_selection_strategy: takesAll ? 'select_all' : 'priority_queue' };
    if (isText) return { ...deferred, ...selection, ...this.ordinalsDebug('terms') };
    const strategy = this.keys.kind === 'dterms' ? 'double_terms' : 'long_terms';
    return { ...deferred, ...selection, total_buckets: this.bucketCount(), result_strategy: strategy };
  }

  build(parent: number): InternalTerms {
    this.settle();
    const withEmpty = this.#spec.minDocCount === 0 && parent !== NO_BUCKET;
    const { predicate } = this.keys;
    const least = Math.max(this.#spec.shardMinDocCount, withEmpty ? 0 : 1);
    const top = new TopBuckets<number>(shardSizeOf(this.#spec, this.#order), this.#compare());
    const countsDecide = this.#order.byCountDesc;
    let total = 0;
    // Where all values have a bucket no list of them is needed.
    const met = this.ords.direct === null || parent !== 0 ? this.ords.bucketsOf(parent) : null;
    const size = met?.length ?? this.ords.size;
    this.meter.charge(size >>> 8);
    for (let i = 0; i < size; i++) {
      const bucket = met === null ? i : met[i]!;
      const count = this.docCount(bucket);
      if (count === 0) continue;
      if (predicate !== null && !predicate(this.ords.value(bucket))) continue;
      total += count;
      if (count < least || (countsDecide && top.full && count < this.docCount(top.last))) continue;
      top.offer(bucket);
    }
    if (withEmpty && least === 0) this.#offerUnmet(parent, top);
    const buckets = top.sorted().map((bucket) => this.#bucket(bucket));
    return new InternalTerms(this.node, this.#spec, this.#order, {
      kind: this.keys.kind,
      format: this.keys.format,
      buckets,
      docCountError: 0,
      otherDocCount: total - buckets.reduce((sum, bucket) => sum + bucket.docCount, 0),
    });
  }

  /**
   * The values that were not met have no bucket. In their place stand numbers below 0: -1 less the value's place
   * among all values.
   */
  #offerUnmet(parent: number, top: TopBuckets<number>): void {
    const { predicate } = this.keys;
    const all = this.keys.all();
    const lastHasDocs = (): boolean => top.full && this.#countOf(top.last) > 0;
    if (this.#order.byCountDesc && lastHasDocs()) return;
    for (let index = 0; index < all.count; index++) {
      if ((index & 31) === 0) this.meter.charge(1);
      const value = all.value(index);
      const bucket = this.ords.find(parent, value);
      if (bucket >= 0 && this.docCount(bucket) > 0) continue;
      if (predicate === null || predicate(value)) top.offer(-1 - index);
    }
  }

  #countOf(bucket: number): number {
    return bucket < 0 ? 0 : this.docCount(bucket);
  }

  #valueOf(bucket: number): number {
    return bucket < 0 ? this.keys.all().value(-1 - bucket) : this.ords.value(bucket);
  }

  #bucket(bucket: number): TermsBucket {
    const children = this.buildChildren(bucket < 0 ? UNMET_BUCKET : bucket);
    return new ShardBucket(this.keys, this.#valueOf(bucket), this.#countOf(bucket), children);
  }

  #compare(): (a: number, b: number) => number {
    return comparator<number>(this.#order, {
      count: (bucket) => this.#countOf(bucket),
      compareKeys: (a, b) => this.keys.compare(this.#valueOf(a), this.#valueOf(b)),
      figure: (bucket, path) => aggregatorFigure(this.children, bucket < 0 ? UNMET_BUCKET : bucket, path),
    });
  }
}

/** A bucket of one shard: its key is made when it is asked for. */
class ShardBucket implements TermsBucket {
  readonly docCount: number;
  readonly docCountError = 0;
  readonly children: readonly InternalAggregation[];
  readonly #keys: TermKeys;
  readonly #value: number;

  constructor(keys: TermKeys, value: number, docCount: number, children: readonly InternalAggregation[]) {
    this.#keys = keys;
    this.#value = value;
    this.docCount = docCount;
    this.children = children;
  }

  get key(): string | number {
    return this.#keys.key(this.#value);
  }

  get sortKey(): SortKey {
    return this.#keys.sortKey(this.#value);
  }

  get shown(): JsonMap | undefined {
    return this.#keys.shown?.(this.#value);
  }
}
