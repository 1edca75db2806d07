import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { unsignedArray, unsignedWidth } from '../codec/narrow-array.ts';
import type { FrequencyFilter } from '../mapping/mapped-field.ts';
import type { Hold } from './fielddata.ts';
import { keptTerms } from './kept-terms.ts';
import type { OrdinalColumn, TermsReader } from './segment-reader.ts';

/** The terms of a text field by document, as a field of ordinals has them from the start. */
export interface Uninverted {
  readonly terms: TermsReader;
  readonly column: OrdinalColumn;
  /** What it takes in memory beside the segment. */
  readonly bytes: number;
}

/** Takes long for many postings; charges the budget, which also has to allow the memory that it takes meanwhile; asks for what is kept. */
export function* uninvert(
  inverted: TermsReader,
  maxDoc: number,
  filter: FrequencyFilter,
  budget: WorkBudget,
  hold: Hold,
): Steps<Uninverted> {
  const terms = yield* keptTerms(inverted, filter, budget);
  let valueCount = 0;
  for (let ordinal = 0; ordinal < terms.size; ordinal++) valueCount += terms.docFreq(ordinal);
  const passing = valueCount * 4 + maxDoc * 4;
  budget.reserve(passing, '<fielddata>');
  const own = terms === inverted ? 0 : terms.bytes.byteLength + terms.offsets.byteLength;
  const bytes = valueWidth(terms.size) * valueCount + (maxDoc + 1) * 4 + own;
  hold(bytes);
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
  const data = unsignedArray(valueWidth(terms.size), valueCount);
  const next = offsets.slice(0, maxDoc);
  at = 0;
  for (let ordinal = 0; ordinal < terms.size; ordinal++) {
    const end = at + terms.docFreq(ordinal);
    budget.charge(1 + ((end - at) >>> 6));
    for (; at < end; at++) data[next[docs[at]!]!++] = ordinal;
    if (budget.sliceOver) yield;
  }
  budget.release(passing);
  const column = { data, offsets, present: null, valueCount, docCount };
  return { terms, column, bytes };
}

/** Bytes of an ordinal. */
function valueWidth(terms: number): 1 | 2 | 4 {
  return unsignedWidth(Math.max(0, terms - 1));
}
