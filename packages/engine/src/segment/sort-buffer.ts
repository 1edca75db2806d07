import { sortedOrder } from '../codec/radix-sort.ts';
import type { FrozenSource } from './fresh-source.ts';
import type { FrozenMeta } from './meta-writer.ts';
import type { FrozenNumbers } from './number-buffer.ts';
import {
  emptyLevel,
  emptyRests,
  gathered,
  placesByDoc,
  type SegmentSort,
  type SegmentSortKey,
  type SortLevel,
} from './segment-sort.ts';
import { sortedTerms } from './term-hash.ts';
import { type FrozenTexts, textBytes } from './text-buffer.ts';
import type { FrozenBuffer, FrozenField } from './write-segment.ts';
import type { FrozenTerms } from './write-terms.ts';

export interface SortedBuffer {
  readonly frozen: FrozenBuffer;
  /** The number there of each document; null where they stood in their order already. */
  readonly remap: Int32Array | null;
}

/** The same documents in the given order, each after the objects within it. */
export function sortBuffer(frozen: FrozenBuffer, sort: SegmentSort): SortedBuffer {
  const maxDoc = frozen.meta.seqNos.length;
  const remap = newNumbers(frozen, sort, maxDoc);
  if (remap === null) return { frozen, remap };
  const old = new Uint32Array(maxDoc);
  for (let doc = 0; doc < maxDoc; doc++) old[remap[doc]!] = doc;
  const sorted: FrozenBuffer = {
    fields: frozen.fields.map((field) => sortField(field, remap)),
    meta: sortMeta(frozen.meta, old),
    source: sortSource(frozen.source, old),
    dead: frozen.dead.map((doc) => remap[doc]!),
  };
  return { frozen: sorted, remap };
}

function newNumbers({ fields, roots }: FrozenBuffer, sort: SegmentSort, maxDoc: number): Int32Array | null {
  const levels: SortLevel[] = [];
  for (const key of sort) {
    const field = fields.find(({ shape }) => shape.name === key.field);
    // Texts order nothing.
    if (field === undefined || 'texts' in field) continue;
    if ('stream' in field) levels.push(termLevel(field, key, maxDoc));
    else levels.push(...numberLevels(field, key, maxDoc));
  }
  const count = roots?.length ?? maxDoc;
  const order = orderOf(levels, count, roots);
  if (order.every((place, i) => place === i)) return null;
  const remap = new Int32Array(maxDoc);
  let next = 0;
  for (const place of order) {
    const end = roots === undefined ? place : roots[place]!;
    const start = roots === undefined ? place : (roots[place - 1] ?? -1) + 1;
    for (let doc = start; doc <= end; doc++) remap[doc] = next++;
  }
  return remap;
}

/** Sorts by the last level first: each pass keeps the order of equal ones. */
function orderOf(levels: readonly SortLevel[], count: number, roots: Int32Array | undefined): Uint32Array {
  let order = new Uint32Array(count).map((_, i) => i);
  const values = new Float64Array(count);
  for (const level of [...levels].reverse()) {
    for (let i = 0; i < count; i++) values[i] = level[roots === undefined ? order[i]! : roots[order[i]!]!]!;
    const pass = sortedOrder(values, count);
    const before = order;
    order = gathered(before, pass);
  }
  return order;
}

/** The numbers, and what they are above their doubles. */
function numberLevels(
  { docs, values, rests }: FrozenNumbers,
  key: SegmentSortKey,
  maxDoc: number,
): SortLevel[] {
  const sign = key.descending ? -1 : 1;
  const level = emptyLevel(maxDoc, key);
  const fine = rests === null ? null : emptyRests(maxDoc, key);
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i]!;
    if (key.mode === 'min' && i > 0 && docs[i - 1] === doc) continue;
    level[doc] = sign * values[i]!;
    if (fine !== null) fine[doc] = sign * rests![i]!;
  }
  return fine === null ? [level] : [level, fine];
}

