import type { NumberRange } from '../segment/collector.ts';
import { boolText, explainBool } from './bool-explanation.ts';
import { type Clause, ConjunctionScorer } from './conjunction-scorer.ts';
import { AllDocsScorer } from './constant-scorer.ts';
import { DisjunctionScorer } from './disjunction-scorer.ts';
import type { Explanation } from './explanation.ts';
import { FilterConjunctionScorer } from './filter-conjunction-scorer.ts';
import { FilteredOptionalScorer } from './filtered-optional-scorer.ts';
import { MinimumMatchScorer } from './minimum-match-scorer.ts';
import { ExclusionScorer, FixedScoreScorer, OptionalScorer } from './modifying-scorers.ts';
import { BoolPhases } from './phases/bool-phases.ts';
import type { DocCursor } from './phases/doc-cursor.ts';
import { RunScorer } from './phases/run-scorer.ts';
import type { Run } from './phases/runs.ts';
import type { Scorer } from './scorer.ts';
import { ScriptWeight } from './script-weight.ts';
import {
  type KnownMatch,
  leastOf,
  leastOfAny,
  type QueryContext,
  SegmentWeight,
  type ValueRange,
  type Weight,
} from './weight.ts';
import type { WordSink } from './word-sink.ts';

export interface BoolParts {
  readonly must: readonly Weight[];
  readonly filter: readonly Weight[];
  readonly should: readonly Weight[];
  readonly mustNot: readonly Weight[];
  /** How many of `should` must match; 0 = they only add to the score. */
  readonly minimum: number;
}

/**
 * Puts the scorers of a bool query together as Lucene's `Boolean2ScorerSupplier` does, so that sums round
 * alike.
 */
export class BoolWeight extends SegmentWeight {
  readonly parts: BoolParts;

  constructor(context: QueryContext, parts: BoolParts) {
    super(context);
    this.parts = parts;
  }

  text(): string {
    return boolText(this.parts);
  }

  explain(segment: number, doc: number): Explanation {
    return explainBool(this, segment, doc);
  }

  words(sink: WordSink): void {
    const { must, should, filter } = this.parts;
    for (const clauses of [must, should, filter]) for (const weight of clauses) weight.words?.(sink);
  }

  override scorer(segment: number): Scorer | null {
    if (this.#asksInTurn()) {
      const phases = this.#phases(segment);
      const { maxDoc } = this.segment(segment);
      const use = { maxDoc, scored: this.needsScores, budget: this.budget };
      return phases === null ? null : new RunScorer(phases, use);
    }
    return this.needsScores ? this.#scoring(segment) : this.#filtering(segment);
  }

  get asks(): boolean {
    return this.#clauses().some(asks);
  }

  cursor(segment: number): DocCursor | null {
    return this.asks ? (this.#phases(segment)?.cursor() ?? null) : null;
  }

  run(segment: number): Run | null {
    return this.asks ? (this.#phases(segment)?.run() ?? null) : null;
  }

  #phases(segment: number): BoolPhases | null {
    return BoolPhases.of(this.parts, segment, this.needsScores);
  }

  /** One script beside what is required is asked about what the others leave; else it takes a document at a time to know which those are. */
  #asksInTurn(): boolean {
    const { must, filter, should, mustNot } = this.parts;
    if (should.length + mustNot.length > 0) return this.asks;
    const asking = [...must, ...filter].filter(asks);
    return asking.length > 1 || asking.some((weight) => !(weight instanceof ScriptWeight));
  }

