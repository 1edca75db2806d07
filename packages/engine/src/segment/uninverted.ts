import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { FrequencyFilter } from '../mapping/mapped-field.ts';
import { keptTerms } from './kept-terms.ts';
import type { OrdinalColumn, TermsReader } from './segment-reader.ts';

/** The terms of a text field by document, as a field of ordinals has them from the start. */
export interface Uninverted {
  readonly terms: TermsReader;
  readonly column: OrdinalColumn;
  /** What it takes in memory beside the segment. */
  readonly bytes: number;
}

/** Takes long for many postings; charges the budget, which also has to allow the memory that it takes meanwhile. */
export function* uninvert(
  inverted: TermsReader,
  maxDoc: number,
  filter: FrequencyFilter,
  budget: WorkBudget,
): Steps<Uninverted> {
  const terms = yield* keptTerms(inverted, filter, budget);
  let valueCount = 0;
  for (let ordinal = 0; ordinal < terms.size; ordinal++) valueCount += terms.docFreq(ordinal);
  const passing = valueCount * 4;
  budget.reserve(passing, '<fielddata>');
  const docs = new Uint32Array(valueCount);
  const offsets = new Uint32Array(maxDoc + 1);
  let at = 0;
  for (let ordinal = 0; ordinal < terms.size; ordinal++) {
    const end = terms.copyDocs(ordinal, docs, at);
    budget.charge(1 + ((end - at) >>> 6));
    for (; at < end; at++) offsets[docs[at]! + 1]!++;
    if (budget.sliceOver) yield;
  }
  let docCount = 0;
  for (let doc = 0; doc < maxDoc; doc++) {
    if (offsets[doc + 1]! > 0) docCount++;
    offsets[doc + 1]! += offsets[doc]!;
  }
  const data = emptyData(terms.size, valueCount);
  const next = offsets.slice(0, maxDoc);
  at = 0;
  for (let ordinal = 0; ordinal < terms.size; ordinal++) {
    const end = at + terms.docFreq(ordinal);
    budget.charge(1 + ((end - at) >>> 6));
    for (; at < end; at++) data[next[docs[at]!]!++] = ordinal;
    if (budget.sliceOver) yield;
  }
  budget.release(passing);
  const own = terms === inverted ? 0 : terms.bytes.byteLength + terms.offsets.byteLength;
  const column = { data, offsets, present: null, valueCount, docCount };
  return { terms, column, bytes: data.byteLength + offsets.byteLength + own };
}

function emptyData(terms: number, length: number): OrdinalColumn['data'] {
  if (terms <= 0x100) return new Uint8Array(length);
  return terms <= 0x1_0000 ? new Uint16Array(length) : new Uint32Array(length);
}
