import { localToUtc } from './time-zone.ts';

/** What a text said of a date; undefined = nothing. */
export interface DateFields {
  year?: number;
  month?: number;
  day?: number;
  dayOfYear?: number;
  weekYear?: number;
  week?: number;
  /** 1 = Monday. */
  dayOfWeek?: number;
  hour?: number;
  /** 1 to 12, with `afternoon`. */
  clockHour?: number;
  afternoon?: boolean;
  minute?: number;
  second?: number;
  nano?: number;
  zone?: string;
}

const DAY_MS = 86_400_000;
const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
];

/** Days since the epoch of a proleptic Gregorian date (also for years beyond JavaScript's Date). */
export function epochDay(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  );
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Day of the week of an epoch day, 1 = Monday. */
export function dayOfWeek(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** The epoch day on which week 1 of an ISO week year starts. */
export function weekYearStart(weekYear: number): number {
  const fourth = epochDay(weekYear, 1, 4);
  return fourth - dayOfWeek(fourth) + 1;
}

/** A value out of range, in java.time's words; null when all is well. */
function rangeProblem(
  name: string,
  value: number | undefined,
  min: number,
  max: number,
  shown = String(max),
): string | null {
  if (value === undefined || (value >= min && value <= max)) return null;
  return `Invalid value for ${name} (valid values ${min} - ${shown}): ${value}`;
}

/** What is wrong with a date, in java.time's words. */
export interface DateProblem {
  readonly reason: string;
  /** It is the time of day that is wrong. */
  readonly isOfTime: boolean;
}

/** Java's years, either way. */
const MOST_YEAR = 999_999_999;

/** Why the fields make no date, or null. */
export function dateProblem(fields: DateFields): DateProblem | null {
  const ofDay =
    rangeProblem('Year', fields.year, -MOST_YEAR, MOST_YEAR) ??
    rangeProblem('MonthOfYear', fields.month, 1, 12) ??
    rangeProblem('DayOfMonth', fields.day, 1, 31, '28/31') ??
    rangeProblem('DayOfYear', fields.dayOfYear, 1, 366, '365/366');
  if (ofDay !== null) return { reason: ofDay, isOfTime: false };
  const ofTime =
    rangeProblem('HourOfDay', fields.hour, 0, 23) ??
    rangeProblem('ClockHourOfAmPm', fields.clockHour, 1, 12) ??
    rangeProblem('MinuteOfHour', fields.minute, 0, 59) ??
    rangeProblem('SecondOfMinute', fields.second, 0, 59);
  if (ofTime !== null) return { reason: ofTime, isOfTime: true };
  const reason =
    rangeProblem('DayOfWeek', fields.dayOfWeek, 1, 7) ??
    rangeProblem('WeekOfWeekBasedYear', fields.week, 1, weeksOf(fields.weekYear ?? 1970)) ??
    absentDay(fields);
  return reason === null ? null : { reason, isOfTime: false };
}

/** A day that its month, or its year, has not. */
function absentDay(fields: DateFields): string | null {
  const year = fields.year ?? 1970;
  if (fields.dayOfYear === 366 && !isLeapYear(year))
    return `Invalid date 'DayOfYear 366' as '${year}' is not a leap year`;
  if (fields.day === undefined || fields.day <= daysInMonth(year, fields.month ?? 1)) return null;
  if (fields.day === 29) return `Invalid date 'February 29' as '${year}' is not a leap year`;
  return `Invalid date '${MONTHS[(fields.month ?? 1) - 1]} ${fields.day}'`;
}

/** Whether a day is named in full. */
export function namesDay({ year, month, day, dayOfYear, weekYear, week, dayOfWeek }: DateFields): boolean {
  if (weekYear !== undefined) return week !== undefined && dayOfWeek !== undefined;
  return year !== undefined && (dayOfYear !== undefined || (month !== undefined && day !== undefined));
}

/** Weeks of an ISO week year. */
function weeksOf(weekYear: number): number {
  return (weekYearStart(weekYear + 1) - weekYearStart(weekYear)) / 7;
}

function dayOf(fields: DateFields): number {
  if (fields.weekYear !== undefined) {
    return weekYearStart(fields.weekYear) + ((fields.week ?? 1) - 1) * 7 + (fields.dayOfWeek ?? 1) - 1;
  }
  const year = fields.year ?? 1970;
  if (fields.dayOfYear !== undefined) return epochDay(year, 1, 1) + fields.dayOfYear - 1;
  return epochDay(year, fields.month ?? 1, fields.day ?? 1);
}

function hourOf(fields: DateFields): number | undefined {
  if (fields.clockHour === undefined) return fields.hour;
  return (fields.clockHour % 12) + (fields.afternoon === true ? 12 : 0);
}

/**
 * Epoch milliseconds of valid fields. What the text left open is the first day and midnight, or with
 * `roundUp` the last millisecond of the day; `zone` holds where the text names none.
 */
export function resolveDate(fields: DateFields, roundUp: boolean, zone: string): number {
  const hour = hourOf(fields) ?? (roundUp ? 23 : 0);
  const minute = fields.minute ?? (roundUp ? 59 : 0);
  const second = fields.second ?? (roundUp ? 59 : 0);
  const unsaid = roundUp ? 999 : 0;
  const ms = fields.nano === undefined ? unsaid : Math.floor(fields.nano / 1e6);
  const local = dayOf(fields) * DAY_MS + hour * 3_600_000 + minute * 60_000 + second * 1000 + ms;
  return localToUtc(fields.zone ?? zone, local);
}
