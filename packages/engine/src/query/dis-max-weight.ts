import { apiError } from '@sextant/contract';
import { javaFloat } from '../mapping/java-text.ts';
import { clauseText } from './bool-explanation.ts';
import { BoolWeight } from './bool-weight.ts';
import { DisMaxScorer, joinBest } from './dis-max-scorer.ts';
import { DisjunctionScorer } from './disjunction-scorer.ts';
import { type Explanation, explain, matched, scoreAt, unmatched } from './explanation.ts';
import { flatten } from './flatten.ts';
import { DisjunctionCursor } from './phases/bool-cursors.ts';
import { cursorOf, foundIn } from './phases/cursor-of.ts';
import type { DocCursor } from './phases/doc-cursor.ts';
import { RunScorer } from './phases/run-scorer.ts';
import { CursorRun } from './phases/runs.ts';
import type { Scorer } from './scorer.ts';
import { leastOfAny, type QueryContext, SegmentWeight, type Weight } from './weight.ts';
import type { WordSink } from './word-sink.ts';

/** Documents that any of the weights matches, with the best score of them and a share of the others. */
export class DisMaxWeight extends SegmentWeight {
  readonly #weights: readonly Weight[];
  readonly #tieBreaker: number;

  constructor(context: QueryContext, weights: readonly Weight[], tieBreaker: number) {
    super(context);
    this.#weights = weights;
    this.#tieBreaker = tieBreaker;
  }

  text(): string {
    const parts = this.#weights.map(clauseText).join(' | ');
    return `(${parts})${this.#tieBreaker === 0 ? '' : `~${javaFloat(Math.fround(this.#tieBreaker))}`}`;
  }

  explain(segment: number, doc: number): Explanation {
    const parts = this.#weights.map((weight) => explain(weight, segment, doc));
    const matches = parts.filter(({ match }) => match);
    if (matches.length === 0) return unmatched('No matching clause', parts);
    const share = javaFloat(Math.fround(this.#tieBreaker));
    const description = this.#tieBreaker === 0 ? 'max of:' : `max plus ${share} times others of:`;
    return matched(scoreAt(this.scorer(segment), doc), description, matches);
  }

  words(sink: WordSink): void {
    for (const weight of this.#weights) weight.words?.(sink);
  }

  override get isGradual(): boolean {
    return this.#weights.every((weight) => weight.isGradual);
  }

  atLeast(segment: number): number {
    return leastOfAny(this.#weights, segment);
  }

  get asks(): boolean {
    return this.#weights.some((weight) => weight.asks === true);
  }

  cursor(segment: number): DocCursor | null {
    if (!this.asks) return null;
    const cursors = foundIn(this.#weights, segment).map((clause) => cursorOf(clause, segment));
    return cursors.length < 2
      ? (cursors[0] ?? null)
      : new DisjunctionCursor(cursors, (scores) => joinBest(scores, this.#tieBreaker));
  }

  override scorer(segment: number): Scorer | null {
    if (this.asks && !(this.needsScores && this.#tieBreaker === 0)) return this.#inTurn(segment);
    const clauses = this.#weights.map((weight) => weight.scorer(segment)).filter((scorer) => scorer !== null);
    if (clauses.length === 0) return null;
    if (clauses.length === 1) return clauses[0]!;
    const { maxDoc } = this.segment(segment);
    const use = { maxDoc, windows: this.windows, budget: this.budget };
    return this.needsScores
      ? new DisMaxScorer(clauses, this.#tieBreaker, use)
      : new DisjunctionScorer(clauses, { ...use, scoring: false });
  }

  /** Only of the best scores alone Lucene asks each clause about all documents. */
  #inTurn(segment: number): Scorer | null {
    const cursor = this.cursor(segment);
    if (cursor === null) return null;
    const phases = {
      cost: cursor.cost,
      maxScore: Number.POSITIVE_INFINITY,
      cursor: () => cursor,
      run: () => new CursorRun(cursor, this.needsScores),
    };
    const { maxDoc } = this.segment(segment);
    return new RunScorer(phases, { maxDoc, scored: this.needsScores, budget: this.budget });
  }
}

/** Throws ApiError: beyond these bounds the sum of the clauses would not bound the score. */
export function checkTieBreaker(tieBreaker: number): void {
  if (tieBreaker >= 0 && tieBreaker <= 1) return;
  throw apiError('illegal_argument_exception', 'tieBreakerMultiplier must be in [0, 1]');
}

/** The one weight, or the best of several; where all count in full (a tie breaker of 1) that is their sum. */
export function bestOf(context: QueryContext, weights: readonly Weight[], tieBreaker: number): Weight {
  if (weights.length === 1) return weights[0]!;
  if (tieBreaker !== 1) return new DisMaxWeight(context, weights, tieBreaker);
  const parts = { must: [], filter: [], should: weights, mustNot: [], minimum: 0 };
  return new BoolWeight(context, flatten(parts));
}
