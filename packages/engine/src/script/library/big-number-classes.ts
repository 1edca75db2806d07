import { javaDouble } from '../../mapping/java-text.ts';
import { JavaError } from '../java-error.ts';
import { meter } from '../meter.ts';
import { JavaArray, type LongValue } from '../values.ts';
import {
  arithmetic,
  bitsOf,
  dividedBy,
  exactQuotient,
  exactWhole,
  JavaBigDecimal,
  JavaBigInteger,
  passDigits,
  powered,
  roughDigits,
  roundedQuotient,
  shifted,
} from './big-numbers.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { type JavaMathContext, type JavaRounding, roundingClasses } from './rounding.ts';

type Members = Record<string, (...args: never[]) => unknown>;

/** Of numbers that are divided: 512 bits take about as long as another unit. */
const BITS_PER_UNIT = 512;

function wholeOf(self: JavaBigDecimal): bigint {
  return self.withScale(0, 'DOWN').unscaled;
}

/** Throws ArithmeticException where there is a fraction. */
function exactlyWhole(self: JavaBigDecimal): bigint {
  return self.withScale(0, 'UNNECESSARY').unscaled;
}

/** What all numbers have, of one that is larger than any primitive. */
function numberMembers<Value extends { readonly value: number }>(whole: (self: Value) => bigint): Members {
  return {
    'int intValue()': (self: Value) => Number(BigInt.asIntN(32, whole(self))),
    'long longValue()': (self: Value) => exactWhole(BigInt.asIntN(64, whole(self)), 64, 'long'),
    'double doubleValue()': (self: Value) => self.value,
    'float floatValue()': (self: Value) => Math.fround(self.value),
    'short shortValue()': (self: Value) => Number(BigInt.asIntN(16, whole(self))),
    'byte byteValue()': (self: Value) => Number(BigInt.asIntN(8, whole(self))),
  };
}

const big = (value: bigint): JavaBigInteger => new JavaBigInteger(value);

function product(a: JavaBigInteger, b: JavaBigInteger): JavaBigInteger {
  passDigits(roughDigits(a.big) + roughDigits(b.big));
  return big(a.big * b.big);
}

function divisor({ big: by }: JavaBigInteger): bigint {
  if (by === 0n) throw arithmetic('BigInteger divide by zero');
  return by;
}

function modulus({ big: by }: JavaBigInteger): bigint {
  if (by <= 0n) throw arithmetic('BigInteger: modulus not positive');
  return by;
}

function modded(value: bigint, by: bigint): bigint {
  return ((value % by) + by) % by;
}

/** Of the division of a number of so many bits, in Euclid's algorithm, which has as many as the number has bits. */
function passDivision(bits: number): void {
  meter.pass(1 + bits / BITS_PER_UNIT);
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const bits = bitsOf(y);
  while (y !== 0n) {
    passDivision(bits);
    [x, y] = [y, x % y];
  }
  return x;
}

function inverse(value: bigint, by: bigint): bigint {
  let [r, next, s, nextS] = [by, modded(value, by), 0n, 1n];
  const bits = bitsOf(by);
  while (next !== 0n) {
    passDivision(bits);
    const quotient = r / next;
    [r, next] = [next, r - quotient * next];
    [s, nextS] = [nextS, s - quotient * nextS];
  }
  if (r !== 1n) throw arithmetic('BigInteger not invertible.');
  return modded(s, by);
}

function poweredMod(base: bigint, exponent: bigint, by: bigint): bigint {
  let [result, factor, left] = [1n % by, modded(base, by), exponent];
  for (; left > 0n; left >>= 1n) {
    passDigits(roughDigits(by) * 2);
    if (left & 1n) result = (result * factor) % by;
    factor = (factor * factor) % by;
  }
  return result;
}

function bitLength(value: bigint): number {
  const positive = value < 0n ? -value - 1n : value;
  return positive === 0n ? 0 : positive.toString(2).length;
}

function bitCount(value: bigint): number {
  return (value < 0n ? -value - 1n : value).toString(2).replaceAll('0', '').length;
}

function lowestBit(value: bigint): number {
  if (value === 0n) return -1;
  const text = (value < 0n ? -value : value).toString(2);
  return text.length - 1 - text.lastIndexOf('1');
}

