import { dayOfWeek, epochDay, weekYearStart } from './date-fields.ts';
import { zoneOffsetAt } from './time-zone.ts';

const DAY_MS = 86_400_000;

/** A date taken apart for printing, in the wall clock of a zone. */
export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly dayOfYear: number;
  readonly weekYear: number;
  readonly week: number;
  /** 1 = Monday. */
  readonly dayOfWeek: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** Nanoseconds beyond the millisecond. */
  readonly nanos: number;
  readonly offsetMs: number;
  readonly zone: string;
}

type CivilDay = readonly [year: number, month: number, day: number];

/** What came last comes again as a rule: documents lie in the order of their dates. */
let lastDay = Number.NaN;
let lastCivil: CivilDay = [0, 0, 0];

/** Year, month and day of an epoch day. */
export function civilDay(day: number): CivilDay {
  if (day !== lastDay) {
    lastCivil = civilFromDays(day);
    lastDay = day;
  }
  return lastCivil;
}

/** Howard Hinnant's civil_from_days. */
function civilFromDays(day: number): CivilDay {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return [year, month, dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1];
}

/** What of a date few ask for is worked out when it is. */
class LocalDate implements DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly nanos: number;
  readonly offsetMs: number;
  readonly zone: string;
  // Many are made: fields that are private to the language take longer to begin with.
  private readonly dayNumber: number;
  private readonly time: number;

  constructor(ms: number, zone: string, nanos: number) {
    const offsetMs = zoneOffsetAt(zone, ms);
    const local = ms + offsetMs;
    const dayNumber = Math.floor(local / DAY_MS);
    const [year, month, day] = civilDay(dayNumber);
    this.year = year;
    this.month = month;
    this.day = day;
    this.nanos = nanos;
    this.offsetMs = offsetMs;
    this.zone = zone;
    this.dayNumber = dayNumber;
    this.time = local - dayNumber * DAY_MS;
  }

  get dayOfYear(): number {
    return this.dayNumber - epochDay(this.year, 1, 1) + 1;
  }

  get weekYear(): number {
    let weekYear = this.year + 1;
    while (weekYearStart(weekYear) > this.dayNumber) weekYear--;
    return weekYear;
  }

  get week(): number {
    return Math.floor((this.dayNumber - weekYearStart(this.weekYear)) / 7) + 1;
  }

  get dayOfWeek(): number {
    return dayOfWeek(this.dayNumber);
  }

  get hour(): number {
    return Math.floor(this.time / 3_600_000);
  }

  get minute(): number {
    return Math.floor(this.time / 60_000) % 60;
  }

  get second(): number {
    return Math.floor(this.time / 1000) % 60;
  }

  get millisecond(): number {
    return this.time % 1000;
  }
}

export function dateParts(ms: number, zone: string, nanos = 0): DateParts {
  return new LocalDate(ms, zone, nanos);
}
