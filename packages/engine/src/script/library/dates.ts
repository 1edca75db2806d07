import { ApiError } from '@sextant/contract';
import { checkZone } from '../../mapping/date/time-zone.ts';
import { badArgument, JavaError } from '../java-error.ts';
import { meter } from '../meter.ts';
import { JavaArray, JavaValue, type LongValue } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { printDate, withZones } from './counted-dates.ts';
import {
  checked,
  DAY_MS,
  dateTimeError,
  dayMs,
  dayOfYearMs,
  daysAfter,
  monthNames,
  negated,
  timeAfter,
  timeMs,
} from './date-ranges.ts';
import {
  instantOf,
  JavaDate,
  JavaInstant,
  JavaLocal,
  type JavaUnit,
  offsetText,
  temporalMs,
  units,
} from './date-values.ts';
import { readZoned } from './iso-texts.ts';

/** An enumeration's value: `MONDAY`, `MARCH`. */
class JavaName extends JavaValue {
  readonly javaClass: string;
  readonly value: number;
  readonly #names: readonly string[];
  constructor(javaName: string, names: readonly string[], value: number) {
    super();
    this.javaClass = javaName;
    this.#names = names;
    this.value = value;
  }

  override text(): string {
    return this.#names[this.value - 1]!;
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaName && other.javaClass === this.javaClass && other.value === this.value;
  }

  compareTo(other: unknown): number {
    return this.value - (other as JavaName).value;
  }

  /** So many later, over and over. */
  plus(by: LongValue): JavaName {
    const { length } = this.#names;
    const steps = Number(BigInt(by) % BigInt(length));
    return new JavaName(this.javaClass, this.#names, ((this.value - 1 + steps + length) % length) + 1);
  }
}

const weekdays = 'MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY'.split(' ');
export function weekdayName(value: number): JavaName {
  return new JavaName('DayOfWeek', weekdays, value);
}

export function monthName(value: number): JavaName {
  return new JavaName('Month', monthNames, value);
}

/** Short english names of `getDisplayName`. */
const display = (self: JavaName): string => self.text().charAt(0) + self.text().slice(1).toLowerCase();

function nameClass(name: string, names: readonly string[], field: string): JavaClass {
  return javaClass({
    name,
    fullName: `java.time.${name}`,
    supers: ['Comparable'],
    constants: Object.fromEntries(
      names.map((each, i) => [`${name} ${each}`, new JavaName(name, names, i + 1)]),
    ),
    members: {
      'int getValue()': (self: JavaName) => self.value,
      'int ordinal()': (self: JavaName) => self.value - 1,
      'String name()': (self: JavaName) => self.text(),
      'String getDisplayName(def, def)': (self: JavaName) => display(self),
      [`${name} plus(long)`]: (self: JavaName, by: LongValue) => self.plus(by),
      [`${name} minus(long)`]: (self: JavaName, by: LongValue) => self.plus(negated(by)),
      [`static ${name} of(int)`]: (value: number) => {
        if (value < 1 || value > names.length) throw dateTimeError(`Invalid value for ${field}: ${value}`);
        return new JavaName(name, names, value);
      },
      [`static ${name} valueOf(String)`]: (text: string) => {
        const at = names.indexOf(text);
        if (at < 0) throw badArgument(`No enum constant java.time.${name}.${text}`);
        return new JavaName(name, names, at + 1);
      },
      [`static ${name}[] values()`]: () =>
        new JavaArray(
          name,
          names.map((_, i) => new JavaName(name, names, i + 1)),
        ),
    },
  });
}

/** `ZoneId`. */
export class JavaZone extends JavaValue {
  readonly javaClass = 'ZoneId';
  readonly id: string;
  constructor(id: string) {
    super();
    this.id = id;
  }

