import { daysInMonth } from '../../mapping/date/date-fields.ts';
import { JavaError } from '../java-error.ts';
import { JavaValue, type LongValue, textOf } from '../values.ts';
import { JavaPeriod } from './amounts.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { printDate } from './counted-dates.ts';
import { monthName } from './date-names.ts';
import {
  checked,
  DAY_MS,
  dateTimeError,
  dayMs,
  dayOfYearMs,
  monthsAfter,
  negated,
  yearsAfter,
} from './date-ranges.ts';
import { JavaDate, JavaLocal } from './date-values.ts';
import type { JavaFormat } from './formatters.ts';

const PERIOD = /^([+-]?)P(?:([+-]?\d+)Y)?(?:([+-]?\d+)M)?(?:([+-]?\d+)W)?(?:([+-]?\d+)D)?$/i;

/** Throws DateTimeParseException. */
function readPeriod(text: string): JavaPeriod {
  const found = PERIOD.exec(text);
  if (found === null || !/\d/.test(text)) {
    throw new JavaError('date_time_parse_exception', 'Text cannot be parsed to a Period');
  }
  const [, sign, years = 0, months = 0, weeks = 0, days = 0] = found;
  const by = sign === '-' ? -1 : 1;
  return new JavaPeriod(by * Number(years), by * Number(months), by * (7 * Number(weeks) + Number(days)));
}

function civil(date: JavaLocal): { readonly months: number; readonly day: number } {
  const { year, month, day } = new JavaDate(date.ms).parts;
  return { months: year * 12 + month - 1, day };
}

/** As `Period.between` of Java: whole months first, then the days that are left. */
export function between(from: JavaLocal, to: JavaLocal): JavaPeriod {
  const [a, b] = [civil(from), civil(to)];
  let months = b.months - a.months;
  let days = b.day - a.day;
  if (months > 0 && days < 0) {
    months--;
    days = (to.ms - new JavaDate(from.ms).plusMonths(months).ms) / DAY_MS;
  } else if (months < 0 && days > 0) {
    months++;
    const year = Math.floor(b.months / 12);
    days -= daysInMonth(year, b.months - year * 12 + 1);
  }
  return new JavaPeriod(Math.trunc(months / 12), months % 12, days);
}

const period = javaClass({
  name: 'Period',
  fullName: 'java.time.Period',
  constants: { 'Period ZERO': new JavaPeriod(0, 0, 0) },
  members: {
    'static Period between(LocalDate, LocalDate)': between,
    'static Period of(int, int, int)': (years: number, months: number, days: number) =>
      new JavaPeriod(years, months, days),
    'static Period ofYears(int)': (years: number) => new JavaPeriod(years, 0, 0),
    'static Period ofMonths(int)': (months: number) => new JavaPeriod(0, months, 0),
    'static Period ofWeeks(int)': (weeks: number) => new JavaPeriod(0, 0, 7 * weeks),
    'static Period ofDays(int)': (days: number) => new JavaPeriod(0, 0, days),
    'static Period parse(CharSequence)': readPeriod,
    'int getYears()': (self: JavaPeriod) => self.years,
    'int getMonths()': (self: JavaPeriod) => self.months,
    'int getDays()': (self: JavaPeriod) => self.days,
    'long toTotalMonths()': (self: JavaPeriod) => self.years * 12 + self.months,
    'Period plus(Period)': (self: JavaPeriod, other: JavaPeriod) => self.plus(other),
    'Period minus(Period)': (self: JavaPeriod, other: JavaPeriod) => self.plus(other, -1),
    'Period plusYears(long)': (self: JavaPeriod, by: LongValue) =>
      self.plus(new JavaPeriod(Number(by), 0, 0)),
    'Period plusMonths(long)': (self: JavaPeriod, by: LongValue) =>
      self.plus(new JavaPeriod(0, Number(by), 0)),
    'Period plusDays(long)': (self: JavaPeriod, by: LongValue) => self.plus(new JavaPeriod(0, 0, Number(by))),
    'Period minusYears(long)': (self: JavaPeriod, by: LongValue) =>
      self.plus(new JavaPeriod(Number(by), 0, 0), -1),
    'Period minusMonths(long)': (self: JavaPeriod, by: LongValue) =>
      self.plus(new JavaPeriod(0, Number(by), 0), -1),
    'Period minusDays(long)': (self: JavaPeriod, by: LongValue) =>
      self.plus(new JavaPeriod(0, 0, Number(by)), -1),
    'Period multipliedBy(int)': ({ years, months, days }: JavaPeriod, by: number) =>
      new JavaPeriod(years * by, months * by, days * by),
    'boolean isZero()': (self: JavaPeriod) => self.text() === 'P0D',
    'boolean isNegative()': ({ years, months, days }: JavaPeriod) => Math.min(years, months, days) < 0,
    'Period negated()': ({ years, months, days }: JavaPeriod) => new JavaPeriod(-years, -months, -days),
    'Period normalized()': (self: JavaPeriod) => {
      const all = self.years * 12 + self.months;
      return new JavaPeriod(Math.trunc(all / 12), all % 12, self.days);
    },
    'Period withYears(int)': ({ months, days }: JavaPeriod, years: number) =>
      new JavaPeriod(years, months, days),
    'Period withMonths(int)': ({ years, days }: JavaPeriod, months: number) =>
      new JavaPeriod(years, months, days),
    'Period withDays(int)': ({ years, months }: JavaPeriod, days: number) =>
      new JavaPeriod(years, months, days),
    'String toString()': (self: JavaPeriod) => self.text(),
  },
});

