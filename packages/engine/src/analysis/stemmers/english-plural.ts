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
