import { bitsOf, getBit } from '../codec/bits.ts';
import type { Scorer } from './scorer.ts';
import type { WindowHits } from './window-hits.ts';

/** Counts the matches of a segment that are not deleted. */
export class MatchCounter {
  /** Since they were taken last. */
  #matches = 0;
  readonly #live: Uint32Array | null;

  constructor(live: Uint32Array | null) {
    this.#live = live;
  }

  /** For a scorer that leaves some out for their score; null: it leaves out none that are to be counted. */
  static of(scorer: Scorer, live: Uint32Array | null): MatchCounter | null {
    // A score without end may be one that is no number, of which no minimum tells anything.
    const leavesOut = scorer.nextCounted !== undefined && Number.isFinite(scorer.maxScore);
    return leavesOut ? new MatchCounter(live) : null;
  }

  /** Those whose bit is set, the first bit being that of `base`, a multiple of 32; clears the bits. */
  addBits(bits: Uint32Array, base: number): void {
    const live = this.#live;
    const first = base >>> 5;
    const words = live === null ? bits.length : Math.min(bits.length, live.length - first);
    let matches = 0;
    for (let i = 0; i < words; i++) {
      matches += bitsOf(live === null ? bits[i]! : bits[i]! & live[first + i]!);
      bits[i] = 0;
    }
    this.#matches += matches;
  }

  addDocs({ docs, length }: WindowHits): void {
    const live = this.#live;
    if (live === null) {
      this.#matches += length;
      return;
    }
    for (let i = 0; i < length; i++) if (getBit(live, docs[i]!)) this.#matches++;
  }

  take(): number {
    const matches = this.#matches;
    this.#matches = 0;
    return matches;
  }
}
