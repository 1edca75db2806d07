import type { WorkBudget } from '../../budget/work-budget.ts';
import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import type { Postings } from '../../segment/postings.ts';
import { IntervalIterator } from './interval-iterator.ts';

/** So many positions, as a power of two, take as long as a step. */
const POSITIONS_PER_STEP = 4;

/** Each position of a term is an interval. */
export class TermIntervals extends IntervalIterator {
  readonly cost: number;
  readonly #postings: Postings;
  readonly #budget: WorkBudget;
  #positions: Int32Array = new Int32Array(16);
  #length = 0;
  #at = 0;

  constructor(postings: Postings, budget: WorkBudget) {
    super();
    this.cost = postings.docFreq;
    this.#postings = postings;
    this.#budget = budget;
  }

  override advance(target: number): number {
    if (this.doc < target) {
      this.doc = target === NO_MORE_DOCS ? NO_MORE_DOCS : this.#postings.advance(target);
    }
    return this.doc;
  }

  override begin(): void {
    this.#length = this.#postings.freq();
    this.#budget.charge(1 + (this.#length >>> POSITIONS_PER_STEP));
    this.#positions = this.#postings.positions(this.#positions);
    this.#at = 0;
    this.rewind();
  }

  override nextInterval(): number {
    if (this.#at >= this.#length) return this.exhaust();
    const position = this.#positions[this.#at++]!;
    this.start = position;
    this.end = position;
    return position;
  }

  override gaps(): number {
    return 0;
  }
}
