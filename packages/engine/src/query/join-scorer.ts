import type { WorkBudget } from '../budget/work-budget.ts';
import type { FoundIds, SegmentIds } from './found-ids.ts';
import { NarrowingScorer } from './narrowing-scorer.ts';
import type { DocBlock, Scorer } from './scorer.ts';

export interface JoinedSegment {
  /** Documents that may be joined. */
  readonly to: Scorer;
  readonly ids: SegmentIds;
  readonly found: FoundIds;
  readonly boost: number;
  readonly maxScore: number;
}

/** Documents whose id was found, with the score of that. */
export class JoinScorer extends NarrowingScorer {
  readonly maxScore: number;
  readonly #joined: JoinedSegment;

  constructor(joined: JoinedSegment, budget: WorkBudget) {
    super(joined.to, false, budget);
    this.#joined = joined;
    this.maxScore = joined.maxScore;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    if (this.maxScore > minScore) return super.nextBlock(block, from, minScore);
    block.length = 0;
    return false;
  }

  narrow(block: DocBlock): void {
    const { found, ids, boost } = this.#joined;
    this.budget.charge(1);
    found.keep(block, ids, boost);
  }
}