/** `Year`, or `YearMonth` where it counts months. */
class JavaMonths extends JavaValue {
  readonly javaClass: 'Year' | 'YearMonth';
  /** Of the year 0 and its first month on. */
  readonly months: number;

  constructor(javaName: 'Year' | 'YearMonth', months: number) {
    super();
    this.javaClass = javaName;
    this.months = months;
  }

  get year(): number {
    return Math.floor(this.months / 12);
  }

  get month(): number {
    return this.months - this.year * 12 + 1;
  }

  day(day: number): JavaLocal {
    return new JavaLocal('LocalDate', dayMs(this.year, this.month, day));
  }

  plusYears(by: LongValue): JavaMonths {
    return new JavaMonths(this.javaClass, yearsAfter(this.year, by) * 12 + this.month - 1);
  }

  plusMonths(by: LongValue): JavaMonths {
    return new JavaMonths(this.javaClass, monthsAfter(this.months, by));
  }

  override text(): string {
    if (this.javaClass === 'Year') return String(this.year);
    return printDate(this.day(1).ms, 'uuuu-MM', 'Z');
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaMonths && other.javaClass === this.javaClass && other.months === this.months;
  }

  compareTo(other: unknown): number {
    const { year, months } = other as JavaMonths;
    return this.year === year ? this.months - months : this.year - year;
  }
}

const yearOf = (year: number): JavaMonths => new JavaMonths('Year', checked('Year', year) * 12);
const monthOf = (year: number, month: number): JavaMonths =>
  new JavaMonths('YearMonth', checked('Year', year) * 12 + checked('MonthOfYear', month) - 1);
const isLeap = (year: number): boolean => daysInMonth(year, 2) === 29;

function unreadable(text: string, at: number): JavaError {
  return new JavaError('date_time_parse_exception', `Text '${text}' could not be parsed at index ${at}`);
}

function partsOf(
  name: string,
  value: JavaDate | JavaLocal,
): { readonly year: number; readonly month: number } {
  const { javaClass: own } = value;
  if (!(value instanceof JavaDate || value instanceof JavaLocal) || own === 'LocalTime')
    throw dateTimeError(
      `Unable to obtain ${name} from TemporalAccessor: ${textOf(value)} of type java.time.${own}`,
    );
  return value instanceof JavaDate ? value.parts : new JavaDate(value.ms).parts;
}

