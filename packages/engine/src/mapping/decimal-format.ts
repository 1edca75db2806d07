import { apiError } from '@sextant/contract';

/** As many as a number is written with in full. */
const MOST_PLACES = 100;

/** What a Java DecimalFormat pattern such as `$#,##0.00` or `Value is ##0.0` asks for. */
interface DecimalPattern {
  readonly prefix: string;
  readonly suffix: string;
  readonly grouping: number;
  readonly minInteger: number;
  readonly minFraction: number;
  readonly maxFraction: number;
  readonly multiplier: number;
}

/**
 * A printer for numbers by a Java DecimalFormat pattern (English symbols, half-even rounding). Exponents are
 * not served: illegal_argument_exception.
 */
export function decimalFormat(pattern: string): (value: number) => string {
  const [positivePart = '', negativePart = ''] = pattern.split(';');
  const parsed = parsePattern(positivePart);
  const negative = negativeOf(negativePart, parsed);
  return (value) => {
    if (Number.isNaN(value)) return 'NaN';
    const isNegative = value < 0 || Object.is(value, -0);
    const scaled = Math.abs(value) * parsed.multiplier;
    if (scaled === Number.POSITIVE_INFINITY) {
      return isNegative ? `${negative.prefix}∞${negative.suffix}` : `${parsed.prefix}∞${parsed.suffix}`;
    }
    const text = roundHalfEven(scaled, parsed.maxFraction);
    let [integer = '', fraction = ''] = text.split('.');
    fraction = trimZeros(fraction, parsed.minFraction);
    if (parsed.minInteger === 0 && integer === '0' && fraction !== '') integer = '';
    integer = integer.padStart(parsed.minInteger, '0');
    if (parsed.grouping > 0) integer = group(integer, parsed.grouping);
    const digits = fraction === '' ? integer : `${integer}.${fraction}`;
    return isNegative
      ? `${negative.prefix}${digits}${negative.suffix}`
      : `${parsed.prefix}${digits}${parsed.suffix}`;
  };
}

/** What stands around negative numbers; their part counts where it says something else than that of the others. */
function negativeOf(part: string, positive: DecimalPattern): Pick<DecimalPattern, 'prefix' | 'suffix'> {
  const { prefix, suffix } = positive;
  if (part !== '') {
    const own = parsePattern(part);
    if (own.prefix !== prefix || own.suffix !== suffix) return own;
  }
  return { prefix: `-${prefix}`, suffix };
}

function parsePattern(pattern: string): DecimalPattern {
  const found = /[#0,.]+/.exec(unquotedMask(pattern));
  const number = found === null ? '' : found[0];
  const start = found === null ? pattern.length : found.index;
  const prefix = pattern.slice(0, start);
  const suffix = pattern.slice(start + number.length);
  if (/^E0/.test(suffix) || !/^[#0,]*(\.[0#]*)?$/.test(number)) {
    throw apiError('illegal_argument_exception', `The number format [${pattern}] is not supported`);
  }
  const [integer = '', fraction = ''] = number.split('.');
  const comma = integer.lastIndexOf(',');
  // Without a `0` the digit before the point is always there, or, where the pattern has none before it, the one behind it.
  const isOptional = number.includes('.') && !number.includes('0');
  return {
    prefix: unquoted(prefix),
    suffix: unquoted(suffix),
    grouping: comma < 0 ? 0 : integer.length - comma - 1,
    minInteger: isOptional && integer !== '' ? 1 : integer.replaceAll(/[^0]/g, '').length,
    minFraction: isOptional && integer === '' ? 1 : fraction.replaceAll(/[^0]/g, '').length,
    maxFraction: fraction.length,
    multiplier: multiplierOf(unquotedMask(`${prefix} ${suffix}`)),
  };
}

function multiplierOf(affixes: string): number {
  if (affixes.includes('%')) return 100;
  return affixes.includes('‰') ? 1000 : 1;
}

/** Quoted text can hold digits that are no placeholders. */
function unquotedMask(pattern: string): string {
  return pattern.replaceAll(/'[^']*'/g, (quoted) => ' '.repeat(quoted.length));
}

/** Without the quotes; two of them are one that is meant. */
function unquoted(affix: string): string {
  return affix.replaceAll(/''|'/g, (quotes) => (quotes.length === 2 ? "'" : ''));
}

/** The digits by which a number is known, and how many of them stand before the point. */
function decimalOf(value: number): { readonly digits: string; readonly point: number } {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  return { digits: mantissa.replace('.', ''), point: Number(exponent) + 1 };
}

/** As Java's `DigitList` rounds the digits that it prints; where these are a tie, the number itself tells. */
function roundHalfEven(value: number, places: number): string {
  const { digits, point } = decimalOf(value);
  const kept = point + places;
  const whole = kept <= 0 ? '' : digits.slice(0, kept).padEnd(kept, '0');
  const isUp = kept >= 0 && kept < digits.length && roundsUp(value, digits, point, kept);
  const rounded = isUp ? (BigInt(whole) + 1n).toString() : whole;
  const text = rounded.padStart(places + 1, '0');
  const end = text.length - places;
  const integer = text.slice(0, end).replace(/^0+(?=\d)/, '');
  return places === 0 ? integer : `${integer}.${text.slice(end)}`;
}

function roundsUp(value: number, digits: string, point: number, kept: number): boolean {
  if (digits[kept]! !== '5') return digits[kept]! > '5';
  if (kept + 1 < digits.length) return true;
  const difference = exactly(value, digits, point);
  if (difference !== 0) return difference > 0;
  return kept > 0 && Number(digits[kept - 1]) % 2 === 1;
}

/** How the number lies to the digits by which it is known: above 0 where it is larger. */
function exactly(value: number, digits: string, point: number): number {
  if (value >= 1e21) return 0;
  const exact = value.toFixed(MOST_PLACES);
  const integer = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0';
  const fraction = point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits;
  const known = `${integer}.${fraction.padEnd(MOST_PLACES, '0').slice(0, MOST_PLACES)}`;
  if (exact === known) return 0;
  return exact > known ? 1 : -1;
}

function trimZeros(fraction: string, least: number): string {
  let end = fraction.length;
  while (end > least && fraction[end - 1] === '0') end--;
  return fraction.slice(0, end);
}

function group(integer: string, size: number): string {
  const parts: string[] = [];
  for (let end = integer.length; end > 0; end -= size)
    parts.unshift(integer.slice(Math.max(0, end - size), end));
  return parts.join(',');
}
