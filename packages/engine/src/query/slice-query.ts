import { apiError } from '@sextant/contract';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { BoolWeight } from './bool-weight.ts';
import { BitSetScorer } from './constant-scorer.ts';
import { inChunks } from './doc-bits.ts';
import { prepareColumn } from './field-support.ts';
import { hashId, hashNumber, type NumberKind, partOf } from './slice-hash.ts';
import { MatchNoneWeight, type QueryContext, SegmentFunctionWeight, type Weight } from './weight.ts';

/** One of `max` parts of a search, dealt out by `_id` or by a number field; -1 for a number that was not given. */
export interface Slice {
  readonly field: string;
  readonly id: number;
  readonly max: number;
}

/** Where a shard stands among those of its index that take part. */
export interface ShardPlace {
  readonly place: number;
  readonly shards: number;
}

/**
 * What a slice has of a shard: nothing, all of it, or a part. Whole shards are dealt out first; where there are more slices
 * than shards, several share one.
 */
export function partOfShard(slice: Slice, { place, shards }: ShardPlace): Slice | 'all' | 'none' {
  const { id, max } = slice;
  if (shards === 1 && max > 0) return slice;
  // Also where `max` was not given: then the slice 0 is everything, and any other nothing.
  if (max < shards) return place % max === id ? 'all' : 'none';
  if (id % shards !== place) return 'none';
  const sharing = Math.floor(max / shards) + (max % shards > place ? 1 : 0);
  return sharing === 1 ? 'all' : { ...slice, id: Math.floor(id / shards), max: sharing };
}

/** The documents of a query that are in the slice, with the scores that they have. Throws ApiError for a field without numbers. */
export function inSlice(weight: Weight, slice: Slice, at: ShardPlace, context: QueryContext): Weight {
  const kind = kindOf(slice.field, context);
  const part = partOfShard(slice, at);
  if (part === 'all') return weight;
  if (part === 'none' || weight instanceof MatchNoneWeight) return new MatchNoneWeight();
  const filter = new SegmentFunctionWeight(context, (segment) => {
    const bits = sliceBits(segment, part, kind, context);
    return new BitSetScorer(bits, Math.ceil(segment.maxDoc / part.max), 0, context.budget);
  });
  return new BoolWeight(context, { must: [weight], filter: [filter], should: [], mustNot: [], minimum: 0 });
}

const ID = '_id';

function kindOf(name: string, context: QueryContext): NumberKind | null {
  if (name === ID) return null;
  const field = context.mapping.field(name);
  if (field === undefined) throw apiError('illegal_argument_exception', `field ${name} not found`);
  if (field.storage !== 'number' || !field.docValues) {
    throw apiError('illegal_argument_exception', `cannot load numeric doc values on ${name}`);
  }
  prepareColumn(field, context);
  if (field.type === 'double') return 'double';
  return field.type === 'float' ? 'float' : 'whole';
}

/** Slices of a segment that are remembered: each is asked for again with every page. */
const MOST_KEPT = 16;

const kept = new WeakMap<SegmentReader, Map<string, Uint32Array>>();

/** A bit for each document of the segment, deleted ones too: they stay the same as long as it is there. */
function sliceBits(
  segment: SegmentReader,
  { field, id, max }: Slice,
  kind: NumberKind | null,
  context: QueryContext,
): Uint32Array {
  const key = `${id}/${max}/${kind ?? ''}/${field}`;
  const known = kept.get(segment) ?? new Map<string, Uint32Array>();
  const before = known.get(key);
  if (before !== undefined) return before;
  const bits = new Uint32Array((segment.maxDoc + 31) >>> 5);
  const hashOf = kind === null ? hashById(segment) : hashByNumber(segment, field, kind);
  inChunks(segment.maxDoc, context.budget, (from, to) => {
    context.budget.charge((to - from) >>> 2);
    for (let doc = from; doc < to; doc++) {
      if (partOf(hashOf(doc), max) === id) bits[doc >>> 5]! |= 1 << (doc & 31);
    }
  });
  if (known.size >= MOST_KEPT) known.clear();
  known.set(key, bits);
  kept.set(segment, known);
  return bits;
}

function hashById(segment: SegmentReader): (doc: number) => number {
  return (doc) => hashId(segment.idOf(doc));
}

/** By the first value; without one a document is in the first slice. */
function hashByNumber(segment: SegmentReader, field: string, kind: NumberKind): (doc: number) => number {
  const column = segment.numeric(field);
  if (column === null) return () => 0;
  const { data, base, offsets, present } = column;
  return (doc) => {
    if (offsets !== null) {
      const at = offsets[doc]!;
      return at === offsets[doc + 1] ? 0 : hashNumber(base + data[at]!, kind);
    }
    const has = present === null || (present[doc >>> 5]! & (1 << (doc & 31))) !== 0;
    return has ? hashNumber(base + data[doc]!, kind) : 0;
  };
}
