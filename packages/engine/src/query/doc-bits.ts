import type { WorkBudget } from '../budget/work-budget.ts';

/** Documents that are gone through between two looks at the budget. */
const CHUNK = 4096;

/** A bit for each document of a segment, none set. */
export function docBits(maxDoc: number, budget: WorkBudget): Uint32Array<ArrayBuffer> {
  const words = (maxDoc + 31) >>> 5;
  budget.reserve(words * 4, '<documents of a query>');
  return new Uint32Array(words);
}

/** Sets the bits of `docs[from]` up to `docs[to - 1]`. */
export function setDocBits(
  docs: Uint32Array,
  from: number,
  to: number,
  bits: Uint32Array,
  budget: WorkBudget,
): void {
  for (let start = from; start < to; start += CHUNK) {
    const end = Math.min(to, start + CHUNK);
    budget.charge(1 + ((end - start) >>> 7));
    for (let i = start; i < end; i++) {
      const doc = docs[i]!;
      bits[doc >>> 5]! |= 1 << (doc & 31);
    }
  }
}

/** Calls `each` with [from, to) for all of [0, end), charging on the way. */
export function inChunks(end: number, budget: WorkBudget, each: (from: number, to: number) => void): void {
  for (let from = 0; from < end; from += CHUNK) {
    const to = Math.min(end, from + CHUNK);
    budget.charge(1 + ((to - from) >>> 7));
    each(from, to);
  }
}
