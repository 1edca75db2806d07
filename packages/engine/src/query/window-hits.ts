import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import { scoreBound } from './score-bounds.ts';
import type { DocBlock } from './scorer.ts';

/** Documents per window. */
export const WINDOW = 4096;

/** Documents of a window, ascending, with their scores as doubles beside them. Nothing is known of what stands behind them. */
export class WindowHits {
  /** With room for an end. */
  readonly docs = new Int32Array(WINDOW + 1);
  /** A 0, and behind it the scores: where there is none, that is the place before the first. */
  readonly padded = new Float64Array(WINDOW + 1);
  readonly scores = this.padded.subarray(1);
  length = 0;

  /** Puts those of the next ones to the block that score above the minimum; returns where others go on. */
  giveOut(from: number, block: DocBlock, minScore: number): number {
    const { docs, scores } = this;
    const { docs: blockDocs, scores: blockScores } = block;
    const end = Math.min(this.length, from + BLOCK_SIZE);
    let kept = 0;
    for (let i = from; i < end; i++) {
      const score = Math.fround(scores[i]!);
      blockDocs[kept] = docs[i]!;
      blockScores[kept] = score;
      kept += Number(!(score <= minScore));
    }
    block.length = kept;
    return end;
  }

  /** Sets the bit of each, the first being that of `base`. */
  mark(bits: Uint32Array, base: number): void {
    const { docs, length } = this;
    for (let i = 0; i < length; i++) {
      const slot = docs[i]! - base;
      bits[slot >>> 5]! |= 1 << (slot & 31);
    }
  }

  /** Drops what nothing that can still be added lifts above the minimum. */
  keepPossible(possible: number, minScore: number): void {
    const { docs, scores, length } = this;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const score = scores[i]!;
      docs[kept] = docs[i]!;
      scores[kept] = score;
      kept += Number(!(scoreBound(score + possible) <= minScore));
    }
    this.length = kept;
  }

  /** The same where the length of a document tells how much can be added, of each of some. */
  keepByNorm(minScore: number, byNorm: readonly Float64Array[], norms: Uint8Array): void {
    const { docs, scores, length } = this;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const score = scores[i]!;
      const doc = docs[i]!;
      const norm = norms[doc]!;
      let sum = score;
      for (let j = 0; j < byNorm.length; j++) sum += byNorm[j]![norm]!;
      if (Math.fround(sum) <= minScore) continue;
      docs[kept] = doc;
      scores[kept++] = score;
    }
    this.length = kept;
  }
}
