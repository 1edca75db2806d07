import { daysInMonth, epochDay } from '../../mapping/date/date-fields.ts';
import { civilDay, type DateParts, dateParts } from '../../mapping/date/date-parts.ts';
import { localToUtc, zoneLookups, zoneOffsetAt } from '../../mapping/date/time-zone.ts';
import { JavaError } from '../java-error.ts';
import { meter } from '../meter.ts';
import { JavaValue, type LongValue } from '../values.ts';
import { passZones, printDate } from './counted-dates.ts';
import {
  DAY_MS,
  dateTimeError,
  exactLong,
  floorDivided,
  monthsAfter,
  product,
  sum,
  yearsAfter,
} from './date-ranges.ts';

/** `Instant`, to the millisecond. */
export class JavaInstant extends JavaValue {
  readonly javaClass = 'Instant';
  readonly ms: number;
  /** As `ms`, exactly. */
  readonly exact: LongValue;

  /** Throws DateTimeException where it is too far away. */
  constructor(ms: LongValue) {
    super();
    this.ms = Number(ms);
    this.exact = ms;
    if (typeof ms === 'number') return;
    const second = this.second;
    if (second >= SECOND_MIN && second <= SECOND_MAX) return;
    throw dateTimeError('Instant exceeds minimum or maximum instant');
  }

  get second(): LongValue {
    return floorDivided(this.exact, 1000);
  }

  plusMillis(by: LongValue): JavaInstant {
    return new JavaInstant(sum(this.exact, by));
  }

  plusSeconds(by: LongValue): JavaInstant {
    const second = exactLong(sum(this.second, by));
    const rest = sum(this.exact, product(this.second, -1000));
    return new JavaInstant(sum(product(second, 1000), rest));
  }

  override text(): string {
    if (typeof this.exact === 'number') return isoText(this.ms, 'Z');
    const day = Number(floorDivided(this.exact, DAY_MS));
    const time = isoText(Number(this.exact - BigInt(day) * BigInt(DAY_MS)), 'Z');
    return printDate((day + 0.5) * DAY_MS, 'uuuu-MM-dd') + time.slice(time.indexOf('T'));
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaInstant && other.exact === this.exact;
  }

  compareTo(other: unknown): number {
    const { exact } = other as JavaInstant;
    return this.exact < exact ? -1 : Number(this.exact > exact);
  }
}

const SECOND_MIN = -31_557_014_167_219_200n;
const SECOND_MAX = 31_556_889_864_403_199n;

export type DateKind = 'ZonedDateTime' | 'OffsetDateTime';

/** `ZonedDateTime`, to the millisecond; what a date field's value is. An `OffsetDateTime` is the same in a zone of one offset. */
export class JavaDate extends JavaValue {
  readonly javaClass: DateKind;
  readonly ms: number;
  readonly zone: string;
  #parts: DateParts | null = null;
  constructor(ms: number, zone = 'Z', javaClass: DateKind = 'ZonedDateTime') {
    super();
    this.javaClass = javaClass;
    this.ms = ms;
    this.zone = zone;
  }

  get parts(): DateParts {
    if (this.#parts === null) {
      const before = zoneLookups();
      this.#parts = dateParts(this.ms, this.zone);
      passZones(before);
    }
    return this.#parts;
  }

  /** The wall clock as if it were UTC. */
  get localMs(): number {
    if (this.zone === 'Z') return this.ms;
    const before = zoneLookups();
    const offset = zoneOffsetAt(this.zone, this.ms);
    passZones(before);
    return this.ms + offset;
  }

  /** Milliseconds since midnight. */
  get timeMs(): number {
    const { localMs } = this;
    return localMs - Math.floor(localMs / DAY_MS) * DAY_MS;
  }

  /** Year, month and day. */
  get civil(): readonly [year: number, month: number, day: number] {
    return civilDay(Math.floor(this.localMs / DAY_MS));
  }

  /** The same zone with another wall clock. */
  atLocal(localMs: number): JavaDate {
    const before = zoneLookups();
    const ms = localToUtc(this.zone, localMs);
    passZones(before);
    return this.at(ms);
  }

  /** Another time in the same zone. */
  at(ms: number): JavaDate {
    return new JavaDate(ms, this.zone, this.javaClass);
  }

  /** The same time in another month, counted since those of the year 0: the last day where it has fewer. */
  atMonth(months: number): JavaDate {
    const { localMs } = this;
    const year = Math.floor(months / 12);
    const month = months - year * 12 + 1;
    const day = Math.min(this.parts.day, daysInMonth(year, month));
    return this.atLocal(
      epochDay(year, month, day) * DAY_MS + localMs - Math.floor(localMs / DAY_MS) * DAY_MS,
    );
  }

