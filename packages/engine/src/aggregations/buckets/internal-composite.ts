import type { JsonMap } from '@sextant/contract';
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
import type { CompositeSpec } from '../specs/composite.ts';
import { compareKeys, type KeyPart, type KeyShape, keyText, renderKey } from './composite-keys.ts';

export interface CompositeBucket extends InternalBucket {
  /** By source. */
  readonly parts: readonly KeyPart[];
  readonly shapes: readonly KeyShape[];
}

interface CompositeParts {
  /** In their order. */
  readonly buckets: readonly CompositeBucket[];
  /** Its key is where the next page begins, also where a pipeline has taken it away. */
  readonly last: CompositeBucket | null;
  readonly unmapped: boolean;
}

export class InternalComposite extends InternalMultiBucket<CompositeBucket> {
  readonly typedName = 'composite';
  readonly spec: CompositeSpec;
  readonly parts: CompositeParts;

  constructor(node: InternalAggregation['node'], spec: CompositeSpec, parts: CompositeParts) {
    super(node);
    this.spec = spec;
    this.parts = parts;
  }

  override get unmapped(): boolean {
    return this.parts.unmapped;
  }

  get buckets(): readonly CompositeBucket[] {
    return this.parts.buckets;
  }

  keyOf({ parts, shapes }: CompositeBucket): BucketKey {
    return { text: keyText(parts, this.spec.sources, shapes), number: null, javaClass: 'ArrayMap' };
  }

  withBuckets(buckets: readonly CompositeBucket[]): InternalComposite {
    return new InternalComposite(this.node, this.spec, { ...this.parts, buckets });
  }

  withChildren(bucket: CompositeBucket, children: readonly InternalAggregation[]): CompositeBucket {
    return { ...bucket, children };
  }

  reduce(parts: readonly InternalAggregation[], budget: BucketBudget): InternalAggregation {
    const { sources, size } = this.spec;
    const all = parts.filter((part) => part instanceof InternalComposite);
    const sorted = all
      .flatMap(({ buckets }) => buckets)
      .sort((a, b) => compareKeys(a.parts, b.parts, sources));
    budget.charge(sorted.length);
    const groups: CompositeBucket[][] = [];
    for (const bucket of sorted) {
      const group = groups.at(-1);
      if (group !== undefined && compareKeys(group[0]!.parts, bucket.parts, sources) === 0)
        group.push(bucket);
      else if (groups.length < size) groups.push([bucket]);
      else break;
    }
    const buckets = groups.map((group) => ({
      ...group[0]!,
      docCount: group.reduce((sum, { docCount }) => sum + docCount, 0),
      children: reduceChildren(group, budget),
    }));
    budget.takeAtOnce(buckets.length);
    return new InternalComposite(this.node, this.spec, {
      ...this.parts,
      buckets,
      last: buckets.at(-1) ?? null,
    });
  }

  render(options: RenderOptions): JsonMap {
    const { buckets, last } = this.parts;
    const key = ({ parts, shapes }: CompositeBucket): JsonMap => renderKey(parts, this.spec.sources, shapes);
    return {
      ...(last !== null && { after_key: key(last) }),
      buckets: buckets.map((bucket) => ({
        key: key(bucket),
        doc_count: bucket.docCount,
        ...renderAll(bucket.children, options),
      })),
    };
  }
}
