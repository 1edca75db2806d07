import type { WorkBudget } from '../budget/work-budget.ts';
import type { TermsReader } from '../segment/segment-reader.ts';

/** More is not told. */
const MOST = 255;

/** Terms that take as long to compare as a step of the budget. */
const TERMS_PER_STEP = 64;

const known = new WeakMap<TermsReader, Uint8Array>();

/**
 * How many bytes each term of a dictionary has in common with the one before it, at most 255: who goes through the
 * dictionary by prefixes need not compare them. Worked out when first asked for, and kept as long as the segment.
 */
export function sharedPrefixes(terms: TermsReader, budget: WorkBudget): Uint8Array {
  let shared = known.get(terms);
  if (shared !== undefined) return shared;
  const { bytes, offsets, size } = terms;
  shared = new Uint8Array(size);
  for (let ordinal = 1; ordinal < size; ordinal++) {
    if (ordinal % TERMS_PER_STEP === 0) budget.charge(1);
    const before = offsets[ordinal - 1]!;
    const start = offsets[ordinal]!;
    const most = Math.min(MOST, start - before, offsets[ordinal + 1]! - start);
    let same = 0;
    while (same < most && bytes[before + same] === bytes[start + same]) same++;
    shared[ordinal] = same;
  }
  known.set(terms, shared);
  return shared;
}
