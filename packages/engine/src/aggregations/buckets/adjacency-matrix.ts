import { apiError, type JsonMap } from '@sextant/contract';
import type { Steps } from '../../budget/slices.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import {
  type Aggregator,
  type Division,
  type LeafAggregator,
  lesser,
  type ShardContext,
} from '../aggregator.ts';
import type { BucketsState } from '../aggregator-state.ts';
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
import type { AdjacencyMatrixSpec } from '../specs/adjacency-matrix.ts';
import { growInt32 } from '../values/growable.ts';
import { BucketAggregator, placesInRows } from './bucket-aggregator.ts';
import { SegmentFilters, type SelectedDocs } from './segment-filters.ts';
import { compiledFilter } from './single-bucket.ts';

/** As many as OpenSearch takes where nothing else is set. */
const MOST_FILTERS = 100;

/** Throws ApiError where there are more filters than a matrix may have. */
function checkFilters(count: number): void {
  if (count <= MOST_FILTERS) return;
  const rule = `must be less than or equal to: [${MOST_FILTERS}] but was [${count}].`;
  const advice =
    'This limit can be set by changing the [index.max_adjacency_matrix_filters] index level setting.';
  throw apiError('illegal_argument_exception', `Number of filters is too large, ${rule}${advice}`);
}

/** A filter, or two of them, by their places. */
type Cell = readonly [one: number, other: number];

/** adjacency_matrix on one shard: each bucket of the parent has a row of all cells. */
export class AdjacencyMatrixAggregator extends BucketAggregator {
  readonly #filters: SegmentFilters;
  readonly #cells: readonly Cell[];
  readonly #keys: readonly string[];

  constructor(
    node: AggregationNode<AdjacencyMatrixSpec>,
    shard: ShardContext,
    children: readonly Aggregator[],
  ) {
    super(node, children, shard.budget);
    const { filters, separator, onlyIntersecting } = node.spec;
    checkFilters(filters.length);
    const compiled = filters.map(({ query }) => compiledFilter(node, query, shard));
    this.#filters = new SegmentFilters(compiled, shard.budget);
    const least = onlyIntersecting ? 1 : 0;
    this.#cells = filters.flatMap((_, one) =>
      filters.slice(one + least).map((__, more): Cell => [one, one + least + more]),
    );
    this.#keys = this.#cells.map(([one, other]) => {
      const first = filters[one]!.key;
      return one === other ? first : `${first}${separator}${filters[other]!.key}`;
    });
  }

  override get isPrepared(): boolean {
    return true;
  }

  override *prepare(segment: SegmentReader): Steps<void> {
    yield* this.#filters.prepare(segment);
    yield* super.prepare(segment);
  }

  leaf(segment: SegmentReader): LeafAggregator {
    const selected = this.#filters.take(segment);
    return new AdjacencyLeaf(this, selected, this.#cells, this.childLeaves(segment));
  }

  /** What filters match is worked out for a whole segment. */
  override division(parents: number): Division {
    return lesser('segments', super.division(parents * this.#cells.length));
  }

  placesOf(_state: BucketsState, parents: Int32Array | null): Int32Array | null {
    return placesInRows(this.#cells.length, parents);
  }

  build(parent: number): InternalAdjacencyMatrix {
    const width = this.#cells.length;
    const buckets: AdjacencyBucket[] = [];
    for (const [i, key] of this.#keys.entries()) {
      const bucket = parent < 0 ? parent : parent * width + i;
      const docCount = this.docCount(bucket);
      if (docCount > 0) buckets.push({ key, docCount, children: this.buildChildren(bucket) });
    }
    return new InternalAdjacencyMatrix(this.node, buckets);
  }

  figure(): number {
    return Number.NaN;
  }
}

class AdjacencyLeaf implements LeafAggregator {
  readonly #owner: BucketAggregator;
  readonly #selected: SelectedDocs;
  readonly #cells: readonly Cell[];
  readonly #leaves: readonly LeafAggregator[];
  #docs = new Int32Array(128);
  #buckets = new Int32Array(128);

  constructor(
    owner: BucketAggregator,
    selected: SelectedDocs,
    cells: readonly Cell[],
    leaves: readonly LeafAggregator[],
  ) {
    this.#owner = owner;
    this.#selected = selected;
    this.#cells = cells;
    this.#leaves = leaves;
  }

  collect(docs: Int32Array, parents: Int32Array, length: number, parentCount: number): void {
    this.#docs = growInt32(this.#docs, length, 0);
    this.#buckets = growInt32(this.#buckets, length, 0);
    const width = this.#cells.length;
    this.#owner.meter.charge(width);
    this.#selected.ask(docs, length);
    const selected = this.#selected.docs;
    for (const [index, [one, other]] of this.#cells.entries()) {
      const left = selected[one]!;
      const right = selected[other]!;
      if (left === null || right === null) continue;
      let kept = 0;
      for (let i = 0; i < length; i++) {
        const doc = docs[i]!;
        if (!has(left, doc) || !has(right, doc)) continue;
        this.#docs[kept] = doc;
        this.#buckets[kept++] = parents[i]! * width + index;
      }
      this.#owner.record(this.#docs, this.#buckets, kept, parentCount * width, this.#leaves);
    }
  }
}

function has(bits: Uint32Array | 'all', doc: number): boolean {
  return bits === 'all' || ((bits[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
}

interface AdjacencyBucket extends InternalBucket {
  readonly key: string;
}

class InternalAdjacencyMatrix extends InternalMultiBucket<AdjacencyBucket> {
  readonly typedName = 'adjacency_matrix';
  readonly buckets: readonly AdjacencyBucket[];

  constructor(node: InternalAggregation['node'], buckets: readonly AdjacencyBucket[]) {
    super(node);
    this.buckets = buckets;
  }

  keyOf({ key }: AdjacencyBucket): BucketKey {
    return { text: key, number: null, javaClass: 'String' };
  }

  withBuckets(buckets: readonly AdjacencyBucket[]): InternalAdjacencyMatrix {
    return new InternalAdjacencyMatrix(this.node, buckets);
  }

  withChildren(bucket: AdjacencyBucket, children: readonly InternalAggregation[]): AdjacencyBucket {
    return { ...bucket, children };
  }

  reduce(parts: readonly InternalAggregation[], budget: BucketBudget): InternalAggregation {
    const all = parts.flatMap((part) => (part instanceof InternalAdjacencyMatrix ? part.buckets : []));
    const merged = Map.groupBy(all, ({ key }) => key);
    budget.take(merged.size);
    const buckets = [...merged].map(([key, same]) => ({
      key,
      docCount: same.reduce((sum, { docCount }) => sum + docCount, 0),
      children: reduceChildren(same, budget),
    }));
    buckets.sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key));
    return new InternalAdjacencyMatrix(this.node, buckets);
  }

  render(options: RenderOptions): JsonMap {
    return {
      buckets: this.buckets.map((bucket) => ({
        key: bucket.key,
        doc_count: bucket.docCount,
        ...renderAll(bucket.children, options),
      })),
    };
  }
}
