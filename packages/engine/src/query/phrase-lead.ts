import type { WorkBudget } from '../budget/work-budget.ts';
import type { Postings } from '../segment/postings.ts';
import { bm25, NO_NORM } from './bm25.ts';

/** So many blocks left out, as a power of two, take as long as one that is read. */
const SKIPS_PER_STEP = 4;

/** So many documents of the lead, looked up in other terms, take as long as a step: as a power of two, and less 1. */
export const LOOKED_UP_PER_STEP = 4;
export const LOOKED_UP_MASK = (1 << LOOKED_UP_PER_STEP) - 1;

/** So many positions, as a power of two, take as long as a step. */
export const POSITIONS_PER_STEP = 4;

/**
 * The rarest term of a phrase on its way by block. Blocks whose documents cannot score enough are left out: the phrase
 * is in no document more often than this term.
 */
export class PhraseLead {
  readonly postings: Postings;
  readonly #weight: number;
  readonly #inverses: Float32Array;
  readonly #norms: Uint8Array | null;
  readonly #budget: WorkBudget;
  #started = false;

  constructor(
    postings: Postings,
    weight: number,
    inverses: Float32Array,
    norms: Uint8Array | null,
    budget: WorkBudget,
  ) {
    this.postings = postings;
    this.#weight = weight;
    this.#inverses = inverses;
    this.#norms = norms;
    this.#budget = budget;
  }

  /** The next block with a document >= `from` that can score above `minScore`; false at the end. */
  load(from: number, minScore: number): boolean {
    const { postings } = this;
    const count = postings.blockCount;
    let next = this.#started ? postings.block + 1 : 0;
    this.#started = true;
    if (next >= count) return false;
    if (from > postings.lastDocOf(next)) next = Math.max(next, postings.findBlock(from));
    if (minScore >= 0) {
      const first = next;
      while (next < count && this.#boundOf(next) <= minScore) next++;
      this.#budget.charge((next - first) >>> SKIPS_PER_STEP);
    }
    return next < count && postings.seekBlock(postings.lastDocOf(next));
  }

  #boundOf(block: number): number {
    const { postings } = this;
    const norm = this.#norms === null ? NO_NORM : postings.minNormOf(block);
    return bm25(this.#weight, postings.maxFreqOf(block), this.#inverses[norm]!);
  }
}
