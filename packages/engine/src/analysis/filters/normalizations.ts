import type { TokenFilterType } from '../component-type.ts';
import { lowercase } from '../lowercase.ts';
import { letters } from '../stemmers/suffix-rules.ts';
import type { TermFilter } from '../token-stream.ts';

type Change = (term: string) => string;

function normalizing(change: Change): TermFilter {
  return { term: change, normalizes: true };
}

const germanPlain = new Map(Object.entries({ ä: 'a', ö: 'o', ü: 'u', ß: 'ss' }));

/** Vowels written with two letters, and `ß`; a `u` behind `q` or a vowel is no half of one. From Snowball's german2. */
function german(term: string): string {
  let result = '';
  // Whether an `e` would make the letter before an umlaut, and whether an `u` may become half of one.
  let state: 'none' | 'before u' | 'umlaut' = 'none';
  for (let at = 0; at < term.length; at++) {
    const char = term[at]!;
    if (char === 'a' || char === 'o') state = 'umlaut';
    else if (char === 'u') state = state === 'none' ? 'umlaut' : 'before u';
    else if (char === 'e') {
      const isHalf = state === 'umlaut';
      state = 'before u';
      if (isHalf) continue;
    } else if ('iqyäöü'.includes(char)) state = 'before u';
    else state = 'none';
    result += germanPlain.get(char) ?? char;
  }
  return result;
}

const arabicLetters = letters('آأإ>ا ى>ي ة>ه');
/** Tatweel, and the marks of vowels. */
const ARABIC_MARKS = /[\u0640\u064b-\u0652]/g;

function arabic(term: string): string {
  return arabicLetters(term.replaceAll(ARABIC_MARKS, ''));
}

const persianLetters = letters('یے>ي ک>ك ۀہ>ه');

function persian(term: string): string {
  return persianLetters(term.replaceAll('\u0654', ''));
}

const scandinavianLetters = letters('äæ>æ ÄÆ>Æ öø>ø ÖØ>Ø');
const SCANDINAVIAN_PAIRS = /a[aAoOuU]|A[aAoOuU]|aA|[aA][eE]|[oO][eEoO]/g;

/** `æÆäÄöÖøØ` and two letters for one (`aa`, `ao`, `ae`, `oe`, `oo`) become `åæø`. */
function scandinavianNormal(term: string): string {
  return scandinavianLetters(
    term.replaceAll(SCANDINAVIAN_PAIRS, (pair) => {
      const second = lowercase(pair[1]!);
      const isCapital = pair[0] !== lowercase(pair[0]!);
      if (lowercase(pair[0]!) === 'a') {
        if (second === 'u') return pair;
        const letter = second === 'e' ? 'æ' : 'å';
        return isCapital ? letter.toUpperCase() : letter;
      }
      return isCapital ? 'Ø' : 'ø';
    }),
  );
}

const foldedLetters = letters('åäæ>a ÅÄÆ>A öø>o ÖØ>O');
const FOLDED = /[åäæÅÄÆöøÖØ]|([aA])[aAeEoO]|([oO])[eEoO]/g;

/** The same folded to `a` and `o`. */
function scandinavianFolded(term: string): string {
  return term.replaceAll(
    FOLDED,
    (found, a: string | undefined, o: string | undefined) => a ?? o ?? foldedLetters(found),
  );
}

const hindiLetters = letters(
  'ऩ>न ऱ>र ऴ>ळ क़>क ख़>ख ग़>ग ज़>ज ड़>ड ढ़>ढ फ़>फ य़>य ँ>ं ॅॆ>े ॉॊ>ो ऍऎ>ए ऑऒ>ओ ॲआ>अ ई>इ ऊ>उ ॠ>ऋ ॡ>ऌ ऐ>ए औ>ओ ी>ि ू>ु ॄ>ृ ॣ>ॢ ै>े ौ>ो',
);
const DEAD_N = /न्/g;
const HINDI_SILENT = /[\u200d\u200c\u094d\u093c]/g;

/** Spellings of Hindi that differ for one word (after Larkey and others, "Hindi CLIR in thirty days", TALIP 2003). */
function hindi(term: string): string {
  return hindiLetters(term.replaceAll(DEAD_N, 'ं').replaceAll(HINDI_SILENT, ''));
}

export const germanNormalization = normalizing(german);
export const arabicNormalization = normalizing(arabic);
export const persianNormalization = normalizing(persian);
export const hindiNormalization: TermFilter = {
  ...normalizing(hindi),
  heedsKeywords: true,
  adds: ['keyword'],
};

function typeOf(name: string, filter: TermFilter): TokenFilterType {
  return { name, normalizes: true, make: () => filter };
}

/** Filters that bring the ways of writing a word in one language together. */
export const normalizationTypes: readonly TokenFilterType[] = [
  typeOf('arabic_normalization', arabicNormalization),
  typeOf('german_normalization', germanNormalization),
  typeOf('hindi_normalization', hindiNormalization),
  typeOf('persian_normalization', persianNormalization),
  typeOf('scandinavian_folding', normalizing(scandinavianFolded)),
  typeOf('scandinavian_normalization', normalizing(scandinavianNormal)),
];
