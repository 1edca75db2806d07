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

/** The ordinals [from, to). */
export function ordinalRange(from: number, to: number): Ordinals {
  const length = Math.max(0, to - from);
  const ordinals = new Int32Array(length);
  for (let i = 0; i < length; i++) ordinals[i] = from + i;
  return ordinals;
}
