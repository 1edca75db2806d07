import { apiError } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import { getBit, setBit } from '../codec/bits.ts';
import { Float64List, Int32List, Uint32List } from '../codec/lists.ts';
import { sortedPairs } from '../codec/radix-sort.ts';
import type { SortColumns } from '../collect/sort-key.ts';
import { createFilter } from '../query/create-weight.ts';
import { docBits } from '../query/doc-bits.ts';
import { ScoreWindows } from '../query/score-window.ts';
import type { Weight } from '../query/weight.ts';
import { nextBit, type SegmentBlocks } from '../segment/segment-blocks.ts';
import type { NumericColumn, OrdinalColumn, SegmentReader } from '../segment/segment-reader.ts';
import type { ShardTarget } from './shard-target.ts';
import type { NestedSort, SortSpec } from './sort-request.ts';

/** What a sort is bound with. */
export interface SortSetup {
  readonly nowMs: number;
  readonly budget: WorkBudget;
  /** What is sorted are objects of this path; absent: whole documents. */
  readonly nestedPath?: string;
}

/** Throws where the mapping of the shard has no such objects. */
export function checkNestedSort({ nested, mode }: SortSpec, { mapping, searcher }: ShardTarget): void {
  const { index, indexUuid } = searcher;
  const refuse = (reason: string): Error =>
    apiError('query_shard_exception', reason, { index, index_uuid: indexUuid });
  for (let each = nested; each !== null; each = each.nested) {
    if (mapping.object(each.path)?.nested === undefined)
      throw refuse(`[nested] failed to find nested object under path [${each.path}]`);
    if (each !== nested && each.maxChildren !== null)
      throw refuse('max_children is only supported on top level of nested sort');
  }
  if (nested !== null && mode === 'median')
    throw apiError('illegal_argument_exception', 'Unsupported sort mode: MEDIAN');
}

/** The numbers of objects, where they are not those of a column. */
type NumbersOf = (segment: SegmentReader, field: string) => NumericColumn | null;

/** The values by which documents are sorted: all those of the objects within them. */
export class NestedColumns {
  readonly #sort: NestedSort;
  readonly #setup: SortSetup;
  readonly #shards: readonly ShardTarget[];
  readonly #weights: ReadonlyMap<ShardTarget, ReadonlyMap<NestedSort, Weight>>;
  readonly #known = new Map<SegmentReader, SortColumns>();
  readonly #numbersOf: NumbersOf;

  /** Throws ApiError where a filter does not fit a shard. */
  constructor(
    sort: NestedSort,
    setup: SortSetup,
    shards: readonly ShardTarget[],
    numbersOf: NumbersOf = (segment, field) => segment.numeric(field),
  ) {
    this.#sort = sort;
    this.#numbersOf = numbersOf;
    this.#setup = setup;
    this.#shards = shards;
    const windows = new ScoreWindows();
    this.#weights = new Map(shards.map((shard) => [shard, filterWeights(sort, setup, shard, windows)]));
  }

  of(segment: SegmentReader): SortColumns {
    let columns = this.#known.get(segment);
    if (columns === undefined) {
      columns = this.#make(segment);
      this.#known.set(segment, columns);
    }
    return columns;
  }