  #clauses(): readonly Weight[] {
    const { must, filter, should, mustNot } = this.parts;
    return [...must, ...filter, ...should, ...mustNot];
  }

  /** What must match, and what must not; the others only add to scores, or decide as one clause. */
  #filtering(segment: number): Scorer | null {
    const { must, filter, should, minimum } = this.parts;
    const required = this.#scorersOfAll([...must, ...filter], segment);
    if (required === null) return null;
    if (minimum > 0 || must.length + filter.length === 0) {
      const { maxDoc } = this.segment(segment);
      const any = this.#disjunction(scorersOf(should, segment), Math.max(1, minimum), maxDoc);
      if (any === null) return null;
      required.push(any);
    }
    return this.#filter(required, segment);
  }

  /** Those of the weights that do not match every document; null where one of them matches none. */
  #scorersOfAll(weights: readonly Weight[], segment: number): Scorer[] | null {
    const scorers: Scorer[] = [];
    for (const weight of weights) {
      if (weight.known(segment).kind === 'all') continue;
      const scorer = weight.scorer(segment);
      if (scorer === null) return null;
      scorers.push(scorer);
    }
    return scorers;
  }

  /** All of the scorers, and none of what is prohibited. */
  #filter(given: readonly Scorer[], segment: number): Scorer {
    const { maxDoc } = this.segment(segment);
    const prohibited = scorersOf(this.parts.mustNot, segment);
    const required = given.length === 0 ? [new AllDocsScorer(maxDoc, 0, this.budget)] : given;
    if (required.length === 1 && prohibited.length === 0) return required[0]!;
    return this.#conjunction(required, prohibited, maxDoc);
  }

  #conjunction(required: readonly Scorer[], prohibited: readonly Scorer[], maxDoc: number): Scorer {
    const { windows, budget } = this;
    return new FilterConjunctionScorer({ required, prohibited, maxDoc, windows, budget });
  }

  #scoring(segment: number): Scorer | null {
    const { must, filter, should } = this.parts;
    let { minimum } = this.parts;
    let optional = scorersOf(should, segment);
    if (optional.length < minimum) return null;
    let all: readonly Scorer[] = [];
    if (minimum > 0 && optional.length === minimum) {
      // No more can match than must: they are required like the others, and summed with them.
      all = optional;
      optional = [];
      minimum = 0;
    }
    const filters = this.#scorersOfAll(filter, segment);
    if (filters === null) return null;
    if (must.length + all.length + minimum === 0 && filter.length > 0) {
      return this.#filtersFirst(filters, optional, segment);
    }
    const combined = this.#combined(filters, all, optional, minimum, segment);
    if (combined === null) return null;
    const prohibited = scorersOf(this.parts.mustNot, segment);
    return prohibited.length === 0 ? combined : new ExclusionScorer(combined, prohibited);
  }

  /** Nothing but filters is required: what else there is gives scores to some of the documents. */
  #filtersFirst(filters: readonly Scorer[], optional: readonly Scorer[], segment: number): Scorer {
    const { maxDoc } = this.segment(segment);
    const { windows, budget } = this;
    const filter = this.#filter(filters, segment);
    const any = this.#disjunction(optional, 1, maxDoc);
    if (any === null) return new FixedScoreScorer(filter, 0);
    return new FilteredOptionalScorer(filter, any, { maxDoc, windows, budget });
  }

  #combined(
    filters: readonly Scorer[],
    all: readonly Scorer[],
    optional: readonly Scorer[],
    minimum: number,
    segment: number,
  ): Scorer | null {
    const { maxDoc } = this.segment(segment);
    const any = this.#disjunction(optional, Math.max(1, minimum), maxDoc);
    const clauses: Clause[] = [];
    for (const weight of this.parts.must) {
      const scorer = weight.scorer(segment);
      if (scorer === null) return null;
      clauses.push(scoring(scorer));
    }
    clauses.push(...all.map(scoring));
    const required = [...clauses, ...filters.map(filtering)];
    if (clauses.length === 0) {
      // Filters alone have no score that would be rounded for itself.
      if (any === null || required.length === 0) return any;
      return this.#sum([...required, scoring(any)]);
    }
    const first = required.length === 1 ? required[0]!.scorer : this.#sum(required);
    if (minimum > 0) return any === null ? null : this.#sum([scoring(first), scoring(any)]);
    return any === null ? first : new OptionalScorer(first, any);
  }

  #sum(clauses: readonly Clause[]): Scorer {
    return new ConjunctionScorer(clauses, this.windows);
  }

  #disjunction(scorers: readonly Scorer[], minimum: number, maxDoc: number): Scorer | null {
    if (scorers.length < minimum || scorers.length === 0) return null;
    if (scorers.length === 1) return scorers[0]!;
    if (minimum === scorers.length) {
      return this.needsScores ? this.#sum(scorers.map(scoring)) : this.#conjunction(scorers, [], maxDoc);
    }
    const { windows, budget, needsScores } = this;
    const use = { maxDoc, windows, budget, scoring: needsScores };
    return minimum > 1
      ? new MinimumMatchScorer(scorers, { ...use, minimum })
      : new DisjunctionScorer(scorers, use);
  }

  override get isGradual(): boolean {
    return this.#clauses().every((weight) => weight.isGradual);
  }

  override count(segment: number): number {
    const only = this.#only();
    if (only !== null) return only.count(segment);
    const { liveDocs, numDocs } = this.segment(segment);
    return liveDocs === null && this.known(segment).kind === 'all' ? numDocs : -1;
  }

  atLeast(segment: number): number {
    const { must, filter, should, mustNot, minimum } = this.parts;
    if (mustNot.length > 0 || minimum > 1 || must.length + filter.length > 1) return -1;
    const any = leastOfAny(should, segment);
    const required = must[0] ?? filter[0];
    if (required === undefined || any < 0) return any;
    return minimum > 0 ? -1 : leastOf(required, segment);
  }

  override known(segment: number): KnownMatch {
    const only = this.#only();
    if (only !== null) return only.known(segment);
    const { must, filter, should, mustNot, minimum } = this.parts;
    if (mustNot.length > 0 || minimum > 1) return super.known(segment);
    if (must.length + filter.length === 0) {
      return (
        should.map((weight) => weight.known(segment)).find(({ kind }) => kind === 'all') ??
        super.known(segment)
      );
    }
    if (minimum > 0) return super.known(segment);
    const matches = [...must, ...filter].map((weight) => weight.known(segment));
    return allOf(matches) ?? super.known(segment);
  }

  override rangeOf(segment: number, field: string): ValueRange | null {
    let range: ValueRange | null = null;
    for (const weights of [this.parts.must, this.parts.filter]) {
      for (const weight of weights) {
        const own = weight.rangeOf(segment, field);
        if (own === null) continue;
        range = range === null ? own : intersection(range, own);
      }
    }
    return range;
  }

  /** The clause that alone decides what matches, where there is such a one. */
  #only(): Weight | null {
    const { must, filter, should, mustNot, minimum } = this.parts;
    if (mustNot.length > 0 || minimum > 0) return null;
    if (must.length + filter.length === 1) return must[0] ?? filter[0]!;
    if (must.length + filter.length === 0 && should.length === 1) return should[0]!;
    return null;
  }
}

function intersection(a: ValueRange, b: ValueRange): ValueRange {
  return { low: Math.max(a.low, b.low), high: Math.min(a.high, b.high) };
}

/** What documents match that match all of these; null where that is not known. */
function allOf(matches: readonly KnownMatch[]): KnownMatch | null {
  const ranges: NumberRange[] = [];
  for (const match of matches) {
    if (match.kind === 'other') return null;
    if (match.kind === 'range') ranges.push(match);
    else if (match.kind === 'ranges') ranges.push(...match.ranges);
  }
  const [only] = ranges;
  if (only === undefined) return { kind: 'all' };
  return ranges.length === 1 ? { ...only, kind: 'range' } : { kind: 'ranges', ranges };
}

function scoring(scorer: Scorer): Clause {
  return { scorer, scoring: true };
}

function filtering(scorer: Scorer): Clause {
  return { scorer, scoring: false };
}

function asks(weight: Weight): boolean {
  return weight.asks === true;
}

function scorersOf(weights: readonly Weight[], segment: number): Scorer[] {
  const scorers: Scorer[] = [];
  for (const weight of weights) {
    const scorer = weight.scorer(segment);
    if (scorer !== null) scorers.push(scorer);
  }
  return scorers;
}
