import type { WorkBudget } from '../budget/work-budget.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import { OneField } from './one-field.ts';
import { scoreBound } from './score-bounds.ts';
import type { ScoreWindow, ScoreWindows } from './score-window.ts';
import { BlockScorer, type DocBlock, type Scorer } from './scorer.ts';
import { WINDOW } from './window-hits.ts';

export interface MinimumMatchUse {
  /** 2 or more. */
  readonly minimum: number;
  readonly maxDoc: number;
  readonly windows: ScoreWindows;
  readonly budget: WorkBudget;
  /** false: nobody looks at the scores. */
  readonly scoring: boolean;
}

const WORDS = WINDOW / 32;

/**
 * Documents that match at least `minimum` of the clauses, scored by the sum, window by window. How many clauses a document
 * matches is counted for 32 documents at a time, in as many bits each as the number of clauses needs.
 */
export class MinimumMatchScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #clauses: readonly Scorer[];
  readonly #use: MinimumMatchUse;
  readonly #field: OneField | null;
  readonly #window: ScoreWindow;
  /** The bits of the counts, the lowest first; all zero between two windows. */
  readonly #counts: readonly Uint32Array[];
  #length = 0;
  #given = 0;
  #windowEnd = 0;

  constructor(clauses: readonly Scorer[], use: MinimumMatchUse) {
    super();
    this.#use = use;
    this.#clauses = clauses;
    this.#window = use.windows.borrow();
    this.#field = use.scoring ? OneField.of(clauses) : null;
    const bits = 32 - Math.clz32(clauses.length);
    this.#counts = Array.from({ length: bits }, () => new Uint32Array(WORDS));
    const costs = clauses.map((clause) => clause.cost).sort((a, b) => a - b);
    // The `minimum - 1` most frequent clauses find nothing without the help of another.
    this.cost = costs.slice(0, costs.length - use.minimum + 1).reduce((sum, cost) => sum + cost, 0);
    this.maxScore = Math.fround(clauses.reduce((sum, clause) => sum + clause.maxScore, 0));
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    while (this.#given === this.#length) if (!this.#fillWindow(from, minScore)) return false;
    const length = Math.min(BLOCK_SIZE, this.#length - this.#given);
    const { docs, scores } = this.#window;
    let kept = 0;
    for (let i = this.#given; i < this.#given + length; i++) {
      const score = Math.fround(scores[i]!);
      if (score <= minScore) continue;
      block.docs[kept] = docs[i]!;
      block.scores[kept++] = score;
    }
    block.length = kept;
    this.#given += length;
    return true;
  }

  /** Works on the next window; false when there is none. It may turn out empty. */
  #fillWindow(from: number, minScore: number): boolean {
    const { maxDoc, budget, scoring } = this.#use;
    const base = Math.max(this.#windowEnd, from - (from % WINDOW));
    if (base >= maxDoc) return false;
    budget.charge(1);
    const end = Math.min(base + WINDOW, maxDoc);
    this.#windowEnd = end;
    this.#given = 0;
    this.#length = 0;
    if (minScore >= 0 && this.#bound(base, end - 1) <= minScore) return true;
    // A window is swept once for each clause, and once more.
    budget.charge(1 + this.#clauses.length);
    const { bits, sums } = this.#window;
    for (const clause of this.#clauses) {
      clause.accumulate(base, end, bits, scoring ? sums : null);
      this.#addBits();
    }
    this.#drain(base);
    return true;
  }

  #bound(from: number, to: number): number {
    if (this.#field !== null) return this.#field.boundOf(from, to);
    let sum = 0;
    for (const clause of this.#clauses) sum += clause.boundOf(from, to);
    return scoreBound(sum);
  }

  /** One more for each document whose bit is set; clears the bits. */
  #addBits(): void {
    const { bits } = this.#window;
    const counts = this.#counts;
    for (let word = 0; word < WORDS; word++) {
      let carry = bits[word]!;
      if (carry === 0) continue;
      bits[word] = 0;
      for (let bit = 0; carry !== 0; bit++) {
        const before = counts[bit]![word]!;
        counts[bit]![word] = before ^ carry;
        carry &= before;
      }
    }
  }

  /** The documents of a word whose count is the minimum or more, as bits; clears their counts. */
  #enough(word: number): number {
    const counts = this.#counts;
    const { minimum } = this.#use;
    let above = 0;
    let equal = -1;
    for (let bit = counts.length - 1; bit >= 0; bit--) {
      const own = counts[bit]![word]!;
      counts[bit]![word] = 0;
      if ((minimum & (1 << bit)) !== 0) equal &= own;
      else {
        above |= equal & own;
        equal &= ~own;
      }
    }
    return above | equal;
  }

  #drain(base: number): void {
    const { docs, scores, sums } = this.#window;
    let length = 0;
    for (let word = 0; word < WORDS; word++) {
      for (let rest = this.#enough(word); rest !== 0; rest &= rest - 1) {
        const slot = (word << 5) + 31 - Math.clz32(rest & -rest);
        docs[length] = base + slot;
        scores[length++] = sums[slot]!;
      }
    }
    if (this.#use.scoring) sums.fill(0);
    this.#length = length;
  }
}
