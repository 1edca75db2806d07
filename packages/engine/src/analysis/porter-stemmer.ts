/**
 * The Porter stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980) with the departures of
 * Lucene's PorterStemmer: `bli` and `logi` in step 2, and words of one or two letters are left alone. Works
 * on UTF-16 units; anything that is not a, e, i, o, u (or y after a consonant) counts as a consonant.
 */

const STEP_2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
];

const STEP_3: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

const STEP_4: readonly string[] = [
  'al',
  'ance',
  'ence',
  'er',
  'ic',
  'able',
  'ible',
  'ant',
  'ement',
  'ment',
  'ent',
  'ou',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
];

function isConsonant(word: string, at: number): boolean {
  switch (word[at]) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u':
      return false;
    case 'y':
      return at === 0 || !isConsonant(word, at - 1);
    default:
      return true;
  }
}

/** The number of vowel-consonant sequences in the first `length` letters. */
function measure(word: string, length: number): number {
  let at = 0;
  while (at < length && isConsonant(word, at)) at++;
  let count = 0;
  while (at < length) {
    while (at < length && !isConsonant(word, at)) at++;
    if (at >= length) break;
    count++;
    while (at < length && isConsonant(word, at)) at++;
  }
  return count;
}

function hasVowel(word: string, length: number): boolean {
  for (let at = 0; at < length; at++) if (!isConsonant(word, at)) return true;
  return false;
}

function endsDouble(word: string): boolean {
  const last = word.length - 1;
  return last >= 1 && word[last] === word[last - 1] && isConsonant(word, last);
}

/** Consonant, vowel, consonant other than w, x, y at the end of the first `length` letters. */
function endsShort(word: string, length: number): boolean {
  const last = length - 1;
  if (last < 2 || !isConsonant(word, last) || isConsonant(word, last - 1) || !isConsonant(word, last - 2))
    return false;
  return word[last] !== 'w' && word[last] !== 'x' && word[last] !== 'y';
}

function step1(input: string): string {
  let word = input;
  if (word.endsWith('s')) {
    if (word.endsWith('sses') || word.endsWith('ies')) word = word.slice(0, -2);
    else if (!word.endsWith('ss')) word = word.slice(0, -1);
  }
  if (word.endsWith('eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word;
  const cut = suffixCut(word);
  if (cut === 0 || !hasVowel(word, word.length - cut)) return word;
  word = word.slice(0, word.length - cut);
  if (word.endsWith('at') || word.endsWith('bl') || word.endsWith('iz')) return `${word}e`;
  if (endsDouble(word)) {
    const last = word[word.length - 1];
    return last === 'l' || last === 's' || last === 'z' ? word : word.slice(0, -1);
  }
  return measure(word, word.length) === 1 && endsShort(word, word.length) ? `${word}e` : word;
}

function suffixCut(word: string): number {
  if (word.endsWith('ed')) return 2;
  return word.endsWith('ing') ? 3 : 0;
}

function replaceSuffix(word: string, rules: readonly (readonly [string, string])[]): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const length = word.length - suffix.length;
    return measure(word, length) > 0 ? word.slice(0, length) + replacement : word;
  }
  return word;
}

function step4(word: string): string {
  if (word.endsWith('ion')) {
    const length = word.length - 3;
    const before = word[length - 1];
    return (before === 's' || before === 't') && measure(word, length) > 1 ? word.slice(0, length) : word;
  }
  for (const suffix of STEP_4) {
    if (!word.endsWith(suffix)) continue;
    const length = word.length - suffix.length;
    return measure(word, length) > 1 ? word.slice(0, length) : word;
  }
  return word;
}

function step5(input: string): string {
  let word = input;
  if (word.endsWith('e')) {
    const length = word.length - 1;
    const value = measure(word, length);
    if (value > 1 || (value === 1 && !endsShort(word, length))) word = word.slice(0, length);
  }
  // Lucene measures the whole word here, the final l included.
  if (word.endsWith('ll') && measure(word, word.length) > 1) word = word.slice(0, -1);
  return word;
}

/** Stems of words seen before: texts repeat their words, and a look-up is far cheaper than five steps. */
const seen = new Map<string, string>();
const MAX_SEEN = 1 << 16;
/** A tokenizer may give whole texts as one word: these are not kept. */
const SEEN_LENGTH_MAX = 64;

/** The stem of a lowercase word. */
export function porterStem(input: string): string {
  if (input.length <= 2) return input;
  let stem = seen.get(input);
  if (stem === undefined) {
    stem = computeStem(input);
    if (input.length > SEEN_LENGTH_MAX) return stem;
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.set(input, stem);
  }
  return stem;
}

function computeStem(input: string): string {
  let word = step1(input);
  if (word.endsWith('y') && hasVowel(word, word.length - 1)) word = `${word.slice(0, -1)}i`;
  word = replaceSuffix(word, STEP_2);
  word = replaceSuffix(word, STEP_3);
  return step5(step4(word));
}
