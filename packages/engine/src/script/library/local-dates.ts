import { daysInMonth } from '../../mapping/date/date-fields.ts';
import { JavaError } from '../java-error.ts';
import { classOf, type LongValue, textOf } from '../values.ts';
import { amountLater } from './amounts.ts';
import { fieldMembers } from './chrono-fields.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { monthName, weekdayName } from './date-names.ts';
import {
  checked,
  DAY_MS,
  dateTimeError,
  dayMs,
  dayOfYearMs,
  daysAfter,
  negated,
  product,
  sum,
  timeAfter,
  timeMs,
} from './date-ranges.ts';
import {
  JavaDate,
  JavaInstant,
  JavaLocal,
  type JavaUnit,
  type LocalKind,
  localText,
  unsupportedUnit,
} from './date-values.ts';
import { type JavaFormat, readLocalBy } from './formatters.ts';
import { between } from './periods.ts';
import type { JavaZone } from './zones.ts';

type Members = Record<string, (...args: never[]) => unknown>;

/** As if it were a date of UTC. */
function dateOf({ ms }: JavaLocal): JavaDate {
  return new JavaDate(ms);
}

const date = /^([+-]?\d{4,9})-(\d\d)-(\d\d)$/;
const time = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?$/;

function unreadable(text: string, at: number): JavaError {
  return new JavaError('date_time_parse_exception', `Text '${text}' could not be parsed at index ${at}`);
}

const DATE = /^[+-]?\d{4,9}-\d\d-\d\d/;
const TIME = /^\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?/;

/** Where something stands behind what was to be read. */
function unread(text: string, part: RegExp, from = 0): JavaError {
  const at = from + part.exec(text.slice(from))![0].length;
  const reason = `Text '${text}' could not be parsed, unparsed text found at index ${at}`;
  return new JavaError('date_time_parse_exception', reason);
}

/** The place of the first part that is none of a date. */
function whereDateEnds(text: string): number {
  const parts = [/^[+-]?\d{4,9}/, /^[+-]?\d{4,9}-/, /^[+-]?\d{4,9}-\d\d/, /^[+-]?\d{4,9}-\d\d-/];
  return parts.findLast((part) => part.test(text))?.exec(text)?.[0].length ?? 0;
}

function readDate(text: string, whole: string): number {
  const found = date.exec(text);
  if (found === null && whole === text && DATE.test(text)) throw unread(text, DATE);
  if (found === null) throw unreadable(whole, whereDateEnds(text));
  return resolved(whole, () => dayMs(Number(found[1]), Number(found[2]), Number(found[3])));
}

/** Fields that make no date or time are told as a fault of the text. */
function resolved(whole: string, work: () => number): number {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof JavaError)) throw error;
    const reason = `Text '${whole}' could not be parsed: ${error.reason}`;
    throw new JavaError('date_time_parse_exception', reason).causedBy(error);
  }
}

function readTime(text: string, whole: string, at: number): number {
  const found = time.exec(text);
  if (found === null && TIME.test(text)) throw unread(whole, TIME, at);
  if (found === null) throw unreadable(whole, at);
  const nano = Number((found[4] ?? '').padEnd(9, '0'));
  return resolved(whole, () => timeMs(Number(found[1]), Number(found[2]), Number(found[3] ?? 0), nano));
}

function read(kind: LocalKind, text: string): JavaLocal {
  if (kind === 'LocalDate') return new JavaLocal(kind, readDate(text, text));
  if (kind === 'LocalTime') return new JavaLocal(kind, readTime(text, text, 0));
  const at = text.indexOf('T');
  if (at < 0) throw unreadable(text, Math.min(text.length, 10));
  return new JavaLocal(kind, readDate(text.slice(0, at), text) + readTime(text.slice(at + 1), text, at + 1));
}

/** The same kind at another time; a time of day goes round. */
function at(self: JavaLocal, ms: number): JavaLocal {
  const kind = self.javaClass;
  return new JavaLocal(kind, kind === 'LocalTime' ? ((ms % DAY_MS) + DAY_MS) % DAY_MS : ms);
}

/** A time of day goes round. */
function later(self: JavaLocal, by: LongValue, unitMs: number): JavaLocal {
  if (self.javaClass !== 'LocalTime') return new JavaLocal(self.javaClass, timeAfter(self.ms, by, unitMs));
  return at(self, Number(BigInt(sum(self.ms, product(by, unitMs))) % BigInt(DAY_MS)));
}

const years = (self: JavaLocal, by: LongValue): JavaLocal => at(self, dateOf(self).plusYears(by).ms);
const months = (self: JavaLocal, by: LongValue): JavaLocal => at(self, dateOf(self).plusMonths(by).ms);
const days = (self: JavaLocal, by: LongValue, each = 1): JavaLocal => at(self, daysAfter(self.ms, by, each));

