import { firstOf, inTurn, letters, over } from './suffix-rules.ts';

/**
 * The light and minimal stemmers of Jacques Savoy (University of Neuchâtel, "Light stemming approaches for the French, Portuguese,
 * German and Hungarian languages", SAC 2006), as Lucene runs them.
 */

const LETTER = /\p{L}/u;

/** Letters that stand twice, once. */
function once(word: string): string {
  let result = word[0] ?? '';
  for (let at = 1; at < word.length; at++) {
    if (word[at] !== result.at(-1) || !LETTER.test(word[at]!)) result += word[at]!;
  }
  return result;
}

function cutTwin(word: string): string {
  const last = word.at(-1)!;
  return last === word.at(-2) && LETTER.test(last) ? word.slice(0, -1) : word;
}

const frenchNormal = inTurn(
  over(4, inTurn(letters('àáâ>a ô>o èéê>e ùû>u î>i ç>c'), once)),
  firstOf([{ over: 4, ends: 'ie', cut: 2 }]),
  over(
    4,
    inTurn(
      firstOf([{ over: 0, ends: 'r', cut: 1 }]),
      firstOf([{ over: 0, ends: 'e', cut: 1 }]),
      firstOf([{ over: 0, ends: 'e', cut: 1 }]),
      cutTwin,
    ),
  ),
);

const frenchSuffixes = firstOf([
  { over: 9, ends: 'issement', cut: 7, add: 'r' },
  { over: 8, ends: 'issant', cut: 5, add: 'r' },
  { over: 6, ends: 'ement', cut: 4, add: '' },
  { over: 11, ends: 'ficatrice', cut: 7, add: 'er' },
  { over: 10, ends: 'ficateur', cut: 6, add: 'er' },
  { over: 9, ends: 'catrice', cut: 7, add: 'quer' },
  { over: 8, ends: 'cateur', cut: 6, add: 'quer' },
  { over: 8, ends: 'atrice', cut: 6, add: 'er' },
  { over: 7, ends: 'ateur', cut: 5, add: 'er' },
]);

const frenchMiddle = firstOf([{ over: 6, ends: 'trice', cut: 5, add: 'teur' }]);

const frenchLast = firstOf([
  { over: 5, ends: 'ième', cut: 4 },
  { over: 7, ends: 'teuse', cut: 3, add: 'r' },
  { over: 6, ends: 'teur', cut: 2, add: 'r' },
  { over: 5, ends: 'euse', cut: 2 },
  { over: 8, ends: 'ère', cut: 3, add: 'er' },
  { over: 7, ends: 'ive', cut: 2, add: 'f' },
  { over: 4, ends: 'folle molle', cut: 3, add: 'u' },
  { over: 9, ends: 'nnelle', cut: 5 },
  { over: 9, ends: 'nnel', cut: 3 },
]);

const frenchNouns = inTurn(
  firstOf([{ over: 4, ends: 'ète', cut: 3, add: 'et' }]),
  firstOf([{ over: 8, ends: 'ique', cut: 4 }]),
  firstOf([
    { over: 8, ends: 'esse', cut: 3 },
    { over: 7, ends: 'inage', cut: 3 },
    { over: 12, ends: 'ualisation', cut: 9, add: 'el' },
    { over: 9, ends: 'isation', cut: 7 },
    { over: 9, ends: 'isateur', cut: 7 },
    { over: 8, ends: 'ation', cut: 5 },
    { over: 8, ends: 'ition', cut: 5 },
  ]),
);

const frenchPlural = inTurn(
  (word) => {
    if (word.length <= 5 || !word.endsWith('x')) return word;
    const singular = word.slice(0, -1);
    return /[^e]au$/s.test(singular) ? `${singular.slice(0, -1)}l` : singular;
  },
  firstOf([{ over: 3, ends: 'x', cut: 1 }]),
  firstOf([{ over: 3, ends: 's', cut: 1 }]),
);

/** `active` of `activement` is `actif`. */
function adjective(word: string): string {
  return word.length > 3 && word.endsWith('ive') ? `${word.slice(0, -2)}f` : word;
}

export function frenchLight(word: string): string {
  const singular = frenchPlural(word);
  const first = frenchSuffixes(singular);
  if (first !== singular) return frenchNormal(singular.endsWith('ement') ? adjective(first) : first);
  const middle = frenchMiddle(singular);
  const last = frenchLast(middle);
  return frenchNormal(last === middle ? frenchNouns(middle) : last);
}

/** After Savoy's "A stemming procedure and stopword list for general French corpora" (JASIS 50, 1999). */
export const frenchMinimal = over(5, (word) => {
  if (word.endsWith('x')) {
    const singular = word.slice(0, -1);
    return singular.endsWith('au') ? `${singular.slice(0, -1)}l` : singular;
  }
  let result = word;
  for (const end of 'sreé') if (result.endsWith(end)) result = result.slice(0, -1);
  return cutTwin(result);
});

const plainVowels = letters('àáâä>a òóôö>o èéêë>e ùúûü>u ìíîï>i');

export const italianLight = over(
  5,
  inTurn(
    plainVowels,
    firstOf([
      { over: 0, ends: 'ie he hi ii ia io', cut: 2 },
      { over: 0, ends: 'e i a o', cut: 1 },
    ]),
  ),
);

export const spanishLight = over(
  4,
  inTurn(
    plainVowels,
    firstOf([
      { over: 0, ends: 'o a e', cut: 1 },
      { over: 0, ends: 'eses', cut: 2 },
      { over: 0, ends: 'ces', cut: 3, add: 'z' },
      { over: 0, ends: 'os as es', cut: 2 },
    ]),
  ),
);

const portugueseSuffixes = firstOf([
  { over: 4, ends: 'res ses les zes', cut: 2 },
  { over: 3, ends: 'ns', cut: 2, add: 'm' },
  { over: 4, ends: 'eis éis', cut: 3, add: 'el' },
  { over: 4, ends: 'ais', cut: 2, add: 'l' },
  { over: 4, ends: 'óis', cut: 3, add: 'ol' },
  { over: 4, ends: 'is', cut: 1, add: 'l' },
  { over: 3, ends: 'ões ães', cut: 3, add: 'ão' },
  { over: 6, ends: 'mente', cut: 5 },
  { over: 3, ends: 's', cut: 1 },
]);

const portugueseFeminine = firstOf([
  { over: 7, ends: 'inha iaca eira', cut: 1, add: 'o' },
  { over: 6, ends: 'osa ica ida ada iva ama', cut: 1, add: 'o' },
  { over: 6, ends: 'ona', cut: 3, add: 'ão' },
  { over: 6, ends: 'ora', cut: 1 },
  { over: 6, ends: 'esa', cut: 3, add: 'ês' },
  { over: 6, ends: 'na', cut: 1, add: 'o' },
]);

export const portugueseLight = over(
  3,
  inTurn(
    portugueseSuffixes,
    over(3, portugueseFeminine),
    firstOf([{ over: 4, ends: 'e a o', cut: 1 }]),
    letters('àáâäã>a òóôöõ>o èéêë>e ùúûü>u ìíîï>i ç>c'),
  ),
);
