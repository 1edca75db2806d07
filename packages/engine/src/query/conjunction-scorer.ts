import { OneField } from './one-field.ts';
import { partMinimum, scoreBound } from './score-bounds.ts';
import type { ScoreWindows } from './score-window.ts';
import { BlockScorer, type DocBlock, NO_MINIMUM, type Scorer } from './scorer.ts';
import { type OtherBounds, TermScorer } from './term-scorer.ts';

/** A part of a conjunction; a filter takes part without its score. */
export interface Clause {
  readonly scorer: Scorer;
  readonly scoring: boolean;
}

/** A clause with a score may have so many times the documents of a filter, and lead still. */
const LEAD_FACTOR = 4;

/** So many documents of a term are read in the time in which another is asked about one. */
const READ_PER_ASKED = 16;

/**
 * Documents that match every clause: blocks of the rarest one, thinned by the others in the order of their
 * cost. The score is the sum, added up as a double and rounded to a float once, as in Lucene's
 * `ConjunctionScorer`.
 */
export class ConjunctionScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #lead: Clause;
  readonly #others: readonly Clause[];
  /** Upper bound of what the clauses from this one on can still add. */
  readonly #restScores: readonly number[];
  readonly #inner: DocBlock;
  readonly #scores: Float64Array;
  readonly #hits: Uint8Array;
  /** The first document that was not looked at. */
  #next = 0;
  /** Where lead and others are terms of one field: what the others can add; null before it is first needed. */
  #bounds: OtherBounds | null = null;
  /** Documents of the lead that the others were asked about though scores below some are left out; -1: no more is known of them. */
  #asked = 0;
  readonly #ofOneField: boolean;
  readonly #documentsOfOthers: number;

  constructor(clauses: readonly Clause[], windows: ScoreWindows) {
    super();
    const { block, scores, hits } = windows.scratch();
    this.#inner = block;
    this.#scores = scores;
    this.#hits = hits;
    const ordered = [...clauses].sort(byCost);
    this.#lead = leadOf(ordered);
    this.#others = ordered.filter((clause) => clause !== this.#lead);
    const rests = [0];
    for (const clause of this.#others.toReversed()) {
      rests.unshift(rests[0]! + (clause.scoring ? clause.scorer.maxScore : 0));
    }
    this.#restScores = rests;
    this.#ofOneField = this.#lead.scoring && OneField.of(scoringOf(ordered)) !== null;
    this.#documentsOfOthers = this.#others.reduce(
      (sum, { scorer, scoring }) => sum + (scoring ? scorer.cost : 0),
      0,
    );
    this.cost = this.#lead.scorer.cost;
    this.maxScore = Math.fround(rests[0]! + (this.#lead.scoring ? this.#lead.scorer.maxScore : 0));
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    if (minScore >= this.maxScore) return false;
    const start = this.#skipStretches(Math.max(from, this.#next));
    const inner = this.#inner;
    if (!this.#nextOfLead(start, minScore)) return false;
    let length = inner.length;
    if (length === 0) return true;
    const scores = this.#scores;
    const { docs } = inner;
    this.#next = docs[length - 1]! + 1;
    if (this.#lead.scoring) for (let i = 0; i < length; i++) scores[i] = inner.scores[i]!;
    else scores.fill(0, 0, length);
    if (minScore >= 0 && !this.#canReach(length, minScore)) return true;
    for (let k = 0; k < this.#others.length && length > 0; k++) {
      const other = this.#others[k]!;
      // In a stretch of a filter nobody need be asked.
      if (!other.scoring && other.scorer.stretch(docs[0]!) > docs[length - 1]!) continue;
      length = this.#intersect(other, length, minScore, this.#restScores[k + 1]!);
    }
    for (let i = 0; i < length; i++) {
      block.docs[i] = docs[i]!;
      block.scores[i] = scores[i]!;
    }
    block.length = length;
    return true;
  }

  #nextOfLead(from: number, minScore: number): boolean {
    const { scorer, scoring } = this.#lead;
    if (minScore >= 0 && this.#ofOneField && scorer instanceof TermScorer) {
      this.#bounds ??= this.#boundsOfOthers();
      const found = scorer.nextBlockWith(this.#inner, from, minScore, this.#bounds);
      if (this.#asked >= 0) this.#countAsked(this.#inner.length);
      return found;
    }
    // The lead alone must reach what the others cannot make up for; a filter's score says nothing.
    const leadMinimum = scoring && minScore >= 0 ? partMinimum(minScore, this.#restScores[0]!) : NO_MINIMUM;
    return scorer.nextBlock(this.#inner, from, leadMinimum);
  }

  /** To read the others once takes no longer than what was asked of them until then. */
  #countAsked(length: number): void {
    this.#asked += length;
    if (this.#asked < this.#documentsOfOthers / READ_PER_ASKED) return;
    this.#asked = -1;
    let sharper = false;
    for (const { scorer } of this.#others) {
      if (scorer instanceof TermScorer && scorer.sharpenBounds()) sharper = true;
    }
    if (sharper) this.#bounds = this.#boundsOfOthers();
  }

  #boundsOfOthers(): OtherBounds {
    const exact = this.#others.flatMap((other) => boundsOf(other));
    return { exact, longer: exact.map(ofLonger) };
  }

  /** The first document from `from` on that no filter is known to leave out. */
  #skipStretches(from: number): number {
    let start = from;
    for (const { scorer, scoring } of this.#others) {
      if (scoring) continue;
      const stretch = scorer.stretch(start);
      if (stretch < 0) start = -stretch;
    }
    return start;
  }

  /** Whether any document of the block at hand can score above the minimum. */
  #canReach(length: number, minScore: number): boolean {
    const { docs } = this.#inner;
    let rest = 0;
    for (const other of this.#others) {
      if (other.scoring) rest += other.scorer.boundOf(docs[0]!, docs[length - 1]!);
    }
    let best = 0;
    for (let i = 0; i < length; i++) if (this.#scores[i]! > best) best = this.#scores[i]!;
    return scoreBound(best + rest) > minScore;
  }

  /** Drops the documents that the clause does not match and those that cannot score enough any more. */
  #intersect(clause: Clause, length: number, minScore: number, rest: number): number {
    const hits = this.#hits;
    const scores = this.#scores;
    const { docs } = this.#inner;
    hits.fill(0, 0, length);
    clause.scorer.probe(docs, length, hits, clause.scoring ? scores : null);
    let kept = 0;
    for (let i = 0; i < length; i++) {
      if (hits[i] === 0 || scoreBound(scores[i]! + rest) <= minScore) continue;
      docs[kept] = docs[i]!;
      scores[kept++] = scores[i]!;
    }
    return kept;
  }
}

/** Of two with as many documents the reluctant one comes last. */
function byCost({ scorer: a }: Clause, { scorer: b }: Clause): number {
  return a.cost - b.cost || Number(a.isReluctant === true) - Number(b.isReluctant === true);
}

/**
 * The rarest clause; rather one with a score, where it is not much more frequent: what scores too little is left out
 * before anybody else is asked.
 */
function leadOf(ordered: readonly Clause[]): Clause {
  const rarest = ordered[0]!;
  const scoring = ordered.find((clause) => clause.scoring);
  if (scoring === undefined || scoring.scorer.isReluctant === true) return rarest;
  if (scoring.scorer.cost > rarest.scorer.cost * LEAD_FACTOR) return rarest;
  return scoring;
}

/** The highest bound of each length and longer ones. */
function ofLonger(bounds: Float64Array): Float64Array {
  const longer = bounds.slice();
  for (let norm = longer.length - 2; norm >= 0; norm--) {
    if (longer[norm + 1]! > longer[norm]!) longer[norm] = longer[norm + 1]!;
  }
  return longer;
}

function scoringOf(clauses: readonly Clause[]): readonly Scorer[] {
  return clauses.filter(({ scoring }) => scoring).map(({ scorer }) => scorer);
}

function boundsOf({ scorer, scoring }: Clause): readonly Float64Array[] {
  return scoring && scorer instanceof TermScorer ? [scorer.boundsByNorm()] : [];
}
