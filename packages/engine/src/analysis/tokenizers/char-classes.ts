import { invalid } from '../component-settings.ts';
import { isLetter, isWhitespace } from './characters.ts';

export type CharClass = (char: string) => boolean;

function of(pattern: RegExp): CharClass {
  return (char) => pattern.test(char);
}

/** Java's general categories and a few groups of them, as `token_chars` names them. */
const classes: ReadonlyMap<string, CharClass> = new Map([
  ['letter', isLetter],
  ['digit', of(/\p{Nd}/u)],
  ['whitespace', isWhitespace],
  ['punctuation', of(/\p{P}/u)],
  ['symbol', of(/\p{Sc}|\p{Sm}|\p{So}/u)],
  ['enclosing_mark', of(/\p{Me}/u)],
  ['other_symbol', of(/\p{So}/u)],
  ['math_symbol', of(/\p{Sm}/u)],
  ['currency_symbol', of(/\p{Sc}/u)],
  ['modifier_symbol', of(/\p{Sk}/u)],
  ['modifier_letter', of(/\p{Lm}/u)],
  ['uppercase_letter', of(/\p{Lu}/u)],
  ['lowercase_letter', of(/\p{Ll}/u)],
  ['titlecase_letter', of(/\p{Lt}/u)],
  ['other_letter', of(/\p{Lo}/u)],
  ['decimal_digit_number', of(/\p{Nd}/u)],
  ['letter_number', of(/\p{Nl}/u)],
  ['other_number', of(/\p{No}/u)],
  ['non_spacing_mark', of(/\p{Mn}/u)],
  ['combining_spacing_mark', of(/\p{Mc}/u)],
  ['connector_punctuation', of(/\p{Pc}/u)],
  ['dash_punctuation', of(/\p{Pd}/u)],
  ['start_punctuation', of(/\p{Ps}/u)],
  ['end_punctuation', of(/\p{Pe}/u)],
  ['initial_quote_punctuation', of(/\p{Pi}/u)],
  ['final_quote_punctuation', of(/\p{Pf}/u)],
  ['other_punctuation', of(/\p{Po}/u)],
  ['space_separator', of(/\p{Zs}/u)],
  ['line_separator', of(/\p{Zl}/u)],
  ['paragraph_separator', of(/\p{Zp}/u)],
  ['control', of(/\p{Cc}/u)],
  ['format', of(/\p{Cf}/u)],
  ['private_use', of(/\p{Co}/u)],
  ['surrogate', of(/\p{Cs}/u)],
  ['unassigned', of(/\p{Cn}/u)],
]);

/** The class of that name, as `char_group` knows it; undefined where there is none. */
export function charClass(name: string): CharClass | undefined {
  return classes.get(name);
}

/** What any of the named classes has; `custom` stands for the characters given with it. Throws ApiError. */
export function charClasses(names: readonly string[], custom: string | undefined): CharClass | null {
  if (names.length === 0) return null;
  const wanted = names.map((given) => {
    const name = given.toLowerCase().trim();
    if (name === 'custom') return customChars(custom);
    const known = classes.get(name);
    if (known !== undefined) return known;
    const all = ['custom', ...classes.keys()].sort();
    throw invalid(`Unknown token type: '${name}', must be one of [${all.join(', ')}]`);
  });
  return (char) => wanted.some((has) => has(char));
}

function customChars(custom: string | undefined): CharClass {
  if (custom === undefined) throw invalid("Token type: 'custom' requires setting `custom_token_chars`");
  const chars = new Set(custom);
  return (char) => chars.has(char);
}
