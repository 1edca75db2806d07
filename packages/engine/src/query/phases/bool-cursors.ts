import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import type { DocCursor } from './doc-cursor.ts';

/** Documents that all match. Those that take long to ask are asked last, each about what the others left. */
export class ConjunctionCursor implements DocCursor {
  readonly cost: number;
  readonly matchCost: number;
  doc = -1;
  readonly #byCost: readonly DocCursor[];
  readonly #asked: readonly DocCursor[];
  readonly #scoring: readonly DocCursor[];

  /** `scoring`: those of them whose scores are summed. */
  constructor(required: readonly DocCursor[], scoring: readonly DocCursor[]) {
    const all: DocCursor[] = [];
    const asked: DocCursor[] = [];
    for (const cursor of required) {
      // Those within another stand beside the rest: nobody is asked about what any of them leaves out.
      if (cursor instanceof ConjunctionCursor) {
        all.push(...cursor.#byCost);
        asked.push(...cursor.#asked);
      } else {
        all.push(cursor);
        if (cursor.matchCost > 0) asked.push(cursor);
      }
    }
    this.#byCost = all.sort((a, b) => a.cost - b.cost);
    this.#asked = asked.sort((a, b) => a.matchCost - b.matchCost);
    this.#scoring = scoring;
    this.cost = this.#byCost[0]!.cost;
    this.matchCost = this.#asked.reduce((sum, { matchCost }) => sum + matchCost, 0);
  }

  advance(target: number): number {
    const [lead] = this.#byCost;
    let doc = lead!.advance(target);
    for (let i = 1; i < this.#byCost.length; i++) {
      const other = this.#byCost[i]!;
      const own = other.doc < doc ? other.advance(doc) : other.doc;
      if (own === doc) continue;
      doc = own === NO_MORE_DOCS ? own : lead!.advance(own);
      if (doc === NO_MORE_DOCS) break;
      i = 0;
    }
    this.doc = doc;
    return doc;
  }

  matches(): boolean {
    for (const cursor of this.#asked) if (!cursor.matches()) return false;
    return true;
  }

  score(): number {
    let sum = 0;
    for (const cursor of this.#scoring) sum += cursor.score();
    return Math.fround(sum);
  }
}

/** How the scores of those that match make one. */
export type JoinScores = (scores: readonly number[]) => number;

export function sumOf(scores: readonly number[]): number {
  return Math.fround(scores.reduce((sum, score) => sum + score, 0));
}

/** Documents that one of several matches: who takes long is asked where nobody else matches, or for the score. */
export class DisjunctionCursor implements DocCursor {
  readonly cost: number;
  readonly matchCost: number;
  doc = -1;
  readonly #cursors: readonly DocCursor[];
  readonly #byMatchCost: readonly DocCursor[];
  readonly #join: JoinScores;
  #found: DocCursor[] = [];
  /** May match as well, and were not asked. */
  #open: DocCursor[] = [];

  constructor(cursors: readonly DocCursor[], join: JoinScores = sumOf) {
    this.#cursors = cursors;
    this.#byMatchCost = [...cursors].sort((a, b) => a.matchCost - b.matchCost);
    this.#join = join;
    this.cost = cursors.reduce((sum, { cost }) => sum + cost, 0);
    const weights = cursors.map(({ cost }) => Math.max(1, cost));
    const sum = cursors.reduce((total, { matchCost }, i) => total + matchCost * weights[i]!, 0);
    this.matchCost = sum / weights.reduce((total, weight) => total + weight, 0);
  }

  advance(target: number): number {
    let doc = Number.POSITIVE_INFINITY;
    for (const cursor of this.#cursors) {
      const own = cursor.doc < target ? cursor.advance(target) : cursor.doc;
      if (own < doc) doc = own;
    }
    this.doc = doc;
    return doc;
  }

  matches(): boolean {
    const here = this.#byMatchCost.filter(({ doc }) => doc === this.doc);
    this.#found = here.filter(({ matchCost }) => matchCost === 0);
    this.#open = here.slice(this.#found.length);
    while (this.#found.length === 0 && this.#open.length > 0) {
      const next = this.#open.shift()!;
      if (next.matches()) this.#found.push(next);
    }
    return this.#found.length > 0;
  }

  score(): number {
    if (this.matchCost === 0) this.matches();
    for (const cursor of this.#open) if (cursor.matches()) this.#found.push(cursor);
    this.#open = [];
    return this.#join(this.#found.map((cursor) => cursor.score()));
  }
}

/** What the first one matches and the other does not; who takes longer is asked last. */
export class ExclusionCursor implements DocCursor {
  readonly cost: number;
  readonly matchCost: number;
  readonly #required: DocCursor;
  readonly #prohibited: DocCursor;
  readonly #prohibitedLast: boolean;

  constructor(required: DocCursor, prohibited: DocCursor) {
    this.#required = required;
    this.#prohibited = prohibited;
    this.#prohibitedLast =
      required.matchCost === 0 || (prohibited.matchCost > 0 && required.matchCost <= prohibited.matchCost);
    this.cost = required.cost;
    const share = Math.min(required.cost, prohibited.cost) / Math.max(1, required.cost);
    this.matchCost = 2 + required.matchCost + share * prohibited.matchCost;
  }

  get doc(): number {
    return this.#required.doc;
  }

  advance(target: number): number {
    return this.#required.advance(target);
  }

  matches(): boolean {
    const { doc } = this;
    const prohibited = this.#prohibited;
    const other = prohibited.doc < doc ? prohibited.advance(doc) : prohibited.doc;
    if (other !== doc) return this.#required.matches();
    if (this.#prohibitedLast) return this.#required.matches() && !prohibited.matches();
    return !prohibited.matches() && this.#required.matches();
  }

  score(): number {
    return this.#required.score();
  }
}

/** What the first one matches; the other adds to the score where it matches as well. */
export class OptionalCursor implements DocCursor {
  readonly cost: number;
  readonly matchCost: number;
  readonly #required: DocCursor;
  readonly #optional: DocCursor;

  constructor(required: DocCursor, optional: DocCursor) {
    this.#required = required;
    this.#optional = optional;
    this.cost = required.cost;
    const asked = required.matchCost + optional.matchCost;
    this.matchCost = asked === 0 ? 0 : 1 + asked;
  }

  get doc(): number {
    return this.#required.doc;
  }

  advance(target: number): number {
    return this.#required.advance(target);
  }

  matches(): boolean {
    if (!this.#required.matches()) return false;
    // Where it does not match it goes on, so that the score does not ask it again.
    if (this.#optional.doc === this.doc && !this.#optional.matches()) this.#optional.advance(this.doc + 1);
    return true;
  }

  score(): number {
    const { doc } = this;
    const optional = this.#optional;
    const score = this.#required.score();
    if (optional.doc < doc && optional.advance(doc) === doc && !optional.matches()) optional.advance(doc + 1);
    return optional.doc === doc ? Math.fround(score + optional.score()) : score;
  }
}
