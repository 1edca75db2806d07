import type { WorkBudget } from '../budget/work-budget.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import type { ScoreWindow, ScoreWindows } from './score-window.ts';
import { BlockScorer, type DocBlock, type Scorer } from './scorer.ts';
import { WINDOW } from './window-hits.ts';

export interface FilteredOptionalUse {
  readonly maxDoc: number;
  readonly windows: ScoreWindows;
  readonly budget: WorkBudget;
}

/**
 * Documents that a filter matches, with the scores that another scorer gives to some of them. As soon as only those can
 * still be good enough, it is they that are gone through, and the filter is asked about them.
 */
export class FilteredOptionalScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #filter: Scorer;
  readonly #optional: Scorer;
  readonly #maxDoc: number;
  readonly #budget: WorkBudget;
  readonly #window: ScoreWindow;
  /** Documents of the window that are ready, and how many of them were given. */
  #length = 0;
  #given = 0;
  #windowEnd = 0;

  constructor(filter: Scorer, optional: Scorer, { maxDoc, windows, budget }: FilteredOptionalUse) {
    super();
    this.#filter = filter;
    this.#optional = optional;
    this.#maxDoc = maxDoc;
    this.#budget = budget;
    this.#window = windows.borrow();
    this.cost = filter.cost;
    this.maxScore = Math.fround(optional.maxScore);
  }

  override stretch(doc: number): number {
    return this.#filter.stretch(doc);
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
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
    let base = Math.max(this.#windowEnd, from);
    if (base >= this.#maxDoc || this.maxScore <= minScore) return false;
    this.#budget.charge(2);
    this.#length = 0;
    this.#given = 0;
    const stretch = this.#filter.stretch(base);
    if (stretch < 0) base = -stretch;
    const end = Math.min(this.#maxDoc, base - (base % WINDOW) + WINDOW);
    this.#windowEnd = Math.max(base, end);
    if (base >= end) return true;
    if (minScore < 0) this.#takeFiltered(base, end);
    else if (this.#optional.boundOf(base, end - 1) > minScore) this.#takeScored(base, end, minScore);
    return true;
  }

  #takeFiltered(base: number, end: number): void {
    const { bits, docs, scores, hits } = this.#window;
    this.#filter.accumulate(base, end, bits, null);
    let length = 0;
    for (let word = 0; word < bits.length; word++) {
      let rest = bits[word]!;
      bits[word] = 0;
      while (rest !== 0) {
        docs[length++] = base + (word << 5) + 31 - Math.clz32(rest & -rest);
        rest &= rest - 1;
      }
    }
    scores.fill(0, 0, length);
    if (length > 0) this.#optional.probe(docs, length, hits, scores);
    this.#length = length;
  }

  #takeScored(base: number, end: number, minScore: number): void {
    const { bits, sums, docs, scores } = this.#window;
    this.#optional.accumulate(base, end, bits, sums);
    let length = 0;
    for (let word = 0; word < bits.length; word++) {
      let rest = bits[word]!;
      bits[word] = 0;
      while (rest !== 0) {
        const slot = (word << 5) + 31 - Math.clz32(rest & -rest);
        rest &= rest - 1;
        const score = sums[slot]!;
        sums[slot] = 0;
        if (Math.fround(score) <= minScore) continue;
        docs[length] = base + slot;
        scores[length++] = score;
      }
    }
    if (length > 0) this.#keepFiltered(length);
  }

  #keepFiltered(length: number): void {
    const { docs, scores, hits } = this.#window;
    hits.fill(0, 0, length);
    this.#filter.probe(docs, length, hits, null);
    let kept = 0;
    for (let i = 0; i < length; i++) {
      if (hits[i] === 0) continue;
      docs[kept] = docs[i]!;
      scores[kept++] = scores[i]!;
    }
    this.#length = kept;
  }
}