function moved(self: JavaLocal, count: LongValue, unit: JavaUnit): JavaLocal {
  const isTime = unit.months === 0 && unit.ms < DAY_MS;
  if (self.javaClass === (isTime ? 'LocalDate' : 'LocalTime')) throw unsupportedUnit(unit);
  return unit.add(count, {
    months: (by) => months(self, by),
    years: (by) => years(self, by),
    days: (by, each) => days(self, by, each),
    time: (by, unitMs) => later(self, by, unitMs),
  });
}

/** `plusDays` and its like. */
function steps(kind: LocalKind): Members {
  const members: Members = {};
  const add = (name: string, by: (self: JavaLocal, count: LongValue) => JavaLocal): void => {
    members[`${kind} plus${name}(long)`] = by;
    members[`${kind} minus${name}(long)`] = (self: JavaLocal, count: LongValue) => by(self, negated(count));
  };
  if (kind !== 'LocalTime') {
    add('Years', years);
    add('Months', months);
    add('Weeks', (self, count) => days(self, count, 7));
    add('Days', (self, count) => days(self, count));
  }
  if (kind !== 'LocalDate') {
    add('Hours', (self, count) => later(self, count, 3_600_000));
    add('Minutes', (self, count) => later(self, count, 60_000));
    add('Seconds', (self, count) => later(self, count, 1000));
  }
  return members;
}

function dateMembers(kind: LocalKind): Members {
  if (kind === 'LocalTime') return {};
  return {
    'int getYear()': (self: JavaLocal) => dateOf(self).parts.year,
    'int getMonthValue()': (self: JavaLocal) => dateOf(self).parts.month,
    'Month getMonth()': (self: JavaLocal) => monthName(dateOf(self).parts.month),
    'int getDayOfMonth()': (self: JavaLocal) => dateOf(self).parts.day,
    'int getDayOfYear()': (self: JavaLocal) => dateOf(self).parts.dayOfYear,
    'DayOfWeek getDayOfWeek()': (self: JavaLocal) => weekdayName(dateOf(self).parts.dayOfWeek),
    [`${kind} withDayOfMonth(int)`]: (self: JavaLocal, day: number) => {
      const { year, month, day: before } = dateOf(self).parts;
      dayMs(year, month, day);
      return at(self, self.ms + (day - before) * DAY_MS);
    },
    [`${kind} withMonth(int)`]: (self: JavaLocal, month: number) =>
      at(self, dateOf(self).atMonth(dateOf(self).parts.year * 12 + checked('MonthOfYear', month) - 1).ms),
    [`${kind} withYear(int)`]: (self: JavaLocal, year: number) =>
      at(self, dateOf(self).atMonth(checked('Year', year) * 12 + dateOf(self).parts.month - 1).ms),
    [`${kind} withDayOfYear(int)`]: (self: JavaLocal, day: number) =>
      at(self, dayOfYearMs(dateOf(self).parts.year, day) + dateOf(self).timeMs),
    'boolean isEqual(def)': (self: JavaLocal, other: JavaLocal) => self.ms === other.ms,
  };
}

function timeMembers(kind: LocalKind): Members {
  if (kind === 'LocalDate') return {};
  const day = (self: JavaLocal): number => self.ms - Math.floor(self.ms / DAY_MS) * DAY_MS;
  return {
    'int getHour()': (self: JavaLocal) => Math.floor(day(self) / 3_600_000),
    'int getMinute()': (self: JavaLocal) => Math.floor(day(self) / 60_000) % 60,
    'int getSecond()': (self: JavaLocal) => Math.floor(day(self) / 1000) % 60,
    'int getNano()': (self: JavaLocal) => (day(self) % 1000) * 1_000_000,
    [`${kind} withHour(int)`]: (self: JavaLocal, hour: number) =>
      at(self, self.ms + (checked('HourOfDay', hour) - Math.floor(day(self) / 3_600_000)) * 3_600_000),
    [`${kind} withMinute(int)`]: (self: JavaLocal, minute: number) =>
      at(self, self.ms + (checked('MinuteOfHour', minute) - (Math.floor(day(self) / 60_000) % 60)) * 60_000),
    [`${kind} withSecond(int)`]: (self: JavaLocal, second: number) =>
      at(self, self.ms + (checked('SecondOfMinute', second) - (Math.floor(day(self) / 1000) % 60)) * 1000),
    [`${kind} truncatedTo(ChronoUnit)`]: (self: JavaLocal, unit: JavaUnit) => {
      if (unit.ms > 0 && unit.ms <= DAY_MS) return at(self, Math.floor(self.ms / unit.ms) * unit.ms);
      const reason = 'Unit is too large to be used for truncation';
      throw new JavaError('unsupported_temporal_type_exception', reason);
    },
  };
}

