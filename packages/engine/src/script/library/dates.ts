import { badArgument, JavaError } from '../java-error.ts';
import type { LongValue } from '../values.ts';
import { amountLater } from './amounts.ts';
import { fieldMembers } from './chrono-fields.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { printDate } from './counted-dates.ts';
import { monthName, weekdayName } from './date-names.ts';
import { checked, DAY_MS, dayMs, dayOfYearMs, daysAfter, negated, timeAfter, timeMs } from './date-ranges.ts';
import {
  type DateKind,
  instantOf,
  JavaDate,
  JavaInstant,
  JavaLocal,
  type JavaUnit,
  offsetText,
  units,
} from './date-values.ts';
import { type JavaFormat, readDateBy } from './formatters.ts';
import { readZoned } from './iso-texts.ts';
import { isRegion, JavaZone } from './zones.ts';

function parsed(kind: DateKind, text: string): JavaDate {
  const { localMs, offsetMs, offset, region } = readZoned(
    text,
    kind === 'ZonedDateTime' ? isRegion : undefined,
  );
  return new JavaDate(localMs - offsetMs, region ?? offset, kind);
}

const hours = (self: JavaDate, by: LongValue, unitMs: number): JavaDate =>
  self.at(self.ms + timeAfter(self.localMs, by, unitMs) - self.localMs);

const days = (self: JavaDate, by: LongValue, each = 1): JavaDate =>
  self.atLocal(daysAfter(self.localMs, by, each));

type Members = Record<string, (...args: never[]) => unknown>;

/** `plusDays` and its like for every unit. */
function steps(kind: DateKind): Members {
  const members: Members = {};
  const add = (name: string, by: (self: JavaDate, count: LongValue) => JavaDate): void => {
    members[`${kind} plus${name}(long)`] = by;
    members[`${kind} minus${name}(long)`] = (self: JavaDate, count: LongValue) => by(self, negated(count));
  };
  add('Years', (self, count) => self.plusYears(count));
  add('Months', (self, count) => self.plusMonths(count));
  add('Weeks', (self, count) => days(self, count, 7));
  add('Days', (self, count) => days(self, count));
  add('Hours', (self, count) => hours(self, count, 3_600_000));
  add('Minutes', (self, count) => hours(self, count, 60_000));
  add('Seconds', (self, count) => hours(self, count, 1000));
  return members;
}

const moved = (self: JavaDate, count: LongValue, unit: JavaUnit): JavaDate =>
  unit.add(count, {
    months: (by) => self.plusMonths(by),
    years: (by) => self.plusYears(by),
    days: (by, each) => days(self, by, each),
    time: (by, unitMs) => hours(self, by, unitMs),
  });

const truncated = (self: JavaDate, unit: JavaUnit): JavaDate => {
  if (unit.ms === 0 || unit.ms > DAY_MS) {
    throw new JavaError('unsupported_temporal_type_exception', 'Unit is too large to be used for truncation');
  }
  return self.atLocal(Math.floor(self.localMs / unit.ms) * unit.ms);
};

const part =
  (name: 'year' | 'month' | 'day' | 'dayOfYear' | 'hour' | 'minute' | 'second' | 'week' | 'weekYear') =>
  (self: JavaDate): number =>
    self.parts[name];

const milliOfDay = (self: JavaDate): number => self.localMs - Math.floor(self.localMs / DAY_MS) * DAY_MS;

const changed =
  (change: (self: JavaDate, value: number) => number) =>
  (self: JavaDate, value: number): JavaDate =>
    self.atLocal(change(self, value));

/** Those that answer the same date with another field. */
function changes(kind: DateKind): Members {
  return {
    [`${kind} withDayOfMonth(int)`]: changed(
      (self, day) => dayMs(self.parts.year, self.parts.month, day) + self.timeMs,
    ),
    [`${kind} withDayOfYear(int)`]: changed((self, day) => dayOfYearMs(self.parts.year, day) + self.timeMs),
    [`${kind} withMonth(int)`]: (self: JavaDate, month: number) =>
      self.atMonth(self.parts.year * 12 + checked('MonthOfYear', month) - 1),
    [`${kind} withYear(int)`]: (self: JavaDate, year: number) =>
      self.atMonth(checked('Year', year) * 12 + self.parts.month - 1),
    [`${kind} withHour(int)`]: changed(
      (self, hour) => self.localMs + (checked('HourOfDay', hour) - self.parts.hour) * 3_600_000,
    ),
    [`${kind} withMinute(int)`]: changed(
      (self, minute) => self.localMs + (checked('MinuteOfHour', minute) - self.parts.minute) * 60_000,
    ),
    [`${kind} withSecond(int)`]: changed(
      (self, second) => self.localMs + (checked('SecondOfMinute', second) - self.parts.second) * 1000,
    ),
    [`${kind} withNano(int)`]: changed(
      (self, nano) => self.localMs - self.parts.millisecond + Math.floor(checked('NanoOfSecond', nano) / 1e6),
    ),
  };
}