function bytesOf(value: bigint): JavaArray {
  const length = Math.trunc(bitLength(value) / 8) + 1;
  const hex = BigInt.asUintN(length * 8, value)
    .toString(16)
    .padStart(length * 2, '0');
  const byteAt = (at: number): number => (Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16) << 24) >> 24;
  return new JavaArray(
    'byte',
    Array.from({ length }, (_, at) => byteAt(at)),
  );
}

/** Throws NumberFormatException. */
function parseBig(text: string, radix: number): JavaBigInteger {
  const found = /^([+-]?)([0-9a-zA-Z]+)$/.exec(text);
  if (found === null) {
    const reason = text === '' ? 'Zero length BigInteger' : `For input string: "${text}"`;
    throw new JavaError('number_format_exception', reason);
  }
  passDigits(text.length);
  let value = 0n;
  for (const each of found[2]!) {
    const digit = Number.parseInt(each, radix);
    if (Number.isNaN(digit)) throw new JavaError('number_format_exception', `For input string: "${text}"`);
    value = value * BigInt(radix) + BigInt(digit);
  }
  return big(found[1] === '-' ? -value : value);
}

/** Throws ArithmeticException. */
function addressOf(at: number): number {
  if (at < 0) throw arithmetic('Negative bit address');
  return at;
}

const bit = (at: number): bigint => shifted(1n, addressOf(at));

const bigInteger = javaClass({
  name: 'BigInteger',
  fullName: 'java.math.BigInteger',
  supers: ['Number', 'Comparable'],
  constants: { 'BigInteger ZERO': big(0n), 'BigInteger ONE': big(1n), 'BigInteger TEN': big(10n) },
  members: {
    ...numberMembers<JavaBigInteger>((self) => self.big),
    'new make(String)': (text: string) => parseBig(text, 10),
    'new make(String, int)': parseBig,
    'static BigInteger valueOf(long)': (value: LongValue) => big(BigInt(value)),
    'BigInteger abs()': ({ big: value }: JavaBigInteger) => big(value < 0n ? -value : value),
    'BigInteger add(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) => big(a.big + b.big),
    'BigInteger subtract(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) => big(a.big - b.big),
    'BigInteger multiply(BigInteger)': product,
    'BigInteger divide(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) => big(a.big / divisor(b)),
    'BigInteger remainder(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) => big(a.big % divisor(b)),
    'BigInteger[] divideAndRemainder(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) =>
      new JavaArray('BigInteger', [big(a.big / divisor(b)), big(a.big % divisor(b))]),
    'BigInteger mod(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) => big(modded(a.big, modulus(b))),
    'BigInteger modInverse(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) =>
      big(inverse(a.big, modulus(b))),
    'BigInteger modPow(BigInteger, BigInteger)': (
      a: JavaBigInteger,
      exponent: JavaBigInteger,
      b: JavaBigInteger,
    ) => {
      const by = modulus(b);
      const isNegative = exponent.big < 0n;
      const base = isNegative ? inverse(a.big, by) : a.big;
      return big(poweredMod(base, isNegative ? -exponent.big : exponent.big, by));
    },
    'BigInteger gcd(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) => big(gcd(a.big, b.big)),
    'BigInteger pow(int)': (self: JavaBigInteger, exponent: number) => big(powered(self.big, exponent)),
    'BigInteger negate()': (self: JavaBigInteger) => big(-self.big),
    'BigInteger and(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) => big(a.big & b.big),
    'BigInteger or(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) => big(a.big | b.big),
    'BigInteger xor(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) => big(a.big ^ b.big),
    'BigInteger andNot(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) => big(a.big & ~b.big),
    'BigInteger not()': (self: JavaBigInteger) => big(~self.big),
    'BigInteger shiftLeft(int)': (self: JavaBigInteger, bits: number) => big(shifted(self.big, bits)),
    'BigInteger shiftRight(int)': (self: JavaBigInteger, bits: number) => big(shifted(self.big, -bits)),
    'boolean testBit(int)': (self: JavaBigInteger, at: number) =>
      ((self.big >> BigInt(addressOf(at))) & 1n) === 1n,
    'BigInteger setBit(int)': (self: JavaBigInteger, at: number) => big(self.big | bit(at)),
    'BigInteger clearBit(int)': (self: JavaBigInteger, at: number) => big(self.big & ~bit(at)),
    'BigInteger flipBit(int)': (self: JavaBigInteger, at: number) => big(self.big ^ bit(at)),
    'int bitCount()': (self: JavaBigInteger) => bitCount(self.big),
    'int bitLength()': (self: JavaBigInteger) => bitLength(self.big),
    'int getLowestSetBit()': (self: JavaBigInteger) => lowestBit(self.big),
    'int signum()': ({ big: value }: JavaBigInteger) => Number(value > 0n) - Number(value < 0n),
    'BigInteger max(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) => (a.compareTo(b) >= 0 ? a : b),
    'BigInteger min(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) => (a.compareTo(b) <= 0 ? a : b),
    'int compareTo(BigInteger)': (a: JavaBigInteger, b: JavaBigInteger) => a.compareTo(b),
    'byte[] toByteArray()': (self: JavaBigInteger) => bytesOf(self.big),
    'String toString(int)': (self: JavaBigInteger, radix: number) => self.big.toString(radix),
    'byte byteValueExact()': (self: JavaBigInteger) => exactWhole(self.big, 8, 'byte'),
    'short shortValueExact()': (self: JavaBigInteger) => exactWhole(self.big, 16, 'short'),
    'int intValueExact()': (self: JavaBigInteger) => exactWhole(self.big, 32, 'int'),
    'long longValueExact()': (self: JavaBigInteger) => exactWhole(self.big, 64, 'long'),
  },
});

