import { ApiError, table } from '@sextant/contract';
import { illegalArgument } from './errors.ts';
import { javaDouble, javaFloat, javaText, javaTrim } from './java-text.ts';

export type NumericType =
  | 'long'
  | 'unsigned_long'
  | 'integer'
  | 'short'
  | 'byte'
  | 'double'
  | 'float'
  | 'half_float'
  | 'scaled_float';

/** Bounds of the integral types, as texts exact where doubles are not. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = table({
  long: [-(2 ** 63), 2 ** 63],
  unsigned_long: [0, 2 ** 64],
  integer: [-0x80000000, 0x7fffffff],
  short: [-0x8000, 0x7fff],
  byte: [-0x80, 0x7f],
});

/** The ends of the types that doubles are too coarse for. */
const EXACT_RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = table({
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  unsigned_long: [0n, 2n ** 64n - 1n],
});

export function isIntegral(type: string): boolean {
  return Object.hasOwn(RANGES, type);
}

const PLUS = 43;
const MINUS = 45;
const POINT = 46;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isHexDigit(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102);
}

function afterSign(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code === PLUS || code === MINUS ? at + 1 : at;
}

function after(text: string, at: number, accepts: (code: number) => boolean): number {
  let end = at;
  while (end < text.length && accepts(text.charCodeAt(end))) end++;
  return end;
}

/** Where the exponent that begins here with one of two letters ends; `at` when there is none. */
function afterExponent(text: string, at: number, letter: string): number {
  if (text.charAt(at).toLowerCase() !== letter) return at;
  const digits = afterSign(text, at + 1);
  const end = after(text, digits, isDigit);
  return end > digits ? end : at;
}

/**
 * Where the decimal number that the text begins with ends; 0 when it begins with none. By hand, since an
 * expression keeps a way back for each of millions of digits, and then runs out of stack.
 */
function decimalEnd(text: string): number {
  const start = afterSign(text, 0);
  const point = after(text, start, isDigit);
  const end = text.charCodeAt(point) === POINT ? after(text, point + 1, isDigit) : point;
  const hasDigits = end > start && !(end === start + 1 && point === start);
  return hasDigits ? afterExponent(text, end, 'e') : 0;
}

function isSuffix(text: string, at: number): boolean {
  return at === text.length - 1 && 'fFdD'.includes(text.charAt(at));
}

/** A hexadecimal float, as in `-0x1.8p1`; undefined for anything else. */
function parseHexFloat(text: string): number | undefined {
  const start = afterSign(text, 0);
  if (text.slice(start, start + 2).toLowerCase() !== '0x') return undefined;
  const point = after(text, start + 2, isHexDigit);
  const hasPoint = text.charCodeAt(point) === POINT;
  const end = hasPoint ? after(text, point + 1, isHexDigit) : point;
  const exponentEnd = afterExponent(text, end, 'p');
  if (exponentEnd === end || !(exponentEnd === text.length || isSuffix(text, exponentEnd))) return undefined;
  const fraction = hasPoint ? text.slice(point + 1, end) : '';
  const digits = text.slice(start + 2, point) + fraction;
  if (digits === '') return undefined;
  const exponent = Number.parseInt(text.slice(end + 1), 10);
  // Nothing stays nothing, however many times it is doubled.
  const mantissa = Number.parseInt(digits, 16) * 2 ** (exponent - 4 * fraction.length) || 0;
  return text.charCodeAt(0) === MINUS ? -mantissa : mantissa;
}

/**
 * Java's Double.parseDouble: spaces around, a type suffix and hexadecimal floats are allowed. Undefined for
 * no number.
 */
export function javaParseDouble(input: string): number | undefined {
  const text = javaTrim(input);
  const end = decimalEnd(text);
  if (end > 0 && end === text.length) return Number(text);
  if (end > 0 && isSuffix(text, end)) return Number(text.slice(0, end));
  if (/^[+-]?(NaN|Infinity)$/.test(text)) return Number(text.replace(/^[+-]NaN$/, 'NaN'));
  return parseHexFloat(text);
}

/**
 * To the nearest half-precision float, ties to even; beyond 65504 by more than half a step it is infinite.
 */
export function toHalfFloat(value: number): number {
  const size = Math.abs(value);
  if (size >= 65520) return value < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (size === 0 || Number.isNaN(value)) return value;
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  const step = 2 ** (exponent - 10);
  const steps = size / step;
  let rounded = Math.round(steps);
  if (rounded - steps === 0.5 && rounded % 2 === 1) rounded--;
  return Math.sign(value) * rounded * step;
}

