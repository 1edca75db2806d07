import type { WorkBudget } from '../../budget/work-budget.ts';
import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import type { Postings } from '../../segment/postings.ts';
import { PositionIterator } from '../positions/position-iterator.ts';

/**
 * The spans of positions that a query has in the documents of one segment, ascending by start (Lucene's `Spans`): `start` is
 * the first position of the span at hand, and `end` the one behind its last.
 */
export abstract class Spans extends PositionIterator {
  /** Positions within it that its parts leave, as Lucene counts them for the score. */
  width = 0;

  /** The start of the next span, or NO_MORE_POSITIONS. */
  abstract next(): number;

  /** Marks the terms that the span at hand is made of, where it is one of a text. */
  mark(): void {}

  /** Moves to the first span that begins at the position or behind it. */
  skipTo(position: number): number {
    while (this.start < position) this.next();
    return this.start;
  }

  protected override rewind(): void {
    this.start = -1;
    this.end = -1;
    this.width = 0;
  }

  protected take(spans: Spans): number {
    this.start = spans.start;
    this.end = spans.end;
    this.width = spans.width;
    return this.start;
  }
}

/** So many positions, as a power of two, take as long as a step. */
const POSITIONS_PER_STEP = 3;

/** Each position of a term. */
export class TermSpans extends Spans {
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

  override next(): number {
    if (this.#at >= this.#length) return this.exhaust();
    this.start = this.#positions[this.#at++]!;
    this.end = this.start + 1;
    return this.start;
  }
}
