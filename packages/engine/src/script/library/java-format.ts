import { JavaError } from '../java-error.ts';
import { meter } from '../meter.ts';
import {
  classOf,
  hashOf,
  JavaArray,
  JavaChar,
  JavaDouble,
  JavaFloat,
  JavaLong,
  JavaSmall,
  textOf,
} from '../values.ts';
import { decimalDigits, JavaBigDecimal, JavaBigInteger } from './big-numbers.ts';

/** `%[index$][flags][width][.precision]conversion`: no part is of any length, since zeros may belong to three of them. */
const SPECIFIER = /%(?:(\d{1,10})\$)?([-#+ 0,(<]{0,16})(\d{1,10})?(?:\.(\d{1,10}))?([a-zA-Z%])/y;
const MOST_CHARS = 1_000_000;

interface Specifier {
  readonly flags: string;
  readonly width: number;
  /** -1: none. */
  readonly precision: number;
  readonly conversion: string;
}

const formatErrors = {
  IllegalFormatConversionException: 'illegal_format_conversion_exception',
  IllegalFormatPrecisionException: 'illegal_format_precision_exception',
  IllegalFormatWidthException: 'illegal_format_width_exception',
  MissingFormatArgumentException: 'missing_format_argument_exception',
  UnknownFormatConversionException: 'unknown_format_conversion_exception',
} as const;

type FormatError = keyof typeof formatErrors;

function badFormat(reason: string, name: FormatError): JavaError {
  return new JavaError(formatErrors[name], reason, [], name);
}

/** `String.format` of Java's `Formatter`, in English. Throws JavaError for formats that cannot be read or do not fit. */
export function formatted(format: string, given: unknown): string {
  const args = given instanceof JavaArray ? given.values : [given];
  let result = '';
  let next = 0;
  let last = -1;
  for (let at = 0; at < format.length; ) {
    const percent = format.indexOf('%', at);
    if (percent < 0) return result + format.slice(at);
    result += format.slice(at, percent);
    SPECIFIER.lastIndex = percent;
    const found = SPECIFIER.exec(format);
    if (found === null) {
      throw badFormat(`Conversion = '${format[percent + 1] ?? '%'}'`, 'UnknownFormatConversionException');
    }
    const [text, index, flags = '', width, precision, conversion = ''] = found;
    const specifier = {
      flags,
      width: Number(width ?? 0),
      precision: precision === undefined ? -1 : Number(precision),
      conversion,
    };
    if (specifier.width > MOST_CHARS || specifier.precision > MOST_CHARS) {
      throw badFormat(`${Math.max(specifier.width, specifier.precision)}`, 'IllegalFormatWidthException');
    }
    at = percent + text.length;
    if (conversion === 'n') result += '\n';
    else if (conversion === '%') result += padded('%', specifier);
    else {
      if (flags.includes('<')) last = Math.max(last, 0);
      else last = index === undefined ? next++ : Number(index) - 1;
      if (last >= args.length || last < 0) {
        throw badFormat(`Format specifier '${text}'`, 'MissingFormatArgumentException');
      }
      meter.passText(specifier.precision, 1);
      const shown = padded(converted(specifier, args[last]), specifier);
      meter.passText(shown.length, 1);
      result += shown;
    }
    meter.passText(specifier.width + text.length, 1);
  }
  return result;
}

function padded(text: string, { width, flags }: Specifier): string {
  return flags.includes('-') ? text.padEnd(width) : text.padStart(width);
}

function converted(specifier: Specifier, value: unknown): string {
  const { conversion } = specifier;
  const small = conversion.toLowerCase();
  const text = plainText(small, specifier, value);
  return conversion === small ? text : text.toUpperCase();
}

function plainText(conversion: string, specifier: Specifier, value: unknown): string {
  const { precision } = specifier;
  const cut = (text: string): string => (precision < 0 ? text : text.slice(0, precision));
  switch (conversion) {
    case 's':
      return cut(textOf(value));
    case 'b':
      return cut(String(typeof value === 'boolean' ? value : value !== null));
    case 'h':
      return cut(value === null ? 'null' : (hashOf(value) >>> 0).toString(16));
    case 'c':
      return value === null ? 'null' : charOf(value);
    case 'd':
    case 'x':
    case 'o':
      return value === null ? 'null' : wholeText(conversion, specifier, value);
    case 'f':
    case 'e':
    case 'g':
      return value === null ? 'null' : fractionText(conversion, specifier, value);
    default:
      throw badFormat(`Conversion = '${specifier.conversion}'`, 'UnknownFormatConversionException');
  }
}

function mismatch(conversion: string, value: unknown): JavaError {
  const name = classOf(value);
  const full =
    value instanceof JavaBigDecimal || value instanceof JavaBigInteger
      ? `java.math.${name}`
      : `java.lang.${name}`;
  return badFormat(`${conversion} != ${full}`, 'IllegalFormatConversionException');
}

function charOf(value: unknown): string {
  if (value instanceof JavaChar) return textOf(value);
  if (typeof value === 'number') return String.fromCodePoint(value);
  throw mismatch('c', value);
}

function wholeOf(value: unknown, conversion: string): { readonly big: bigint; readonly bits: number } {
  if (typeof value === 'number') return { big: BigInt(value), bits: 32 };
  if (value instanceof JavaLong) return { big: BigInt(value.value), bits: 64 };
  if (value instanceof JavaSmall) {
    return { big: BigInt(value.value), bits: value.javaClass === 'Byte' ? 8 : 16 };
  }
  if (value instanceof JavaBigInteger) return { big: value.big, bits: 0 };
  throw mismatch(conversion, value);
}

function wholeText(conversion: string, specifier: Specifier, value: unknown): string {
  const { flags, precision } = specifier;
  if (precision >= 0) throw badFormat(String(precision), 'IllegalFormatPrecisionException');
  const { big, bits } = wholeOf(value, conversion);
  if (conversion === 'd') {
    const digits = decimalDigits(big);
    return withSign(big < 0n, flags.includes(',') ? grouped(digits) : digits, specifier);
  }
  const radix = conversion === 'x' ? 16 : 8;
  const digits = (bits === 0 ? big : BigInt.asUintN(bits, big)).toString(radix);
  const mark = radix === 16 ? '0x' : '0';
  const prefix = flags.includes('#') ? mark : '';
  const zeros = flags.includes('0') ? Math.max(0, specifier.width - prefix.length - digits.length) : 0;
  return prefix + '0'.repeat(zeros) + digits;
}

function grouped(digits: string): string {
  const first = digits.length % 3;
  const groups = digits.slice(first).match(/\d{3}/g) ?? [];
  return [...(first === 0 ? [] : [digits.slice(0, first)]), ...groups].join(',');
}

function withSign(isNegative: boolean, digits: string, { flags, width }: Specifier): string {
  const inParentheses = isNegative && flags.includes('(');
  let sign = '';
  if (inParentheses) sign = '(';
  else if (isNegative) sign = '-';
  else if (flags.includes('+')) sign = '+';
  else if (flags.includes(' ')) sign = ' ';
  const end = inParentheses ? ')' : '';
  const zeros = flags.includes('0') ? Math.max(0, width - sign.length - digits.length - end.length) : 0;
  return sign + '0'.repeat(zeros) + digits + end;
}

function decimalOf(value: unknown, conversion: string): JavaBigDecimal | number {
  if (value instanceof JavaBigDecimal) return value;
  if (value instanceof JavaDouble || value instanceof JavaFloat) {
    return Number.isFinite(value.value) ? JavaBigDecimal.parse(textOf(value)) : value.value;
  }
  throw mismatch(conversion, value);
}

function fractionText(conversion: string, specifier: Specifier, value: unknown): string {
  const { flags } = specifier;
  const decimal = decimalOf(value, conversion);
  if (typeof decimal === 'number') {
    const text = Number.isNaN(decimal) ? 'NaN' : 'Infinity';
    return withSign(decimal < 0, text, { ...specifier, flags: flags.replaceAll('0', '') });
  }
  const isNegative = decimal.unscaled < 0n || Object.is((value as JavaDouble).value, -0);
  const size = isNegative ? new JavaBigDecimal(-decimal.unscaled, decimal.scale) : decimal;
  const positive = size.unscaled < 0n ? new JavaBigDecimal(-size.unscaled, size.scale) : size;
  const precision = specifier.precision < 0 ? 6 : specifier.precision;
  const digits = digitsOf(conversion, positive, precision, flags);
  return withSign(isNegative, digits, specifier);
}

function digitsOf(conversion: string, value: JavaBigDecimal, precision: number, flags: string): string {
  if (conversion === 'e') return scientific(value, precision);
  if (conversion === 'g') {
    const places = precision === 0 ? 1 : precision;
    const rounded = value.rounded(places, 'HALF_UP');
    const exponent = rounded.precision - 1 - rounded.scale;
    const isPlain = value.unscaled === 0n || (exponent >= -4 && exponent < places);
    if (!isPlain) return scientific(value, places - 1);
    const shown = value.unscaled === 0n ? places - 1 : places - exponent - 1;
    return pointed(rounded.withScale(Math.max(0, shown), 'HALF_UP').plain(), flags);
  }
  return pointed(value.withScale(precision, 'HALF_UP').plain(), flags);
}

function pointed(text: string, flags: string): string {
  const [whole = '', fraction] = text.split('.');
  const shown = flags.includes(',') ? grouped(whole) : whole;
  if (fraction === undefined) return flags.includes('#') ? `${shown}.` : shown;
  return `${shown}.${fraction}`;
}

function scientific(value: JavaBigDecimal, precision: number): string {
  const rounded = value.rounded(precision + 1, 'HALF_UP');
  const exponent = value.unscaled === 0n ? 0 : rounded.precision - 1 - rounded.scale;
  const digits = decimalDigits(rounded.unscaled)
    .padEnd(precision + 1, '0')
    .slice(0, precision + 1);
  const fraction = digits.slice(1);
  const shown = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits[0]}${fraction === '' ? '' : `.${fraction}`}e${exponent < 0 ? '-' : '+'}${shown}`;
}
