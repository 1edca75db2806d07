import { JavaError } from '../java-error.ts';
import type { JavaValue, LongValue } from '../values.ts';
import { amountLater, JavaDuration, truncated } from './amounts.ts';
import { fieldMembers } from './chrono-fields.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { DAY_MS, exactLong, floorDivided, negated, product, sum } from './date-ranges.ts';
import {
  instantOf,
  JavaDate,
  JavaInstant,
  JavaLocal,
  type JavaUnit,
  msAs,
  temporalMs,
  unsupportedUnit,
} from './date-values.ts';
import { readInstant } from './iso-texts.ts';

const instantFields: ReadonlySet<string> = new Set([
  'INSTANT_SECONDS',
  'MILLI_OF_SECOND',
  'MICRO_OF_SECOND',
  'NANO_OF_SECOND',
]);

const instant = javaClass({
  name: 'Instant',
  fullName: 'java.time.Instant',
  supers: ['Comparable'],
  constants: { 'Instant EPOCH': new JavaInstant(0) },
  members: {
    ...fieldMembers<JavaInstant>('Instant', {
      date: (self) => new JavaDate(self.ms),
      has: (field) => instantFields.has(field),
      set: (_, ms) => new JavaInstant(ms),
    }),
    'long toEpochMilli()': (self: JavaInstant) => exactLong(self.exact),
    'long getEpochSecond()': (self: JavaInstant) => self.second,
    'int getNano()': (self: JavaInstant) => Number(sum(self.exact, product(self.second, -1000))) * 1_000_000,
    'Instant plusMillis(long)': (self: JavaInstant, ms: LongValue) => self.plusMillis(ms),
    'Instant plusSeconds(long)': (self: JavaInstant, count: LongValue) => self.plusSeconds(count),
    'Instant minusMillis(long)': (self: JavaInstant, ms: LongValue) => self.plusMillis(negated(ms)),
    'Instant minusSeconds(long)': (self: JavaInstant, count: LongValue) => self.plusSeconds(negated(count)),
    'Instant plus(long, ChronoUnit)': instantAfter,
    'Instant minus(long, ChronoUnit)': (self: JavaInstant, count: LongValue, unit: JavaUnit) =>
      instantAfter(self, negated(count), unit),
    'Instant plus(def)': (self: JavaInstant, by: unknown) => amountLater(self, by, 1, instantAfter),
    'Instant minus(def)': (self: JavaInstant, by: unknown) => amountLater(self, by, -1, instantAfter),
    'OffsetDateTime atOffset(ZoneId)': (self: JavaInstant, at: JavaValue) =>
      new JavaDate(self.ms, at.text(), 'OffsetDateTime'),
    'static Instant from(def)': (value: unknown) =>
      value instanceof JavaInstant ? value : new JavaInstant(instantOf(value)),
    'static Instant ofEpochSecond(long, long)': (seconds: LongValue, nanos: LongValue) =>
      new JavaInstant(sum(product(seconds, 1000), floorDivided(nanos, 1_000_000))),
    'long until(def, ChronoUnit)': (self: JavaInstant, to: unknown, unit: JavaUnit) => unit.between(self, to),
    'Instant truncatedTo(ChronoUnit)': (self: JavaInstant, { ms }: JavaUnit) => {
      if (ms > 0 && ms <= DAY_MS) return new JavaInstant(product(floorDivided(self.exact, ms), ms));
      const reason = 'Unit is too large to be used for truncation';
      throw new JavaError('unsupported_temporal_type_exception', reason);
    },
    'ZonedDateTime atZone(ZoneId)': (self: JavaInstant, zone: JavaValue) =>
      new JavaDate(self.ms, zone.text()),
    'boolean isAfter(Instant)': (self: JavaInstant, other: JavaInstant) => self.ms > other.ms,
    'boolean isBefore(Instant)': (self: JavaInstant, other: JavaInstant) => self.ms < other.ms,
    'int compareTo(def)': (self: JavaInstant, other: unknown) => self.compareTo(other),
    'static Instant ofEpochMilli(long)': (ms: LongValue) => new JavaInstant(ms),
    'static Instant ofEpochSecond(long)': (seconds: LongValue) => new JavaInstant(product(seconds, 1000)),
    'static Instant parse(CharSequence)': (text: string) => new JavaInstant(readInstant(text)),
  },
});

/** Units up to days are all of one length. */
function instantAfter(self: JavaInstant, count: LongValue, unit: JavaUnit): JavaInstant {
  const { ms } = unit;
  if (ms === 0 || ms > DAY_MS) throw unsupportedUnit(unit);
  return ms === 1 ? self.plusMillis(count) : self.plusSeconds(exactLong(product(count, ms / 1000)));
}

const whole =
  (ms: number) =>
  (self: JavaDuration): LongValue =>
    exactLong(truncated(self.ms, ms));
/** Of so many milliseconds, by seconds that have to be a long where they are longer. */
const msOf = (count: LongValue, ms: number): LongValue => {
  if (ms > 1000) exactLong(product(count, ms / 1000));
  return product(count, ms);
};
const made =
  (ms: number) =>
  (count: LongValue): JavaDuration =>
    new JavaDuration(msOf(count, ms));

