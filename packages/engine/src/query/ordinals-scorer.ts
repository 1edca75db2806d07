import type { OrdinalColumn, SegmentReader } from '../segment/segment-reader.ts';
import { BitSetScorer, PostingsScorer } from './constant-scorer.ts';
import type { Scorer } from './scorer.ts';

/** Ascending, distinct ordinals of one field in one segment. */
export type Ordinals = { readonly length: number; readonly [index: number]: number };

/** Documents that have one of the terms, each scored `score`; null where there are none. */
export function ordinalsScorer(
  segment: SegmentReader,
  field: string,
  indexed: boolean,
  ordinals: Ordinals,
  score: number,
): Scorer | null {
  const terms = segment.terms(field);
  if (ordinals.length === 0 || terms === null) return null;
  if (!indexed) return columnScorer(segment, segment.ordinals(field), terms.size, ordinals, score);
  if (ordinals.length === 1) return new PostingsScorer(terms.postings(ordinals[0]!), score);
  const bits = new Uint32Array((segment.maxDoc + 31) >>> 5);
  let cost = 0;
  for (let i = 0; i < ordinals.length; i++) {
    const postings = terms.postings(ordinals[i]!);
    cost += postings.docFreq;
    postings.intoBitSet(segment.maxDoc, bits, 0);
  }
  return new BitSetScorer(bits, Math.min(cost, segment.maxDoc), score);
}

/** The same by the values of each document, for a field that has no postings. */
function columnScorer(
  segment: SegmentReader,
  column: OrdinalColumn | null,
  size: number,
  ordinals: Ordinals,
  score: number,
): Scorer | null {
  if (column === null) return null;
  const wanted = new Uint8Array(size);
  for (let i = 0; i < ordinals.length; i++) wanted[ordinals[i]!] = 1;
  const bits = new Uint32Array((segment.maxDoc + 31) >>> 5);
  const { data, offsets, present } = column;
  for (let doc = 0; doc < segment.maxDoc; doc++) {
    if (present !== null && (present[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
    const from = offsets === null ? doc : offsets[doc]!;
    const to = offsets === null ? doc + 1 : offsets[doc + 1]!;
    for (let i = from; i < to; i++) if (wanted[data[i]!] === 1) bits[doc >>> 5]! |= 1 << (doc & 31);
  }
  return new BitSetScorer(bits, segment.maxDoc, score);
}

/** Below this many terms their postings are cheaper than a pass over the values. */
const FEW_TERMS = 64;

/** Documents that have one of the terms [from, to), each scored `score`; null where there are none. */
export function ordinalRangeScorer(
  segment: SegmentReader,
  field: string,
  indexed: boolean,
  from: number,
  to: number,
  score: number,
): Scorer | null {
  if (from >= to) return null;
  const column = segment.ordinals(field);
  if (column === null || (indexed && to - from < FEW_TERMS)) {
    const ordinals = Int32Array.from({ length: to - from }, (_, i) => from + i);
    return ordinalsScorer(segment, field, indexed, ordinals, score);
  }
  const bits = new Uint32Array((segment.maxDoc + 31) >>> 5);
  const cost =
    column.offsets === null ? markSingle(column, from, to, bits) : markMultiple(column, from, to, bits);
  return cost === 0 ? null : new BitSetScorer(bits, cost, score);
}

/** Sets the bits of documents whose one ordinal lies in [from, to); returns how many there are. */
function markSingle(column: OrdinalColumn, from: number, to: number, bits: Uint32Array): number {
  const { data, present } = column;
  const maxDoc = Math.min(data.length, bits.length * 32);
  let count = 0;
  for (let doc = 0; doc < maxDoc; doc++) {
    const ordinal = data[doc]!;
    if (ordinal < from || ordinal >= to) continue;
    if (present !== null && (present[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
    bits[doc >>> 5]! |= 1 << (doc & 31);
    count++;
  }
  return count;
}

function markMultiple(column: OrdinalColumn, from: number, to: number, bits: Uint32Array): number {
  const { data } = column;
  const offsets = column.offsets!;
  let count = 0;
  for (let doc = 0; doc + 1 < offsets.length; doc++) {
    for (let i = offsets[doc]!; i < offsets[doc + 1]!; i++) {
      if (data[i]! < from || data[i]! >= to) continue;
      bits[doc >>> 5]! |= 1 << (doc & 31);
      count++;
      break;
    }
  }
  return count;
}
