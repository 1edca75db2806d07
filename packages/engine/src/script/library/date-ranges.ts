import { daysInMonth, epochDay } from '../../mapping/date/date-fields.ts';
import { JavaError } from '../java-error.ts';
import { type LongValue, wrapLong } from '../values.ts';

export const DAY_MS = 86_400_000;

const YEAR_MAX = 999_999_999;

type Range = readonly [least: number, most: number, shown?: string];

/** Fields of java.time and what they may be, the most as messages show it. */
const ranges: ReadonlyMap<string, Range> = new Map<string, Range>([
  ['Year', [-YEAR_MAX, YEAR_MAX]],
  ['MonthOfYear', [1, 12]],
  ['DayOfMonth', [1, 31, '28/31']],
  ['DayOfYear', [1, 366, '365/366']],
  ['EpochDay', [-365_243_219_162, 365_241_780_471]],
  ['HourOfDay', [0, 23]],
  ['MinuteOfHour', [0, 59]],
  ['SecondOfMinute', [0, 59]],
  ['NanoOfSecond', [0, 999_999_999]],
  ['SecondOfDay', [0, 86_399]],
]);

export function dateTimeError(reason: string): JavaError {
  return new JavaError('date_time_exception', reason);
}

/** Throws DateTimeException where the value is none of the field. */
export function checked(name: string, value: LongValue): number {
  const [least, most, shown = String(most)] = ranges.get(name)!;
  if (value >= least && value <= most) return Number(value);
  throw dateTimeError(`Invalid value for ${name} (valid values ${least} - ${shown}): ${value}`);
}

/** The sum of whole numbers of any size; a number where it is exact as one. */
export function sum(a: LongValue, b: LongValue): LongValue {
  const quick = typeof a === 'number' && typeof b === 'number' ? a + b : Number.NaN;
  return Number.isSafeInteger(quick) ? quick : narrowed(BigInt(a) + BigInt(b));
}

/** As `sum`. */
export function product(a: LongValue, b: LongValue): LongValue {
  const quick = typeof a === 'number' && typeof b === 'number' ? a * b : Number.NaN;
  return Number.isSafeInteger(quick) ? quick + 0 : narrowed(BigInt(a) * BigInt(b));
}

function narrowed(value: bigint): LongValue {
  const quick = Number(value);
  return Number.isSafeInteger(quick) ? quick : value;
}

/** `Math.floorDiv` by what is above 0. */
export function floorDivided(a: LongValue, by: number): LongValue {
  if (typeof a === 'number') return Math.floor(a / by);
  const rest = ((a % BigInt(by)) + BigInt(by)) % BigInt(by);
  return narrowed((a - rest) / BigInt(by));
}

/** Throws ArithmeticException where it is no long. */
export function exactLong(value: LongValue): LongValue {
  if (typeof value === 'number' || BigInt.asIntN(64, value) === value) return value;
  throw new JavaError('arithmetic_exception', 'long overflow');
}

export function negated(value: LongValue): LongValue {
  return typeof value === 'bigint' ? narrowed(-value) : 0 - value;
}

/** As java.time adds years. Throws DateTimeException. */
export function yearsAfter(year: number, by: LongValue): number {
  return checked('Year', wrapped(sum(year, by)));
}

/** Months since those of the year 0, so many later. Throws DateTimeException. */
export function monthsAfter(months: number, by: LongValue): number {
  const all = wrapped(sum(months, by));
  checked('Year', floorDivided(all, 12));
  return Number(all);
}

function wrapped(value: LongValue): LongValue {
  return typeof value === 'bigint' ? wrapLong(value) : value;
}

/** A wall clock so many times so many days later. Throws ArithmeticException or DateTimeException. */
export function daysAfter(localMs: number, by: LongValue, days = 1): number {
  const before = Math.floor(localMs / DAY_MS);
  const day = checked('EpochDay', exactLong(sum(before, exactLong(product(by, days)))));
  return day * DAY_MS + localMs - before * DAY_MS;
}

/** A wall clock so many units of less than a day later. Throws DateTimeException. */
export function timeAfter(localMs: number, by: LongValue, unitMs: number): number {
  const ms = sum(localMs, product(by, unitMs));
  checked('EpochDay', floorDivided(ms, DAY_MS));
  return Number(ms);
}

/** Milliseconds of a date. Throws DateTimeException where there is none. */
export function dayMs(year: number, month: number, day: number): number {
  checked('Year', year);
  checked('MonthOfYear', month);
  checked('DayOfMonth', day);
  if (day > daysInMonth(year, month)) {
    const text = `Invalid date '${monthNames[month - 1]} ${day}'`;
    const leap = `Invalid date 'February 29' as '${year}' is not a leap year`;
    throw dateTimeError(month === 2 && day === 29 ? leap : text);
  }
  return epochDay(year, month, day) * DAY_MS;
}

export const monthNames: readonly string[] =
  'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(' ');

/** As `dayMs`, by the day of the year. */
export function dayOfYearMs(year: number, day: number): number {
  checked('Year', year);
  checked('DayOfYear', day);
  if (day === 366 && daysInMonth(year, 2) === 28) {
    throw dateTimeError(`Invalid date 'DayOfYear 366' as '${year}' is not a leap year`);
  }
  return (epochDay(year, 1, 1) + day - 1) * DAY_MS;
}

/** Milliseconds of a time of day. Throws DateTimeException where there is none. */
export function timeMs(hour: number, minute: number, second = 0, nano = 0): number {
  checked('HourOfDay', hour);
  checked('MinuteOfHour', minute);
  checked('SecondOfMinute', second);
  checked('NanoOfSecond', nano);
  return hour * 3_600_000 + minute * 60_000 + second * 1000 + Math.floor(nano / 1e6);
}
