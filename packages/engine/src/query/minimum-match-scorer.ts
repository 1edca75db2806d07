import type { WorkBudget } from '../budget/work-budget.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import { BlockScorer, type DocBlock, type Scorer } from './scorer.ts';

const WINDOW = 4096;

/**
 * Documents that match at least `minimum` (2 or more) of the clauses, scored by the sum, window by window.
 */
export class MinimumMatchScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #clauses: readonly Scorer[];
  readonly #minimum: number;
  readonly #maxDoc: number;
  readonly #budget: WorkBudget;
  readonly #bits = new Uint32Array(WINDOW / 32);
  readonly #counts = new Uint16Array(WINDOW);
  readonly #sums = new Float64Array(WINDOW);
  readonly #docs = new Int32Array(WINDOW);
  readonly #scores = new Float32Array(WINDOW);
  #length = 0;
  #given = 0;
  #windowEnd = 0;

  constructor(clauses: readonly Scorer[], minimum: number, maxDoc: number, budget: WorkBudget) {
    super();
    this.#budget = budget;
    this.#clauses = clauses;
    this.#minimum = minimum;
    this.#maxDoc = maxDoc;
    const costs = clauses.map((clause) => clause.cost).sort((a, b) => a - b);
    // The `minimum - 1` most frequent clauses find nothing without the help of another.
    this.cost = costs.slice(0, costs.length - minimum + 1).reduce((sum, cost) => sum + cost, 0);
    this.maxScore = Math.fround(clauses.reduce((sum, clause) => sum + clause.maxScore, 0));
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    while (this.#given === this.#length) if (!this.#fillWindow(from)) return false;
    const length = Math.min(BLOCK_SIZE, this.#length - this.#given);
    for (let i = 0; i < length; i++) {
      block.docs[i] = this.#docs[this.#given + i]!;
      block.scores[i] = this.#scores[this.#given + i]!;
    }
    block.length = length;
    this.#given += length;
    return true;
  }

  #fillWindow(from: number): boolean {
    const base = Math.max(this.#windowEnd, from - (from % WINDOW));
    if (base >= this.#maxDoc) return false;
    // A window is swept once for each clause, and once more.
    this.#budget.charge(4 * (1 + this.#clauses.length));
    const end = Math.min(base + WINDOW, this.#maxDoc);
    this.#windowEnd = end;
    this.#given = 0;
    for (const clause of this.#clauses) {
      clause.accumulate(base, end, this.#bits, this.#sums);
      this.#count();
    }
    let length = 0;
    for (let slot = 0; slot < end - base; slot++) {
      if (this.#counts[slot]! >= this.#minimum) {
        this.#docs[length] = base + slot;
        this.#scores[length++] = this.#sums[slot]!;
      }
    }
    this.#counts.fill(0);
    this.#sums.fill(0);
    this.#length = length;
    return true;
  }

  /** One more for each document whose bit is set; clears the bits. */
  #count(): void {
    const bits = this.#bits;
    for (let word = 0; word < bits.length; word++) {
      let rest = bits[word]!;
      bits[word] = 0;
      while (rest !== 0) {
        this.#counts[(word << 5) + 31 - Math.clz32(rest & -rest)]!++;
        rest &= rest - 1;
      }
    }
  }
}
