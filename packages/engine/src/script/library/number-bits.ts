import { JavaError } from '../java-error.ts';
import { JavaLong, JavaSmall, type LongValue, wrapLong } from '../values.ts';
import { parseJavaInt, parseJavaLong, parseUnsigned, usedRadix } from './number-text.ts';

type Members = Readonly<Record<string, (...args: never[]) => unknown>>;

const unsigned = (value: LongValue): bigint => BigInt.asUintN(64, BigInt(value));
const long = (value: bigint): LongValue => wrapLong(BigInt.asIntN(64, value));

function reversedBits(value: bigint, bits: number): bigint {
  const text = BigInt.asUintN(bits, value).toString(2).padStart(bits, '0');
  return BigInt(`0b${[...text].reverse().join('')}`);
}

function reversedBytes(value: bigint, bytes: number): bigint {
  const text = BigInt.asUintN(bytes * 8, value)
    .toString(16)
    .padStart(bytes * 2, '0');
  return BigInt(`0x${text.match(/../g)!.reverse().join('')}`);
}

function lowest(value: bigint): bigint {
  return value & -value;
}

function highest(value: bigint): bigint {
  return value === 0n ? 0n : 1n << BigInt(value.toString(2).length - 1);
}

function rotated(value: bigint, by: number, bits: number): bigint {
  const left = BigInt(((by % bits) + bits) % bits);
  return (value << left) | (value >> (BigInt(bits) - left));
}

function trailing(value: bigint, bits: number): number {
  return value === 0n ? bits : lowest(value).toString(2).length - 1;
}

const radixes: ReadonlyMap<string, number> = new Map([
  ['', 10],
  ['0', 8],
  ['0x', 16],
  ['#', 16],
]);

