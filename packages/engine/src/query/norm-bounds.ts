import type { WorkBudget } from '../budget/work-budget.ts';
import type { Postings } from '../segment/postings.ts';
import { bm25 } from './bm25.ts';

/** The highest score that a term gives to documents of each length, by norm byte. */
export class NormBounds {
  bounds: Float64Array;
  readonly #postings: Postings;
  readonly #weight: number;
  readonly #inverses: Float32Array;
  readonly #highestFreq: number;
  #sharp = false;

  constructor(postings: Postings, weight: number, inverses: Float32Array) {
    this.#postings = postings;
    this.#weight = weight;
    this.#inverses = inverses;
    let most = 1;
    for (let block = 0; block < postings.blockCount; block++) {
      const freq = postings.maxFreqOf(block);
      if (freq > most) most = freq;
    }
    this.#highestFreq = most;
    // In a loop: `from` with a function takes ten times as long.
    this.bounds = new Float64Array(inverses.length);
    for (let norm = 0; norm < inverses.length; norm++)
      this.bounds[norm] = bm25(weight, most, inverses[norm]!);
  }

  /** Makes them those of documents that there are, as the frequencies of each length are read; false where they are that already. */
  sharpen(norms: Uint8Array | null, budget: WorkBudget): boolean {
    if (this.#sharp || norms === null || this.#highestFreq === 1) return false;
    this.#sharp = true;
    const most = new Uint32Array(this.#inverses.length).fill(1);
    const postings = this.#postings.again();
    const { docs, freqs } = postings;
    for (let block = 0; block < postings.blockCount; block++) {
      budget.charge(1);
      if (postings.maxFreqOf(block) === 1) continue;
      postings.seekBlock(postings.lastDocOf(block));
      postings.loadFreqs();
      for (let i = 0; i < postings.length; i++) {
        const norm = norms[docs[i]!]!;
        if (freqs[i]! > most[norm]!) most[norm] = freqs[i]!;
      }
    }
    this.bounds = Float64Array.from(most, (freq, norm) => bm25(this.#weight, freq, this.#inverses[norm]!));
    return true;
  }
}