type Decimal = JavaBigDecimal;

function sum(a: Decimal, b: Decimal, sign: bigint): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return new JavaBigDecimal(a.at(scale) + sign * b.at(scale), scale);
}

function times(a: Decimal, b: Decimal): Decimal {
  passDigits(a.precision + b.precision);
  return new JavaBigDecimal(a.unscaled * b.unscaled, a.scale + b.scale);
}

/** The whole part of a quotient, at the scale of Java. */
function integral(a: Decimal, b: Decimal): Decimal {
  if (b.unscaled === 0n) throw arithmetic(a.unscaled === 0n ? 'Division undefined' : 'Division by zero');
  const preferred = a.scale - b.scale;
  const scale = Math.max(a.scale, b.scale);
  const whole = new JavaBigDecimal(dividedBy(a.at(scale), b.at(scale), 'DOWN'), 0);
  if (whole.unscaled === 0n) return new JavaBigDecimal(0n, preferred);
  return preferred >= 0 ? whole.withScale(preferred, 'DOWN') : whole.stripped(preferred);
}

function remainder(a: Decimal, b: Decimal): Decimal {
  return sum(a, times(integral(a, b), b), -1n);
}

function raised(self: Decimal, exponent: number): Decimal {
  if (exponent < 0 || exponent > 999_999_999) throw arithmetic('Invalid operation');
  return new JavaBigDecimal(powered(self.unscaled, exponent), self.scale * exponent);
}

/** A method, and the same to the digits of a context. */
function inContext(name: string, params: readonly string[], work: (...args: Decimal[]) => Decimal): Members {
  const method = work as (...args: never[]) => unknown;
  return {
    [`BigDecimal ${name}(${params.join(', ')})`]: method,
    [`BigDecimal ${name}(${[...params, 'MathContext'].join(', ')})`]: (...args: never[]) => {
      const context = args.at(-1) as unknown as JavaMathContext;
      return context.of(work(...(args.slice(0, -1) as unknown as Decimal[])));
    },
  };
}

function moved(self: Decimal, places: number): Decimal {
  if (places === 0) return self;
  const result = new JavaBigDecimal(self.unscaled, self.scale - places);
  return result.scale < 0 ? result.withScale(0, 'UNNECESSARY') : result;
}

const decimal = (unscaled: bigint): Decimal => new JavaBigDecimal(unscaled, 0);
const one = ['BigDecimal'];