/** The date or time, or both, of what has them. Throws DateTimeException. */
function partOf(kind: LocalKind, value: unknown): JavaLocal {
  const from = value instanceof JavaDate ? new JavaLocal('LocalDateTime', value.localMs) : value;
  if (!(from instanceof JavaLocal) || (from.javaClass !== kind && from.javaClass !== 'LocalDateTime')) {
    const shown = `${textOf(value)} of type java.time.${classOf(value)}`;
    throw dateTimeError(`Unable to obtain ${kind} from TemporalAccessor: ${shown}`);
  }
  const day = Math.floor(from.ms / DAY_MS) * DAY_MS;
  if (kind === 'LocalDateTime') return from;
  return new JavaLocal(kind, kind === 'LocalDate' ? day : from.ms - day);
}

/** What all three have. */
function common(kind: LocalKind): Members {
  return {
    ...steps(kind),
    ...dateMembers(kind),
    ...timeMembers(kind),
    [`${kind} plus(long, ChronoUnit)`]: (self: JavaLocal, count: LongValue, unit: JavaUnit) =>
      moved(self, count, unit),
    [`${kind} minus(long, ChronoUnit)`]: (self: JavaLocal, count: LongValue, unit: JavaUnit) =>
      moved(self, negated(count), unit),
    'long until(def, ChronoUnit)': (self: JavaLocal, to: unknown, unit: JavaUnit) => unit.between(self, to),
    'boolean isAfter(def)': (self: JavaLocal, other: JavaLocal) => self.ms > other.ms,
    'boolean isBefore(def)': (self: JavaLocal, other: JavaLocal) => self.ms < other.ms,
    'int compareTo(def)': (self: JavaLocal, other: unknown) => self.compareTo(other),
    'String format(DateTimeFormatter)': (self: JavaLocal, format: JavaFormat) => format.print(self),
    'String toString()': localText,
    [`static ${kind} parse(CharSequence)`]: (text: string) => read(kind, text),
    [`static ${kind} parse(CharSequence, DateTimeFormatter)`]: (text: string, format: JavaFormat) =>
      readLocalBy(kind, text, format),
    [`static ${kind} from(def)`]: (value: unknown) => partOf(kind, value),
    [`${kind} plus(def)`]: (self: JavaLocal, by: unknown) => amountLater(self, by, 1, moved),
    [`${kind} minus(def)`]: (self: JavaLocal, by: unknown) => amountLater(self, by, -1, moved),
    ...fieldMembers<JavaLocal>(kind, {
      date: dateOf,
      has: (_, field) => field !== 'zone' && kind !== (field === 'date' ? 'LocalTime' : 'LocalDate'),
      set: at,
    }),
  };
}

const localDate = javaClass({
  name: 'LocalDate',
  fullName: 'java.time.LocalDate',
  supers: ['Comparable'],
  constants: {
    'LocalDate MIN': new JavaLocal('LocalDate', dayMs(-999_999_999, 1, 1)),
    'LocalDate MAX': new JavaLocal('LocalDate', dayMs(999_999_999, 12, 31)),
  },
  members: {
    ...common('LocalDate'),
    'Period until(def)': between,
    'int lengthOfMonth()': (self: JavaLocal) => {
      const { year, month } = dateOf(self).parts;
      return daysInMonth(year, month);
    },
    'int lengthOfYear()': (self: JavaLocal) => 337 + daysInMonth(dateOf(self).parts.year, 2),
    'boolean isLeapYear()': (self: JavaLocal) => daysInMonth(dateOf(self).parts.year, 2) === 29,
    'long toEpochDay()': (self: JavaLocal) => Math.floor(self.ms / DAY_MS),
    'LocalDateTime atStartOfDay()': (self: JavaLocal) => new JavaLocal('LocalDateTime', self.ms),
    'ZonedDateTime atStartOfDay(ZoneId)': (self: JavaLocal, zone: JavaZone) =>
      new JavaDate(0, zone.id).atLocal(self.ms),
    'LocalDateTime atTime(LocalTime)': (self: JavaLocal, clock: JavaLocal) =>
      new JavaLocal('LocalDateTime', self.ms + clock.ms),
    'LocalDateTime atTime(int, int)': (self: JavaLocal, hour: number, minute: number) =>
      new JavaLocal('LocalDateTime', self.ms + timeMs(hour, minute, 0)),
    'LocalDateTime atTime(int, int, int)': (self: JavaLocal, hour: number, minute: number, second: number) =>
      new JavaLocal('LocalDateTime', self.ms + timeMs(hour, minute, second)),
    'static LocalDate of(int, int, int)': (year: number, month: number, day: number) =>
      new JavaLocal('LocalDate', dayMs(year, month, day)),
    'static LocalDate ofEpochDay(long)': (day: LongValue) =>
      new JavaLocal('LocalDate', checked('EpochDay', day) * DAY_MS),
    'static LocalDate ofYearDay(int, int)': (year: number, day: number) =>
      new JavaLocal('LocalDate', dayOfYearMs(year, day)),
  },
});

