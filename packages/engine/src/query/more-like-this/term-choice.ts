import { hashMapOrder } from '../../mapping/java-text.ts';
import { utf8 } from '../query-tokens.ts';
import { type TermState, termState } from '../term-weight.ts';
import type { QueryContext } from '../weight.ts';

/** Which terms of what is liked are looked for. */
export interface TermLimits {
  readonly minTermFreq: number;
  readonly maxQueryTerms: number;
  readonly minDocFreq: number;
  readonly maxDocFreq: number;
  readonly minWordLength: number;
  readonly maxWordLength: number;
  readonly stopWords: ReadonlySet<string>;
}

export interface ChosenTerm {
  readonly state: TermState;
  /** Of a term that is often in what is liked, and seldom elsewhere. */
  readonly score: number;
}

/**
 * The terms of one field that tell most, those that tell least first: Lucene's `MoreLikeThis` with its classic
 * `log((documents + 1) / (documents with the term + 1)) + 1`.
 */
export function chooseTerms(
  field: string,
  counts: ReadonlyMap<string, number>,
  skipped: ReadonlyMap<string, number> | undefined,
  limits: TermLimits,
  context: QueryContext,
): ChosenTerm[] {
  const wanted = [...counts.keys()].filter((term) => !isNoise(term, limits) && skipped?.has(term) !== true);
  const { numDocs } = context.searcher;
  const chosen: ChosenTerm[] = [];
  for (const term of hashMapOrder(wanted)) {
    const freq = counts.get(term)!;
    if (freq < limits.minTermFreq) continue;
    const state = termState(context, field, utf8(term));
    const { docFreq } = state;
    if (docFreq === 0 || docFreq < limits.minDocFreq || docFreq > limits.maxDocFreq) continue;
    const rarity = Math.fround(Math.log((numDocs + 1) / (docFreq + 1)) + 1);
    chosen.push({ state, score: Math.fround(freq * rarity) });
  }
  // Of equal ones the first are kept.
  chosen.sort((a, b) => b.score - a.score);
  return chosen.slice(0, limits.maxQueryTerms).reverse();
}

function isNoise(term: string, { minWordLength, maxWordLength, stopWords }: TermLimits): boolean {
  if (minWordLength > 0 && term.length < minWordLength) return true;
  if (maxWordLength > 0 && term.length > maxWordLength) return true;
  return stopWords.has(term);
}
