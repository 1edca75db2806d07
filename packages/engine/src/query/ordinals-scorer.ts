import type { WorkBudget } from '../budget/work-budget.ts';
import type { OrdinalColumn, SegmentReader } from '../segment/segment-reader.ts';
import { BitSetScorer, PostingsScorer } from './constant-scorer.ts';
import { docBits, inChunks } from './doc-bits.ts';
import type { Scorer } from './scorer.ts';

/** Ascending, distinct ordinals of one field in one segment. */
export type Ordinals = { readonly length: number; readonly [index: number]: number };

/** What scorers over the terms of a field share. */
export interface TermsUse {
  readonly field: string;
  readonly indexed: boolean;
  /** Of each document. */
  readonly score: number;
  readonly budget: WorkBudget;
}

/** Documents that have one of the terms; null where there are none. */
export function ordinalsScorer(segment: SegmentReader, ordinals: Ordinals, use: TermsUse): Scorer | null {
  const { field, indexed, score, budget } = use;
  const terms = segment.terms(field);
  if (ordinals.length === 0 || terms === null) return null;
  if (!indexed) return columnScorer(segment, segment.ordinals(field), terms.size, ordinals, use);
  if (ordinals.length === 1) return new PostingsScorer(terms.postings(ordinals[0]!), score, budget);
  const bits = docBits(segment.maxDoc, budget);
  let cost = 0;
  for (let i = 0; i < ordinals.length; i++) {
    const postings = terms.postings(ordinals[i]!);
    budget.charge(1 + postings.blockCount);
    cost += postings.docFreq;
    postings.intoBitSet(segment.maxDoc, bits, 0);
  }
  return new BitSetScorer(bits, Math.min(cost, segment.maxDoc), score, budget);
}

/** The same by the values of each document, for a field that has no postings. */
function columnScorer(
  segment: SegmentReader,
  column: OrdinalColumn | null,
  size: number,
  ordinals: Ordinals,
  { score, budget }: TermsUse,
): Scorer | null {
  if (column === null) return null;
  const wanted = new Uint8Array(size);
  for (let i = 0; i < ordinals.length; i++) wanted[ordinals[i]!] = 1;
  const bits = docBits(segment.maxDoc, budget);
  const { data, offsets, present } = column;
  inChunks(segment.maxDoc, budget, (start, end) => {
    for (let doc = start; doc < end; doc++) {
      if (present !== null && (present[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
      const from = offsets === null ? doc : offsets[doc]!;
      const to = offsets === null ? doc + 1 : offsets[doc + 1]!;
      for (let i = from; i < to; i++) if (wanted[data[i]!] === 1) bits[doc >>> 5]! |= 1 << (doc & 31);
    }
  });
  return new BitSetScorer(bits, segment.maxDoc, score, budget);
}

/** Below this many terms their postings are cheaper than a pass over the values. */
const FEW_TERMS = 64;

/** Documents that have one of the terms [from, to); null where there are none. */
export function ordinalRangeScorer(
  segment: SegmentReader,
  from: number,
  to: number,
  use: TermsUse,
): Scorer | null {
  if (from >= to) return null;
  const { field, indexed, score, budget } = use;
  const column = segment.ordinals(field);
  if (column === null || (indexed && to - from < FEW_TERMS)) {
    const ordinals = Int32Array.from({ length: to - from }, (_, i) => from + i);
    return ordinalsScorer(segment, ordinals, use);
  }
  const bits = docBits(segment.maxDoc, budget);
  const mark = column.offsets === null ? markSingle : markMultiple;
  let cost = 0;
  inChunks(segment.maxDoc, budget, (start, end) => {
    cost += mark(column, { from, to }, bits, start, end);
  });
  return cost === 0 ? null : new BitSetScorer(bits, cost, score, budget);
}

interface OrdinalRange {
  readonly from: number;
  readonly to: number;
}

/** Sets the bits of documents in [start, end) whose one ordinal lies in the range; returns how many there are. */
function markSingle(
  column: OrdinalColumn,
  { from, to }: OrdinalRange,
  bits: Uint32Array,
  start: number,
  end: number,
): number {
  const { data, present } = column;
  const last = Math.min(data.length, end);
  let count = 0;
  for (let doc = start; doc < last; doc++) {
    const ordinal = data[doc]!;
    if (ordinal < from || ordinal >= to) continue;
    if (present !== null && (present[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
    bits[doc >>> 5]! |= 1 << (doc & 31);
    count++;
  }
  return count;
}

function markMultiple(
  column: OrdinalColumn,
  { from, to }: OrdinalRange,
  bits: Uint32Array,
  start: number,
  end: number,
): number {
  const { data } = column;
  const offsets = column.offsets!;
  let count = 0;
  for (let doc = start; doc < end; doc++) {
    for (let i = offsets[doc]!; i < offsets[doc + 1]!; i++) {
      if (data[i]! < from || data[i]! >= to) continue;
      bits[doc >>> 5]! |= 1 << (doc & 31);
      count++;
      break;
    }
  }
  return count;
}
