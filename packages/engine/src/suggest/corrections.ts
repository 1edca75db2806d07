import type { WorkBudget } from '../budget/work-budget.ts';
import type { Candidate, CandidateSet } from './candidates.ts';
import { compareWords } from './dictionary.ts';
import type { WordScores } from './smoothing.ts';

/** A phrase that may be what was meant. */
export interface Correction {
  readonly score: number;
  readonly words: readonly Candidate[];
}

/** Best first. */
function compareCorrections(a: Correction, b: Correction): number {
  if (a.score !== b.score) return b.score - a.score;
  for (let i = 0; i < a.words.length; i++) {
    const order = compareWords(a.words[i]!.term, b.words[i]!.term);
    if (order !== 0) return order;
  }
  return 0;
}

export interface CorrectionOptions {
  readonly scores: WordScores;
  /** What the score of a word that is there is multiplied by. */
  readonly likelihood: number;
  readonly gramSize: number;
  /** So many of the best corrections are kept. */
  readonly count: number;
  /** Places that may change: a number from 1 on, a part of all below. */
  readonly maxErrors: number;
  readonly budget: WorkBudget;
}

/** Finds the likeliest ways to go through the words of all places: OpenSearch's `CandidateScorer`. */
export class Corrections {
  readonly #sets: readonly CandidateSet[];
  readonly #options: CorrectionOptions;
  readonly #path: Candidate[];
  /** Best first. */
  readonly #best: Correction[] = [];
  #cutoff = 0;

  constructor(sets: readonly CandidateSet[], options: CorrectionOptions) {
    this.#sets = sets;
    this.#options = options;
    this.#path = sets.map(({ original }) => original);
  }

  /** How likely the phrase is as it stands. */
  inputScore(): number {
    let score = 0;
    for (let at = 0; at < this.#sets.length; at++) score += this.#scoreAt(at);
    return Math.exp(score);
  }

  /** The best with a score above `cutoff`, best first. */
  best(cutoff: number): readonly Correction[] {
    const { maxErrors } = this.#options;
    this.#cutoff = cutoff;
    const wrong =
      maxErrors >= 1 ? Math.trunc(maxErrors) : Math.floor(Math.fround(maxErrors * this.#sets.length) + 0.5);
    this.#walk(0, Math.max(1, wrong), 0);
    return this.#best;
  }

  /** Its depth is the number of places, which `MAX_PLACES` limits. */
  #walk(at: number, errorsLeft: number, score: number): void {
    const { original, candidates } = this.#sets[at]!;
    this.#options.budget.charge(1 + ((errorsLeft > 0 ? candidates.length : 0) >>> 2));
    this.#take(at, original, errorsLeft, score);
    if (errorsLeft === 0) return;
    for (const candidate of candidates) this.#take(at, candidate, errorsLeft - 1, score);
    this.#path[at] = original;
  }

  #take(at: number, candidate: Candidate, errorsLeft: number, before: number): void {
    this.#path[at] = candidate;
    const score = before + this.#scoreAt(at);
    if (at === this.#sets.length - 1) this.#offer(Math.exp(score));
    else this.#walk(at + 1, errorsLeft, score);
  }

  #scoreAt(at: number): number {
    const { scores, likelihood, gramSize } = this.#options;
    const path = this.#path;
    const word = path[at]!;
    const channel = word.likeness === 1 ? likelihood : word.likeness;
    const previous = at === 0 || gramSize === 1 ? null : path[at - 1]!;
    const before = previous === null ? null : { term: previous.term, totalFreq: previous.stats.totalFreq };
    const second = previous === null || at === 1 || gramSize === 2 ? null : path[at - 2]!.term;
    return Math.log10(channel * scores.of(word.term, before, second));
  }

  #offer(score: number): void {
    if (!(score > this.#cutoff)) return;
    const best = this.#best;
    const { count } = this.#options;
    if (best.length === count && compareCorrections(best.at(-1)!, { score, words: this.#path }) <= 0) return;
    const found = { score, words: [...this.#path] };
    let at = best.length;
    while (at > 0 && compareCorrections(best[at - 1]!, found) > 0) at--;
    best.splice(at, 0, found);
    if (best.length > count) best.pop();
  }
}

/** Words that a phrase may have: each is a level of `Corrections`. */
export const MAX_PLACES = 1000;
