import { daysInMonth } from '../../mapping/date/date-fields.ts';
import { JavaValue } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { JavaName } from './date-names.ts';
import { DAY_MS, dayMs } from './date-ranges.ts';
import { type JavaDate, JavaLocal } from './date-values.ts';

/** A day as another one of a date: years, months and days as `dayMs` takes them. */
type Day = (date: JavaDate) => number;

/** `TemporalAdjuster` that `TemporalAdjusters` makes: the time of day stays. */
class JavaAdjuster extends JavaValue {
  readonly javaClass = 'TemporalAdjuster';
  readonly day: Day;
  constructor(day: Day) {
    super();
    this.day = day;
  }

  override text(): string {
    return 'java.time.temporal.TemporalAdjusters';
  }
}

/** The wall clock of a date that is adjusted by what is asked for; undefined where that adjusts nothing. */
export function adjusted(date: JavaDate, by: unknown): number | undefined {
  const { localMs, timeMs, parts } = date;
  if (by instanceof JavaAdjuster) return by.day(date) + timeMs;
  if (by instanceof JavaName && by.javaClass === 'DayOfWeek')
    return localMs + (by.value - parts.dayOfWeek) * DAY_MS;
  if (by instanceof JavaName) return date.atMonth(parts.year * 12 + by.value - 1).localMs;
  if (!(by instanceof JavaLocal)) return undefined;
  if (by.javaClass === 'LocalDateTime') return by.ms;
  return by.javaClass === 'LocalDate' ? by.ms + timeMs : localMs - timeMs + by.ms;
}

const monthDay = (date: JavaDate, months: number, day: number): number => {
  const all = date.parts.year * 12 + date.parts.month - 1 + months;
  const year = Math.floor(all / 12);
  return dayMs(year, all - year * 12 + 1, day);
};

const lastOfMonth: Day = ({ parts }) => dayMs(parts.year, parts.month, daysInMonth(parts.year, parts.month));
const today: Day = ({ localMs, timeMs }) => localMs - timeMs;

/** How many days after the first weekday the other one is. */
const until = (from: number, to: number): number => (to - from + 7) % 7;

/** The weekday of a date with another day of its month. */
const weekdayAt = ({ parts }: JavaDate, day: number): number =>
  ((((parts.dayOfWeek - 1 + day - parts.day) % 7) + 7) % 7) + 1;

function inMonth(date: JavaDate, count: number, weekday: number): number {
  if (count >= 0) {
    const first = 1 + until(weekdayAt(date, 1), weekday);
    return monthDay(date, 0, 1) + (first - 1 + (count - 1) * 7) * DAY_MS;
  }
  const length = daysInMonth(date.parts.year, date.parts.month);
  const back = until(weekday, weekdayAt(date, length));
  return lastOfMonth(date) - (back + (-count - 1) * 7) * DAY_MS;
}

const made =
  (day: (date: JavaDate, weekday: number) => number) =>
  ({ value }: JavaName): JavaAdjuster =>
    new JavaAdjuster((date) => day(date, value));
const plain = (day: Day) => () => new JavaAdjuster(day);
const name = 'static TemporalAdjuster';

export const adjusterClasses: readonly JavaClass[] = [
  javaClass({ name: 'TemporalAdjuster', fullName: 'java.time.temporal.TemporalAdjuster' }),
  javaClass({
    name: 'TemporalAdjusters',
    fullName: 'java.time.temporal.TemporalAdjusters',
    members: {
      [`${name} firstDayOfMonth()`]: plain((date) => monthDay(date, 0, 1)),
      [`${name} lastDayOfMonth()`]: plain(lastOfMonth),
      [`${name} firstDayOfNextMonth()`]: plain((date) => monthDay(date, 1, 1)),
      [`${name} firstDayOfYear()`]: plain(({ parts }) => dayMs(parts.year, 1, 1)),
      [`${name} lastDayOfYear()`]: plain(({ parts }) => dayMs(parts.year, 12, 31)),
      [`${name} firstDayOfNextYear()`]: plain(({ parts }) => dayMs(parts.year + 1, 1, 1)),
      [`${name} next(DayOfWeek)`]: made(
        (date, weekday) => today(date) + (until(date.parts.dayOfWeek, weekday) || 7) * DAY_MS,
      ),
      [`${name} nextOrSame(DayOfWeek)`]: made(
        (date, weekday) => today(date) + until(date.parts.dayOfWeek, weekday) * DAY_MS,
      ),
      [`${name} previous(DayOfWeek)`]: made(
        (date, weekday) => today(date) - (until(weekday, date.parts.dayOfWeek) || 7) * DAY_MS,
      ),
      [`${name} previousOrSame(DayOfWeek)`]: made(
        (date, weekday) => today(date) - until(weekday, date.parts.dayOfWeek) * DAY_MS,
      ),
      [`${name} firstInMonth(DayOfWeek)`]: made((date, weekday) => inMonth(date, 1, weekday)),
      [`${name} lastInMonth(DayOfWeek)`]: made((date, weekday) => inMonth(date, -1, weekday)),
      [`${name} dayOfWeekInMonth(int, DayOfWeek)`]: (count: number, { value }: JavaName) =>
        new JavaAdjuster((date) => inMonth(date, count, value)),
    },
  }),
];
