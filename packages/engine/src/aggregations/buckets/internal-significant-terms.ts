import type { JsonMap } from '@sextant/contract';
import { Double } from '@sextant/contract';
import { TextKeys } from '../../codec/text-keys.ts';
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
import type { SignificanceSpec } from '../specs/significant-terms.ts';
import { inHashMapOrder } from '../values/hash-map-order.ts';
import { LuceneQueue } from '../values/lucene-queue.ts';
import type { ValueFormat } from '../values/value-format.ts';
import { longKey, type TermsKind, termKeyOf } from './internal-terms.ts';

export interface SignificantBucket extends InternalBucket {
  readonly key: string | number;
  readonly backgroundCount: number;
  readonly score: number;
}

interface SignificantParts {
  readonly kind: TermsKind;
  readonly format: ValueFormat;
  /** Documents that were found. */
  readonly subsetSize: number;
  readonly supersetSize: number;
  readonly buckets: readonly SignificantBucket[];
}

/** The most significant ones of so many; of equal ones as OpenSearch's queue has it. */
export function mostSignificant<T extends { readonly score: number }>(
  buckets: Iterable<T>,
  most: number,
): readonly T[] {
  const queue = new LuceneQueue<T>(most, (a, b) => a.score < b.score);
  for (const bucket of buckets) queue.offer(bucket);
  return queue.drain();
}

export class InternalSignificantTerms extends InternalMultiBucket<SignificantBucket> {
  declare readonly node: AggregationNode<SignificanceSpec>;
  readonly parts: SignificantParts;

  constructor(node: AggregationNode<SignificanceSpec>, parts: SignificantParts) {
    super(node);
    this.parts = parts;
  }

  get typedName(): string {
    return this.parts.kind === 'lterms' ? 'siglterms' : 'sigsterms';
  }

  override get unmapped(): boolean {
    return this.parts.kind === 'umterms';
  }

  override get javaClass(): string {
    if (this.unmapped) return 'UnmappedSignificantTerms';
    return this.parts.kind === 'lterms' ? 'SignificantLongTerms' : 'SignificantStringTerms';
  }

  get buckets(): readonly SignificantBucket[] {
    return this.parts.buckets;
  }

  keyOf({ key }: SignificantBucket): BucketKey {
    return termKeyOf(key, this.parts);
  }

  withBuckets(buckets: readonly SignificantBucket[]): InternalSignificantTerms {
    return new InternalSignificantTerms(this.node, { ...this.parts, buckets });
  }

  withChildren(bucket: SignificantBucket, children: readonly InternalAggregation[]): SignificantBucket {
    return { ...bucket, children };
  }

  /** Buckets with the same text are one, although their keys may differ. */
  reduce(parts: readonly InternalAggregation[], budget: BucketBudget): InternalAggregation {
    const all = parts.filter((part) => part instanceof InternalSignificantTerms).map((part) => part.parts);
    const subsetSize = all.reduce((sum, part) => sum + part.subsetSize, 0);
    const supersetSize = all.reduce((sum, part) => sum + part.supersetSize, 0);
    const found = all.flatMap((part) => part.buckets);
    budget.charge(found.length);
    const keys = new TextKeys();
    const merged = Map.groupBy(found, (bucket) => keys.of(this.keyOf(bucket).text));
    const { heuristic, minDocCount, size } = this.node.spec;
    const significant: SignificantBucket[] = [];
    const byText = [...merged.values()].map((same) => [this.keyOf(same[0]!).text, same] as const);
    for (const same of inHashMapOrder(byText)) {
      const subsetFreq = same.reduce((sum, bucket) => sum + bucket.docCount, 0);
      const supersetFreq = same.reduce((sum, bucket) => sum + bucket.backgroundCount, 0);
      const frequencies = { subsetFreq, subsetSize, supersetFreq, supersetSize };
      const score = heuristic(frequencies, budget.work);
      if (!(score > 0) || subsetFreq < minDocCount) continue;
      significant.push({
        key: same[0]!.key,
        docCount: subsetFreq,
        backgroundCount: supersetFreq,
        score,
        children: reduceChildren(same, budget),
      });
    }
    const buckets = mostSignificant(significant, Math.min(size, merged.size));
    budget.take(buckets.length);
    return new InternalSignificantTerms(this.node, { ...this.parts, subsetSize, supersetSize, buckets });
  }

  render(options: RenderOptions): JsonMap {
    const { subsetSize, supersetSize, buckets } = this.parts;
    if (this.unmapped) return { buckets: [] };
    return {
      doc_count: subsetSize,
      bg_count: supersetSize,
      buckets: buckets.map((bucket) => ({
        ...this.#shownKey(bucket.key),
        doc_count: bucket.docCount,
        score: new Double(bucket.score),
        bg_count: bucket.backgroundCount,
        ...renderAll(bucket.children, options),
      })),
    };
  }

  #shownKey(key: string | number): JsonMap {
    const { format, kind } = this.parts;
    if (typeof key === 'string' && kind !== 'lterms') return { key };
    const whole = longKey(key);
    if (format.raw) return { key: whole };
    return { key: whole, key_as_string: format.bareTerms === true ? whole : format.json(Number(key)) };
  }
}
