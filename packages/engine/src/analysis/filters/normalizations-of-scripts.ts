import type { TokenFilterType } from '../component-type.ts';
import type { TermFilter } from '../token-stream.ts';
import { indicText } from './indic-text.ts';

const SERBIAN_FROM = 'абвгдежзжиjклмнопрстћцчčćуфхшšžј';
const serbianLetters: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ђ: 'dj', đ: 'dj', љ: 'lj', њ: 'nj', џ: 'dz' }),
  ...[...SERBIAN_FROM].map((char, i): [string, string] => [char, 'abvgdezzzijklmnoprstcccccufhsszj'[i]!]),
]);

/** Cyrillic and Latin letters of Serbian become Latin ones without marks (Lucene's SerbianNormalizationFilter). */
function serbian(term: string): string {
  let result = '';
  for (let at = 0; at < term.length; at++) result += serbianLetters.get(term[at]!) ?? term[at]!;
  return result;
}

const HEH = '\u0647';
const AE = '\u06d5';
const NON_JOINER = '\u200c';
/** Vowel marks, tatweel, and characters of the format. */
const SORANI_MARK = /[\u0640\u064b-\u0652]|\p{Cf}/u;
const soraniLetters: ReadonlyMap<string, string> = new Map([
  ['\u064a', '\u06cc'],
  ['\u0649', '\u06cc'],
  ['\u0643', '\u06a9'],
  ['\u0629', AE],
  ['\u06be', HEH],
  ['\u0692', '\u0695'],
]);

/** One letter for those that stand for each other in Sorani Kurdish (Lucene's SoraniNormalizer). */
function sorani(term: string): string {
  let result = '';
  for (let at = 0; at < term.length; at++) {
    const char = term[at]!;
    // What was the last letter before its marks were taken away is none.
    if (char === HEH && at === term.length - 1) result += AE;
    else if (char === NON_JOINER) {
      if (result.endsWith(HEH)) result = result.slice(0, -1) + AE;
    } else if (char === '\u0631' && result === '') result = '\u0695';
    else if (!SORANI_MARK.test(char)) result += soraniLetters.get(char) ?? char;
  }
  return result;
}

const KA = '\u0995';
const VIRAMA = '\u09cd';
const bengaliLetters: ReadonlyMap<string, string> = new Map([
  ['\u09c0', '\u09bf'],
  ['\u09c2', '\u09c1'],
  ['\u0999', '\u0982'],
  ['\u09b6', '\u09b8'],
  ['\u09b7', '\u09b8'],
  ['\u09a3', '\u09a8'],
  ['\u09dc', '\u09b0'],
  ['\u09dd', '\u09b0'],
  ['\u09ce', '\u09a4'],
]);

/**
 * Spellings of Bengali that sound alike (Lucene's BengaliNormalizer, after UzZaman and Khan, "A Double Metaphone Encoding for
 * Bangla and its Application in Spelling Checker").
 */
function bengali(term: string): string {
  const chars = [...term];
  for (let at = 0; at < chars.length; at++) at = bengaliStep(chars, at);
  return chars.join('');
}

/** Changes what stands at a place; answers the place that was looked at last. */
function bengaliStep(chars: string[], at: number): number {
  const char = chars[at]!;
  switch (char) {
    case '\u0981':
      chars.splice(at, 1);
      return at - 1;
    case KA:
      if (chars[at + 1] !== VIRAMA || chars[at + 2] !== '\u09bf') return at;
      if (at === 0) chars.splice(at, 3, '\u0996');
      else chars.splice(at + 1, 2, '\u0996');
      return at;
    case '\u09af':
      return yaPhala(chars, at);
    case '\u09ac':
      return baPhala(chars, at);
    case '\u0983':
      visarga(chars, at);
      return at;
    default:
      chars[at] = bengaliLetters.get(char) ?? char;
      return at;
  }
}

function yaPhala(chars: string[], at: number): number {
  if (chars[at - 1] !== VIRAMA) return at;
  if (at === 2) {
    chars[at - 1] = '\u09c7';
    chars.splice(at, chars[at + 1] === '\u09be' ? 2 : 1);
    return at - 1;
  }
  chars.splice(at - 1, 2);
  return at - 2;
}

function baPhala(chars: string[], at: number): number {
  if (chars[at - 1] !== VIRAMA) return at;
  if (at === 2 || (at >= 5 && chars[at - 3] === VIRAMA)) {
    chars.splice(at - 1, 2);
    return at - 2;
  }
  if (at < 2) return at;
  chars[at - 1] = chars[at - 2]!;
  chars.splice(at, 1);
  return at - 1;
}

function visarga(chars: string[], at: number): void {
  if (at < chars.length - 1) chars[at] = chars[at + 1]!;
  else if (chars.length <= 3) chars[at] = '\u09b9';
  else chars.splice(at, 1);
}

function normalizing(term: (term: string) => string): TermFilter {
  return { term, normalizes: true };
}

export const bengaliNormalization: TermFilter = {
  ...normalizing(bengali),
  heedsKeywords: true,
  adds: ['keyword'],
};
export const indicNormalization = normalizing(indicText);
export const soraniNormalization = normalizing(sorani);

/** Filters that bring the ways of writing a word in one script together. */
export const scriptNormalizationTypes: readonly TokenFilterType[] = (
  [
    ['bengali_normalization', bengaliNormalization],
    ['indic_normalization', indicNormalization],
    ['serbian_normalization', normalizing(serbian)],
    ['sorani_normalization', soraniNormalization],
  ] as const
).map(([name, filter]) => ({ name, normalizes: true, make: () => filter }));