function termLevel(terms: FrozenTerms, key: SegmentSortKey, maxDoc: number): SortLevel {
  const { docs, starts, stream, termOffsets } = terms;
  const ranks = new Uint32Array(termOffsets.length - 1);
  sortedTerms(terms.termBytes, termOffsets).forEach((term, rank) => {
    ranks[term] = rank;
  });
  const level = emptyLevel(maxDoc, key);
  const sign = key.descending ? -1 : 1;
  for (let i = 0; i < docs.length; i++) {
    const end = starts[i + 1] ?? stream.length;
    let chosen = -1;
    for (let at = starts[i]!; at < end; at++) {
      const rank = ranks[stream[at]!]!;
      if (chosen < 0 || (key.mode === 'min' ? rank < chosen : rank > chosen)) chosen = rank;
    }
    if (chosen >= 0) level[docs[i]!] = sign * chosen;
  }
  return level;
}

function sortField(field: FrozenField, remap: Int32Array): FrozenField {
  if ('texts' in field) return sortTexts(field, remap);
  return 'stream' in field ? sortTerms(field, remap) : sortNumbers(field, remap);
}

function sortNumbers({ shape, docs, values, rests }: FrozenNumbers, remap: Int32Array): FrozenNumbers {
  const renumbered = docs.map((doc) => remap[doc]!);
  const places = placesByDoc(renumbered, docs.length, remap.length);
  return {
    shape,
    docs: gathered(renumbered, places),
    values: gathered(values, places),
    rests: rests === null ? null : gathered(rests, places),
  };
}

function sortTerms(terms: FrozenTerms, remap: Int32Array): FrozenTerms {
  const { docs, starts, lengths, stream } = terms;
  const renumbered = docs.map((doc) => remap[doc]!);
  const places = placesByDoc(renumbered, docs.length, remap.length);
  const moved = { starts: new Uint32Array(docs.length), stream: new Int32Array(stream.length) };
  let next = 0;
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!;
    moved.starts[i] = next;
    const end = starts[place + 1] ?? stream.length;
    for (let at = starts[place]!; at < end; at++) moved.stream[next++] = stream[at]!;
  }
  return { ...terms, ...moved, docs: gathered(renumbered, places), lengths: gathered(lengths, places) };
}

/** As they are: their words, which take more, are found of one field at a time. */
function sortTexts(frozen: FrozenTexts, remap: Int32Array): FrozenTexts {
  const { lengths, texts } = frozen;
  const renumbered = frozen.docs.map((doc) => remap[doc]!);
  const places = placesByDoc(renumbered, renumbered.length, remap.length);
  const starts = new Uint32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) starts[i + 1] = starts[i]! + textBytes(lengths[i]!);
  const moved = new Uint8Array(texts.length);
  let next = 0;
  for (const place of places) {
    for (let at = starts[place]!; at < starts[place + 1]!; at++) moved[next++] = texts[at]!;
  }
  return {
    ...frozen,
    docs: gathered(renumbered, places),
    lengths: gathered(lengths, places),
    texts: moved,
  };
}

function sortMeta(meta: FrozenMeta, old: Uint32Array): FrozenMeta {
  const ids = sortBytes(meta.ids, meta.idOffsets, old);
  const routings = sortBytes(meta.routings, meta.routingOffsets, old);
  return {
    ids: ids.bytes,
    idOffsets: ids.offsets,
    routings: routings.bytes,
    routingOffsets: routings.offsets,
    seqNos: gathered(meta.seqNos, old),
    primaryTerms: gathered(meta.primaryTerms, old),
    versions: gathered(meta.versions, old),
    minSeqNo: meta.minSeqNo,
    maxSeqNo: meta.maxSeqNo,
  };
}

function sortSource({ bytes, ends }: FrozenSource, old: Uint32Array): FrozenSource {
  const offsets = new Uint32Array(ends.length + 1);
  offsets.set(ends, 1);
  const sorted = sortBytes(bytes, offsets, old);
  return { bytes: sorted.bytes, ends: sorted.offsets.subarray(1) };
}

/** `offsets`: where each begins, and where the last one ends. */
function sortBytes(
  bytes: Uint8Array,
  offsets: Uint32Array,
  old: Uint32Array,
): { readonly bytes: Uint8Array; readonly offsets: Uint32Array } {
  const moved = { bytes: new Uint8Array(bytes.length), offsets: new Uint32Array(offsets.length) };
  let next = 0;
  for (let doc = 0; doc < old.length; doc++) {
    const end = offsets[old[doc]! + 1]!;
    for (let at = offsets[old[doc]!]!; at < end; at++) moved.bytes[next++] = bytes[at]!;
    moved.offsets[doc + 1] = next;
  }
  return moved;
}
