import type { WorkBudget } from '../budget/work-budget.ts';
import { nextBit, previousBit } from '../segment/segment-blocks.ts';
import type { JoinScoreMode } from './join-score-mode.ts';
import { BlockScorer, DocBlock, NO_MINIMUM, type Scorer } from './scorer.ts';

export interface JoinedDocs {
  readonly children: Uint32Array;
  readonly parents: Uint32Array;
  readonly mode: JoinScoreMode;
}

/** Above every float that can be summed up of scores. */
const NO_BOUND = 3.4e38;

/** Documents whose objects a scorer matches, which come right before them; as Lucene's `ToParentBlockJoinQuery`. */
export class BlockJoinScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #inner: Scorer;
  readonly #joined: JoinedDocs;
  readonly #budget: WorkBudget;
  readonly #found = new DocBlock();
  /** Where the inner scorer goes on, and the place in what it has found. */
  #from = 0;
  #at = 0;
  #ended = false;
  /** The last document that was given out. */
  #last = -1;

  constructor(inner: Scorer, joined: JoinedDocs, budget: WorkBudget) {
    super();
    this.#inner = inner;
    this.#joined = joined;
    this.#budget = budget;
    this.cost = inner.cost;
    this.maxScore = boundOf(inner.maxScore, joined.mode);
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    const { parents, mode } = this.#joined;
    if (from > this.#last + 1) this.#from = Math.max(this.#from, previousBit(parents, from - 1) + 1);
    const { docs, scores } = block;
    let length = 0;
    let child = this.#child();
    while (child >= 0 && length < docs.length) {
      const parent = nextBit(parents, child);
      if (parent < 0) {
        this.#ended = true;
        break;
      }
      let score = this.#score();
      let count = 1;
      for (child = this.#next(); child >= 0 && child < parent; child = this.#next()) {
        score = joined(score, this.#score(), mode);
        count++;
      }
      docs[length] = parent;
      scores[length++] = mode === 'avg' ? score / count : score;
      this.#last = parent;
    }
    block.length = length;
    return length > 0;
  }

  /** Of the object at which it stands. */
  #score(): number {
    return this.#joined.mode === 'none' ? 0 : this.#found.scores[this.#at]!;
  }

  #next(): number {
    this.#at++;
    return this.#child();
  }

  /** The object at which the inner scorer stands, or the next one; -1 at the end. */
  #child(): number {
    const { children } = this.#joined;
    const found = this.#found;
    for (;;) {
      for (; this.#at < found.length; this.#at++) {
        const doc = found.docs[this.#at]!;
        if (doc >= this.#from && (children[doc >>> 5]! & (1 << (doc & 31))) !== 0) return doc;
      }
      if (this.#ended) return -1;
      this.#budget.charge(1);
      this.#at = 0;
      if (this.#inner.nextBlock(found, this.#from, NO_MINIMUM)) continue;
      this.#ended = true;
      found.length = 0;
    }
  }
}

function boundOf(score: number, mode: JoinScoreMode): number {
  if (mode === 'none' || score === 0) return 0;
  return mode === 'sum' ? NO_BOUND : score;
}

function joined(score: number, other: number, mode: JoinScoreMode): number {
  if (mode === 'min') return Math.min(score, other);
  if (mode === 'max') return Math.max(score, other);
  return score + other;
}
