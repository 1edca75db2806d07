import { badCast, JavaError } from '../java-error.ts';
import { classOf, JavaValue, type LongValue } from '../values.ts';
import { exactLong, floorDivided, product, sum } from './date-ranges.ts';
import { type JavaUnit, units } from './date-values.ts';

/** `Duration`, to the millisecond. */
export class JavaDuration extends JavaValue {
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
export function truncated(value: LongValue, by: LongValue): LongValue {
  if (typeof value === 'number' && typeof by === 'number') return Math.trunc(value / by) + 0;
  return sum(BigInt(value) / BigInt(by), 0);
}

function rest(value: LongValue, by: number): number {
  return typeof value === 'number' ? value % by : Number(value % BigInt(by));
}

const INT_MAX = 2147483647;

function checkedInt(value: number): number {
  if (Math.abs(value) <= INT_MAX) return value;
  throw new JavaError('arithmetic_exception', 'integer overflow');
}

/** `Period`: years, months and days. */
export class JavaPeriod extends JavaValue {
  readonly javaClass = 'Period';
  readonly years: number;
  readonly months: number;
  readonly days: number;

  constructor(years: number, months: number, days: number) {
    super();
    this.years = checkedInt(years);
    this.months = checkedInt(months);
    this.days = checkedInt(days);
  }

  override text(): string {
    const parts = [`${this.years}Y`, `${this.months}M`, `${this.days}D`].filter((part) => !/^0\D/.test(part));
    return parts.length === 0 ? 'P0D' : `P${parts.join('')}`;
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaPeriod && other.text() === this.text();
  }

  plus(other: JavaPeriod, sign = 1): JavaPeriod {
    return new JavaPeriod(
      this.years + sign * other.years,
      this.months + sign * other.months,
      this.days + sign * other.days,
    );
  }
}

/** A date or time so much later, by what moves it by a unit; `sign` -1: earlier. Throws as that does. */
export function amountLater<Self>(
  self: Self,
  amount: unknown,
  sign: 1 | -1,
  move: (self: Self, count: LongValue, unit: JavaUnit) => Self,
): Self {
  const by = (from: Self, count: LongValue, unit: string): Self =>
    count === 0 ? from : move(from, product(count, sign), units.get(unit)!);
  if (amount instanceof JavaDuration) {
    const seconds = floorDivided(amount.ms, 1000);
    const rest = sum(amount.ms, product(seconds, -1000));
    return by(by(self, seconds, 'SECONDS'), rest, 'MILLIS');
  }
  if (amount instanceof JavaPeriod) {
    const { years, months, days } = amount;
    return by(by(self, years * 12 + months, 'MONTHS'), days, 'DAYS');
  }
  throw badCast(`Cannot cast from [${classOf(amount)}] to [java.time.temporal.TemporalAmount].`);
}