  override text(): string {
    return this.id;
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaZone && other.id === this.id;
  }
}

function zoneOf(id: string): JavaZone {
  try {
    withZones(() => checkZone(id));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { type, reason } = error.error.causedBy ?? error.error;
    throw new JavaError(type, reason);
  }
  return new JavaZone(id);
}

function isRegion(id: string): boolean {
  try {
    withZones(() => checkZone(id));
    return true;
  } catch {
    return false;
  }
}

function parsed(text: string): JavaDate {
  const { localMs, offsetMs, offset, region } = readZoned(text, isRegion);
  return new JavaDate(localMs - offsetMs, region ?? offset);
}

const hours = (self: JavaDate, by: LongValue, unitMs: number): JavaDate =>
  new JavaDate(self.ms + timeAfter(self.localMs, by, unitMs) - self.localMs, self.zone);

const days = (self: JavaDate, by: LongValue, each = 1): JavaDate =>
  self.atLocal(daysAfter(self.localMs, by, each));

/** `plusDays` and its like for every unit. */
function steps(): Readonly<Record<string, (...args: never[]) => unknown>> {
  const members: Record<string, (...args: never[]) => unknown> = {};
  const add = (name: string, by: (self: JavaDate, count: LongValue) => JavaDate): void => {
    members[`ZonedDateTime plus${name}(long)`] = by;
    members[`ZonedDateTime minus${name}(long)`] = (self: JavaDate, count: LongValue) =>
      by(self, negated(count));
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

const zoned = javaClass({
  name: 'ZonedDateTime',
  fullName: 'java.time.ZonedDateTime',
  supers: ['ChronoZonedDateTime'],
  members: {
    ...steps(),
    'int getYear()': (self: JavaDate) => self.civil[0],
    'int getMonthValue()': (self: JavaDate) => self.civil[1],
    'int getDayOfMonth()': (self: JavaDate) => self.civil[2],
    'int getDayOfYear()': part('dayOfYear'),
    'int getHour()': (self: JavaDate) => Math.floor(self.timeMs / 3_600_000),
    'int getMinute()': (self: JavaDate) => Math.floor(self.timeMs / 60_000) % 60,
    'int getSecond()': (self: JavaDate) => Math.floor(self.timeMs / 1000) % 60,
    'int getNano()': (self: JavaDate) => self.parts.millisecond * 1_000_000,
    'Month getMonth()': (self: JavaDate) => new JavaName('Month', monthNames, self.parts.month),
    'DayOfWeek getDayOfWeekEnum()': (self: JavaDate) =>
      new JavaName('DayOfWeek', weekdays, self.parts.dayOfWeek),
    'DayOfWeek getDayOfWeek()': (self: JavaDate) => new JavaName('DayOfWeek', weekdays, self.parts.dayOfWeek),
    'ZoneId getZone()': (self: JavaDate) => new JavaZone(self.zone),
    'ZoneId getOffset()': (self: JavaDate) => new JavaZone(offsetText(self.parts.offsetMs)),
    'Instant toInstant()': (self: JavaDate) => new JavaInstant(self.ms),
    'long toEpochSecond()': (self: JavaDate) => Math.floor(self.ms / 1000),
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
    'boolean isAfter(def)': (self: JavaDate, other: unknown) => self.ms > instantOf(other),
    'boolean isBefore(def)': (self: JavaDate, other: unknown) => self.ms < instantOf(other),
    'boolean isEqual(def)': (self: JavaDate, other: unknown) => self.ms === instantOf(other),
    'ZonedDateTime plus(long, ChronoUnit)': (self: JavaDate, count: LongValue, unit: JavaUnit) =>
      moved(self, count, unit),
    'ZonedDateTime minus(long, ChronoUnit)': (self: JavaDate, count: LongValue, unit: JavaUnit) =>
      moved(self, negated(count), unit),
    'long until(def, ChronoUnit)': (self: JavaDate, to: unknown, unit: JavaUnit) => unit.between(self, to),
    'ZonedDateTime truncatedTo(ChronoUnit)': truncated,
    'ZonedDateTime withZoneSameInstant(ZoneId)': (self: JavaDate, zone: JavaZone) =>
      new JavaDate(self.ms, zone.id),
    'ZonedDateTime withZoneSameLocal(ZoneId)': (self: JavaDate, zone: JavaZone) =>
      new JavaDate(self.ms, zone.id).atLocal(self.localMs),
    'ZonedDateTime withDayOfMonth(int)': changed(
      (self, day) => dayMs(self.parts.year, self.parts.month, day) + self.timeMs,
    ),
    'ZonedDateTime withDayOfYear(int)': changed(
      (self, day) => dayOfYearMs(self.parts.year, day) + self.timeMs,
    ),
    'ZonedDateTime withMonth(int)': (self: JavaDate, month: number) =>
      self.atMonth(self.parts.year * 12 + checked('MonthOfYear', month) - 1),
    'ZonedDateTime withYear(int)': (self: JavaDate, year: number) =>
      self.atMonth(checked('Year', year) * 12 + self.parts.month - 1),
    'ZonedDateTime withHour(int)': changed(
      (self, hour) => self.localMs + (checked('HourOfDay', hour) - self.parts.hour) * 3_600_000,
    ),
    'ZonedDateTime withMinute(int)': changed(
      (self, minute) => self.localMs + (checked('MinuteOfHour', minute) - self.parts.minute) * 60_000,
    ),
    'ZonedDateTime withSecond(int)': changed(
      (self, second) => self.localMs + (checked('SecondOfMinute', second) - self.parts.second) * 1000,
    ),
    'ZonedDateTime withNano(int)': changed(
      (self, nano) => self.localMs - self.parts.millisecond + Math.floor(checked('NanoOfSecond', nano) / 1e6),
    ),
    'String format(DateTimeFormatter)': (self: JavaDate, format: JavaFormat) =>
      printDate(self.ms, format.pattern, format.zone ?? self.zone),
    'LocalDate toLocalDate()': (self: JavaDate) =>
      new JavaLocal('LocalDate', Math.floor(self.localMs / DAY_MS) * DAY_MS),
    'LocalDateTime toLocalDateTime()': (self: JavaDate) => new JavaLocal('LocalDateTime', self.localMs),
    'LocalTime toLocalTime()': (self: JavaDate) => new JavaLocal('LocalTime', self.timeMs),
    'static ZonedDateTime of(LocalDate, LocalTime, ZoneId)': (
      day: JavaLocal,
      clock: JavaLocal,
      at: JavaZone,
    ) => new JavaDate(0, at.id).atLocal(day.ms + clock.ms),
    'static ZonedDateTime of(LocalDateTime, ZoneId)': (local: JavaLocal, at: JavaZone) =>
      new JavaDate(0, at.id).atLocal(local.ms),
    'String toString(String)': (self: JavaDate, pattern: string) => printDate(self.ms, pattern, self.zone),
    'int compareTo(def)': (self: JavaDate, other: unknown) => self.compareTo(other),
    'static ZonedDateTime parse(CharSequence)': parsed,
    'static ZonedDateTime ofInstant(Instant, ZoneId)': (at: JavaInstant, zone: JavaZone) =>
      new JavaDate(at.ms, zone.id),
    'static ZonedDateTime of(int, int, int, int, int, int, int, ZoneId)': (
      year: number,
      month: number,
      day: number,
      hour: number,
      minute: number,
      second: number,
      nano: number,
      zone: JavaZone,
    ) => new JavaDate(0, zone.id).atLocal(dayMs(year, month, day) + timeMs(hour, minute, second, nano)),
  },
});

/** `DateTimeFormatter`. */
export class JavaFormat extends JavaValue {
  readonly javaClass = 'DateTimeFormatter';
  readonly pattern: string;
  readonly zone: string | null;
  constructor(pattern: string, zone: string | null = null) {
    super();
    this.pattern = pattern;
    this.zone = zone;
  }

  override text(): string {
    return this.pattern;
  }
}

/** What a pattern that was not seen before takes. */
const UNITS_PER_PATTERN = 128;

function formatOf(pattern: string): JavaFormat {
  meter.pass(UNITS_PER_PATTERN);
  return new JavaFormat(pattern);
}

const formatter = javaClass({
  name: 'DateTimeFormatter',
  fullName: 'java.time.format.DateTimeFormatter',
  constants: {
    'DateTimeFormatter ISO_INSTANT': new JavaFormat('strict_date_time', 'Z'),
    'DateTimeFormatter ISO_LOCAL_DATE': new JavaFormat('uuuu-MM-dd'),
    'DateTimeFormatter ISO_DATE': new JavaFormat('uuuu-MM-dd'),
    'DateTimeFormatter BASIC_ISO_DATE': new JavaFormat('uuuuMMdd'),
  },
  members: {
    'static DateTimeFormatter ofPattern(String)': formatOf,
    'static DateTimeFormatter ofPattern(String, def)': formatOf,
    'DateTimeFormatter withZone(ZoneId)': (self: JavaFormat, zone: JavaZone) =>
      new JavaFormat(self.pattern, zone.id),
    'String format(def)': (self: JavaFormat, date: unknown) =>
      printDate(temporalMs(date), self.pattern, self.zone ?? (date instanceof JavaDate ? date.zone : 'Z')),
  },
});

const zone = javaClass({
  name: 'ZoneId',
  fullName: 'java.time.ZoneId',
  members: {
    'static ZoneId of(String)': zoneOf,
    'String getId()': (self: JavaZone) => self.id,
    'int getTotalSeconds()': (self: JavaZone) => new JavaDate(0, self.id).parts.offsetMs / 1000,
  },
});

const offset = javaClass({
  name: 'ZoneOffset',
  fullName: 'java.time.ZoneOffset',
  supers: ['ZoneId'],
  constants: { 'ZoneId UTC': new JavaZone('Z') },
  members: {
    'static ZoneId of(String)': (id: string) => {
      if (/^(?:Z|[+-].*)$/.test(id)) return zoneOf(id);
      throw dateTimeError(`Invalid ID for ZoneOffset, invalid format: ${id}`);
    },
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

export const dateClasses: readonly JavaClass[] = [
  zoned,
  chrono,
  formatter,
  zone,
  offset,
  unit,
  nameClass('DayOfWeek', weekdays, 'DayOfWeek'),
  nameClass('Month', monthNames, 'MonthOfYear'),
];
