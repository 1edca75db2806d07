import { porterStem } from '../porter-stemmer.ts';
import type { TermFilter } from '../token-stream.ts';
import { possessive } from './possessive.ts';
import { snowballStemmer } from './snowball.ts';

type Stem = (word: string) => string;

/** A stemmer leaves keywords alone, and so shows whether a word is one. */
function stemming(term: Stem): TermFilter {
  return { term, heedsKeywords: true, adds: ['keyword'] };
}

/** Those that Snowball does not have, or that are others than Snowball's. */
const own = new Map<string, TermFilter>([
  ['porter', stemming(porterStem)],
  ['english', stemming(porterStem)],
  ['possessive_english', possessive],
  ['porter2', stemming(snowballStemmer('english')!)],
  ['german2', stemming(snowballStemmer('german')!)],
]);

/** Languages whose stemmer of that name is another than Snowball's, and not served. */
const unserved: ReadonlySet<string> = new Set('arabic greek hindi'.split(' '));

/** By the name that `stemmer` gives it, in small letters; undefined where there is none. */
export function stemmerOf(name: string): TermFilter | undefined {
  const known = own.get(name);
  if (known !== undefined || unserved.has(name)) return known;
  return snowballOf(name);
}

/** By the language that `snowball` names, in small letters; undefined where there is none. */
export function snowballOf(language: string): TermFilter | undefined {
  if (language === 'porter') return own.get('porter');
  const stem = snowballStemmer(language === 'german2' ? 'german' : language);
  return stem === undefined ? undefined : stemming(stem);
}
