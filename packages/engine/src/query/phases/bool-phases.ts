import type { BoolParts } from '../bool-weight.ts';
import type { Weight } from '../weight.ts';
import { ConjunctionCursor, DisjunctionCursor, ExclusionCursor, OptionalCursor } from './bool-cursors.ts';
import { cursorOf, type FoundClause, foundIn, runOf } from './cursor-of.ts';
import type { DocCursor } from './doc-cursor.ts';
import { MinimumMatchCursor } from './minimum-match-cursor.ts';
import { FixedScoreCursor } from './plain-cursor.ts';
import { CursorRun, ExclusionRun, FilteredUnionRun, type Run, UnionRun, withScores } from './runs.ts';

type Clauses = readonly FoundClause[];

/**
 * The clauses of a bool query that find something in a segment, put together as Lucene's `BooleanScorerSupplier` does. What it makes
 * is made once.
 */
export class BoolPhases {
  readonly #must: Clauses;
  readonly #filter: Clauses;
  readonly #should: Clauses;
  readonly #mustNot: Clauses;
  readonly #minimum: number;
  readonly #scored: boolean;
  readonly #segment: number;

  private constructor(parts: FoundParts, segment: number, scored: boolean) {
    this.#must = parts.must;
    this.#filter = parts.filter;
    this.#should = parts.should;
    this.#mustNot = parts.mustNot;
    this.#minimum = parts.minimum;
    this.#segment = segment;
    this.#scored = scored;
  }

  /** null where no document of the segment matches. */
  static of(parts: BoolParts, segment: number, scored: boolean): BoolPhases | null {
    const found = foundParts(parts, segment, scored);
    return found === null ? null : new BoolPhases(found, segment, scored);
  }

