import { JavaError } from '../java-error.ts';
import { meter } from '../meter.ts';
import { JavaValue, type LongValue, wrapLong } from '../values.ts';

/** Digits of the longest number that is made: nobody waits for longer ones. */
const DIGITS_MAX = 20_000;
/** The digit 0 as a character. */
const ZERO = 0x30;
const BITS_PER_DIGIT = 3.3;
/** Whose digits are made in less than a microsecond. */
const BITS_UNCOUNTED = 256;
/** The digits of a number of 65,536 bits take a millisecond, 32,768 units. */
const BITS_SQUARED_PER_UNIT = 131_072;

export function arithmetic(reason: string): JavaError {
  return new JavaError('arithmetic_exception', reason);
}

/** Counts a number before it is made. Throws JavaError where it would be too long. */
export function passDigits(digits: number): void {
  if (digits > DIGITS_MAX) throw arithmetic('BigInteger would overflow supported range');
  // Each digit of a product is made of all digits of its factors.
  meter.pass(1 + digits / 16 + (digits * digits) / 4096);
}

/** How many bits a number has, without its sign. */
export function bitsOf(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4;
}

/** About how many digits a number has; never fewer. */
export function roughDigits(value: bigint): number {
  return Math.ceil(bitsOf(value) / BITS_PER_DIGIT);
}

/** The digits of a number without its sign, counted before they are made: that takes longer than most that is done with them. */
export function decimalDigits(value: bigint): string {
  const bits = bitsOf(value);
  if (bits > BITS_UNCOUNTED) meter.pass((bits * bits) / BITS_SQUARED_PER_UNIT);
  return String(value < 0n ? -value : value);
}

function decimalText(value: bigint): string {
  return (value < 0n ? '-' : '') + decimalDigits(value);
}

function digitsOf(value: bigint): number {
  return decimalDigits(value).length;
}

/** Hexadecimal digits that are hashed in the time of an operation. */
const HASHED_PER_UNIT = 4;