/** What a zone is off by at a time, as its name. */
function offsetAt({ ms }: JavaInstant, { id }: JavaZone): string {
  return offsetText(new JavaDate(ms, id).parts.offsetMs);
}

/** What both have. */
function common(kind: DateKind): Members {
  return {
    ...steps(kind),
    ...changes(kind),
    'int getYear()': (self: JavaDate) => self.civil[0],
    'int getMonthValue()': (self: JavaDate) => self.civil[1],
    'int getDayOfMonth()': (self: JavaDate) => self.civil[2],
    'int getDayOfYear()': part('dayOfYear'),
    'int getHour()': (self: JavaDate) => Math.floor(self.timeMs / 3_600_000),
    'int getMinute()': (self: JavaDate) => Math.floor(self.timeMs / 60_000) % 60,
    'int getSecond()': (self: JavaDate) => Math.floor(self.timeMs / 1000) % 60,
    'int getNano()': (self: JavaDate) => self.parts.millisecond * 1_000_000,
    'Month getMonth()': (self: JavaDate) => monthName(self.parts.month),
    'DayOfWeek getDayOfWeek()': (self: JavaDate) => weekdayName(self.parts.dayOfWeek),
    'ZoneId getOffset()': (self: JavaDate) => new JavaZone(offsetText(self.parts.offsetMs)),
    'Instant toInstant()': (self: JavaDate) => new JavaInstant(self.ms),
    'long toEpochSecond()': (self: JavaDate) => Math.floor(self.ms / 1000),
    'boolean isAfter(def)': (self: JavaDate, other: unknown) => self.ms > instantOf(other),
    'boolean isBefore(def)': (self: JavaDate, other: unknown) => self.ms < instantOf(other),
    'boolean isEqual(def)': (self: JavaDate, other: unknown) => self.ms === instantOf(other),
    [`${kind} plus(long, ChronoUnit)`]: (self: JavaDate, count: LongValue, unit: JavaUnit) =>
      moved(self, count, unit),
    [`${kind} minus(long, ChronoUnit)`]: (self: JavaDate, count: LongValue, unit: JavaUnit) =>
      moved(self, negated(count), unit),
    'long until(def, ChronoUnit)': (self: JavaDate, to: unknown, unit: JavaUnit) => unit.between(self, to),
    [`${kind} truncatedTo(ChronoUnit)`]: truncated,
    'String format(DateTimeFormatter)': (self: JavaDate, format: JavaFormat) => format.print(self),
    'LocalDate toLocalDate()': (self: JavaDate) =>
      new JavaLocal('LocalDate', Math.floor(self.localMs / DAY_MS) * DAY_MS),
    'LocalDateTime toLocalDateTime()': (self: JavaDate) => new JavaLocal('LocalDateTime', self.localMs),
    'LocalTime toLocalTime()': (self: JavaDate) => new JavaLocal('LocalTime', self.timeMs),
    [`static ${kind} of(LocalDate, LocalTime, ZoneId)`]: (day: JavaLocal, clock: JavaLocal, at: JavaZone) =>
      new JavaDate(0, at.id, kind).atLocal(day.ms + clock.ms),
    'int compareTo(def)': (self: JavaDate, other: unknown) => self.compareTo(other),
    [`static ${kind} parse(CharSequence)`]: (text: string) => parsed(kind, text),
    [`static ${kind} ofInstant(Instant, ZoneId)`]: (at: JavaInstant, zone: JavaZone) =>
      new JavaDate(at.ms, kind === 'OffsetDateTime' ? offsetAt(at, zone) : zone.id, kind),
    [`static ${kind} of(int, int, int, int, int, int, int, ZoneId)`]: (
      year: number,
      month: number,
      day: number,
      hour: number,
      minute: number,
      second: number,
      nano: number,
      zone: JavaZone,
    ) => new JavaDate(0, zone.id, kind).atLocal(dayMs(year, month, day) + timeMs(hour, minute, second, nano)),
    [`${kind} plus(def)`]: (self: JavaDate, by: unknown) => amountLater(self, by, 1, moved),
    [`${kind} minus(def)`]: (self: JavaDate, by: unknown) => amountLater(self, by, -1, moved),
    [`static ${kind} parse(CharSequence, DateTimeFormatter)`]: (text: string, format: JavaFormat) =>
      readDateBy(kind, text, format),
    ...fieldMembers<JavaDate>(kind, {
      date: (self) => self,
      has: () => true,
      set: (self, localMs) => self.atLocal(localMs),
    }),
  };
}

