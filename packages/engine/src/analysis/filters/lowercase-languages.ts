import { lowercase } from '../lowercase.ts';

const greekBases: ReadonlyMap<string, string> = new Map(
  ['αά', 'εέ', 'ηή', 'ιίϊΐ', 'υύϋΰ', 'οό', 'ωώ', 'σς'].flatMap((row) =>
    [...row].map((char): [string, string] => [char, row[0]!]),
  ),
);

/** Without accents, and with one sigma. */
export function greekLowercase(term: string): string {
  let result = '';
  for (const char of lowercase(term)) result += greekBases.get(char) ?? char;
  return result;
}

/** `nAthair` is `n-athair`: the first letter was put before the word. */
export function irishLowercase(term: string): string {
  return lowercase(/^[nt][AEIOUÁÉÍÓÚ]/.test(term) ? `${term[0]}-${term.slice(1)}` : term);
}

/** `I` is `ı`, and `İ` is `i`, however its dot is written. */
export function turkishLowercase(term: string): string {
  return lowercase(
    term.replaceAll(/I([\u0300-\u0306\u0308-\u036f]*)(\u0307?)/g, (_, marks: string, dot: string) =>
      dot === '' ? `ı${marks}` : `i${marks}`,
    ),
  );
}