/** As `BigInteger.hashCode` makes it, of 32 bits at a time from the front. */
function hashOfBig(value: bigint): number {
  const digits = (value < 0n ? -value : value).toString(16);
  meter.pass(digits.length / HASHED_PER_UNIT);
  const words = digits.padStart(Math.ceil(digits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  const hash = words.reduce((sum, word) => (Math.imul(sum, 31) + Number.parseInt(word, 16)) | 0, 0);
  return value < 0n ? -hash | 0 : hash;
}

/** `BigInteger`. */
export class JavaBigInteger extends JavaValue {
  readonly javaClass = 'BigInteger';
  readonly big: bigint;

  constructor(big: bigint) {
    super();
    this.big = big;
  }

  /** As doubles have it, for what takes any number. */
  get value(): number {
    return Number(this.big);
  }

  override text(): string {
    return decimalText(this.big);
  }

  override hash(): number {
    return hashOfBig(this.big);
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaBigInteger && other.big === this.big;
  }

  compareTo(other: unknown): number {
    const { big } = other as JavaBigInteger;
    return this.big < big ? -1 : Number(this.big > big);
  }
}

export type Rounding =
  | 'UP'
  | 'DOWN'
  | 'CEILING'
  | 'FLOOR'
  | 'HALF_UP'
  | 'HALF_DOWN'
  | 'HALF_EVEN'
  | 'UNNECESSARY';

/** The quotient, rounded. Throws ArithmeticException where it must be exact and is not. */
export function dividedBy(value: bigint, by: bigint, rounding: Rounding): bigint {
  const quotient = value / by;
  const rest = value % by;
  if (rest === 0n) return quotient;
  const isNegative = value < 0n !== by < 0n;
  const away = quotient + (isNegative ? -1n : 1n);
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const whole = by < 0n ? -by : by;
  switch (rounding) {
    case 'UP':
      return away;
    case 'DOWN':
      return quotient;
    case 'CEILING':
      return isNegative ? quotient : away;
    case 'FLOOR':
      return isNegative ? away : quotient;
    case 'UNNECESSARY':
      throw arithmetic('Rounding necessary');
    default:
      if (twice !== whole) return twice > whole ? away : quotient;
      if (rounding === 'HALF_EVEN') return quotient % 2n === 0n ? quotient : away;
      return rounding === 'HALF_UP' ? away : quotient;
  }
}

function powerOfTen(exponent: number): bigint {
  passDigits(exponent);
  return 10n ** BigInt(exponent);
}

const INT_MIN = -2147483648;
const INT_MAX = 2147483647;

/** Throws ArithmeticException for a scale that no int holds. */
function scaleOf(scale: number): number {
  if (scale < INT_MIN) throw arithmetic('Overflow');
  if (scale > INT_MAX) throw arithmetic('Underflow');
  return scale;
}

/** `BigDecimal`: a whole number, and how many of its digits stand behind the point. */
export class JavaBigDecimal extends JavaValue {
  readonly javaClass = 'BigDecimal';
  readonly unscaled: bigint;
  readonly scale: number;

  constructor(unscaled: bigint, scale: number) {
    super();
    this.unscaled = unscaled;
    this.scale = scaleOf(scale);
  }

  /** Throws NumberFormatException. */
  static parse(text: string): JavaBigDecimal {
    const found = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,10}))?$/.exec(text);
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = found ?? [];
    if (text === '') {
      const reason = 'Index 0 out of bounds for length 0';
      throw new JavaError('array_index_out_of_bounds_exception', reason);
    }
    if (found === null || whole + fraction === '') {
      const at = /[^0-9.eE+-]/.exec(text)?.[0];
      const reason =
        at === undefined
          ? null
          : `Character ${at} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`;
      throw new JavaError('number_format_exception', reason);
    }
    passDigits(whole.length + fraction.length);
    return new JavaBigDecimal(BigInt(sign + whole + fraction), fraction.length - Number(exponent));
  }

  get value(): number {
    return Number(this.text());
  }

  get precision(): number {
    return digitsOf(this.unscaled);
  }

  /** The whole number at a greater or the same scale. */
  at(scale: number): bigint {
    return this.unscaled * powerOfTen(scale - this.scale);
  }

  withScale(scale: number, rounding: Rounding): JavaBigDecimal {
    if (scale >= this.scale) return new JavaBigDecimal(this.at(scale), scale);
    if (this.scale - scale > this.precision + 1 && rounding === 'DOWN') return new JavaBigDecimal(0n, scale);
    const by = powerOfTen(this.scale - scale);
    return new JavaBigDecimal(dividedBy(this.unscaled, by, rounding), scale);
  }

  /** To so many digits; 0 = as it is. */
  rounded(precision: number, rounding: Rounding): JavaBigDecimal {
    const over = precision === 0 ? 0 : this.precision - precision;
    if (over <= 0) return this;
    const result = this.withScale(this.scale - over, rounding);
    // 9.99 becomes 10.0, which has a digit more.
    return result.precision > precision ? result.rounded(precision, rounding) : result;
  }

  stripped(least = Number.NEGATIVE_INFINITY): JavaBigDecimal {
    if (this.unscaled === 0n)
      return new JavaBigDecimal(0n, Math.max(0, least === Number.NEGATIVE_INFINITY ? 0 : least));
    const digits = decimalDigits(this.unscaled);
    let zeros = 0;
    while (digits.charCodeAt(digits.length - 1 - zeros) === ZERO && this.scale - zeros > least) zeros++;
    return new JavaBigDecimal(this.unscaled / powerOfTen(zeros), this.scale - zeros);
  }

  override text(): string {
    const digits = digitsOf(this.unscaled);
    const exponent = digits - 1 - this.scale;
    if (this.scale >= 0 && exponent >= -6) return this.plain();
    return this.#scientific(1, exponent);
  }

  /** Exponents are multiples of 3. */
  engineering(): string {
    const exponent = digitsOf(this.unscaled) - 1 - this.scale;
    if (this.scale >= 0 && exponent >= -6) return this.plain();
    const over = ((exponent % 3) + 3) % 3;
    if (this.unscaled !== 0n) return this.#scientific(1 + over, exponent - over);
    const zeros = over === 0 ? 0 : 3 - over;
    const shown = over === 0 ? '0' : `0.${'0'.repeat(zeros === 2 ? 2 : 1)}`;
    return exponent + (over === 0 ? 0 : zeros) === 0 ? shown : `${shown}E${signed(exponent + zeros)}`;
  }

  #scientific(before: number, exponent: number): string {
    const sign = this.unscaled < 0n ? '-' : '';
    const digits = decimalDigits(this.unscaled).padEnd(before, '0');
    const rest = digits.slice(before);
    const end = exponent === 0 ? '' : `E${signed(exponent)}`;
    return `${sign}${digits.slice(0, before)}${rest === '' ? '' : `.${rest}`}${end}`;
  }

  plain(): string {
    const sign = this.unscaled < 0n ? '-' : '';
    const digits = decimalDigits(this.unscaled);
    passDigits(digits.length + Math.abs(this.scale));
    if (this.scale <= 0) return sign + (digits === '0' ? '0' : digits + '0'.repeat(-this.scale));
    const padded = digits.padStart(this.scale + 1, '0');
    return `${sign}${padded.slice(0, -this.scale)}.${padded.slice(-this.scale)}`;
  }

  override hash(): number {
    return (Math.imul(31, hashOfBig(this.unscaled)) + this.scale) | 0;
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaBigDecimal && other.unscaled === this.unscaled && other.scale === this.scale;
  }

  compareTo(other: unknown): number {
    const by = other as JavaBigDecimal;
    const scale = Math.max(this.scale, by.scale);
    const [a, b] = [this.at(scale), by.at(scale)];
    return a < b ? -1 : Number(a > b);
  }
}

