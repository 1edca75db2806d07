import { JavaError } from '../java-error.ts';
import { JavaValue, type LongValue } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { DAY_MS, exactLong, floorDivided, negated, product, sum } from './date-ranges.ts';
import { JavaDate, JavaInstant, type JavaUnit, temporalMs, unsupportedUnit } from './date-values.ts';
import { readInstant } from './iso-texts.ts';

const instant = javaClass({
  name: 'Instant',
  fullName: 'java.time.Instant',
  supers: ['Comparable'],
  members: {
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
    'Instant plus(Duration)': (self: JavaInstant, by: JavaDuration) => self.plusMillis(by.ms),
    'Instant minus(Duration)': (self: JavaInstant, by: JavaDuration) => self.plusMillis(negated(by.ms)),
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

/** `Duration`, to the millisecond. */
class JavaDuration extends JavaValue {
  readonly javaClass = 'Duration';
  readonly ms: LongValue;

  /** Throws ArithmeticException where its seconds are no long. */
  constructor(ms: LongValue) {
    super();
    this.ms = ms;
    if (typeof ms === 'bigint') exactLong(floorDivided(ms, 1000));
  }

  override text(): string {
    if (this.ms === 0) return 'PT0S';
    const seconds = truncated(this.ms, 1000);
    const [hours, minutes] = [truncated(seconds, 3600), rest(truncated(seconds, 60), 60)];
    const size = Math.abs(rest(this.ms, 60_000)) / 1000;
    const shown = size === 0 ? '' : `${this.ms < 0 ? '-' : ''}${size}S`;
    return `PT${hours === 0 ? '' : `${hours}H`}${minutes === 0 ? '' : `${minutes}M`}${shown}`;
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaDuration && other.ms === this.ms;
  }

  compareTo(other: unknown): number {
    const { ms } = other as JavaDuration;
    return this.ms < ms ? -1 : Number(this.ms > ms);
  }

  plus(ms: LongValue): JavaDuration {
    return new JavaDuration(sum(this.ms, ms));
  }

  times(by: LongValue): JavaDuration {
    const ms = product(this.ms, by);
    const second = floorDivided(ms, 1000);
    if (typeof second === 'bigint' && BigInt.asIntN(64, second) !== second) {
      const nanos = String(product(ms, 1_000_000));
      throw new JavaError('arithmetic_exception', `Exceeds capacity of Duration: ${nanos}`);
    }
    return new JavaDuration(ms);
  }
}

/** As `/` of Java. */
function truncated(value: LongValue, by: LongValue): LongValue {
  if (typeof value === 'number' && typeof by === 'number') return Math.trunc(value / by) + 0;
  return sum(BigInt(value) / BigInt(by), 0);
}

function rest(value: LongValue, by: number): number {
  return typeof value === 'number' ? value % by : Number(value % BigInt(by));
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
    'Duration plus(Duration)': (self: JavaDuration, { ms }: JavaDuration) => self.plus(ms),
    'Duration minus(Duration)': (self: JavaDuration, { ms }: JavaDuration) => self.plus(negated(ms)),
    ...durationSteps(),
    'boolean isNegative()': (self: JavaDuration) => self.ms < 0,
    'int compareTo(def)': (self: JavaDuration, other: unknown) => self.compareTo(other),
    'static Duration between(def, def)': (from: unknown, to: unknown) =>
      new JavaDuration(sum(exactMs(to), negated(exactMs(from)))),
    ...Object.fromEntries(sizes.map(([name, ms]) => [`static Duration of${name}(long)`, made(ms)])),
  },
});

function exactMs(value: unknown): LongValue {
  return value instanceof JavaInstant ? value.exact : temporalMs(value);
}

export const timeClasses: readonly JavaClass[] = [instant, duration];
