import type { WorkBudget } from '../../budget/work-budget.ts';
import { compareBytes } from '../../codec/bytes.ts';
import { utf8 } from '../../query/query-tokens.ts';
import type { TermTest, ToldWord } from '../field-words.ts';

/** A word, or several that stand together. */
export interface ToldPhrase {
  readonly field: string;
  readonly terms: readonly string[];
  readonly positions: readonly number[];
  readonly slop: number;
  readonly boost: number;
}

/** The terms of which a test tells a boost, ascending. */
export type TermExpansion = (field: string, boostOf: TermTest) => readonly string[];

/** The most terms that a pattern stands for. */
const MOST_TERMS = 1024;

/** What a query looks for, one after the other and each once, patterns as the terms that they stand for. */
export function toldPhrases(
  told: readonly ToldWord[],
  expand: TermExpansion,
  budget: WorkBudget,
): ToldPhrase[] {
  const found = new Map<string, ToldPhrase>();
  const add = (phrase: ToldPhrase): void => {
    budget.charge(1);
    const key = JSON.stringify(phrase);
    if (!found.has(key)) found.set(key, phrase);
  };
  const addTerm = (field: string, term: string, boost: number): void => {
    add({ field, terms: [term], positions: [0], slop: 0, boost });
  };
  for (const { field, word } of told) {
    if (typeof word === 'function') {
      for (const term of expand(field, word)) addTerm(field, term, word(term) ?? 1);
    } else if ('slop' in word) {
      const { words, slop, boost } = word;
      const terms = words.map(({ term }) => term);
      add({ field, terms, positions: words.map(({ position }) => position), slop, boost });
    } else if ('term' in word) {
      addTerm(field, word.term, word.boost);
    }
  }
  return [...found.values()];
}

/** The best of the terms that a test takes, ascending and each once: of equally good ones those that come first. */
export function expansion(terms: Iterable<string>, boostOf: TermTest, budget: WorkBudget): readonly string[] {
  const found = new Map<string, number>();
  for (const term of terms) {
    budget.charge(1);
    const boost = boostOf(term);
    if (boost !== undefined) found.set(term, boost);
  }
  const best = [...found].sort(([a, boost], [b, other]) => other - boost || compareTerms(a, b));
  return best
    .slice(0, MOST_TERMS)
    .map(([term]) => term)
    .sort(compareTerms);
}

/** In the order of an index. */
export function compareTerms(a: string, b: string): number {
  return a === b ? 0 : compareBytes(utf8(a), utf8(b));
}
