import { apiError } from '@sextant/contract';
import { type Affixes, type DecimalPattern, decimalPattern } from './decimal-pattern.ts';

/**
 * A reader for numbers by a pattern of Java's DecimalFormat: it begins with what the pattern puts before numbers, and what comes behind
 * the number does not matter. Throws ApiError for what is no such number.
 */
export function decimalReader(pattern: string): (text: string) => number {
  const parsed = decimalPattern(pattern);
  return (text) => {
    const number = read(text, parsed);
    if (number === null) throw apiError('parse_exception', `Unparseable number: "${text}"`);
    return number;
  };
}

function read(text: string, pattern: DecimalPattern): number | null {
  if (text.startsWith('NaN')) return Number.NaN;
  const { positive, negative, multiplier } = pattern;
  const before = chosen(text, 0, [positive, negative], 'prefix');
  if (before.length === 0) return null;
  const start = before[0]!.prefix.length;
  const { end, value } = text.startsWith('∞', start)
    ? { end: start + 1, value: Number.POSITIVE_INFINITY }
    : digitsAt(text, start, pattern);
  if (Number.isNaN(value)) return null;
  const [only, other] = chosen(text, end, before, 'suffix');
  if (only === undefined || other !== undefined) return null;
  const scaled = value / multiplier;
  return only === negative ? -scaled : scaled;
}

/** Which of these the text goes on with: those with the longer affix. */
function chosen(
  text: string,
  at: number,
  affixes: readonly Affixes[],
  which: keyof Affixes,
): readonly Affixes[] {
  const found = affixes.filter((each) => text.startsWith(each[which], at));
  const longest = Math.max(...found.map((each) => each[which].length));
  return found.filter((each) => each[which].length === longest);
}

/** NaN: there is no number. */
function digitsAt(
  text: string,
  start: number,
  { grouping }: DecimalPattern,
): { readonly end: number; readonly value: number } {
  let digits = '';
  let end = start;
  let isFraction = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at]!;
    if (char >= '0' && char <= '9') digits += char;
    else if (char === '.' && !isFraction) {
      isFraction = true;
      digits += '.';
    } else if (char === ',' && grouping > 0 && !isFraction) continue;
    else break;
    end = at + 1;
  }
  if (!/\d/.test(digits)) return { end, value: Number.NaN };
  const exponent = /^E(-?\d+)/.exec(text.slice(end));
  if (exponent === null) return { end, value: Number(digits) };
  return { end: end + exponent[0].length, value: Number(`${digits}e${exponent[1]}`) };
}
