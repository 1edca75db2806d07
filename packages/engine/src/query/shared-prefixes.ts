import type { WorkBudget } from '../budget/work-budget.ts';
import type { TermsReader } from '../segment/segment-reader.ts';

/** More is not told: neither of bytes nor of terms. */
const MOST = 255;

/** Terms that take as long to compare as a step of the budget. */
const TERMS_PER_STEP = 64;

/** Of each term of a dictionary, by its ordinal. */
export interface SharedPrefixes {
  /** How many bytes it has in common with the one before it, at most 255. */
  readonly bytes: Uint8Array;
  /** How many terms further on the next one is that has no more in common with the one before it; 255 for more. */
  readonly behind: Uint8Array;
}

const known = new WeakMap<TermsReader, SharedPrefixes>();

/**
 * What neighbours in a dictionary have in common: who goes through the dictionary by prefixes need not compare them. Worked out
 * when first asked for, and kept as long as the segment.
 */
export function sharedPrefixes(terms: TermsReader, budget: WorkBudget): SharedPrefixes {
  let prefixes = known.get(terms);
  if (prefixes !== undefined) return prefixes;
  const { bytes, offsets, size } = terms;
  const shared = new Uint8Array(size);
  for (let ordinal = 1; ordinal < size; ordinal++) {
    if (ordinal % TERMS_PER_STEP === 0) budget.charge(1);
    const before = offsets[ordinal - 1]!;
    const start = offsets[ordinal]!;
    const most = Math.min(MOST, start - before, offsets[ordinal + 1]! - start);
    let same = 0;
    while (same < most && bytes[before + same] === bytes[start + same]) same++;
    shared[ordinal] = same;
  }
  prefixes = { bytes: shared, behind: behindOf(shared, budget) };
  known.set(terms, prefixes);
  return prefixes;
}

function behindOf(shared: Uint8Array, budget: WorkBudget): Uint8Array {
  const behind = new Uint8Array(shared.length);
  for (let ordinal = shared.length - 1; ordinal >= 0; ordinal--) {
    if (ordinal % TERMS_PER_STEP === 0) budget.charge(1);
    let next = ordinal + 1;
    while (next < shared.length && shared[next]! > shared[ordinal]!) next += behind[next]!;
    behind[ordinal] = Math.min(MOST, next - ordinal);
  }
  return behind;
}