const bigDecimal = javaClass({
  name: 'BigDecimal',
  fullName: 'java.math.BigDecimal',
  supers: ['Number', 'Comparable'],
  constants: {
    'BigDecimal ZERO': decimal(0n),
    'BigDecimal ONE': decimal(1n),
    'BigDecimal TEN': decimal(10n),
  },
  members: {
    ...numberMembers<Decimal>(wholeOf),
    'new make(String)': (text: string) => JavaBigDecimal.parse(text),
    'new make(String, MathContext)': (text: string, context: JavaMathContext) =>
      context.of(JavaBigDecimal.parse(text)),
    'static BigDecimal valueOf(double)': (value: number) => {
      if (!Number.isFinite(value)) {
        throw new JavaError('number_format_exception', 'Infinite or NaN');
      }
      return JavaBigDecimal.parse(javaDouble(value));
    },
    ...inContext('abs', [], (self) =>
      self!.unscaled < 0n ? new JavaBigDecimal(-self!.unscaled, self!.scale) : self!,
    ),
    ...inContext('negate', [], (self) => new JavaBigDecimal(-self!.unscaled, self!.scale)),
    ...inContext('plus', [], (self) => self!),
    ...inContext('add', one, (a, b) => sum(a!, b!, 1n)),
    ...inContext('subtract', one, (a, b) => sum(a!, b!, -1n)),
    ...inContext('multiply', one, (a, b) => times(a!, b!)),
    ...inContext('remainder', one, (a, b) => remainder(a!, b!)),
    ...inContext('divideToIntegralValue', one, (a, b) => integral(a!, b!)),
    ...inContext('pow', ['int'], (self, exponent) => raised(self!, Number(exponent))),
    'BigDecimal divide(BigDecimal)': exactQuotient,
    'BigDecimal divide(BigDecimal, MathContext)': (a: Decimal, b: Decimal, context: JavaMathContext) =>
      context.precision === 0
        ? exactQuotient(a, b)
        : roundedQuotient(a, b, context.precision, context.rounding.mode),
    'BigDecimal[] divideAndRemainder(BigDecimal)': (a: Decimal, b: Decimal) =>
      new JavaArray('BigDecimal', [integral(a, b), remainder(a, b)]),
    'BigDecimal round(MathContext)': (self: Decimal, context: JavaMathContext) => context.of(self),
    'BigDecimal setScale(int)': (self: Decimal, scale: number) => self.withScale(scale, 'UNNECESSARY'),
    'BigDecimal setScale(int, RoundingMode)': (self: Decimal, scale: number, { mode }: JavaRounding) =>
      self.withScale(scale, mode),
    'BigDecimal scaleByPowerOfTen(int)': (self: Decimal, exponent: number) =>
      new JavaBigDecimal(self.unscaled, self.scale - exponent),
    'BigDecimal movePointLeft(int)': (self: Decimal, places: number) => moved(self, -places),
    'BigDecimal movePointRight(int)': moved,
    'BigDecimal stripTrailingZeros()': (self: Decimal) => self.stripped(),
    'BigDecimal ulp()': (self: Decimal) => new JavaBigDecimal(1n, self.scale),
    'BigDecimal max(BigDecimal)': (a: Decimal, b: Decimal) => (a.compareTo(b) >= 0 ? a : b),
    'BigDecimal min(BigDecimal)': (a: Decimal, b: Decimal) => (a.compareTo(b) <= 0 ? a : b),
    'int compareTo(BigDecimal)': (a: Decimal, b: Decimal) => a.compareTo(b),
    'int precision()': (self: Decimal) => self.precision,
    'int scale()': (self: Decimal) => self.scale,
    'int signum()': ({ unscaled }: Decimal) => Number(unscaled > 0n) - Number(unscaled < 0n),
    'BigInteger toBigInteger()': (self: Decimal) => big(wholeOf(self)),
    'BigInteger toBigIntegerExact()': (self: Decimal) => big(exactlyWhole(self)),
    'String toPlainString()': (self: Decimal) => self.plain(),
    'String toEngineeringString()': (self: Decimal) => self.engineering(),
    'byte byteValueExact()': (self: Decimal) => exactWhole(exactlyWhole(self), 8, 'byte'),
    'short shortValueExact()': (self: Decimal) => exactWhole(exactlyWhole(self), 16, 'short'),
    'int intValueExact()': (self: Decimal) => exactWhole(exactlyWhole(self), 32, 'int'),
    'long longValueExact()': (self: Decimal) => exactWhole(exactlyWhole(self), 64, 'long'),
  },
});

export const bigNumberClasses: readonly JavaClass[] = [bigInteger, bigDecimal, ...roundingClasses];
