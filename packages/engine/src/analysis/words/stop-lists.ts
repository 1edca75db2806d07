import { stopLists1 } from './stop-lists-1.ts';
import { stopLists2 } from './stop-lists-2.ts';
import { stopLists3 } from './stop-lists-3.ts';

/** Lucene's EnglishAnalyzer.ENGLISH_STOP_WORDS_SET. */
const ENGLISH =
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they ' +
  'this to was will with';

const texts: ReadonlyMap<string, string> = new Map([
  ['english', ENGLISH],
  ...stopLists1,
  ...stopLists2,
  ...stopLists3,
]);
const lists = new Map<string, readonly string[]>();

/** The words that `_english_` and the like stand for; undefined for any other name. */
export function stopWords(name: string): readonly string[] | undefined {
  const language = /^_([a-z]+)_$/.exec(name)?.[1];
  return language === undefined ? undefined : languageStopWords(language);
}

/** The same by the name of the language alone. */
function languageStopWords(language: string): readonly string[] | undefined {
  const known = lists.get(language);
  if (known !== undefined) return known;
  const text = texts.get(language);
  if (text === undefined) return undefined;
  // An underscore stands for a space within an entry.
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', ' '));
  lists.set(language, words);
  return words;
}
