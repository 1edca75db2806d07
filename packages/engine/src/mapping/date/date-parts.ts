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

/** Year, month and day of an epoch day (Howard Hinnant's civil_from_days). */
export function civilDay(day: number): readonly [year: number, month: number, day: number] {
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

export function dateParts(ms: number, zone: string, nanos = 0): DateParts {
  const offsetMs = zoneOffsetAt(zone, ms);
  const local = ms + offsetMs;
  const dayNumber = Math.floor(local / DAY_MS);
  const time = local - dayNumber * DAY_MS;
  const [year, month, day] = civilDay(dayNumber);
  let weekYear = year + 1;
  while (weekYearStart(weekYear) > dayNumber) weekYear--;
  return {
    year,
    month,
    day,
    dayOfYear: dayNumber - epochDay(year, 1, 1) + 1,
    weekYear,
    week: Math.floor((dayNumber - weekYearStart(weekYear)) / 7) + 1,
    dayOfWeek: dayOfWeek(dayNumber),
    hour: Math.floor(time / 3_600_000),
    minute: Math.floor(time / 60_000) % 60,
    second: Math.floor(time / 1000) % 60,
    millisecond: time % 1000,
    nanos,
    offsetMs,
    zone,
  };
}