  #make(segment: SegmentReader): SortColumns {
    const { blocks } = segment;
    const around = blocks?.docsOf(this.#setup.nestedPath ?? null) ?? null;
    const objects = blocks === null ? null : this.#objects(segment, blocks);
    if (objects === null || around === null) return { numeric: () => null, fielddataOrdinals: () => null };
    const joined: JoinedObjects = {
      objects,
      around,
      maxDoc: segment.maxDoc,
      most: this.#sort.maxChildren ?? Number.POSITIVE_INFINITY,
      budget: this.#setup.budget,
    };
    let numbers: NumericColumn | null | undefined;
    let ordinals: OrdinalColumn | null | undefined;
    return {
      numeric: (field) => {
        numbers ??= numbersWithin(joined, this.#numbersOf(segment, field));
        return numbers;
      },
      fielddataOrdinals: (field) => {
        ordinals ??= ordinalsWithin(joined, segment.fielddataOrdinals(field));
        return ordinals;
      },
    };
  }

  /** The innermost objects that are asked for, whose outer ones are too. */
  #objects(segment: SegmentReader, blocks: SegmentBlocks): Uint32Array | null {
    let outer: Uint32Array | null = null;
    let outerAll: Uint32Array | null = null;
    for (let each: NestedSort | null = this.#sort; each !== null; each = each.nested) {
      const all = blocks.docsOf(each.path);
      if (all === null) return null;
      const bits = docBits(segment.maxDoc, this.#setup.budget);
      const filter = this.#filter(segment, each);
      if (filter === null && each.filter !== null) return null;
      for (let doc = nextBit(all, 0); doc >= 0; doc = nextBit(all, doc + 1)) {
        if (filter !== null && !getBit(filter, doc)) continue;
        if (outer === null || outerAll === null || getBit(outer, nextBit(outerAll, doc))) setBit(bits, doc);
      }
      outer = bits;
      outerAll = all;
    }
    return outer;
  }

  /** null where nothing matches, or there is no filter. */
  #filter(segment: SegmentReader, sort: NestedSort): Uint32Array | null {
    if (sort.filter === null) return null;
    const shard = this.#shards.find(({ searcher }) => searcher.segments.includes(segment));
    if (shard === undefined) return null;
    const weight = this.#weights.get(shard)!.get(sort)!;
    const scorer = weight.scorer(shard.searcher.segments.indexOf(segment));
    if (scorer === null) return null;
    const bits = docBits(segment.maxDoc, this.#setup.budget);
    scorer.accumulate(0, segment.maxDoc, bits, null);
    return bits;
  }
}

function filterWeights(
  sort: NestedSort,
  { nowMs, budget }: SortSetup,
  { searcher, mapping }: ShardTarget,
  windows: ScoreWindows,
): ReadonlyMap<NestedSort, Weight> {
  const context = { searcher, mapping, nowMs, budget, windows, needsScores: false };
  const weights = new Map<NestedSort, Weight>();
  for (let each: NestedSort | null = sort; each !== null; each = each.nested) {
    if (each.filter === null) continue;
    weights.set(each, createFilter(each.filter, { ...context, nestedPath: each.path }));
  }
  return weights;
}

interface JoinedObjects {
  readonly objects: Uint32Array;
  readonly around: Uint32Array;
  readonly maxDoc: number;
  /** Objects with a value that count for a document. */
  readonly most: number;
  readonly budget: WorkBudget;
}

type Layout = Pick<NumericColumn, 'offsets' | 'present'>;

/** Tells the values of each document, one after the other: those of a column from `from` up to `to`. */
function eachDocument(
  { objects, around, most, budget }: JoinedObjects,
  { offsets, present }: Layout,
  visit: (doc: number, from: number, to: number) => void,
): void {
  let last = -1;
  let count = 0;
  let steps = 0;
  for (let object = nextBit(objects, 0); object >= 0; object = nextBit(objects, object + 1)) {
    if ((++steps & 127) === 0) budget.charge(1);
    const from = offsets === null ? object : offsets[object]!;
    const has = offsets === null ? present === null || getBit(present, object) : offsets[object + 1]! > from;
    if (!has) continue;
    const doc = nextBit(around, object);
    if (doc < 0) return;
    count = doc === last ? count + 1 : 1;
    last = doc;
    if (count <= most) visit(doc, from, offsets === null ? object + 1 : offsets[object + 1]!);
  }
}

/** Values beside the documents that they belong to, which ascend; where the values of each document begin. */
function offsetsOf(docs: Uint32Array, { maxDoc, budget }: JoinedObjects): Uint32Array {
  budget.reserve(docs.length * 8 + maxDoc * 4, '<sort>');
  const offsets = new Uint32Array(maxDoc + 1);
  for (const doc of docs) offsets[doc + 1]! += 1;
  for (let doc = 0; doc < maxDoc; doc++) offsets[doc + 1]! += offsets[doc]!;
  return offsets;
}

function numbersWithin(joined: JoinedObjects, column: NumericColumn | null): NumericColumn | null {
  if (column === null) return null;
  const values = new Float64List();
  const rests = column.rest === null ? null : new Int32List();
  const docs = new Uint32List();
  eachDocument(joined, column, (doc, from, to) => {
    for (let i = from; i < to; i++) {
      values.push(column.base + column.data[i]!);
      rests?.push(column.rest![i]!);
      docs.push(doc);
    }
  });
  const data = values.view().slice();
  const rest = rests?.view().slice() ?? null;
  const offsets = offsetsOf(docs.view(), joined);
  for (let doc = 0; doc < joined.maxDoc; doc++) {
    const [from, to] = [offsets[doc]!, offsets[doc + 1]!];
    if (to - from < 2) continue;
    if (rest === null) data.subarray(from, to).sort();
    else sortFine(data.subarray(from, to), rest.subarray(from, to));
  }
  const valueCount = data.length;
  return { ...column, data, rest, base: 0, offsets, present: null, valueCount, sorted: null };
}

function sortFine(values: Float64Array, rests: Int32Array): void {
  const [plain, beyond] = [values.slice(), rests.slice()];
  sortedPairs(plain, beyond, plain.length).forEach((from, to) => {
    values[to] = plain[from]!;
    rests[to] = beyond[from]!;
  });
}

function ordinalsWithin(joined: JoinedObjects, column: OrdinalColumn | null): OrdinalColumn | null {
  if (column === null) return null;
  const values = new Uint32List();
  const docs = new Uint32List();
  eachDocument(joined, column, (doc, from, to) => {
    for (let i = from; i < to; i++) {
      values.push(column.data[i]!);
      docs.push(doc);
    }
  });
  const data = values.view().slice();
  const offsets = offsetsOf(docs.view(), joined);
  for (let doc = 0; doc < joined.maxDoc; doc++) {
    if (offsets[doc + 1]! - offsets[doc]! > 1) data.subarray(offsets[doc], offsets[doc + 1]).sort();
  }
  return { ...column, data, offsets, present: null, valueCount: data.length };
}
