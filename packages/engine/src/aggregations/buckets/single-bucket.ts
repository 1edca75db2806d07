import { apiError, type JsonMap } from '@sextant/contract';
import type { Steps } from '../../budget/slices.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';
import { setBit, wordsFor } from '../../codec/bits.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import {
  type Aggregator,
  type Division,
  type FilteredDocs,
  type LeafAggregator,
  lesser,
  type SegmentFilter,
  type ShardContext,
} from '../aggregator.ts';
import type { BucketsState } from '../aggregator-state.ts';
import {
  type BucketBudget,
  type InternalAggregation,
  InternalSingleBucket,
  type RenderOptions,
  reduceChildren,
  renderAll,
} from '../internal-aggregation.ts';
import type { SourceSpec } from '../spec-parts.ts';
import type { FilterSpec } from '../specs/filter.ts';
import type { MissingSpec } from '../specs/missing.ts';
import { fieldOf, NumberValues } from '../values/field-values.ts';
import { growInt32 } from '../values/growable.ts';
import { termBytes } from '../values/term-values.ts';
import { BucketAggregator } from './bucket-aggregator.ts';
import { SegmentFilters, type SelectedDocs } from './segment-filters.ts';

/** Which documents of a segment go in; null: none, `all`: every one. `wanted` is the value of their bit. */
interface Selection {
  readonly bits: FilteredDocs;
  readonly wanted: 0 | 1;
  /** Where the bits are those of documents that it is asked about. */
  readonly selected?: SelectedDocs;
}

interface SingleBucketOptions {
  readonly budget: WorkBudget;
  readonly unmapped?: boolean;
  /** What it is selected by, where that takes long. */
  readonly filters?: SegmentFilters;
}

/** One bucket per bucket of the parent, with the same number. */
class SingleBucketAggregator extends BucketAggregator {
  readonly #select: (segment: SegmentReader) => Selection;
  readonly #filters: SegmentFilters | undefined;
  readonly #unmapped: boolean;

  constructor(
    node: AggregationNode,
    children: readonly Aggregator[],
    select: (segment: SegmentReader) => Selection,
    { budget, unmapped = false, filters }: SingleBucketOptions,
  ) {
    super(node, children, budget);
    this.#select = select;
    this.#filters = filters;
    this.#unmapped = unmapped;
  }

  override get isPrepared(): boolean {
    return this.#filters !== undefined || super.isPrepared;
  }

  override *prepare(segment: SegmentReader): Steps<void> {
    const some = this.#filters === undefined || (yield* this.#filters.prepare(segment));
    if (some) yield* super.prepare(segment);
  }

  leaf(segment: SegmentReader): LeafAggregator | null {
    const selection = this.#select(segment);
    const { bits, wanted } = selection;
    if (bits === 'all' ? wanted === 0 : bits === null && wanted === 1) return null;
    return new SelectLeaf(this, selection, this.childLeaves(segment));
  }

  /** What a filter matches is worked out for a whole segment. */
  override division(parents: number): Division {
    return lesser(this.#filters === undefined ? 'documents' : 'segments', super.division(parents));
  }

  placesOf(_state: BucketsState, parents: Int32Array | null): Int32Array | null {
    return parents;
  }

  build(parent: number): InternalSelection {
    return new InternalSelection(
      this.node,
      this.docCount(parent),
      this.buildChildren(parent),
      this.#unmapped,
    );
  }

  figure(parent: number): number {
    return this.docCount(parent);
  }
}

class SelectLeaf implements LeafAggregator {
  readonly #owner: BucketAggregator;
  readonly #bits: Uint32Array | null;
  readonly #wanted: number;
  readonly #selected: SelectedDocs | undefined;
  readonly #leaves: readonly LeafAggregator[];
  #docs = new Int32Array(128);
  #buckets = new Int32Array(128);

  constructor(
    owner: BucketAggregator,
    { bits, wanted, selected }: Selection,
    leaves: readonly LeafAggregator[],
  ) {
    this.#owner = owner;
    this.#bits = typeof bits === 'string' ? null : bits;
    this.#wanted = wanted;
    this.#selected = selected;
    this.#leaves = leaves;
  }

