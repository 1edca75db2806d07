import type { Postings } from '../segment/postings.ts';
import { bm25, NO_NORM } from './bm25.ts';
import type { DocBlock } from './scorer.ts';
import type { WindowHits } from './window-hits.ts';

/** The score with the most that others can add, added up as scores are. */
export function withOthers(score: number, norm: number, others: readonly Float64Array[]): number {
  let sum = score;
  for (let i = 0; i < others.length; i++) sum += others[i]![norm]!;
  return sum;
}

/** Keeps of the first documents what scores above the minimum. */
export function keepAbove(block: DocBlock, length: number, minScore: number): void {
  const { docs, scores } = block;
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const score = scores[i]!;
    if (score <= minScore) continue;
    docs[kept] = docs[i]!;
    scores[kept++] = score;
  }
  block.length = kept;
}

/** Keeps of the first documents what scores above it with the most that others can add. */
export function keepWith(
  block: DocBlock,
  length: number,
  minScore: number,
  others: readonly Float64Array[],
  norms: Uint8Array | null,
): void {
  const { docs, scores } = block;
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const doc = docs[i]!;
    const score = scores[i]!;
    const norm = norms === null ? NO_NORM : norms[doc]!;
    if (Math.fround(withOthers(score, norm, others)) <= minScore) continue;
    docs[kept] = doc;
    scores[kept++] = score;
  }
  block.length = kept;
}

/** Sets the bit of each document at [start, stop), the first bit being that of `base`. */
export function markDocs(
  docs: Int32Array,
  start: number,
  stop: number,
  base: number,
  bits: Uint32Array,
): void {
  for (let j = start; j < stop; j++) {
    const slot = docs[j]! - base;
    bits[slot >>> 5]! |= 1 << (slot & 31);
  }
}

/** Adds those of a loaded block at [start, stop) that score above the minimum, without a branch that nothing could foretell. */
export function takeAbove(
  { docs, freqs }: Postings,
  start: number,
  stop: number,
  weight: number,
  inverses: Float32Array,
  norms: Uint8Array | null,
  minScore: number,
  hits: WindowHits,
): void {
  const { docs: found, scores } = hits;
  let { length } = hits;
  for (let j = start; j < stop; j++) {
    const doc = docs[j]!;
    const norm = norms === null ? NO_NORM : norms[doc]!;
    const score = bm25(weight, freqs[j]!, inverses[norm]!);
    found[length] = doc;
    scores[length] = score;
    length += Number(!(score <= minScore));
  }
  hits.length = length;
}
