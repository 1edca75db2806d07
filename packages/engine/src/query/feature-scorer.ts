import type { WorkBudget } from '../budget/work-budget.ts';
import { BlockScorer, type DocBlock } from './scorer.ts';

/** The score that a value of a document gives it: NaN where it has none. Asked of documents in ascending order. */
export type FeatureScore = (doc: number) => number;

/** Documents that are looked at between two looks at the budget. */
const CHUNK = 1024;

/** Every document that has a value, scored by it. */
export class FeatureScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #maxDoc: number;
  readonly #score: FeatureScore;
  readonly #budget: WorkBudget;
  #doc = 0;

  constructor(
    score: FeatureScore,
    use: {
      readonly maxDoc: number;
      readonly docCount: number;
      readonly maxScore: number;
      readonly budget: WorkBudget;
    },
  ) {
    super();
    this.#score = score;
    this.#maxDoc = use.maxDoc;
    this.cost = use.docCount;
    this.maxScore = use.maxScore;
    this.#budget = use.budget;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    const { docs, scores } = block;
    let doc = Math.max(this.#doc, from);
    this.#budget.charge(1);
    for (; doc < this.#maxDoc && block.length < docs.length; doc++) {
      if (doc % CHUNK === 0) this.#budget.charge(CHUNK >>> 5);
      const score = Math.fround(this.#score(doc));
      // Also false where there is no value.
      if (!(score > minScore)) continue;
      docs[block.length] = doc;
      scores[block.length++] = score;
    }
    this.#doc = doc;
    return block.length > 0 || doc < this.#maxDoc;
  }

  /** Only those asked for are looked at. */
  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    this.#budget.charge(1 + (length >>> 5));
    for (let i = 0; i < length; i++) {
      const score = Math.fround(this.#score(docs[i]!));
      if (Number.isNaN(score)) continue;
      hits[i] = 1;
      if (scores !== null) scores[i]! += score;
    }
  }
}
