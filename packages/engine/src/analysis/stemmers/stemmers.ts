import { porterStem } from '../porter-stemmer.ts';
import type { TermFilter } from '../token-stream.ts';
import { possessive } from './possessive.ts';

export interface Stemmer {
  readonly filter: TermFilter;
}

/** A stemmer leaves keywords alone, and so shows whether a word is one. */
function stemming(term: (term: string) => string): Stemmer {
  return { filter: { term, heedsKeywords: true, adds: ['keyword'] } };
}

const stemmers: ReadonlyMap<string, Stemmer> = new Map([
  ['porter', stemming(porterStem)],
  ['english', stemming(porterStem)],
  ['possessive_english', { filter: possessive }],
]);

/** By the name that `stemmer` gives it, in small letters. */
export function stemmerOf(language: string): Stemmer | undefined {
  return stemmers.get(language);
}
