import type { WorkBudget } from '../budget/work-budget.ts';
import type { OrdinalColumn, SegmentReader, TermsReader } from '../segment/segment-reader.ts';
import { ColumnRangeScorer } from './column-range-scorer.ts';
import { BitSetScorer, PostingsScorer } from './constant-scorer.ts';
import { docBits, inChunks } from './doc-bits.ts';
import type { Scorer } from './scorer.ts';
import { SortedDocsScorer } from './sorted-docs-scorer.ts';

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

const TERMS_LABEL = '<terms of a query>';

/** What beginning with the postings of a term takes, in documents of which the bits are set meanwhile. */
const DOCS_PER_TERM = 32;

/** Documents that have one of the terms; null where there are none. */
export function ordinalsScorer(segment: SegmentReader, ordinals: Ordinals, use: TermsUse): Scorer | null {
  const { field, indexed, score, budget } = use;
  const terms = segment.terms(field);
  if (ordinals.length === 0 || terms === null) return null;
  const column = segment.ordinals(field);
  if (!indexed) return columnScorer(segment, column, terms.size, ordinals, use);
  if (ordinals.length === 1) return new PostingsScorer(terms.postings(ordinals[0]!), score, budget);
  let docs = 0;
  for (let i = 0; i < ordinals.length; i++) docs += terms.docFreq(ordinals[i]!);
  if (column !== null && docs + ordinals.length * DOCS_PER_TERM > column.valueCount)
    return columnScorer(segment, column, terms.size, ordinals, use);
  return postingsScorer(terms, { ordinals, docs }, segment.maxDoc, use);
}

/** Below this share of the documents, as a shift, a sorted list is cheaper than a bit for each document. */
const LIST_SHARE = 11;

/** The same by postings; `docs` is the sum of the documents of the terms. */
function postingsScorer(
  terms: TermsReader,
  { ordinals, docs }: { readonly ordinals: Ordinals; readonly docs: number },
  maxDoc: number,
  { score, budget }: TermsUse,
): Scorer {
  if (docs <= maxDoc >>> LIST_SHARE) {
    const list = new Uint32Array(docs);
    let length = 0;
    budget.charge(1 + ordinals.length);
    for (let i = 0; i < ordinals.length; i++) length = terms.copyDocs(ordinals[i]!, list, length);
    const distinct = dropRepeated(list.sort());
    return new SortedDocsScorer({ docs: list, from: 0, to: distinct, column: null }, score, budget);
  }
  const bits = docBits(maxDoc, budget);
  for (let i = 0; i < ordinals.length; i++) {
    budget.charge(1 + (terms.docFreq(ordinals[i]!) >>> 7));
    terms.markDocs(ordinals[i]!, bits);
  }
  return new BitSetScorer(bits, Math.min(docs, maxDoc), score, budget);
}

/** Leaves one of equal neighbours, in place; returns how many are left. */
function dropRepeated(docs: Uint32Array): number {
  let kept = 0;
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i]!;
    if (kept === 0 || docs[kept - 1] !== doc) docs[kept++] = doc;
  }
  return kept;
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
  budget.reserve(size, TERMS_LABEL);
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

/** Below this share of the documents their postings are cheaper than a look at each value. */
const POSTINGS_SHARE = 1 / 8;

/** Of more terms than these the documents are not added up. */
const COUNTED_TERMS = 1 << 14;

/** Documents that have one of the terms [from, to); null where there are none. */
export function ordinalRangeScorer(
  segment: SegmentReader,
  from: number,
  to: number,
  use: TermsUse,
): Scorer | null {
  const { field, indexed, score, budget } = use;
  const terms = segment.terms(field);
  if (from >= to || terms === null) return null;
  if (indexed && to - from === 1) return new PostingsScorer(terms.postings(from), score, budget);
  const { maxDoc } = segment;
  const column = segment.ordinals(field);
  const docs = docsOf(terms, from, to);
  const few = column?.offsets === null ? maxDoc * POSTINGS_SHARE : (column?.valueCount ?? 0);
  if (column === null || (indexed && docs + (to - from) * DOCS_PER_TERM <= few)) {
    budget.reserve((to - from) * 4, TERMS_LABEL);
    const ordinals = new Int32Array(to - from);
    for (let i = 0; i < ordinals.length; i++) ordinals[i] = from + i;
    return postingsScorer(terms, { ordinals, docs }, maxDoc, use);
  }
  const cost = Math.min(docs, column.docCount);
  if (column.offsets === null) {
    const { data, present } = column;
    const range = { low: from, high: to - 1 };
    return new ColumnRangeScorer({ data, present, maxDoc, blocks: null }, range, { score, budget, cost });
  }
  const bits = docBits(maxDoc, budget);
  inChunks(maxDoc, budget, (start, end) => markMultiple(column, { from, to }, bits, start, end));
  return new BitSetScorer(bits, cost, score, budget);
}

/** Sum of the documents of the terms [from, to), or infinity. */
function docsOf(terms: TermsReader, from: number, to: number): number {
  if (to - from > COUNTED_TERMS) return Number.POSITIVE_INFINITY;
  let docs = 0;
  for (let ordinal = from; ordinal < to; ordinal++) docs += terms.docFreq(ordinal);
  return docs;
}

interface OrdinalRange {
  readonly from: number;
  readonly to: number;
}

/** Sets the bits of documents in [start, end) of which an ordinal lies in the range. */
function markMultiple(
  column: OrdinalColumn,
  { from, to }: OrdinalRange,
  bits: Uint32Array,
  start: number,
  end: number,
): void {
  const { data } = column;
  const offsets = column.offsets!;
  for (let doc = start; doc < end; doc++) {
    for (let i = offsets[doc]!; i < offsets[doc + 1]!; i++) {
      if (data[i]! < from || data[i]! >= to) continue;
      bits[doc >>> 5]! |= 1 << (doc & 31);
      break;
    }
  }
}
