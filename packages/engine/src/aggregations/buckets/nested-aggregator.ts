import type { WorkBudget } from '../../budget/work-budget.ts';
import { nextBit, previousBit } from '../../segment/segment-blocks.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import type { Aggregator, LeafAggregator, ShardContext } from '../aggregator.ts';
import type { BucketsState } from '../aggregator-state.ts';
import { growInt32 } from '../values/growable.ts';
import type { Meter } from '../values/meter.ts';
import { BucketAggregator } from './bucket-aggregator.ts';
import { InternalSelection } from './single-bucket.ts';

/** Documents that are handed on at a time. */
const HANDED = 128;

/** Makes what takes documents of a segment; null where none of its documents has what is looked for. */
type LeafOf = (owner: BucketAggregator, segment: SegmentReader) => LeafAggregator | null;

/** One bucket per bucket of the parent, with other documents of the same blocks. */
class BlockAggregator extends BucketAggregator {
  readonly #leafOf: LeafOf;
  readonly #unmapped: boolean;

  constructor(
    node: AggregationNode,
    children: readonly Aggregator[],
    budget: WorkBudget,
    { leafOf, unmapped }: { readonly leafOf: LeafOf; readonly unmapped: boolean },
  ) {
    super(node, children, budget);
    this.#leafOf = leafOf;
    this.#unmapped = unmapped;
  }

  leaf(segment: SegmentReader): LeafAggregator | null {
    return this.#leafOf(this, segment);
  }

  placesOf(_state: BucketsState, parents: Int32Array | null): Int32Array | null {
    return parents;
  }

  build(parent: number): InternalSelection {
    const children = this.buildChildren(parent);
    return new InternalSelection(this.node, this.docCount(parent), children, this.#unmapped);
  }

  figure(parent: number): number {
    return this.docCount(parent);
  }
}

/** Hands documents on to the sub-aggregations, some at a time. */
abstract class HandingLeaf implements LeafAggregator {
  readonly #owner: BucketAggregator;
  readonly #leaves: readonly LeafAggregator[];
  readonly #docs = new Int32Array(HANDED);
  readonly #buckets = new Int32Array(HANDED);
  #length = 0;

  constructor(owner: BucketAggregator, segment: SegmentReader) {
    this.#owner = owner;
    this.#leaves = owner.childLeaves(segment);
  }

  abstract collect(docs: Int32Array, parents: Int32Array, length: number, parentCount: number): void;

  hand(doc: number, bucket: number, bucketCount: number): void {
    this.#docs[this.#length] = doc;
    this.#buckets[this.#length++] = bucket;
    if (this.#length === HANDED) this.flush(bucketCount);
  }

  flush(bucketCount: number): void {
    if (this.#length === 0) return;
    this.#owner.record(this.#docs, this.#buckets, this.#length, bucketCount, this.#leaves);
    this.#length = 0;
  }
}

/** The objects within the documents that come. */
class WithinLeaf extends HandingLeaf {
  readonly #objects: Uint32Array;
  readonly #around: Uint32Array;

  constructor(owner: BucketAggregator, segment: SegmentReader, objects: Uint32Array, around: Uint32Array) {
    super(owner, segment);
    this.#objects = objects;
    this.#around = around;
  }

  collect(docs: Int32Array, parents: Int32Array, length: number, parentCount: number): void {
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      const first = previousBit(this.#around, doc - 1) + 1;
      let object = nextBit(this.#objects, first);
      for (; object >= 0 && object < doc; object = nextBit(this.#objects, object + 1)) {
        this.hand(object, parents[i]!, parentCount);
      }
    }
    this.flush(parentCount);
  }
}

/** The documents that objects lie in, each once for a bucket. */
class AroundLeaf extends HandingLeaf {
  readonly #around: Uint32Array;
  /** By bucket, the last document and one more. */
  #last = new Int32Array(16);
  readonly #meter: Meter;

  constructor(owner: BucketAggregator, segment: SegmentReader, around: Uint32Array) {
    super(owner, segment);
    this.#meter = owner.meter;
    this.#around = around;
  }

  collect(docs: Int32Array, parents: Int32Array, length: number, parentCount: number): void {
    this.#last = growInt32(this.#last, parentCount, 0, this.#meter);
    for (let i = 0; i < length; i++) {
      const bucket = parents[i]!;
      const doc = nextBit(this.#around, docs[i]!);
      if (doc < this.#last[bucket]!) continue;
      this.#last[bucket] = doc + 1;
      this.hand(doc, bucket, parentCount);
    }
    this.flush(parentCount);
  }
}

/** Objects of a nested path; null: there is no such path. */
export function nestedAggregator(
  node: AggregationNode,
  shard: ShardContext,
  children: readonly Aggregator[],
  path: string | null,
): Aggregator {
  const leafOf: LeafOf = (owner, segment) => {
    const { blocks } = segment;
    const objects = path === null ? null : (blocks?.docsOf(path) ?? null);
    const around = blocks?.docsOf(shard.nestedPath) ?? null;
    return objects === null || around === null ? null : new WithinLeaf(owner, segment, objects, around);
  };
  return new BlockAggregator(node, children, shard.budget, { leafOf, unmapped: path === null });
}

/** What objects of a nested path lie in: objects of another one, or whole documents. */
export function reverseNestedAggregator(
  node: AggregationNode,
  shard: ShardContext,
  children: readonly Aggregator[],
  { path, isMapped }: { readonly path: string | null; readonly isMapped: boolean },
): Aggregator {
  const leafOf: LeafOf = (owner, segment) => {
    const around = isMapped ? (segment.blocks?.docsOf(path) ?? null) : null;
    return around === null ? null : new AroundLeaf(owner, segment, around);
  };
  return new BlockAggregator(node, children, shard.budget, { leafOf, unmapped: !isMapped });
}