/** `0x1F`, `#1F`, `017`, with a sign. Throws NumberFormatException. */
function decoded(text: string, bits: number): bigint {
  if (text === '') throw new JavaError('number_format_exception', 'Zero length string');
  const found = /^([+-]?)(0[xX]|#|0(?=.))?(.*)$/.exec(text);
  const [, sign = '', prefix = '', digits = ''] = found ?? [];
  const radix = radixes.get(prefix.toLowerCase())!;
  const value = BigInt(parseJavaLong(sign + digits, radix));
  if (BigInt.asIntN(bits, value) === value) return value;
  throw new JavaError('number_format_exception', `Value ${value} out of range from input ${text}`);
}

const int = (value: bigint): number => Number(BigInt.asIntN(32, value));
const bits32 = (value: number): bigint => BigInt(value >>> 0);

function nonZero<Value>(by: Value): Value {
  if (Number(by) === 0) throw new JavaError('arithmetic_exception', '/ by zero');
  return by;
}

export const intBits: Members = {
  'static Integer valueOf(String, int)': parseJavaInt,
  'static Integer decode(String)': (text: string) => int(decoded(text, 32)),
  'static int compareUnsigned(int, int)': (a: number, b: number) => Math.sign((a >>> 0) - (b >>> 0)),
  'static int divideUnsigned(int, int)': (a: number, b: number) => ((a >>> 0) / (nonZero(b) >>> 0)) | 0,
  'static int remainderUnsigned(int, int)': (a: number, b: number) => ((a >>> 0) % (nonZero(b) >>> 0)) | 0,
  'static int highestOneBit(int)': (value: number) => int(highest(bits32(value))),
  'static int lowestOneBit(int)': (value: number) => value & -value,
  'static int numberOfTrailingZeros(int)': (value: number) => trailing(bits32(value), 32),
  'static int parseUnsignedInt(String)': (text: string) => parseUnsigned(text, 10, 32),
  'static int parseUnsignedInt(String, int)': (text: string, radix: number) => parseUnsigned(text, radix, 32),
  'static int reverse(int)': (value: number) => int(reversedBits(bits32(value), 32)),
  'static int reverseBytes(int)': (value: number) => int(reversedBytes(bits32(value), 4)),
  'static int rotateLeft(int, int)': (value: number, by: number) => int(rotated(bits32(value), by, 32)),
  'static int rotateRight(int, int)': (value: number, by: number) => int(rotated(bits32(value), -by, 32)),
  'static long toUnsignedLong(int)': (value: number) => value >>> 0,
  'static String toUnsignedString(int)': (value: number) => String(value >>> 0),
  'static String toUnsignedString(int, int)': (value: number, radix: number) =>
    (value >>> 0).toString(usedRadix(radix)),
};

export const longBits: Members = {
  'static String toString(long, int)': (value: LongValue, radix: number) =>
    BigInt(value).toString(usedRadix(radix)),
  'static Long decode(String)': (text: string) => new JavaLong(long(decoded(text, 64))),
  'static Long valueOf(String, int)': (text: string, radix: number) =>
    new JavaLong(parseJavaLong(text, radix)),
  'static long parseUnsignedLong(String)': (text: string) => parseUnsigned(text, 10, 64),
  'static long parseUnsignedLong(String, int)': (text: string, radix: number) =>
    parseUnsigned(text, radix, 64),
  'static int bitCount(long)': (value: LongValue) => unsigned(value).toString(2).replaceAll('0', '').length,
  'static int compareUnsigned(long, long)': (a: LongValue, b: LongValue) =>
    Number(unsigned(a) > unsigned(b)) - Number(unsigned(a) < unsigned(b)),
  'static long divideUnsigned(long, long)': (a: LongValue, b: LongValue) =>
    long(unsigned(a) / unsigned(nonZero(b))),
  'static long remainderUnsigned(long, long)': (a: LongValue, b: LongValue) =>
    long(unsigned(a) % unsigned(nonZero(b))),
  'static int hashCode(long)': (value: LongValue) => int(unsigned(value) ^ (unsigned(value) >> 32n)),
  'static long highestOneBit(long)': (value: LongValue) => long(highest(unsigned(value))),
  'static long lowestOneBit(long)': (value: LongValue) => long(lowest(BigInt(value))),
  'static int numberOfLeadingZeros(long)': (value: LongValue) =>
    unsigned(value) === 0n ? 64 : 64 - unsigned(value).toString(2).length,
  'static int numberOfTrailingZeros(long)': (value: LongValue) => trailing(unsigned(value), 64),
  'static long reverse(long)': (value: LongValue) => long(reversedBits(unsigned(value), 64)),
  'static long reverseBytes(long)': (value: LongValue) => long(reversedBytes(unsigned(value), 8)),
  'static long rotateLeft(long, int)': (value: LongValue, by: number) =>
    long(rotated(unsigned(value), by, 64)),
  'static long rotateRight(long, int)': (value: LongValue, by: number) =>
    long(rotated(unsigned(value), -by, 64)),
  'static String toOctalString(long)': (value: LongValue) => unsigned(value).toString(8),
  'static String toUnsignedString(long)': (value: LongValue) => String(unsigned(value)),
  'static String toUnsignedString(long, int)': (value: LongValue, radix: number) =>
    unsigned(value).toString(usedRadix(radix)),
};

const view = new DataView(new ArrayBuffer(8));

function doubleBits(value: number): LongValue {
  view.setFloat64(0, value);
  return wrapLong(view.getBigInt64(0));
}

function floatBits(value: number): number {
  view.setFloat32(0, value);
  return view.getInt32(0);
}

export const doubleBitsMembers: Members = {
  'static long doubleToLongBits(double)': doubleBits,
  'static long doubleToRawLongBits(double)': doubleBits,
  'static double longBitsToDouble(long)': (value: LongValue) => {
    view.setBigInt64(0, BigInt(value));
    return view.getFloat64(0);
  },
  'static int hashCode(double)': (value: number) => {
    view.setFloat64(0, value);
    return view.getInt32(0) ^ view.getInt32(4);
  },
};

export const floatBitsMembers: Members = {
  'static int floatToIntBits(float)': floatBits,
  'static int floatToRawIntBits(float)': floatBits,
  'static float intBitsToFloat(int)': (value: number) => {
    view.setInt32(0, value);
    return view.getFloat32(0);
  },
  'static int hashCode(float)': floatBits,
};

/** Of `Byte` and `Short`. */
export function smallMembers(name: 'Byte' | 'Short', primitive: 'byte' | 'short', bits: number): Members {
  const most = 2 ** (bits - 1) - 1;
  const checked = (value: number, text: string, radix: number): number => {
    if (value >= -most - 1 && value <= most) return value;
    const reason = `Value out of range. Value:"${text}" Radix:${radix}`;
    throw new JavaError('number_format_exception', reason);
  };
  const parse = (text: string, radix: number): number => checked(parseJavaInt(text, radix), text, radix);
  return {
    [`static int compare(${primitive}, ${primitive})`]: (a: number, b: number) => a - b,
    [`static ${name} decode(String)`]: (text: string) => new JavaSmall(name, Number(decoded(text, bits))),
    [`static int hashCode(${primitive})`]: (value: number) => value,
    [`static ${primitive} parse${name}(String)`]: (text: string) => parse(text, 10),
    [`static ${primitive} parse${name}(String, int)`]: parse,
    [`static String toString(${primitive})`]: String,
    [`static int toUnsignedInt(${primitive})`]: (value: number) => value & (2 ** bits - 1),
    [`static long toUnsignedLong(${primitive})`]: (value: number) => value & (2 ** bits - 1),
    [`static ${name} valueOf(${primitive})`]: (value: number) => new JavaSmall(name, value),
  };
}

/** The double beside a finite one, in the direction of `sign`. */
function beside(value: number, sign: 1 | -1): number {
  if (Number.isNaN(value) || value === sign * Number.POSITIVE_INFINITY) return value;
  if (value === 0) return sign * Number.MIN_VALUE;
  view.setFloat64(0, value);
  const grows = value > 0 === sign > 0;
  view.setBigInt64(0, view.getBigInt64(0) + (grows ? 1n : -1n));
  return view.getFloat64(0);
}

/** As IEEE 754 has the remainder: of the nearest whole quotient, the even one where two are as near. */
function remainder(a: number, b: number): number {
  if (!Number.isFinite(a) || Number.isNaN(b) || b === 0) return Number.NaN;
  if (!Number.isFinite(b)) return a;
  const [size, by] = [Math.abs(a) % (2 * Math.abs(b)), Math.abs(b)];
  let rest = size;
  if (rest * 2 > by) {
    rest -= by;
    if (rest * 2 >= by) rest -= by;
  }
  return a < 0 || Object.is(a, -0) ? -rest : rest;
}

/** `Math.hypot` to the last bit, as fdlibm has it. */
function hypot(x: number, y: number): number {
  if (Math.abs(x) === Number.POSITIVE_INFINITY || Math.abs(y) === Number.POSITIVE_INFINITY)
    return Number.POSITIVE_INFINITY;
  let [a, b] = Math.abs(x) < Math.abs(y) ? [Math.abs(y), Math.abs(x)] : [Math.abs(x), Math.abs(y)];
  if (Number.isNaN(a + b)) return Number.NaN;
  if (b === 0 || a / b > 2 ** 60) return a + b;
  const scale = scaleOf(a, b);
  a *= scale;
  b *= scale;
  const w = a - b;
  const isNear = w <= b;
  // The squares of what the upper halves of the numbers are are exact.
  const [big, small] = isNear ? [a + a, b] : [a, b];
  const [high, low] = halves(big);
  const [upper, lower] = halves(small);
  const sum = isNear
    ? high * upper - (-w * w - (high * lower + low * small))
    : high * high - (-b * b - low * (a + high));
  return Math.sqrt(sum) / scale;
}

/** What numbers are multiplied by so that their squares are numbers. */
function scaleOf(larger: number, smaller: number): number {
  if (larger > 2 ** 500) return 2 ** -600;
  return smaller < 2 ** -500 ? 2 ** 600 : 1;
}

/** A double as the sum of two, of which the first has no bits in its lower word. */
function halves(value: number): readonly [number, number] {
  view.setFloat64(0, value);
  view.setInt32(4, 0);
  const high = view.getFloat64(0);
  return [high, value - high];
}

export const mathBits: Members = {
  'static double hypot(double, double)': hypot,
  'static double IEEEremainder(double, double)': remainder,
  'static double copySign(double, double)': (size: number, sign: number) =>
    Math.abs(size) * (sign < 0 || Object.is(sign, -0) ? -1 : 1),
  'static double nextUp(double)': (value: number) => beside(value, 1),
  'static double nextDown(double)': (value: number) => beside(value, -1),
  'static double nextAfter(double, double)': (value: number, to: number) => {
    if (Number.isNaN(to)) return to;
    if (value === to) return to;
    return beside(value, to > value ? 1 : -1);
  },
};
