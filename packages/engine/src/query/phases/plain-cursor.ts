import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import { DocBlock, NO_MINIMUM, type Scorer } from '../scorer.ts';
import type { DocCursor } from './doc-cursor.ts';

/** What a scorer finds: all of it matches. */
export class PlainCursor implements DocCursor {
  readonly matchCost = 0;
  readonly cost: number;
  doc = -1;
  readonly #scorer: Scorer;
  readonly #block = new DocBlock();
  #index = 0;

  constructor(scorer: Scorer) {
    this.#scorer = scorer;
    this.cost = scorer.cost;
  }

  advance(target: number): number {
    const block = this.#block;
    while (block.length === 0 || block.docs[block.length - 1]! < target) {
      this.#index = 0;
      if (!this.#scorer.nextBlock(block, target, NO_MINIMUM)) {
        block.length = 0;
        this.doc = NO_MORE_DOCS;
        return NO_MORE_DOCS;
      }
    }
    while (block.docs[this.#index]! < target) this.#index++;
    this.doc = block.docs[this.#index]!;
    return this.doc;
  }

  matches(): boolean {
    return true;
  }

  score(): number {
    return this.#block.scores[this.#index]!;
  }
}

/** Another cursor with scores of its own. */
abstract class RescoredCursor implements DocCursor {
  readonly inner: DocCursor;

  constructor(inner: DocCursor) {
    this.inner = inner;
  }

  abstract score(): number;

  get cost(): number {
    return this.inner.cost;
  }

  get matchCost(): number {
    return this.inner.matchCost;
  }

  get doc(): number {
    return this.inner.doc;
  }

  advance(target: number): number {
    return this.inner.advance(target);
  }

  matches(): boolean {
    return this.inner.matches();
  }
}

/** One score for all. */
export class FixedScoreCursor extends RescoredCursor {
  readonly #score: number;

  constructor(inner: DocCursor, score: number) {
    super(inner);
    this.#score = score;
  }

  score(): number {
    return this.#score;
  }
}

/** Scores times a factor. */
export class ScaledCursor extends RescoredCursor {
  readonly #factor: number;

  constructor(inner: DocCursor, factor: number) {
    super(inner);
    this.#factor = factor;
  }

  score(): number {
    return Math.fround(this.inner.score() * this.#factor);
  }
}
