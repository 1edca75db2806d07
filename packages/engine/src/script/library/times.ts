import { parseIsoDate } from '../../mapping/date/iso-date.ts';
import { JavaError } from '../java-error.ts';
import { JavaValue, type LongValue } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { DAY_MS, JavaDate, JavaInstant, type JavaUnit, temporalMs } from './date-values.ts';

const instant = javaClass({
  name: 'Instant',
  fullName: 'java.time.Instant',
  supers: ['Comparable'],
  members: {
    'long toEpochMilli()': (self: JavaInstant) => self.ms,
    'long getEpochSecond()': (self: JavaInstant) => Math.floor(self.ms / 1000),
    'int getNano()': (self: JavaInstant) => (((self.ms % 1000) + 1000) % 1000) * 1_000_000,
    'Instant plusMillis(long)': (self: JavaInstant, ms: LongValue) => new JavaInstant(self.ms + Number(ms)),
    'Instant plusSeconds(long)': (self: JavaInstant, count: LongValue) =>
      new JavaInstant(self.ms + 1000 * Number(count)),
    'Instant minusMillis(long)': (self: JavaInstant, ms: LongValue) => new JavaInstant(self.ms - Number(ms)),
    'Instant minusSeconds(long)': (self: JavaInstant, count: LongValue) =>
      new JavaInstant(self.ms - 1000 * Number(count)),
    'Instant plus(long, ChronoUnit)': (self: JavaInstant, count: LongValue, unit: JavaUnit) =>
      new JavaInstant(self.ms + unit.ms * Number(count)),
    'Instant minus(long, ChronoUnit)': (self: JavaInstant, count: LongValue, unit: JavaUnit) =>
      new JavaInstant(self.ms - unit.ms * Number(count)),
    'Instant truncatedTo(ChronoUnit)': (self: JavaInstant, unit: JavaUnit) =>
      new JavaInstant(Math.floor(self.ms / unit.ms) * unit.ms),
    'ZonedDateTime atZone(ZoneId)': (self: JavaInstant, zone: JavaValue) =>
      new JavaDate(self.ms, zone.text()),
    'boolean isAfter(Instant)': (self: JavaInstant, other: JavaInstant) => self.ms > other.ms,
    'boolean isBefore(Instant)': (self: JavaInstant, other: JavaInstant) => self.ms < other.ms,
    'int compareTo(def)': (self: JavaInstant, other: unknown) => self.compareTo(other),
    'static Instant ofEpochMilli(long)': (ms: LongValue) => new JavaInstant(Number(ms)),
    'static Instant ofEpochSecond(long)': (seconds: LongValue) => new JavaInstant(1000 * Number(seconds)),
    'static Instant parse(CharSequence)': (text: string) => {
      const ms = parseIsoDate(text);
      if (!Number.isNaN(ms)) return new JavaInstant(ms);
      throw new JavaError('date_time_parse_exception', `Text '${text}' could not be parsed at index 0`);
    },
  },
});

/** `Duration`, to the millisecond. */
class JavaDuration extends JavaValue {
  readonly javaClass = 'Duration';
  readonly ms: number;
  constructor(ms: number) {
    super();
    this.ms = ms;
  }

  override text(): string {
    const seconds = this.ms / 1000;
    const hours = Math.trunc(seconds / 3600);
    const minutes = Math.trunc((seconds % 3600) / 60);
    const rest = seconds % 60;
    if (this.ms === 0) return 'PT0S';
    return `PT${hours === 0 ? '' : `${hours}H`}${minutes === 0 ? '' : `${minutes}M`}${rest === 0 ? '' : `${rest}S`}`;
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaDuration && other.ms === this.ms;
  }

  compareTo(other: unknown): number {
    return Math.sign(this.ms - (other as JavaDuration).ms);
  }
}

const whole =
  (ms: number) =>
  (self: JavaDuration): number =>
    Math.trunc(self.ms / ms) + 0;
const made =
  (ms: number) =>
  (count: LongValue): JavaDuration =>
    new JavaDuration(ms * Number(count));

/** `plusDays` and its like. */
function durationSteps(): Readonly<Record<string, (...args: never[]) => unknown>> {
  const sizes = { Days: DAY_MS, Hours: 3_600_000, Minutes: 60_000, Seconds: 1000, Millis: 1 };
  const members: Record<string, (...args: never[]) => unknown> = {};
  for (const [name, ms] of Object.entries(sizes)) {
    members[`Duration plus${name}(long)`] = (self: JavaDuration, count: LongValue) =>
      new JavaDuration(self.ms + ms * Number(count));
    members[`Duration minus${name}(long)`] = (self: JavaDuration, count: LongValue) =>
      new JavaDuration(self.ms - ms * Number(count));
  }
  return members;
}

const duration = javaClass({
  name: 'Duration',
  fullName: 'java.time.Duration',
  supers: ['Comparable'],
  constants: { 'Duration ZERO': new JavaDuration(0) },
  members: {
    'long toDays()': whole(DAY_MS),
    'long toHours()': whole(3_600_000),
    'long toMinutes()': whole(60_000),
    'long getSeconds()': (self: JavaDuration) => Math.floor(self.ms / 1000),
    'long toMillis()': whole(1),
    'boolean isZero()': (self: JavaDuration) => self.ms === 0,
    'Duration abs()': (self: JavaDuration) => new JavaDuration(Math.abs(self.ms)),
    'Duration negated()': (self: JavaDuration) => new JavaDuration(-self.ms + 0),
    'Duration multipliedBy(long)': (self: JavaDuration, by: LongValue) =>
      new JavaDuration(self.ms * Number(by)),
    'Duration dividedBy(long)': (self: JavaDuration, by: LongValue) => {
      if (Number(by) === 0) throw new JavaError('arithmetic_exception', 'Cannot divide by zero');
      return new JavaDuration(Math.trunc(self.ms / Number(by)));
    },
    'Duration plus(Duration)': (self: JavaDuration, other: JavaDuration) =>
      new JavaDuration(self.ms + other.ms),
    'Duration minus(Duration)': (self: JavaDuration, other: JavaDuration) =>
      new JavaDuration(self.ms - other.ms),
    ...durationSteps(),
    'boolean isNegative()': (self: JavaDuration) => self.ms < 0,
    'int compareTo(def)': (self: JavaDuration, other: unknown) => self.compareTo(other),
    'static Duration between(def, def)': (from: unknown, to: unknown) =>
      new JavaDuration(temporalMs(to) - temporalMs(from)),
    'static Duration ofDays(long)': made(DAY_MS),
    'static Duration ofHours(long)': made(3_600_000),
    'static Duration ofMinutes(long)': made(60_000),
    'static Duration ofSeconds(long)': made(1000),
    'static Duration ofMillis(long)': made(1),
  },
});

export const timeClasses: readonly JavaClass[] = [instant, duration];
