import { badArgument, JavaError } from '../java-error.ts';
import { meter } from '../meter.ts';
import { JavaArray, JavaChar, rawNumber, textOf } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';

const LAST_POINT = 0x10ffff;

const code = (value: number): string => String.fromCodePoint(value);

/** Whether a code point is one of those of a regular expression; what is no code point is none. */
const are =
  (kind: RegExp) =>
  (value: number): boolean =>
    isPoint(value) && kind.test(code(value));

const isPoint = (value: number): boolean => value >= 0 && value <= LAST_POINT;
const isHigh = (value: number): boolean => value >= 0xd800 && value <= 0xdbff;
const isLow = (value: number): boolean => value >= 0xdc00 && value <= 0xdfff;
const isSpace = are(/\s/);
const isDefined = are(/\P{Cn}/u);

/** A code point. Throws IllegalArgumentException. */
function point(value: number): string {
  if (isPoint(value)) return code(value);
  const hex = (value >>> 0).toString(16).toUpperCase();
  throw badArgument(`Not a valid Unicode code point: 0x${hex}`);
}

/** What a digit is worth; -1 where it is none of the radix. */
function digit(value: number, radix: number): number {
  if (radix < 2 || radix > 36 || !isPoint(value)) return -1;
  const found = Number.parseInt(code(value), 36);
  return Number.isNaN(found) || found >= radix ? -1 : found;
}

function pointAt(value: unknown, at: number): number {
  const found = textOf(value).codePointAt(at);
  if (found !== undefined && at >= 0) return found;
  const reason = `Index ${at} out of bounds for length ${textOf(value).length}`;
  throw new JavaError('string_index_out_of_bounds_exception', reason);
}

/** The code points of a text, counted. */
export function pointsOf(text: string): number[] {
  meter.pass(text.length >>> 2);
  const points: number[] = [];
  for (let i = 0; i < text.length; i += points.at(-1)! > 0xffff ? 2 : 1) points.push(text.codePointAt(i)!);
  return points;
}

/** How many code points there are from one place to another, counted. Throws IndexOutOfBoundsException. */
export function pointsWithin(text: string, from: number, to: number): number {
  if (from < 0 || from > to || to > text.length) throw new JavaError('index_out_of_bounds_exception', null);
  meter.pass((to - from) >>> 4);
  let count = 0;
  for (let i = from; i < to; i++) {
    // One of two units is of the point before it.
    if (i + 1 < to && text.codePointAt(i)! > 0xffff) i++;
    count++;
  }
  return count;
}

const shown = {
  'static String toString(char)': code,
  'static char toUpperCase(char)': (value: number) => code(value).toUpperCase().charCodeAt(0),
  'static char toLowerCase(char)': (value: number) => code(value).toLowerCase().charCodeAt(0),
  'static int getNumericValue(int)': (value: number) => digit(value, 36),
  'static int digit(int, int)': digit,
  'static char forDigit(int, int)': (value: number, radix: number) =>
    radix < 2 || radix > 36 || value < 0 || value >= radix ? 0 : value.toString(radix).charCodeAt(0),
};

const kinds = {
  'static boolean isDigit(int)': are(/\p{Nd}/u),
  'static boolean isLetter(int)': are(/\p{L}/u),
  'static boolean isLetterOrDigit(int)': are(/[\p{L}\p{Nd}]/u),
  'static boolean isUpperCase(int)': are(/\p{Uppercase}/u),
  'static boolean isLowerCase(int)': are(/\p{Lowercase}/u),
  'static boolean isTitleCase(int)': are(/\p{Lt}/u),
  'static boolean isWhitespace(int)': (value: number) =>
    (isSpace(value) || (value >= 0x1c && value <= 0x1f)) &&
    value !== 0xa0 &&
    value !== 0x2007 &&
    value !== 0x202f &&
    value !== 0xfeff,
  'static boolean isSpaceChar(int)': are(/\p{Z}/u),
  'static boolean isISOControl(int)': are(/\p{Cc}/u),
  'static boolean isAlphabetic(int)': are(/\p{Alphabetic}/u),
  'static boolean isIdeographic(int)': are(/\p{Ideographic}/u),
  'static boolean isDefined(int)': isDefined,
};

const points = {
  'static boolean isValidCodePoint(int)': isPoint,
  'static boolean isBmpCodePoint(int)': (value: number) => value >>> 16 === 0,
  'static boolean isSupplementaryCodePoint(int)': (value: number) => value >= 0x10000 && isPoint(value),
  'static boolean isHighSurrogate(char)': isHigh,
  'static boolean isLowSurrogate(char)': isLow,
  'static boolean isSurrogate(char)': (value: number) => isHigh(value) || isLow(value),
  'static boolean isSurrogatePair(char, char)': (high: number, low: number) => isHigh(high) && isLow(low),
  'static int toCodePoint(char, char)': (high: number, low: number) =>
    ((high << 10) + low - ((0xd800 << 10) + 0xdc00 - 0x10000)) | 0,
  'static char[] toChars(int)': (value: number) => {
    const text = point(value);
    return new JavaArray(
      'char',
      Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
    );
  },
  'static int charCount(int)': (value: number) => (value >= 0x10000 ? 2 : 1),
  'static int codePointAt(CharSequence, int)': pointAt,
};

/** `java.lang.Character`. */
export const characterClass: JavaClass = javaClass({
  name: 'Character',
  fullName: 'java.lang.Character',
  supers: ['Comparable'],
  constants: {
    'char MAX_VALUE': 0xffff,
    'char MIN_VALUE': 0,
    'int MIN_RADIX': 2,
    'int MAX_RADIX': 36,
    'int MIN_CODE_POINT': 0,
    'int MAX_CODE_POINT': LAST_POINT,
    'int MIN_SUPPLEMENTARY_CODE_POINT': 0x10000,
    'int SIZE': 16,
    'int BYTES': 2,
  },
  members: {
    ...shown,
    ...kinds,
    ...points,
    'static Character valueOf(char)': (value: number) => new JavaChar(value),
    'static int hashCode(char)': (value: number) => value,
    'static char reverseBytes(char)': (value: number) => ((value & 0xff) << 8) | (value >> 8),
    'static int compare(char, char)': (a: number, b: number) => a - b,
    'int compareTo(Character)': (a: JavaChar, b: JavaChar) => a.value - b.value,
    'char charValue()': (self: unknown) => rawNumber(self),
  },
});