  /** Throws DateTimeException, as `plusYears` and all that move a date. */
  plusMonths(by: LongValue): JavaDate {
    const { year, month } = this.parts;
    return this.atMonth(monthsAfter(year * 12 + month - 1, by));
  }

  plusYears(by: LongValue): JavaDate {
    const { year, month } = this.parts;
    return this.atMonth(yearsAfter(year, by) * 12 + month - 1);
  }

  override text(): string {
    const offset = offsetText(this.parts.offsetMs);
    const region = this.zone === 'Z' || /^[+-]/.test(this.zone) ? '' : `[${this.zone}]`;
    // Java leaves out the seconds of a local time where there are none.
    const text = isoText(this.localMs, '');
    return (this.localMs % 60_000 === 0 ? text.slice(0, -':00'.length) : text) + offset + region;
  }

  override equalTo(other: unknown): boolean {
    return (
      other instanceof JavaDate &&
      other.javaClass === this.javaClass &&
      other.ms === this.ms &&
      other.zone === this.zone
    );
  }

  compareTo(other: unknown): number {
    return Math.sign(this.ms - (other as JavaDate).ms);
  }
}

export function offsetText(ms: number): string {
  if (ms === 0) return 'Z';
  const minutes = Math.floor(Math.abs(ms) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const seconds = Math.floor(Math.abs(ms) / 1000) % 60;
  const rest = seconds === 0 ? '' : `:${two(seconds)}`;
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}${rest}`;
}

/** Milliseconds only where there are any, as `toString` of java.time. */
function isoText(localMs: number, offset: string): string {
  const text = printDate(localMs, "uuuu-MM-dd'T'HH:mm:ss.SSS", 'Z');
  const short = text.endsWith('.000') ? text.slice(0, -4) : text;
  return short + offset;
}

/** What months between two dates take. */
const UNITS_PER_MONTHS = 8;

interface Adding<Made> {
  months(count: LongValue): Made;
  years(count: LongValue): Made;
  days(count: LongValue, days: number): Made;
  time(count: LongValue, unitMs: number): Made;
}

/** `ChronoUnit`; ms is 0 where its length differs. */
export class JavaUnit extends JavaValue {
  readonly javaClass = 'ChronoUnit';
  readonly name: string;
  readonly ms: number;
  readonly months: number;
  constructor(name: string, ms: number, months: number) {
    super();
    this.name = name;
    this.ms = ms;
    this.months = months;
  }

  override text(): string {
    return this.name
      .split('_')
      .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
      .join('');
  }

  compareTo(other: unknown): number {
    return this.size - (other as JavaUnit).size;
  }

  /** Its length, about, to tell which one is longer. */
  get size(): number {
    return this.ms + this.months * 30 * DAY_MS;
  }

  /** So many of it later, by what adds months, years, days and milliseconds. */
  add<Made>(count: LongValue, by: Adding<Made>): Made {
    if (this.months === 1) return by.months(count);
    if (this.months > 1) return by.years(exactLong(product(count, this.months / 12)));
    return this.ms >= DAY_MS ? by.days(count, this.ms / DAY_MS) : by.time(count, this.ms);
  }

  /** Whole units between two times: those of a day and more by the clock of the first one. */
  between(from: unknown, to: unknown): number {
    const [start, end] = [temporalMs(from), msAs(from, to)];
    if (from instanceof JavaLocal) checkUnit(this, from);
    if (from instanceof JavaInstant && this.size > DAY_MS) throw unsupportedUnit(this, [INSTANT_UNTIL]);
    if (this.size < DAY_MS) return Math.trunc((end - start) / this.ms);
    meter.pass(UNITS_PER_MONTHS);
    if (!(from instanceof JavaDate)) return this.#betweenLocal(start, end);
    return this.#betweenLocal(from.localMs, from.at(end).localMs);
  }

  /** As `LocalDateTime.until`: a day that is not over is none. */
  #betweenLocal(start: number, end: number): number {
    const [first, last] = [Math.floor(start / DAY_MS), Math.floor(end / DAY_MS)];
    const later = end - last * DAY_MS - (start - first * DAY_MS);
    const notOver = last > first ? later < 0 : last < first && later > 0;
    const day = notOver ? last - Math.sign(last - first) : last;
    if (this.months === 0) return Math.trunc((day - first) / (this.ms / DAY_MS)) + 0;
    return Math.trunc(Math.trunc((packed(day) - packed(first)) / DAYS_PACKED) / this.months) + 0;
  }
}

const DAYS_PACKED = 32;

/** Months and the day in its month as one number, as `LocalDate.until` compares them. */
function packed(epochDay: number): number {
  const [year, month, day] = civilDay(epochDay);
  return (year * 12 + month) * DAYS_PACKED + day;
}

/** Throws UnsupportedTemporalTypeException. */
function checkUnit(unit: JavaUnit, { javaClass }: JavaLocal): void {
  const isTime = unit.months === 0 && unit.ms < DAY_MS;
  if (javaClass === (isTime ? 'LocalDate' : 'LocalTime')) throw unsupportedUnit(unit);
}

/** Milliseconds of `to` as what `from` is, where it has all of that. Throws DateTimeException. */
export function msAs(from: unknown, to: unknown): number {
  if (from instanceof JavaLocal) return localAs(from.javaClass, to);
  if (from instanceof JavaDate && !(to instanceof JavaDate)) throw noSuch(from.javaClass, to);
  return instantOf(to);
}

function localAs(kind: LocalKind, to: unknown): number {
  const isWhole = to instanceof JavaDate || (to instanceof JavaLocal && to.javaClass === 'LocalDateTime');
  if (!isWhole && !(to instanceof JavaLocal && to.javaClass === kind)) throw noSuch(kind, to);
  const ms = to instanceof JavaDate ? to.localMs : (to as JavaLocal).ms;
  const day = Math.floor(ms / DAY_MS) * DAY_MS;
  if (kind === 'LocalDate') return day;
  return kind === 'LocalTime' ? ms - day : ms;
}

function noSuch(wanted: string, given: unknown): JavaError {
  const found = given instanceof JavaValue ? `: ${given.text()} of type java.time.${given.javaClass}` : '';
  return dateTimeError(`Unable to obtain ${wanted} from TemporalAccessor${found}`);
}

const INSTANT_UNTIL = 'java.base/java.time.Instant.until(Instant.java:1159)';

export function unsupportedUnit(unit: JavaUnit, frames: readonly string[] = []): JavaError {
  return new JavaError('unsupported_temporal_type_exception', `Unsupported unit: ${unit.text()}`, frames);
}

export const units: ReadonlyMap<string, JavaUnit> = new Map(
  (
    [
      ['MILLIS', 1, 0],
      ['SECONDS', 1000, 0],
      ['MINUTES', 60_000, 0],
      ['HOURS', 3_600_000, 0],
      ['HALF_DAYS', DAY_MS / 2, 0],
      ['DAYS', DAY_MS, 0],
      ['WEEKS', 7 * DAY_MS, 0],
      ['MONTHS', 0, 1],
      ['YEARS', 0, 12],
      ['DECADES', 0, 120],
      ['CENTURIES', 0, 1200],
      ['MILLENNIA', 0, 12_000],
    ] as const
  ).map(([name, ms, months]) => [name, new JavaUnit(name, ms, months)]),
);

/** Epoch milliseconds of an instant or date. */
export function instantOf(value: unknown): number {
  if (value instanceof JavaInstant || value instanceof JavaDate) return value.ms;
  throw noSuch('Instant', value);
}

export type LocalKind = 'LocalDate' | 'LocalDateTime' | 'LocalTime';

/** A date, a time of day, or both, of no zone: milliseconds as if it were UTC. */
export class JavaLocal extends JavaValue {
  readonly javaClass: LocalKind;
  readonly ms: number;
  constructor(javaClass: LocalKind, ms: number) {
    super();
    this.javaClass = javaClass;
    this.ms = ms;
  }

  override text(): string {
    return localText(this);
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaLocal && other.javaClass === this.javaClass && other.ms === this.ms;
  }

  /** As Java has it, dates by how far their years, months or days are apart. */
  compareTo(other: unknown): number {
    const { ms } = other as JavaLocal;
    if (this.javaClass === 'LocalTime') return Math.sign(this.ms - ms);
    const [own, theirs] = [civilDay(Math.floor(this.ms / DAY_MS)), civilDay(Math.floor(ms / DAY_MS))];
    const apart = own.map((part, i) => part - theirs[i]!).find((difference) => difference !== 0);
    return apart ?? Math.sign(this.ms - ms);
  }
}

/** Seconds only where there are any, as `toString` of java.time. */
export function localText({ javaClass, ms }: JavaLocal): string {
  if (javaClass === 'LocalDate') return printDate(ms, 'uuuu-MM-dd', 'Z');
  const text = printDate(ms, "uuuu-MM-dd'T'HH:mm:ss.SSS", 'Z').replace(/\.000$/, '');
  const short = ms % 60_000 === 0 ? text.replace(/:00$/, '') : text;
  return javaClass === 'LocalTime' ? short.slice(short.indexOf('T') + 1) : short;
}

/** Milliseconds of whatever has a time, for what lies between two. */
export function temporalMs(value: unknown): number {
  return value instanceof JavaLocal ? value.ms : instantOf(value);
}