function outOfRange(small: string, text: string, isInt: boolean): ApiError {
  // Bytes are read as ints first.
  const type = small === 'byte' && !isInt ? 'integer' : small;
  const article = type === 'integer' || type === 'unsigned_long' ? 'an' : 'a';
  return illegalArgument(`Value [${text}] is out of range for ${article} ${type.replace('_', ' ')}`);
}

function parseIntegral(type: NumericType, value: unknown, coerce: boolean): number {
  let number = value as number;
  const text = typeof value === 'number' ? javaText(value) : String(value);
  if (typeof value !== 'number') {
    const parsed = javaParseDouble(text);
    // Java parses text of 64 bits as a decimal: no spaces, suffixes or hexadecimal.
    const isDecimal = EXACT_RANGES[type] === undefined || (text !== '' && decimalEnd(text) === text.length);
    if (parsed === undefined || !isDecimal) throw numberFormat(type, text);
    // As Java makes an int of it.
    number = Number.isNaN(parsed) ? 0 : parsed;
  }
  const [min, max] = RANGES[type]!;
  const whole = Math.trunc(number);
  const exact = EXACT_RANGES[type];
  const beyond = exact !== undefined && (number >= max || number <= min) && !fits(text, exact);
  if (beyond || !(whole >= min && whole <= max))
    throw outOfRange(type, text, whole >= -(2 ** 31) && whole < 2 ** 31);
  if (!coerce && whole !== number) throw illegalArgument(`Value [${text}] has a decimal part`);
  return whole;
}

/** Decides at the very border of a range, where doubles are too coarse; fractions are cut off. */
function fits(text: string, [min, max]: readonly [bigint, bigint]): boolean {
  const whole = Math.trunc(Number(text));
  if (!Number.isFinite(whole)) return false;
  const point = after(text, afterSign(text, 0), isDigit);
  const hasExponent = after(text, point + (text.charCodeAt(point) === POINT ? 1 : 0), isDigit) < text.length;
  if (hasExponent || !isDigit(text.charCodeAt(point - 1))) return BigInt(whole) === min;
  const exact = BigInt(text.slice(text.charCodeAt(0) === PLUS ? 1 : 0, point));
  return exact >= min && exact <= max;
}

/** Long reports a plain illegal argument from its own parser; the other types Java's number format. */
function numberFormat(type: NumericType, text: string): ApiError {
  const reason = text === '' ? 'empty String' : `For input string: "${text}"`;
  return new ApiError({
    type:
      type === 'long' || type === 'unsigned_long' ? 'illegal_argument_exception' : 'number_format_exception',
    reason,
  });
}

/**
 * A JSON number or text as the stored value of the type. With `coerce`, fractions of integral types are cut
 * off. Longs beyond 2^53 become the nearest double: columns hold doubles.
 */
export function parseNumber(type: NumericType, value: unknown, coerce: boolean): number {
  if (isIntegral(type)) return parseIntegral(type, value, coerce);
  const number = typeof value === 'number' ? value : javaParseDouble(String(value));
  if (number === undefined) {
    const text = String(value);
    const reason = javaTrim(text) === '' ? 'empty String' : `For input string: "${text}"`;
    throw new ApiError({ type: 'number_format_exception', reason });
  }
  const stored = roundTo(type, number);
  if (!Number.isFinite(stored)) {
    const shown = type === 'half_float' ? javaFloat(Math.fround(number)) : javaDouble(stored);
    const rule = type === 'scaled_float' ? 'only supports' : 'supports only';
    throw illegalArgument(`[${type}] ${rule} finite values, but got [${shown}]`);
  }
  return stored;
}

/** Which multiple of the inverse of the factor stands for a value, as Java rounds. */
export function scaledSteps(value: number, factor: number): number {
  return Math.round(value * factor);
}

/** The value that so many steps mean; computed as OpenSearch does, so that 12 tenths are 1.2000000000000002. */
export function ofScaledSteps(steps: number, factor: number): number {
  return steps * (1 / factor);
}

/** The nearest value that the type can hold. */
export function roundTo(type: string, value: number): number {
  if (type === 'float') return Math.fround(value);
  if (type === 'half_float') return toHalfFloat(Math.fround(value));
  return value;
}