/** `plusDays` and its like. */
function durationSteps(): Readonly<Record<string, (...args: never[]) => unknown>> {
  const members: Record<string, (...args: never[]) => unknown> = {};
  for (const [name, ms] of sizes) {
    members[`Duration plus${name}(long)`] = (self: JavaDuration, count: LongValue) =>
      self.plus(msOf(count, ms));
    members[`Duration minus${name}(long)`] = (self: JavaDuration, count: LongValue) =>
      self.plus(negated(msOf(count, ms)));
  }
  return members;
}

const sizes = [
  ['Days', DAY_MS],
  ['Hours', 3_600_000],
  ['Minutes', 60_000],
  ['Seconds', 1000],
  ['Millis', 1],
] as const;

const duration = javaClass({
  name: 'Duration',
  fullName: 'java.time.Duration',
  supers: ['Comparable'],
  constants: { 'Duration ZERO': new JavaDuration(0) },
  members: {
    'long toDays()': whole(DAY_MS),
    'long toHours()': whole(3_600_000),
    'long toMinutes()': whole(60_000),
    'long getSeconds()': (self: JavaDuration) => floorDivided(self.ms, 1000),
    'int getNano()': ({ ms }: JavaDuration) =>
      Number(sum(ms, product(floorDivided(ms, 1000), -1000))) * 1_000_000,
    'long toMillis()': whole(1),
    'long toNanos()': ({ ms }: JavaDuration) => exactLong(product(ms, 1_000_000)),
    'boolean isZero()': (self: JavaDuration) => self.ms === 0,
    'Duration abs()': (self: JavaDuration) => (self.ms < 0 ? self.times(-1) : self),
    'Duration negated()': (self: JavaDuration) => self.times(-1),
    'Duration multipliedBy(long)': (self: JavaDuration, by: LongValue) => self.times(by),
    'Duration dividedBy(long)': (self: JavaDuration, by: LongValue) => {
      if (Number(by) === 0) throw new JavaError('arithmetic_exception', 'Cannot divide by zero');
      return new JavaDuration(truncated(self.ms, by));
    },
    'Duration plus(long, ChronoUnit)': (self: JavaDuration, count: LongValue, unit: JavaUnit) =>
      self.plus(unitMs(count, unit)),
    'Duration minus(long, ChronoUnit)': (self: JavaDuration, count: LongValue, unit: JavaUnit) =>
      self.plus(negated(unitMs(count, unit))),
    'static Duration of(long, ChronoUnit)': (count: LongValue, unit: JavaUnit) =>
      new JavaDuration(unitMs(count, unit)),
    'static Duration ofSeconds(long, long)': (seconds: LongValue, nanos: LongValue) =>
      new JavaDuration(sum(product(seconds, 1000), floorDivided(nanos, 1_000_000))),
    'static Duration parse(CharSequence)': readDuration,
    'Duration plus(Duration)': (self: JavaDuration, { ms }: JavaDuration) => self.plus(ms),
    'Duration minus(Duration)': (self: JavaDuration, { ms }: JavaDuration) => self.plus(negated(ms)),
    ...durationSteps(),
    'boolean isNegative()': (self: JavaDuration) => self.ms < 0,
    'int compareTo(def)': (self: JavaDuration, other: unknown) => self.compareTo(other),
    'static Duration between(def, def)': (from: unknown, to: unknown) => {
      const end = from instanceof JavaInstant && to instanceof JavaInstant ? to.exact : msAs(from, to);
      if (from instanceof JavaLocal && from.javaClass === 'LocalDate')
        throw new JavaError('unsupported_temporal_type_exception', 'Unsupported unit: Seconds');
      return new JavaDuration(sum(end, negated(exactMs(from))));
    },
    ...Object.fromEntries(sizes.map(([name, ms]) => [`static Duration of${name}(long)`, made(ms)])),
  },
});

/** Throws UnsupportedTemporalTypeException for what has no length of its own. */
function unitMs(count: LongValue, { ms }: JavaUnit): LongValue {
  if (ms > 0 && ms <= DAY_MS) return msOf(count, ms);
  throw new JavaError('unsupported_temporal_type_exception', 'Unit must not have an estimated duration');
}

const DURATION =
  /^([+-]?)P(?:([+-]?\d+)D)?(?:T(?=.)(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?(?:([+-]?)(\d+)(?:[.,](\d{0,9}))?S)?)?$/i;

/** Throws DateTimeParseException. */
function readDuration(text: string): JavaDuration {
  const found = DURATION.exec(text);
  if (found === null || !/\d/.test(text)) {
    throw new JavaError('date_time_parse_exception', 'Text cannot be parsed to a Duration');
  }
  const [, sign, days = '0', hours = '0', minutes = '0', own = '', seconds = '0', fraction = ''] = found;
  const size = sum(product(BigInt(seconds), 1000), Number(fraction.padEnd(3, '0').slice(0, 3)));
  const parts = [
    msOf(BigInt(days), DAY_MS),
    msOf(BigInt(hours), 3_600_000),
    msOf(BigInt(minutes), 60_000),
    own === '-' ? negated(size) : size,
  ];
  const ms = parts.reduce<LongValue>((all, part) => sum(all, part), 0);
  return new JavaDuration(sign === '-' ? negated(ms) : ms);
}

function exactMs(value: unknown): LongValue {
  return value instanceof JavaInstant ? value.exact : temporalMs(value);
}

export const timeClasses: readonly JavaClass[] = [instant, duration];
