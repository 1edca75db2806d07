import { type Affixes, type DecimalPattern, decimalPattern } from './decimal-pattern.ts';

/** As many as a number is written with in full. */
const MOST_PLACES = 100;

/** The digits of a number without zeros at its ends, and how many of them stand before the point; none: it is 0. */
interface Digits {
  readonly digits: string;
  readonly point: number;
}

/** A printer for numbers by a pattern of Java's DecimalFormat (English symbols, half-even rounding). */
export function decimalFormat(pattern: string): (value: number | bigint) => string {
  const parsed = decimalPattern(pattern);
  return (value) => {
    if (Number.isNaN(value)) return 'NaN';
    const isNegative = value < 0 || Object.is(value, -0);
    const { prefix, suffix }: Affixes = isNegative ? parsed.negative : parsed.positive;
    const scaled = scale(value, parsed.multiplier);
    if (scaled === Number.POSITIVE_INFINITY) return `${prefix}∞${suffix}`;
    const digits = parsed.exponentDigits === null ? fixed(scaled, parsed) : exponential(scaled, parsed);
    return `${prefix}${digits}${suffix}`;
  };
}

function scale(value: number | bigint, multiplier: number): number | bigint {
  if (typeof value === 'bigint') return (value < 0n ? -value : value) * BigInt(multiplier);
  return Math.abs(value) * multiplier;
}

function fixed(value: number | bigint, pattern: DecimalPattern): string {
  const known = digitsOf(value);
  const { digits, point } = rounded(value, known, known.point + pattern.maxFraction);
  const whole = point <= 0 ? '' : digits.slice(0, point).padEnd(point, '0');
  const rest = point > 0 ? digits.slice(point) : '0'.repeat(digits === '' ? 0 : -point) + digits;
  const fraction = rest.padEnd(pattern.minFraction, '0');
  const integer = whole.padStart(pattern.minInteger, '0') || (fraction === '' ? '0' : '');
  const grouped = pattern.grouping > 0 ? group(integer, pattern.grouping) : integer;
  return `${grouped}${pattern.showsPoint || fraction !== '' ? '.' : ''}${fraction}`;
}

/** With an exponent, of which Java leaves a multiple where more digits may stand before the point than have to. */
function exponential(value: number | bigint, pattern: DecimalPattern): string {
  const { minInteger, maxInteger, minFraction, maxFraction } = pattern;
  const { digits, point } = rounded(value, digitsOf(value), maxInteger + maxFraction);
  const isZero = digits === '';
  const repeats = maxInteger > 1 && maxInteger > minInteger;
  const least = repeats ? 1 : minInteger;
  const multiple = Math.floor((point - 1) / maxInteger) * maxInteger;
  const own = repeats ? multiple : point - minInteger;
  const exponent = isZero ? 0 : own;
  const before = isZero ? least : point - exponent;
  const count = Math.max(digits.length, before, minInteger + minFraction);
  const shown = digits.padEnd(count, '0');
  const fraction = shown.slice(before);
  const hasPoint = fraction !== '' || pattern.showsPoint;
  const power = String(Math.abs(exponent));
  const shownPower = (exponent === 0 ? '' : power).padStart(pattern.exponentDigits!, '0');
  return `${shown.slice(0, before)}${hasPoint ? '.' : ''}${fraction}E${exponent < 0 ? '-' : ''}${shownPower}`;
}

/** The digits by which a number is known. */
function digitsOf(value: number | bigint): Digits {
  if (typeof value === 'bigint') {
    const text = value.toString();
    return value === 0n ? { digits: '', point: 0 } : { digits: withoutZeros(text), point: text.length };
  }
  if (value === 0) return { digits: '', point: 0 };
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  return { digits: mantissa.replace('.', ''), point: Number(exponent) + 1 };
}

/** As Java's `DigitList` rounds the first `kept` digits, which it prints; where the others are a tie, the number itself tells. */
function rounded(value: number | bigint, known: Digits, kept: number): Digits {
  const { digits, point } = known;
  if (kept >= digits.length) return known;
  const isUp = kept >= 0 && roundsUp(value, known, kept);
  if (!isUp) {
    const shown = kept <= 0 ? '' : withoutZeros(digits.slice(0, kept));
    return { digits: shown, point: shown === '' ? 0 : point };
  }
  const next = (BigInt(kept === 0 ? '0' : digits.slice(0, kept)) + 1n).toString();
  return { digits: withoutZeros(next), point: point + next.length - kept };
}

function roundsUp(value: number | bigint, { digits, point }: Digits, kept: number): boolean {
  if (digits[kept]! !== '5') return digits[kept]! > '5';
  if (kept + 1 < digits.length) return true;
  // Of whole doubles Java does not know that their digits are exact.
  if (typeof value === 'number' && Number.isInteger(value) && value < 2 ** 63) return true;
  const difference = typeof value === 'bigint' ? 0 : exactly(value, digits, point);
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

function withoutZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function group(integer: string, size: number): string {
  const parts: string[] = [];
  for (let end = integer.length; end > 0; end -= size)
    parts.unshift(integer.slice(Math.max(0, end - size), end));
  return parts.join(',');
}
