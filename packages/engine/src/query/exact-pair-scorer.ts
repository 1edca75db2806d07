import type { WorkBudget } from '../budget/work-budget.ts';
import type { Postings } from '../segment/postings.ts';
import { BlockPair } from './block-pair.ts';
import { BlockPositions, pairFreqs } from './block-positions.ts';
import { bm25, NO_NORM } from './bm25.ts';
import { LOOKED_UP_PER_STEP, PhraseLead } from './phrase-lead.ts';
import { BlockScorer, type DocBlock } from './scorer.ts';

/** Two terms of one field and of more than one document each, rarest first, and how far the other stands behind it in the phrase. */
export interface ExactPair {
  readonly lead: Postings;
  readonly other: Postings;
  readonly distance: number;
}

/** Of all scorers of this kind, which need them within a call only. */
const pair = new BlockPair();
const lefts = new BlockPositions();
const rights = new BlockPositions();

/**
 * Documents in which two terms stand one behind the other, as most phrases have it: what `PhraseScorer` does for any
 * phrase, by blocks of both terms, without an object or a list of positions per term.
 */
export class ExactPairScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #lead: PhraseLead;
  readonly #other: Postings;
  readonly #distance: number;
  readonly #weight: number;
  readonly #inverses: Float32Array;
  readonly #norms: Uint8Array | null;
  readonly #budget: WorkBudget;
  #ended = false;

  constructor(
    { lead, other, distance }: ExactPair,
    weight: number,
    inverses: Float32Array,
    norms: Uint8Array | null,
    budget: WorkBudget,
  ) {
    super();
    this.#lead = new PhraseLead(lead, weight, inverses, norms, budget);
    this.#other = other;
    this.#distance = distance;
    this.#weight = weight;
    this.#inverses = inverses;
    this.#norms = norms;
    this.#budget = budget;
    this.cost = lead.docFreq;
    this.maxScore = weight;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    this.#budget.charge(1);
    block.length = 0;
    if (this.#ended || this.maxScore <= minScore || !this.#lead.load(from, minScore)) return false;
    const lead = this.#lead.postings;
    const other = this.#other;
    const { docs, length } = lead;
    let hasPositions = false;
    let start = 0;
    while (start < length && docs[start]! < from) start++;
    while (start < length) {
      if (!other.seekBlock(docs[start]!)) {
        this.#ended = true;
        break;
      }
      const last = other.docs[other.length - 1]!;
      let end = start + 1;
      while (end < length && docs[end]! <= last) end++;
      this.#budget.charge(1 + ((end - start) >>> LOOKED_UP_PER_STEP));
      pair.intersect(lead, start, end, other);
      start = end;
      if (pair.length === 0) continue;
      if (!hasPositions) lefts.load(lead, length);
      hasPositions = true;
      rights.load(other, pair.rights[pair.length - 1]! + 1);
      this.#scorePair(block, minScore);
    }
    if (hasPositions) {
      lefts.clear();
      rights.clear();
    }
    return true;
  }

  /** The documents that the loaded blocks have in common. */
  #scorePair(block: DocBlock, minScore: number): void {
    if (minScore >= 0) this.#dropWeak(minScore);
    const weight = this.#weight;
    // Without a weight it only matters whether it matches.
    pairFreqs(pair, lefts, rights, this.#distance, weight === 0 ? 1 : 0x7fffffff, this.#budget);
    const { docs } = this.#lead.postings;
    const inverses = this.#inverses;
    const norms = this.#norms;
    let found = block.length;
    for (let n = 0; n < pair.length; n++) {
      const freq = pair.freqs[n]!;
      if (freq === 0) continue;
      const doc = docs[pair.lefts[n]!]!;
      block.docs[found] = doc;
      block.scores[found++] = bm25(weight, freq, inverses[norms === null ? NO_NORM : norms[doc]!]!);
    }
    block.length = found;
  }

  /** A phrase is in no document more often than either of its words. */
  #dropWeak(minScore: number): void {
    const { docs } = this.#lead.postings;
    const norms = this.#norms;
    let kept = 0;
    for (let n = 0; n < pair.length; n++) {
      const i = pair.lefts[n]!;
      const j = pair.rights[n]!;
      const inverse = this.#inverses[norms === null ? NO_NORM : norms[docs[i]!]!]!;
      if (bm25(this.#weight, Math.min(lefts.freqs[i]!, rights.freqs[j]!), inverse) <= minScore) continue;
      pair.lefts[kept] = i;
      pair.rights[kept++] = j;
    }
    pair.length = kept;
  }
}
