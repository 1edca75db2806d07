import { JavaError } from '../java-error.ts';
import { meter } from '../meter.ts';
import { JavaDouble, JavaFloat, JavaLong, JavaSmall, JavaValue, rawNumber, textOf } from '../values.ts';
import { JavaBigDecimal, JavaBigInteger, passDigits, type Rounding } from './big-numbers.ts';

/** What a pattern says of one sign. */
interface Side {
  readonly prefix: string;
  readonly suffix: string;
}

interface Layout {
  readonly positive: Side;
  readonly negative: Side;
  readonly wholeMin: number;
  readonly fractionMin: number;
  readonly fractionMax: number;
  /** 0: none. */
  readonly group: number;
  /** 100 for percents. */
  readonly multiplier: number;
}

function refused(reason: string, pattern: string): JavaError {
  return new JavaError('illegal_argument_exception', `${reason} in pattern "${pattern}"`);
}

/** `DecimalFormat.DOUBLE_FRACTION_DIGITS` */
const DOUBLE_FRACTION_MAX = 340;

/** What a pattern takes beside its characters. */
const UNITS_PER_PATTERN = 32;
/** What a number takes beside its digits. */
const UNITS_PER_NUMBER = 16;

const DIGITS = /^[#0,.]*/;

interface Part extends Side {
  readonly digits: string;
  readonly multiplier: number;
}

/** Prefix, digits and suffix of a pattern up to its end or a semicolon. */
function readPart(pattern: string, from: number): { readonly part: Part; readonly end: number } {
  let [prefix, suffix, digits, multiplier] = ['', '', '', 1];
  let at = from;
  for (; at < pattern.length && pattern[at] !== ';'; at++) {
    const char = pattern[at]!;
    let text = char;
    if (char === "'") {
      const close = pattern.indexOf("'", at + 1);
      const quoted = pattern.slice(at + 1, close < 0 ? pattern.length : close);
      text = quoted === '' ? "'" : quoted;
      at = close < 0 ? pattern.length : close;
    } else if ('#0,.'.includes(char)) {
      const found = DIGITS.exec(pattern.slice(at))![0];
      if (digits !== '') throw refused(`Unquoted special character '${char}'`, pattern);
      digits = found;
      at += found.length - 1;
      continue;
    } else if (char === 'E' && digits !== '' && suffix === '') {
      throw refused('Exponents are not supported', pattern);
    } else if (char === '%' || char === '‰') {
      if (multiplier !== 1) throw refused('Too many percent/per mille characters', pattern);
      multiplier = char === '%' ? 100 : 1000;
    } else if (char === '¤') throw refused('Currencies are not supported', pattern);
    if (digits === '') prefix += text;
    else suffix += text;
  }
  return { part: { prefix, suffix, digits, multiplier }, end: at };
}

/** What is behind the semicolon; undefined where nothing is, which is as if there were none. */
function negativePart(pattern: string, { digits }: Part, from: number): Part | undefined {
  const { part, end } = readPart(pattern, from);
  if (end < pattern.length || digits === '') throw refused("Unquoted special character ';'", pattern);
  return from === pattern.length ? undefined : part;
}

/** As DecimalFormat.applyPattern of Java. Throws IllegalArgumentException. */
function layoutOf(pattern: string): Layout {
  meter.pass(UNITS_PER_PATTERN + pattern.length);
  // No pattern shows all that there is.
  if (pattern === '') return { ...layoutOf('#,###'), fractionMax: DOUBLE_FRACTION_MAX };
  const { part, end } = readPart(pattern, 0);
  const { prefix, suffix, digits, multiplier } = part;
  const points = digits.split('.');
  if (points.length > 2) throw refused('Multiple decimal separators', pattern);
  const [grouped = '', fraction = ''] = points;
  const whole = grouped.replaceAll(',', '');
  if (/0#/.test(whole)) throw refused("Unexpected '0'", pattern);
  if (/#0/.test(fraction)) throw refused("Unexpected '0'", pattern);
  let wholeMin = whole.replaceAll('#', '').length;
  let fractionMin = fraction.replaceAll('#', '').length;
  // Of nothing but `#` one digit is shown.
  if (wholeMin + fractionMin === 0 && digits !== '') {
    if (whole !== '' && points.length === 2) wholeMin = 1;
    else if (points.length === 2) fractionMin = 1;
  }
  const comma = grouped.lastIndexOf(',');
  const positive = { prefix, suffix };
  const other = end < pattern.length ? negativePart(pattern, part, end + 1) : undefined;
  return {
    positive,
    negative: other === undefined ? { prefix: `-${prefix}`, suffix } : other,
    wholeMin,
    fractionMin,
    fractionMax: fraction.length,
    group: comma < 0 ? 0 : grouped.length - comma - 1,
    multiplier,
  };
}

const bits = new DataView(new ArrayBuffer(8));

/** All digits of a double. */
function exactDecimal(value: number): JavaBigDecimal {
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const exponent = Number((word >> 52n) & 0x7ffn);
  const fraction = word & 0xfffffffffffffn;
  const mantissa = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  const shift = Math.max(exponent, 1) - 1075;
  const signed = word >> 63n === 1n ? -mantissa : mantissa;
  if (shift >= 0) return new JavaBigDecimal(signed << BigInt(shift), 0);
  // x / 2^n = x * 5^n / 10^n
  return new JavaBigDecimal(signed * 5n ** BigInt(-shift), -shift);
}

/** `DecimalFormat`, in English, without exponents and currencies. */
export class JavaDecimalFormat extends JavaValue {
  readonly javaClass = 'DecimalFormat';
  pattern: string;
  layout: Layout;
  rounding: Rounding = 'HALF_EVEN';

  constructor(pattern: string) {
    super();
    this.pattern = pattern;
    this.layout = layoutOf(pattern);
  }

  override text(): string {
    return 'java.text.DecimalFormat';
  }

  apply(pattern: string): void {
    this.layout = layoutOf(pattern);
    this.pattern = pattern;
  }

  set(changes: Partial<Layout>): void {
    this.layout = { ...this.layout, ...changes };
  }

  /** Throws IllegalArgumentException for what is no number. */
  format(value: unknown): string {
    if (value instanceof JavaDouble || value instanceof JavaFloat) return this.#double(value.value);
    if (typeof value === 'number' || value instanceof JavaLong || value instanceof JavaSmall) {
      return this.#decimal(new JavaBigDecimal(BigInt(rawNumber(value)), 0), false);
    }
    if (value instanceof JavaBigInteger) return this.#decimal(new JavaBigDecimal(value.big, 0), false);
    if (value instanceof JavaBigDecimal) return this.#decimal(value, false);
    throw new JavaError('illegal_argument_exception', 'Cannot format given Object as a Number');
  }

  #double(value: number): string {
    if (Number.isNaN(value)) return 'NaN';
    const { positive, negative, multiplier, fractionMax } = this.layout;
    const scaled = value * multiplier;
    const isNegative = scaled < 0 || Object.is(scaled, -0);
    const side = isNegative ? negative : positive;
    if (!Number.isFinite(scaled)) return `${side.prefix}∞${side.suffix}`;
    const shortest = JavaBigDecimal.parse(textOf(new JavaDouble(scaled)));
    // Where digits are cut off, the number itself says to which side.
    const decimal = shortest.scale <= fractionMax ? shortest : exactDecimal(scaled);
    return this.#shown(decimal, isNegative);
  }

  #decimal(value: JavaBigDecimal, isZeroNegative: boolean): string {
    const { multiplier } = this.layout;
    const scaled = new JavaBigDecimal(value.unscaled * BigInt(multiplier), value.scale);
    return this.#shown(scaled, scaled.unscaled < 0n || isZeroNegative);
  }

  #shown(value: JavaBigDecimal, isNegative: boolean): string {
    const { positive, negative, wholeMin, fractionMin, fractionMax, group } = this.layout;
    const size = value.unscaled < 0n ? new JavaBigDecimal(-value.unscaled, value.scale) : value;
    const places = Math.max(fractionMin, Math.min(fractionMax, size.scale));
    meter.pass(UNITS_PER_NUMBER);
    passDigits(size.precision + Math.abs(size.scale) + places + wholeMin);
    const rounded = size.withScale(places, roundingOf(this.rounding, isNegative)).plain();
    const [whole = '', fraction = ''] = rounded.split('.');
    const digits = whole.replace(/^0+/, '').padStart(wholeMin, '0');
    const rest = withoutZeros(fraction).padEnd(fractionMin, '0');
    // Something is shown in any case.
    const shown = digits === '' && rest === '' ? '0' : digits;
    const side = isNegative ? negative : positive;
    return side.prefix + grouped(shown, group) + (rest === '' ? '' : `.${rest}`) + side.suffix;
  }

  /** The number that the text begins with. Throws ParseException. */
  parse(text: string): unknown {
    meter.pass(UNITS_PER_NUMBER + text.length / 4);
    const { positive, negative, multiplier, group } = this.layout;
    for (const [side, sign] of [
      [positive, ''],
      [negative, '-'],
    ] as const) {
      if (!text.startsWith(side.prefix)) continue;
      const found = /^[\d,]*(?:\.\d*)?/.exec(text.slice(side.prefix.length))![0];
      const digits = group > 0 ? found.replaceAll(',', '') : found.split(',')[0]!;
      if (!/\d/.test(digits) || !text.slice(side.prefix.length + found.length).startsWith(side.suffix))
        continue;
      const value = Number(sign + digits) / multiplier;
      if (!Number.isSafeInteger(value) || Object.is(value, -0)) return new JavaDouble(value);
      return new JavaLong(value);
    }
    throw new JavaError('parse_exception', `Unparseable number: "${text}"`, [], 'ParseException');
  }
}

/** Of a number without its sign. */
function roundingOf(rounding: Rounding, isNegative: boolean): Rounding {
  if (rounding === 'CEILING') return isNegative ? 'DOWN' : 'UP';
  if (rounding === 'FLOOR') return isNegative ? 'UP' : 'DOWN';
  return rounding;
}

/** Without the zeros at the end. An expression would try each run of zeros from each of them. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}

function grouped(digits: string, size: number): string {
  if (size === 0 || digits.length <= size) return digits;
  const first = digits.length % size;
  const parts = first === 0 ? [] : [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += size) parts.push(digits.slice(at, at + size));
  return parts.join(',');
}
