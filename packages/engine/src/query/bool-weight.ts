import type { NumberRange } from '../segment/collector.ts';
import { ConjunctionScorer } from './conjunction-scorer.ts';
import { AllDocsScorer } from './constant-scorer.ts';
import { DisjunctionScorer } from './disjunction-scorer.ts';
import { FilterConjunctionScorer } from './filter-conjunction-scorer.ts';
import { MinimumMatchScorer } from './minimum-match-scorer.ts';
import { ExclusionScorer, FixedScoreScorer, OptionalScorer } from './modifying-scorers.ts';
import type { Scorer } from './scorer.ts';
import { type KnownMatch, type QueryContext, SegmentWeight, type ValueRange, type Weight } from './weight.ts';

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

  override scorer(segment: number): Scorer | null {
    return this.needsScores ? this.#scoring(segment) : this.#filtering(segment);
  }

  /** What must match, and what must not; the others only add to scores, or decide as one clause. */
  #filtering(segment: number): Scorer | null {
    const { must, filter, should, mustNot, minimum } = this.parts;
    const required: Scorer[] = [];
    for (const weight of [...must, ...filter]) {
      if (weight.known(segment).kind === 'all') continue;
      const scorer = weight.scorer(segment);
      if (scorer === null) return null;
      required.push(scorer);
    }
    const { maxDoc } = this.segment(segment);
    if (minimum > 0 || must.length + filter.length === 0) {
      const any = this.#disjunction(scorersOf(should, segment), Math.max(1, minimum), maxDoc);
      if (any === null) return null;
      required.push(any);
    }
    const prohibited = scorersOf(mustNot, segment);
    if (required.length === 0) required.push(new AllDocsScorer(maxDoc, 0, this.budget));
    if (required.length === 1 && prohibited.length === 0) return required[0]!;
    return this.#conjunction(required, prohibited, maxDoc);
  }

  #conjunction(required: readonly Scorer[], prohibited: readonly Scorer[], maxDoc: number): Scorer {
    const { windows, budget } = this;
    return new FilterConjunctionScorer({ required, prohibited, maxDoc, windows, budget });
  }

  #scoring(segment: number): Scorer | null {
    const { maxDoc } = this.segment(segment);
    let { minimum } = this.parts;
    let optional = scorersOf(this.parts.should, segment);
    if (optional.length < minimum) return null;
    let all: readonly Scorer[] = [];
    if (minimum > 0 && optional.length === minimum) {
      // No more can match than must: they are required like the others, and summed with them.
      all = optional;
      optional = [];
      minimum = 0;
    }
    const required = this.#required(segment, all);
    if (required === 'nothing') return null;
    let combined: Scorer | null;
    if (required === null) combined = this.#disjunction(optional, Math.max(1, minimum), maxDoc);
    else if (minimum > 0) {
      const any = this.#disjunction(optional, minimum, maxDoc);
      combined = any === null ? null : new ConjunctionScorer([scoring(required), scoring(any)]);
    } else {
      const any = this.#disjunction(optional, 1, maxDoc);
      combined = any === null ? required : new OptionalScorer(required, any);
    }
    if (combined === null) return null;
    const prohibited = scorersOf(this.parts.mustNot, segment);
    return prohibited.length === 0 ? combined : new ExclusionScorer(combined, prohibited);
  }

  /**
   * `must`, `filter` and `more`; null where the query has none of them, `nothing` where one of them matches no document.
   */
  #required(segment: number, more: readonly Scorer[]): Scorer | null | 'nothing' {
    const { must, filter } = this.parts;
    const clauses = [];
    for (const weight of must) {
      const scorer = weight.scorer(segment);
      if (scorer === null) return 'nothing';
      clauses.push(scoring(scorer));
    }
    clauses.push(...more.map(scoring));
    const filters: Scorer[] = [];
    for (const weight of filter) {
      if (weight.known(segment).kind === 'all') continue;
      const scorer = weight.scorer(segment);
      if (scorer === null) return 'nothing';
      filters.push(scorer);
    }
    if (clauses.length === 0 && filters.length > 0) return this.#filters(filters, segment);
    for (const scorer of filters) clauses.push({ scorer, scoring: false });
    if (clauses.length > 1) return new ConjunctionScorer(clauses);
    const only = clauses[0];
    if (only !== undefined) return only.scorer;
    return filter.length === 0 ? null : new AllDocsScorer(this.segment(segment).maxDoc, 0, this.budget);
  }

  /** Nothing but filters: every document has the score 0. */
  #filters(filters: readonly Scorer[], segment: number): Scorer {
    const only = filters.length === 1 ? filters[0]! : null;
    const { maxDoc } = this.segment(segment);
    return new FixedScoreScorer(only ?? this.#conjunction(filters, [], maxDoc), 0);
  }

  #disjunction(scorers: readonly Scorer[], minimum: number, maxDoc: number): Scorer | null {
    if (scorers.length < minimum || scorers.length === 0) return null;
    if (scorers.length === 1) return scorers[0]!;
    if (minimum === scorers.length) {
      return this.needsScores
        ? new ConjunctionScorer(scorers.map(scoring))
        : this.#conjunction(scorers, [], maxDoc);
    }
    if (minimum > 1) return new MinimumMatchScorer(scorers, minimum, maxDoc, this.budget);
    const { windows, budget, needsScores } = this;
    return new DisjunctionScorer(scorers, { maxDoc, windows, budget, scoring: needsScores });
  }

  override count(segment: number): number {
    return this.#only()?.count(segment) ?? -1;
  }

  override known(segment: number): KnownMatch {
    const only = this.#only();
    if (only !== null) return only.known(segment);
    const { must, filter, mustNot, minimum } = this.parts;
    if (mustNot.length > 0 || minimum > 0 || must.length + filter.length === 0) return super.known(segment);
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

function scoring(scorer: Scorer): { readonly scorer: Scorer; readonly scoring: boolean } {
  return { scorer, scoring: true };
}

function scorersOf(weights: readonly Weight[], segment: number): Scorer[] {
  const scorers: Scorer[] = [];
  for (const weight of weights) {
    const scorer = weight.scorer(segment);
    if (scorer !== null) scorers.push(scorer);
  }
  return scorers;
}
