/** Donna Harman's S-stemmer ("How effective is suffixing?", JASIS 42, 1991), as Lucene runs it. */
export function englishMinimal(word: string): string {
  if (word.length < 3 || !word.endsWith('s')) return word;
  const before = word.at(-2)!;
  if (before === 'u' || before === 's') return word;
  if (before !== 'e') return word.slice(0, -1);
  const third = word.at(-3)!;
  if (word.length > 3 && third === 'i' && word.at(-4) !== 'a' && word.at(-4) !== 'e') {
    return `${word.slice(0, -3)}y`;
  }
  return 'iaoe'.includes(third) ? word : word.slice(0, -1);
}

const KEEPS_E = 'shoes canoes oboes'.split(' ');
const CHES_KEEPS_E =
  'cliches avalanches mustaches moustaches quiches headaches heartaches porsches tranches caches'.split(' ');

/** An exception is met by the end of a word; a word that is shorter, by its beginning behind the exception's. */
function isException(word: string, exceptions: readonly string[]): boolean {
  return exceptions.some((each) => each.endsWith(word) || word.endsWith(each));
}

/** Plurals alone, with the `e` that they bring (OpenSearch's EnglishPluralStemFilter). */
export function englishPlural(word: string): string {
  const { length } = word;
  if (length < 3 || !word.endsWith('s')) return word;
  const before = word[length - 2]!;
  if (before === 'u' || before === 's') return word;
  if (before !== 'e' || length < 4) return word.slice(0, -1);
  if (length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  const losesTwo =
    (length > 4 && /(?:x|sh|ss)es$/.test(word)) ||
    (word.endsWith('oes') && !isException(word, KEEPS_E)) ||
    (length > 4 && word.endsWith('ches') && !isException(word, CHES_KEEPS_E));
  return word.slice(0, losesTwo ? -2 : -1);
}
