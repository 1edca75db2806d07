import { ApiError, table } from '@sextant/contract';
import { illegalArgument } from './errors.ts';
import { javaDouble, javaText } from './java-text.ts';

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

/**
 * Java's Double.parseDouble: spaces around, a type suffix and hexadecimal floats are allowed. NaN for no
 * number.
 */
export function javaParseDouble(input: string): number | undefined {
  const text = input.trim();
  if (/^[+-]?(NaN|Infinity)$/.test(text)) return Number(text.replace(/^[+-]NaN$/, 'NaN'));
  if (/^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?[fFdD]?$/.test(text))
    return Number(text.replace(/[fFdD]$/, ''));
  const hex = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?\d+)[fFdD]?$/.exec(text);
  if (hex === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent] = hex;
  if (whole + fraction === '') return undefined;
  const mantissa = Number.parseInt(whole + fraction, 16) * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === '-' ? -mantissa : mantissa;
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

function outOfRange(type: string, text: string): ApiError {
  const article = type === 'integer' || type === 'unsigned_long' ? 'an' : 'a';
  return illegalArgument(`Value [${text}] is out of range for ${article} ${type.replace('_', ' ')}`);
}

function parseIntegral(type: NumericType, value: unknown, coerce: boolean): number {
  let number = value as number;
  const text = typeof value === 'number' ? javaText(value) : String(value);
  if (typeof value !== 'number') {
    const parsed = javaParseDouble(text);
    // Java parses integral text as a decimal: no spaces, suffixes or hexadecimal.
    const isDecimal = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text);
    if (parsed === undefined || !isDecimal) {
      throw numberFormat(type, text);
    }
    number = parsed;
  }
  const [min, max] = RANGES[type]!;
  const whole = Math.trunc(number);
  const exact = EXACT_RANGES[type];
  const beyond = exact !== undefined && (number >= max || number <= min) && !fits(text, exact);
  if (beyond || !(whole >= min && whole <= max)) throw outOfRange(type, text);
  if (!coerce && whole !== number) throw illegalArgument(`Value [${text}] has a decimal part`);
  return whole;
}

/** Decides at the very border of a range, where doubles are too coarse; fractions are cut off. */
function fits(text: string, [min, max]: readonly [bigint, bigint]): boolean {
  const digits = /^([+-]?\d+)(?:\.\d*)?$/.exec(text)?.[1];
  const whole = Math.trunc(Number(text));
  if (!Number.isFinite(whole)) return false;
  if (digits === undefined) return BigInt(whole) === min;
  const exact = BigInt(digits.replace('+', ''));
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
    const text = String(value).trim();
    const reason = text === '' ? 'empty String' : `For input string: "${text}"`;
    throw new ApiError({ type: 'number_format_exception', reason });
  }
  const stored = roundTo(type, number);
  if (!Number.isFinite(stored)) {
    const shown =
      type === 'half_float' && Number.isFinite(Math.fround(number)) ? Math.fround(number) : stored;
    const rule = type === 'scaled_float' ? 'only supports' : 'supports only';
    throw illegalArgument(`[${type}] ${rule} finite values, but got [${javaDouble(shown)}]`);
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
