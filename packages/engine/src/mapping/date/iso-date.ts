import { daysInMonth, epochDay } from './date-fields.ts';
import { civilDay } from './date-parts.ts';

/** Two digits at `at`, or a negative number. */
function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Milliseconds of a fraction that starts at `at`; `end` is its end. */
function fraction(text: string, at: number, end: number): number {
  let value = 0;
  for (let digit = 0; digit < 3; digit++) {
    value *= 10;
    if (at + digit < end) value += text.charCodeAt(at + digit) - 48;
  }
  return value;
}

function fractionEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && at - from < 9 && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at++;
  return at;
}

/**
 * The offset that stands at `at` up to the end of the text, in milliseconds; NaN for any but `Z`, `+hh:mm`.
 */
function offsetAt(text: string, at: number): number {
  if (at === text.length) return 0;
  const sign = text[at];
  if (sign === 'Z') return at + 1 === text.length ? 0 : Number.NaN;
  if ((sign !== '+' && sign !== '-') || text.length !== at + 6 || text[at + 3] !== ':') return Number.NaN;
  const hours = two(text, at + 1);
  const minutes = two(text, at + 4);
  if (hours < 0 || hours > 17 || minutes < 0 || minutes > 59) return Number.NaN;
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/**
 * The common forms of strict_date_optional_time (`2020-01-02`, `2020-01-02T03:04:05.678Z`, `…+01:00`) without
 * making objects. NaN says nothing: the general parser must look again.
 */
export function parseIsoDate(text: string): number {
  const length = text.length;
  if (length < 10 || text[4] !== '-' || text[7] !== '-') return Number.NaN;
  const century = two(text, 0);
  const yearOfCentury = two(text, 2);
  const month = two(text, 5);
  const day = two(text, 8);
  const year = century * 100 + yearOfCentury;
  if (
    century < 0 ||
    yearOfCentury < 0 ||
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > daysInMonth(year, month)
  ) {
    return Number.NaN;
  }
  const midnight = epochDay(year, month, day) * 86_400_000;
  if (length === 10) return midnight;
  if (length < 19 || text[10] !== 'T' || text[13] !== ':' || text[16] !== ':') return Number.NaN;
  const hour = two(text, 11);
  const minute = two(text, 14);
  const second = two(text, 17);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return Number.NaN;
  let at = 19;
  let milliseconds = 0;
  if (text[19] === '.') {
    at = fractionEnd(text, 20);
    if (at === 20) return Number.NaN;
    milliseconds = fraction(text, 20, at);
  }
  return midnight + hour * 3_600_000 + minute * 60_000 + second * 1000 + milliseconds - offsetAt(text, at);
}

/** Nanoseconds beyond the millisecond of a text that `parseIsoDate` reads and that has a fraction; else NaN. */
export function isoNanos(text: string): number {
  if (text[19] !== '.' || Number.isNaN(parseIsoDate(text))) return Number.NaN;
  const end = fractionEnd(text, 20);
  return end <= 23 ? 0 : Number(text.slice(23, end).padEnd(6, '0'));
}

const DAY_MS = 86_400_000;

function padded(count: number, width: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => String(i).padStart(width, '0'));
}

const TWO_DIGITS = padded(100, 2);
const THREE_DIGITS = padded(1000, 3);

/** `2024-05-06T07:08:09.010Z`; the year must be one of 0 to 9999. */
export function printIsoDate(ms: number): string {
  const whole = Math.trunc(ms);
  const dayNumber = Math.floor(whole / DAY_MS);
  const [year, month, day] = civilDay(dayNumber);
  const time = whole - dayNumber * DAY_MS;
  const hour = Math.floor(time / 3_600_000);
  const minute = Math.floor(time / 60_000) - hour * 60;
  const second = Math.floor(time / 1000) % 60;
  const century = Math.floor(year / 100);
  const two = TWO_DIGITS;
  const date = `${two[century]}${two[year - century * 100]}-${two[month]}-${two[day]}`;
  return `${date}T${two[hour]}:${two[minute]}:${two[second]}.${THREE_DIGITS[time % 1000]}Z`;
}