const zoned = javaClass({
  name: 'ZonedDateTime',
  fullName: 'java.time.ZonedDateTime',
  supers: ['ChronoZonedDateTime'],
  members: {
    ...common('ZonedDateTime'),
    'DayOfWeek getDayOfWeekEnum()': (self: JavaDate) => weekdayName(self.parts.dayOfWeek),
    'ZoneId getZone()': (self: JavaDate) => new JavaZone(self.zone),
    'long getMillis()': (self: JavaDate) => self.ms,
    'int getMillisOfSecond()': (self: JavaDate) => self.parts.millisecond,
    'int getMillisOfDay()': milliOfDay,
    'int getMinuteOfDay()': (self: JavaDate) => Math.floor(milliOfDay(self) / 60_000),
    'int getSecondOfDay()': (self: JavaDate) => Math.floor(milliOfDay(self) / 1000),
    'int getMinuteOfHour()': part('minute'),
    'int getSecondOfMinute()': part('second'),
    'int getHourOfDay()': part('hour'),
    'int getMonthOfYear()': part('month'),
    'int getWeekOfWeekyear()': part('week'),
    'int getWeekyear()': part('weekYear'),
    'ZonedDateTime withZoneSameInstant(ZoneId)': (self: JavaDate, zone: JavaZone) =>
      new JavaDate(self.ms, zone.id),
    'ZonedDateTime withZoneSameLocal(ZoneId)': (self: JavaDate, zone: JavaZone) =>
      new JavaDate(self.ms, zone.id).atLocal(self.localMs),
    'static ZonedDateTime of(LocalDateTime, ZoneId)': (local: JavaLocal, at: JavaZone) =>
      new JavaDate(0, at.id).atLocal(local.ms),
    'String toString(String)': (self: JavaDate, pattern: string) => printDate(self.ms, pattern, self.zone),
    'OffsetDateTime toOffsetDateTime()': (self: JavaDate) =>
      new JavaDate(self.ms, offsetText(self.parts.offsetMs), 'OffsetDateTime'),
  },
});

const offsetDate = javaClass({
  name: 'OffsetDateTime',
  fullName: 'java.time.OffsetDateTime',
  supers: ['Comparable'],
  members: {
    ...common('OffsetDateTime'),
    'ZonedDateTime toZonedDateTime()': (self: JavaDate) => new JavaDate(self.ms, self.zone),
    'ZonedDateTime atZoneSameInstant(ZoneId)': (self: JavaDate, zone: JavaZone) =>
      new JavaDate(self.ms, zone.id),
    'ZonedDateTime atZoneSimilarLocal(ZoneId)': (self: JavaDate, zone: JavaZone) =>
      new JavaDate(0, zone.id).atLocal(self.localMs),
    'OffsetDateTime withOffsetSameInstant(ZoneId)': (self: JavaDate, zone: JavaZone) =>
      new JavaDate(self.ms, zone.id, 'OffsetDateTime'),
    'OffsetDateTime withOffsetSameLocal(ZoneId)': (self: JavaDate, zone: JavaZone) =>
      new JavaDate(0, zone.id, 'OffsetDateTime').atLocal(self.localMs),
    'static OffsetDateTime of(LocalDateTime, ZoneId)': (local: JavaLocal, at: JavaZone) =>
      new JavaDate(0, at.id, 'OffsetDateTime').atLocal(local.ms),
  },
});

const chrono = javaClass({ name: 'ChronoZonedDateTime', fullName: 'java.time.chrono.ChronoZonedDateTime' });

const unit = javaClass({
  name: 'ChronoUnit',
  fullName: 'java.time.temporal.ChronoUnit',
  constants: Object.fromEntries([...units].map(([name, each]) => [`ChronoUnit ${name}`, each])),
  members: {
    'long between(def, def)': (self: JavaUnit, from: unknown, to: unknown) => self.between(from, to),
    'String name()': (self: JavaUnit) => self.name,
    'int compareTo(def)': (self: JavaUnit, other: unknown) => self.compareTo(other),
    'boolean isDateBased()': (self: JavaUnit) => self.size >= DAY_MS,
    'boolean isTimeBased()': (self: JavaUnit) => self.size < DAY_MS,
    'static ChronoUnit valueOf(String)': (text: string) => {
      const found = units.get(text);
      if (found === undefined) throw badArgument(`No enum constant java.time.temporal.ChronoUnit.${text}`);
      return found;
    },
  },
});

export const dateClasses: readonly JavaClass[] = [zoned, offsetDate, chrono, unit];
