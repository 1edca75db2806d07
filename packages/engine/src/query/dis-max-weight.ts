import { DisjunctionScorer } from './disjunction-scorer.ts';
import { DisMaxScorer } from './modifying-scorers.ts';
import type { Scorer } from './scorer.ts';
import { type QueryContext, SegmentWeight, type Weight } from './weight.ts';

/** Documents that any of the weights matches, with the best score of them and a share of the others. */
export class DisMaxWeight extends SegmentWeight {
  readonly #weights: readonly Weight[];
  readonly #tieBreaker: number;

  constructor(context: QueryContext, weights: readonly Weight[], tieBreaker: number) {
    super(context);
    this.#weights = weights;
    this.#tieBreaker = tieBreaker;
  }

  override scorer(segment: number): Scorer | null {
    const clauses = this.#scorers(segment);
    if (clauses.length === 0) return null;
    if (clauses.length === 1) return clauses[0]!;
    const any = new DisjunctionScorer(this.#scorers(segment), this.segment(segment).maxDoc);
    return new DisMaxScorer(any, clauses, this.#tieBreaker);
  }

  #scorers(segment: number): Scorer[] {
    return this.#weights.map((weight) => weight.scorer(segment)).filter((scorer) => scorer !== null);
  }
}