const localDateTime = javaClass({
  name: 'LocalDateTime',
  fullName: 'java.time.LocalDateTime',
  supers: ['Comparable'],
  members: {
    ...common('LocalDateTime'),
    'Instant toInstant(ZoneId)': (self: JavaLocal, zone: JavaZone) =>
      new JavaInstant(new JavaDate(0, zone.id).atLocal(self.ms).ms),
    'OffsetDateTime atOffset(ZoneId)': (self: JavaLocal, zone: JavaZone) =>
      new JavaDate(0, zone.id, 'OffsetDateTime').atLocal(self.ms),
    'static LocalDateTime ofInstant(Instant, ZoneId)': (instant: JavaInstant, zone: JavaZone) =>
      new JavaLocal('LocalDateTime', new JavaDate(instant.ms, zone.id).localMs),
    'static LocalDateTime ofEpochSecond(long, int, ZoneId)': (
      second: LongValue,
      nano: number,
      zone: JavaZone,
    ) =>
      new JavaLocal(
        'LocalDateTime',
        new JavaDate(Number(second) * 1000, zone.id).localMs + timeMs(0, 0, 0, nano),
      ),
    'static LocalDateTime of(int, int, int, int, int, int, int)': (
      year: number,
      month: number,
      day: number,
      hour: number,
      minute: number,
      second: number,
      nano: number,
    ) => new JavaLocal('LocalDateTime', dayMs(year, month, day) + timeMs(hour, minute, second, nano)),
    'LocalDate toLocalDate()': (self: JavaLocal) =>
      new JavaLocal('LocalDate', Math.floor(self.ms / DAY_MS) * DAY_MS),
    'LocalTime toLocalTime()': (self: JavaLocal) =>
      new JavaLocal('LocalTime', self.ms - Math.floor(self.ms / DAY_MS) * DAY_MS),
    'ZonedDateTime atZone(ZoneId)': (self: JavaLocal, zone: JavaZone) =>
      new JavaDate(0, zone.id).atLocal(self.ms),
    'long toEpochSecond(ZoneId)': (self: JavaLocal, zone: JavaZone) =>
      Math.floor(new JavaDate(0, zone.id).atLocal(self.ms).ms / 1000),
    'static LocalDateTime of(LocalDate, LocalTime)': (day: JavaLocal, clock: JavaLocal) =>
      new JavaLocal('LocalDateTime', day.ms + clock.ms),
    'static LocalDateTime of(int, int, int, int, int)': (
      year: number,
      month: number,
      day: number,
      hour: number,
      minute: number,
    ) => new JavaLocal('LocalDateTime', dayMs(year, month, day) + timeMs(hour, minute, 0)),
    'static LocalDateTime of(int, int, int, int, int, int)': (
      year: number,
      month: number,
      day: number,
      hour: number,
      minute: number,
      second: number,
    ) => new JavaLocal('LocalDateTime', dayMs(year, month, day) + timeMs(hour, minute, second)),
  },
});

const localTime = javaClass({
  name: 'LocalTime',
  fullName: 'java.time.LocalTime',
  supers: ['Comparable'],
  constants: {
    'LocalTime MIDNIGHT': new JavaLocal('LocalTime', 0),
    'LocalTime MIN': new JavaLocal('LocalTime', 0),
    'LocalTime NOON': new JavaLocal('LocalTime', DAY_MS / 2),
  },
  members: {
    ...common('LocalTime'),
    'int toSecondOfDay()': (self: JavaLocal) => Math.floor(self.ms / 1000),
    'static LocalTime of(int, int)': (hour: number, minute: number) =>
      new JavaLocal('LocalTime', timeMs(hour, minute, 0)),
    'static LocalTime of(int, int, int)': (hour: number, minute: number, second: number) =>
      new JavaLocal('LocalTime', timeMs(hour, minute, second)),
    'static LocalTime of(int, int, int, int)': (hour: number, minute: number, second: number, nano: number) =>
      new JavaLocal('LocalTime', timeMs(hour, minute, second, nano)),
    'static LocalTime ofSecondOfDay(long)': (second: LongValue) =>
      new JavaLocal('LocalTime', checked('SecondOfDay', second) * 1000),
  },
});

export const localDateClasses: readonly JavaClass[] = [localDate, localDateTime, localTime];