function signed(exponent: number): string {
  return exponent > 0 ? `+${exponent}` : String(exponent);
}

/** `divide` without a rule: exact, with the scale of Java where that is enough. */
export function exactQuotient(a: JavaBigDecimal, b: JavaBigDecimal): JavaBigDecimal {
  const preferred = a.scale - b.scale;
  if (b.unscaled === 0n) throw arithmetic(a.unscaled === 0n ? 'Division undefined' : 'Division by zero');
  if (a.unscaled === 0n) return new JavaBigDecimal(0n, preferred);
  const precision = Math.min(a.precision + Math.ceil((10 * b.precision) / 3), DIGITS_MAX);
  const quotient = roundedQuotient(a, b, precision, 'UNNECESSARY');
  return quotient.scale < preferred ? quotient.withScale(preferred, 'UNNECESSARY') : quotient;
}

export function roundedQuotient(
  a: JavaBigDecimal,
  b: JavaBigDecimal,
  precision: number,
  rounding: Rounding,
): JavaBigDecimal {
  const preferred = a.scale - b.scale;
  if (b.unscaled === 0n) throw arithmetic(a.unscaled === 0n ? 'Division undefined' : 'Division by zero');
  if (a.unscaled === 0n) return new JavaBigDecimal(0n, preferred);
  const shift = Math.max(0, precision + 3 + b.precision - a.precision);
  const scaled = a.unscaled * powerOfTen(shift);
  let result: JavaBigDecimal;
  if (scaled % b.unscaled === 0n) result = new JavaBigDecimal(scaled / b.unscaled, preferred + shift);
  else if (rounding === 'UNNECESSARY') {
    throw arithmetic('Non-terminating decimal expansion; no exact representable decimal result.');
  } else {
    // One more digit says that something follows, so that halves are none.
    const sticky = scaled / b.unscaled;
    const sign = scaled < 0n !== b.unscaled < 0n ? -1n : 1n;
    result = new JavaBigDecimal(sticky * 10n + sign, preferred + shift + 1);
  }
  return result.rounded(precision, rounding).stripped(preferred);
}

/** As a long; throws ArithmeticException where it is none of so many bits. */
export function exactWhole(value: bigint, bits: number, name: string): LongValue {
  if (BigInt.asIntN(bits, value) === value) return wrapLong(value);
  throw arithmetic(`BigInteger out of ${name} range`);
}

export function powered(base: bigint, exponent: number): bigint {
  if (exponent < 0) throw arithmetic('Negative exponent');
  const bits = (base < 0n ? -base : base).toString(2).length;
  if (bits > 1) passDigits(((bits - 1) * exponent) / BITS_PER_DIGIT);
  return base ** BigInt(exponent);
}

export function shifted(value: bigint, bits: number): bigint {
  if (bits > 0) passDigits(roughDigits(value) + bits / BITS_PER_DIGIT);
  return bits >= 0 ? value << BigInt(bits) : value >> BigInt(-bits);
}