  /** Upper bound of the number of documents that match. */
  get cost(): number {
    const required = [...this.#must, ...this.#filter].map(({ scorer }) => scorer.cost);
    if (required.length > 0) return Math.min(...required);
    return this.#should.reduce((sum, { scorer }) => sum + scorer.cost, 0);
  }

  /** Rounded where scores are, so that none of them is above it. */
  get maxScore(): number {
    return Math.fround(highest(this.#must) + highest(this.#should));
  }

  /** As a part of another query. */
  cursor(): DocCursor {
    if (this.#must.length + this.#filter.length === 0) return this.#without(this.#optional());
    const required = this.#without(this.#required());
    if (this.#should.length === 0) return required;
    const other = this.#optional();
    return this.#minimum > 0
      ? new ConjunctionCursor([required, other], [required, other])
      : new OptionalCursor(required, other);
  }

  /** As what decides alone. */
  run(): Run {
    const positive = this.#isConstant() ? null : this.#positiveRun();
    if (positive === null) return new CursorRun(this.cursor(), this.#scored);
    return this.#mustNot.length === 0 ? positive : new ExclusionRun(positive, this.#anyOf(this.#mustNot));
  }

  /** Filters alone with one score for all: Lucene's `ConstantScoreQuery`, which looks for the best in its own way. */
  #isConstant(): boolean {
    if (!this.#scored || this.#should.length > 0 || this.#filter.length === 0) return false;
    if (this.#must.length === 0) return this.#filter.length === 1 && this.#mustNot.length === 0;
    return this.#must.length === 1 && this.#must[0]!.weight.known(this.#segment).kind === 'all';
  }

  /** Filters take no part in the score. `alone`: nothing else is looked for. */
  #required(alone = false): DocCursor {
    const filters = this.#cursorsOf(this.#filter);
    const scoring = this.#cursorsOf(this.#must);
    if (alone && this.#scored && scoring.length > 1 && filters.length > 0) {
      const scored = new ConjunctionCursor(scoring, scoring);
      return new ConjunctionCursor([scored, ...filters], [scored]);
    }
    const all = alone ? [...scoring, ...filters] : [...filters, ...scoring];
    if (all.length > 1) return new ConjunctionCursor(all, scoring);
    return scoring[0] ?? new FixedScoreCursor(filters[0]!, 0);
  }

  #optional(): DocCursor {
    if (this.#minimum < 2) return this.#anyOf(this.#should);
    return new MinimumMatchCursor(this.#cursorsOf(this.#should), this.#minimum);
  }

  #anyOf(clauses: Clauses): DocCursor {
    const cursors = this.#cursorsOf(clauses);
    return cursors.length === 1 ? cursors[0]! : new DisjunctionCursor(cursors);
  }

  #without(required: DocCursor): DocCursor {
    return this.#mustNot.length === 0 ? required : new ExclusionCursor(required, this.#anyOf(this.#mustNot));
  }

  /** All that must or may match, where Lucene has a way of its own for such clauses; null where it has none. */
  #positiveRun(): Run | null {
    const required = this.#must.length + this.#filter.length;
    if (required === 0) return this.#minimum > 1 ? null : this.#optionalRun();
    if (this.#must.length === 0 && this.#should.length > 1 && this.#minimum > 0) {
      return this.#minimum === 1 ? this.#filteredRun() : null;
    }
    if (this.#should.length > 0) return null;
    if (required > 1) return new CursorRun(this.#required(true), this.#scored);
    return this.#must.length === 1
      ? runOf(this.#must[0]!, this.#segment, this.#scored)
      : withScores(runOf(this.#filter[0]!, this.#segment, false), () => 0);
  }

  #optionalRun(): Run {
    if (this.#should.length === 1) return runOf(this.#should[0]!, this.#segment, this.#scored);
    return new UnionRun(this.#cursorsOf(this.#should), this.#scored);
  }

  #filteredRun(): Run {
    const filters = this.#cursorsOf(this.#filter);
    const others = this.#cursorsOf(this.#should);
    if (!this.#scored) {
      return new CursorRun(new ConjunctionCursor([...filters, new DisjunctionCursor(others)], []), false);
    }
    const filter = filters.length === 1 ? filters[0]! : new ConjunctionCursor(filters, []);
    return new FilteredUnionRun(filter, others);
  }

  #cursorsOf(clauses: Clauses): DocCursor[] {
    return clauses.map((clause) => cursorOf(clause, this.#segment));
  }
}

function highest(clauses: Clauses): number {
  return Math.fround(clauses.reduce((sum, { scorer }) => sum + scorer.maxScore, 0));
}

interface FoundParts {
  readonly must: Clauses;
  readonly filter: Clauses;
  readonly should: Clauses;
  readonly mustNot: Clauses;
  readonly minimum: number;
}

function foundParts(parts: BoolParts, segment: number, scored: boolean): FoundParts | null {
  const scoring = scored ? parts.must : [];
  const filters = narrowing(scoring, scored ? parts.filter : [...parts.must, ...parts.filter], segment);
  let must = foundIn(scoring, segment);
  const filter = foundIn(filters, segment);
  if (must.length < scoring.length || filter.length < filters.length) return null;
  let should = foundIn(parts.should, segment);
  let { minimum } = parts;
  if (should.length < minimum) return null;
  if (minimum > 0 && should.length === minimum) {
    must = [...must, ...should];
    should = [];
    minimum = 0;
  }
  const required = must.length + filter.length;
  if (required + should.length === 0) return null;
  if (!scored && minimum === 0 && required > 0) should = [];
  return { must, filter, should, mustNot: foundIn(parts.mustNot, segment), minimum };
}

/** The filters without those that leave out nothing; where nothing else is required, but for one: rather one that asks no script. */
function narrowing(must: readonly Weight[], filter: readonly Weight[], segment: number): readonly Weight[] {
  const kept = filter.filter((weight) => weight.known(segment).kind !== 'all');
  if (kept.length + must.length > 0) return kept;
  const quiet = filter.filter((weight) => weight.asks !== true);
  return (quiet.length > 0 ? quiet : filter).slice(0, 1);
}