  collect(docs: Int32Array, parents: Int32Array, length: number, parentCount: number): void {
    const bits = this.#bits;
    if (bits === null) {
      this.#owner.record(docs, parents, length, parentCount, this.#leaves);
      return;
    }
    this.#selected?.ask(docs, length);
    this.#docs = growInt32(this.#docs, length, 0);
    this.#buckets = growInt32(this.#buckets, length, 0);
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      if (((bits[doc >>> 5]! >>> (doc & 31)) & 1) !== this.#wanted) continue;
      this.#docs[kept] = doc;
      this.#buckets[kept++] = parents[i]!;
    }
    if (kept > 0) this.#owner.record(this.#docs, this.#buckets, kept, parentCount, this.#leaves);
  }
}

/** Documents without a value of the field. */
export function missingAggregator(
  node: AggregationNode<MissingSpec>,
  shard: ShardContext,
  children: readonly Aggregator[],
): Aggregator {
  const { spec } = node;
  const field = fieldOf(spec.source, shard);
  // With a value for those that have none, none is missing.
  if (spec.source.missing !== null) {
    checkMissing(field, spec.source, shard);
    return new SingleBucketAggregator(node, children, () => ({ bits: null, wanted: 1 }), shard);
  }
  return new SingleBucketAggregator(
    node,
    children,
    (segment) => ({ bits: field === null ? null : docsWith(segment, field), wanted: 0 }),
    { budget: shard.budget, unmapped: field === null },
  );
}

/** Throws where it is no value of the field. */
function checkMissing(field: MappedField | null, source: SourceSpec, shard: ShardContext): void {
  if (field?.storage === 'number') new NumberValues('missing', source, shard);
  else if (field !== null && field.fieldType.terms !== null) termBytes(field, source.missing!);
}

/** A text may have a value without a term. */
function docsWith(segment: SegmentReader, { name, fielddata }: MappedField): FilteredDocs {
  if (fielddata === undefined) return segment.exists(name);
  const column = segment.fielddataOrdinals(name);
  if (column === null) return null;
  const { offsets, present } = column;
  if (offsets === null) return present ?? 'all';
  const bits = new Uint32Array(wordsFor(segment.maxDoc));
  for (let doc = 0; doc < segment.maxDoc; doc++) if (offsets[doc] !== offsets[doc + 1]) setBit(bits, doc);
  return bits;
}

/** Documents that match a query. */
export function filterAggregator(
  node: AggregationNode<FilterSpec>,
  shard: ShardContext,
  children: readonly Aggregator[],
): Aggregator {
  return selectedAggregator(node, compiledFilter(node, node.spec.query, shard), shard, children);
}

function selectedAggregator(
  node: AggregationNode,
  filter: SegmentFilter,
  { budget }: ShardContext,
  children: readonly Aggregator[],
): Aggregator {
  const filters = new SegmentFilters([filter], budget);
  return new SingleBucketAggregator(
    node,
    children,
    (segment) => {
      const selected = filters.take(segment);
      return { bits: selected.docs[0]!, wanted: 1, selected };
    },
    { budget, filters },
  );
}

/** Every document that comes, which are all of the shard for `global`, and may be seen. */
export function everyDocument(
  node: AggregationNode,
  shard: ShardContext,
  children: readonly Aggregator[],
): Aggregator {
  const limit = shard.limit();
  if (limit !== null) return selectedAggregator(node, limit, shard, children);
  return new SingleBucketAggregator(node, children, () => ({ bits: 'all', wanted: 1 }), shard);
}

export function compiledFilter(
  { name, type }: AggregationNode,
  query: QueryNode,
  shard: ShardContext,
): SegmentFilter {
  if (shard.filter === null) {
    throw apiError(
      'illegal_argument_exception',
      `Aggregation [${name}] of type [${type.name}] is not supported here`,
    );
  }
  return shard.filter(query, shard.nestedPath);
}

export class InternalSelection extends InternalSingleBucket {
  declare readonly node: AggregationNode;
  readonly docCount: number;
  readonly children: readonly InternalAggregation[];
  readonly #unmapped: boolean;

  constructor(
    node: AggregationNode,
    docCount: number,
    children: readonly InternalAggregation[],
    unmapped: boolean,
  ) {
    super(node);
    this.docCount = docCount;
    this.children = children;
    this.#unmapped = unmapped;
  }

  get typedName(): string {
    const { name } = this.node.type;
    return name === 'diversified_sampler' ? 'sampler' : name;
  }

  override get unmapped(): boolean {
    return this.#unmapped;
  }

  figure(): number {
    return this.docCount;
  }

  reduce(parts: readonly InternalAggregation[], budget: BucketBudget): InternalAggregation {
    const all = parts.filter((part) => part instanceof InternalSelection);
    const docCount = all.reduce((sum, part) => sum + part.docCount, 0);
    const filled = all.filter(({ children }) => children.length === this.children.length);
    return new InternalSelection(this.node, docCount, reduceChildren(filled, budget), this.#unmapped);
  }

  withChildren(children: readonly InternalAggregation[]): InternalSelection {
    return new InternalSelection(this.node, this.docCount, children, this.#unmapped);
  }

  render(options: RenderOptions): JsonMap {
    return { doc_count: this.docCount, ...renderAll(this.children, options) };
  }
}
