import type { JsonMap } from '@sextant/contract';
import { apiError } from '@sextant/contract';
import { TextKeys } from '../../codec/text-keys.ts';
import type { AggregationNode, Place } from '../aggregation-tree.ts';
import type { Aggregator, ShardContext } from '../aggregator.ts';
import {
  type BucketBudget,
  type BucketKey,
  type InternalAggregation,
  InternalMultiBucket,
  type RenderOptions,
  reduceChildren,
  renderAll,
} from '../internal-aggregation.ts';
import type { RareTermsSpec } from '../specs/rare-terms.ts';
import { UnmappedAggregator } from '../unmapped-aggregator.ts';
import { RAW_FORMAT, type ValueFormat } from '../values/value-format.ts';
import {
  compareTermKeys,
  renderTermKey,
  type TermsBucket,
  type TermsKind,
  termKeyOf,
} from './internal-terms.ts';
import { TermBuckets, type TermBucketsOptions } from './term-buckets.ts';
import { acceptedKeys } from './term-keys.ts';

/** What a shard finds that does not map the field. */
const UNMAPPED = { kind: 'umterms', format: RAW_FORMAT, buckets: [], frequent: [] } as const;

export function rareTermsAggregator(
  node: AggregationNode<RareTermsSpec>,
  shard: ShardContext,
  place: Place,
): Aggregator {
  const keys = acceptedKeys(node, { ...node.spec, minDocCount: 1 }, shard);
  if (keys === null) return new UnmappedAggregator(new InternalRareTerms(node, UNMAPPED));
  if (keys.kind === 'dterms') {
    const reason = 'RareTerms aggregation does not support floating point fields.';
    throw apiError('illegal_argument_exception', reason);
  }
  return new RareTermsAggregator(node, { keys, budget: shard.budget, ...place });
}

/** The terms of few documents. */
class RareTermsAggregator extends TermBuckets {
  declare readonly node: AggregationNode<RareTermsSpec>;

  constructor(node: AggregationNode<RareTermsSpec>, options: TermBucketsOptions) {
    super(node, options);
  }

  /** As OpenSearch counts numbers, other than terms. */
  override get keepsRepeats(): boolean {
    return this.keys.kind !== 'sterms';
  }

  override profiledAs(): string {
    return `${this.keys.kind === 'sterms' ? 'String' : 'Long'}RareTermsAggregator`;
  }

  build(parent: number): InternalRareTerms {
    this.settle();
    const { maxDocCount } = this.node.spec;
    const { kind, format, predicate } = this.keys;
    const buckets: TermsBucket[] = [];
    const frequent: (string | number)[] = [];
    const met = this.ords.bucketsOf(parent);
    this.meter.charge(1 + (met.length >>> 6));
    for (const bucket of met) {
      const docCount = this.docCount(bucket);
      if (docCount === 0) continue;
      const value = this.ords.value(bucket);
      if (predicate !== null && !predicate(value)) continue;
      const key = this.keys.key(value);
      if (docCount > maxDocCount) {
        this.meter.take(FREQUENT_BYTES);
        frequent.push(key);
      } else {
        const sortKey = this.keys.sortKey(value);
        buckets.push({ key, sortKey, docCount, docCountError: 0, children: this.buildChildren(bucket) });
      }
    }
    return new InternalRareTerms(this.node, { kind, format, buckets, frequent });
  }
}

/** Of a term that is remembered because another shard might hold it for rare. */
const FREQUENT_BYTES = 64;

interface RareTermsParts {
  readonly kind: TermsKind;
  readonly format: ValueFormat;
  readonly buckets: readonly TermsBucket[];
  /** Keys of terms that are not rare. */
  readonly frequent: readonly (string | number)[];
}

const TYPED_NAMES: Readonly<Partial<Record<TermsKind, string>>> = { lterms: 'lrareterms' };

class InternalRareTerms extends InternalMultiBucket<TermsBucket> {
  declare readonly node: AggregationNode<RareTermsSpec>;
  readonly parts: RareTermsParts;

  constructor(node: AggregationNode<RareTermsSpec>, parts: RareTermsParts) {
    super(node);
    this.parts = parts;
  }

  get typedName(): string {
    return TYPED_NAMES[this.parts.kind] ?? (this.unmapped ? 'sterms' : 'srareterms');
  }

  override get unmapped(): boolean {
    return this.parts.kind === 'umterms';
  }

  get buckets(): readonly TermsBucket[] {
    return this.parts.buckets;
  }

  keyOf({ key }: TermsBucket): BucketKey {
    return termKeyOf(key, this.parts);
  }

  withBuckets(buckets: readonly TermsBucket[]): InternalRareTerms {
    return new InternalRareTerms(this.node, { ...this.parts, buckets });
  }

  withChildren(bucket: TermsBucket, children: readonly InternalAggregation[]): TermsBucket {
    return { ...bucket, children };
  }

  reduce(parts: readonly InternalAggregation[], budget: BucketBudget): InternalAggregation {
    const all = parts.filter((part) => part instanceof InternalRareTerms);
    const keys = new TextKeys();
    const frequent = new Set(all.flatMap((part) => part.parts.frequent.map((key) => keys.of(key))));
    const buckets = all.flatMap((part) => part.buckets);
    budget.charge(buckets.length);
    const merged = Map.groupBy(buckets, ({ key }) => keys.of(key));
    const rare: TermsBucket[] = [];
    for (const [key, same] of merged) {
      const docCount = same.reduce((sum, bucket) => sum + bucket.docCount, 0);
      if (docCount > this.node.spec.maxDocCount || frequent.has(key)) continue;
      rare.push({ ...same[0]!, docCount, children: reduceChildren(same, budget) });
    }
    rare.sort((a, b) => a.docCount - b.docCount || compareTermKeys(a.sortKey, b.sortKey));
    budget.takeAtOnce(rare.length);
    return new InternalRareTerms(this.node, { ...this.parts, buckets: rare });
  }

  render(options: RenderOptions): JsonMap {
    return {
      buckets: this.buckets.map((bucket) => ({
        ...renderTermKey(bucket.key, this.parts),
        ...(this.parts.format.bareTerms === true && { key_as_string: String(bucket.key) }),
        doc_count: bucket.docCount,
        ...renderAll(bucket.children, options),
      })),
    };
  }
}