/** What both have. */
function common(name: 'Year' | 'YearMonth') {
  return {
    'boolean isAfter(def)': (a: JavaMonths, b: JavaMonths) => a.months > b.months,
    'boolean isBefore(def)': (a: JavaMonths, b: JavaMonths) => a.months < b.months,
    'int compareTo(def)': (a: JavaMonths, b: JavaMonths) => a.compareTo(b),
    [`${name} plusYears(long)`]: (self: JavaMonths, by: LongValue) => self.plusYears(by),
    [`${name} minusYears(long)`]: (self: JavaMonths, by: LongValue) => self.plusYears(negated(by)),
    'String format(DateTimeFormatter)': (self: JavaMonths, format: JavaFormat) =>
      format.print(self.day(1), self.javaClass),
    'String toString()': (self: JavaMonths) => self.text(),
  };
}

const year = javaClass({
  name: 'Year',
  fullName: 'java.time.Year',
  supers: ['Comparable'],
  constants: { 'int MAX_VALUE': 999_999_999, 'int MIN_VALUE': -999_999_999 },
  members: {
    ...common('Year'),
    'static Year of(int)': yearOf,
    'static Year from(def)': (value: JavaDate | JavaLocal) => yearOf(partsOf('Year', value).year),
    'static Year parse(CharSequence)': (text: string) => {
      if (!/^(?:\d{4}|-\d{4,9}|\+\d{5,9})$/.test(text)) throw unreadable(text, 0);
      return yearOf(Number(text));
    },
    'static boolean isLeap(long)': (value: LongValue) => isLeap(Number(value)),
    'boolean isLeap()': (self: JavaMonths) => isLeap(self.year),
    'int getValue()': (self: JavaMonths) => self.year,
    'int length()': (self: JavaMonths) => (isLeap(self.year) ? 366 : 365),
    'LocalDate atDay(int)': (self: JavaMonths, day: number) =>
      new JavaLocal('LocalDate', dayOfYearMs(self.year, day)),
    'YearMonth atMonth(int)': (self: JavaMonths, month: number) => monthOf(self.year, month),
  },
});

const yearMonth = javaClass({
  name: 'YearMonth',
  fullName: 'java.time.YearMonth',
  supers: ['Comparable'],
  members: {
    ...common('YearMonth'),
    'static YearMonth of(int, int)': monthOf,
    'static YearMonth from(def)': (value: JavaDate | JavaLocal) => {
      const { year: own, month } = partsOf('YearMonth', value);
      return monthOf(own, month);
    },
    'static YearMonth parse(CharSequence)': (text: string) => {
      const found = /^(\d{4}|-\d{4,9}|\+\d{5,9})-(\d\d)$/.exec(text);
      if (found === null) throw unreadable(text, /^\d{4}-/.test(text) ? 5 : 0);
      return monthOf(Number(found[1]), Number(found[2]));
    },
    'int getYear()': (self: JavaMonths) => self.year,
    'int getMonthValue()': (self: JavaMonths) => self.month,
    'Month getMonth()': (self: JavaMonths) => monthName(self.month),
    'boolean isLeapYear()': (self: JavaMonths) => isLeap(self.year),
    'boolean isValidDay(int)': (self: JavaMonths, day: number) =>
      day >= 1 && day <= daysInMonth(self.year, self.month),
    'int lengthOfMonth()': (self: JavaMonths) => daysInMonth(self.year, self.month),
    'int lengthOfYear()': (self: JavaMonths) => (isLeap(self.year) ? 366 : 365),
    'LocalDate atDay(int)': (self: JavaMonths, day: number) => self.day(day),
    'LocalDate atEndOfMonth()': (self: JavaMonths) => self.day(daysInMonth(self.year, self.month)),
    'YearMonth plusMonths(long)': (self: JavaMonths, by: LongValue) => self.plusMonths(by),
    'YearMonth minusMonths(long)': (self: JavaMonths, by: LongValue) => self.plusMonths(negated(by)),
    'YearMonth withYear(int)': (self: JavaMonths, to: number) => monthOf(to, self.month),
    'YearMonth withMonth(int)': (self: JavaMonths, month: number) => monthOf(self.year, month),
  },
});

export const periodClasses: readonly JavaClass[] = [period, year, yearMonth];
