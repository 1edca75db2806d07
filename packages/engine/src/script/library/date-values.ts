import { daysInMonth, epochDay } from '../../mapping/date/date-fields.ts';
import { civilDay, type DateParts, dateParts } from '../../mapping/date/date-parts.ts';
import { localToUtc, zoneOffsetAt } from '../../mapping/date/time-zone.ts';
import { JavaError } from '../java-error.ts';
import { JavaValue } from '../values.ts';
import { printDate, withZones } from './counted-dates.ts';

export const DAY_MS = 86_400_000;

/** `Instant`, to the millisecond. */
export class JavaInstant extends JavaValue {
  readonly javaClass = 'Instant';
  readonly ms: number;
  constructor(ms: number) {
    super();
    this.ms = ms;
  }

  override text(): string {
    return isoText(this.ms, 'Z');
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaInstant && other.ms === this.ms;
  }

  compareTo(other: unknown): number {
    return Math.sign(this.ms - (other as JavaInstant).ms);
  }
}

/** `ZonedDateTime`, to the millisecond; what a date field's value is. */
export class JavaDate extends JavaValue {
  readonly javaClass = 'ZonedDateTime';
  readonly ms: number;
  readonly zone: string;
  #parts: DateParts | null = null;
  constructor(ms: number, zone = 'Z') {
    super();
    this.ms = ms;
    this.zone = zone;
  }

  get parts(): DateParts {
    this.#parts ??=
      this.zone === 'Z' ? dateParts(this.ms, 'Z') : withZones(() => dateParts(this.ms, this.zone));
    return this.#parts;
  }

  /** The wall clock as if it were UTC. */
  get localMs(): number {
    return this.zone === 'Z' ? this.ms : this.ms + withZones(() => zoneOffsetAt(this.zone, this.ms));
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
    const { zone } = this;
    return new JavaDate(zone === 'Z' ? localMs : withZones(() => localToUtc(zone, localMs)), zone);
  }

  plusMonths(months: number): JavaDate {
    const { year, month, day } = this.parts;
    const all = year * 12 + month - 1 + months;
    const [toYear, toMonth] = [Math.floor(all / 12), (((all % 12) + 12) % 12) + 1];
    const time = this.localMs - Math.floor(this.localMs / DAY_MS) * DAY_MS;
    return this.atLocal(
      epochDay(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth))) * DAY_MS + time,
    );
  }

  override text(): string {
    const offset = offsetText(this.parts.offsetMs);
    const region = this.zone === 'Z' || /^[+-]/.test(this.zone) ? '' : `[${this.zone}]`;
    // Java leaves out the seconds of a local time where there are none.
    const text = isoText(this.localMs, '');
    return (this.localMs % 60_000 === 0 ? text.slice(0, -':00'.length) : text) + offset + region;
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaDate && other.ms === this.ms && other.zone === this.zone;
  }

  compareTo(other: unknown): number {
    return Math.sign(this.ms - (other as JavaDate).ms);
  }
}

export function offsetText(ms: number): string {
  if (ms === 0) return 'Z';
  const minutes = Math.floor(Math.abs(ms) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Milliseconds only where there are any, as `toString` of java.time. */
function isoText(localMs: number, offset: string): string {
  const text = printDate(localMs, "uuuu-MM-dd'T'HH:mm:ss.SSS", 'Z');
  const short = text.endsWith('.000') ? text.slice(0, -4) : text;
  return short + offset;
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
    return this.name.charAt(0) + this.name.slice(1).toLowerCase();
  }

  /** Whole units between two instants. */
  between(from: unknown, to: unknown): number {
    const [start, end] = [temporalMs(from), temporalMs(to)];
    if (this.ms > 0) return Math.trunc((end - start) / this.ms);
    const [a, b] = [new JavaDate(start), new JavaDate(end)];
    let months = (b.parts.year - a.parts.year) * 12 + b.parts.month - a.parts.month;
    if (months > 0 && a.plusMonths(months).ms > end) months--;
    if (months < 0 && a.plusMonths(months).ms < end) months++;
    return Math.trunc(months / this.months) + 0;
  }
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
    ] as const
  ).map(([name, ms, months]) => [name, new JavaUnit(name, ms, months)]),
);

/** Epoch milliseconds of an instant or date. */
export function instantOf(value: unknown): number {
  if (value instanceof JavaInstant || value instanceof JavaDate) return value.ms;
  throw new JavaError('date_time_exception', 'Unable to obtain Instant from TemporalAccessor');
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
