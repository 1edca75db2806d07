import { ApiError, table } from '@sextant/contract';
import { wrapError } from '../errors.ts';
import { daysInMonth, epochDay } from './date-fields.ts';
import { dateFormat } from './date-format.ts';
import { civilDay } from './date-parts.ts';
import { localToUtc, zoneOffsetAt } from './time-zone.ts';

const DAY_MS = 86_400_000;

/** How a date of a query is read. */
export interface DateMathOptions {
  /** What `now` stands for; epoch milliseconds. */
  readonly nowMs: number;
  /** The end of what the text leaves open, and of rounded units: for `lte` and `gt`. */
  readonly roundUp: boolean;
  /** For texts without a zone, and for rounding; UTC when not given. */
  readonly timeZone?: string;
}

function parseProblem(reason: string): ApiError {
  return new ApiError({ type: 'parse_exception', reason });
}

function shiftMonths(local: number, months: number): number {
  const dayNumber = Math.floor(local / DAY_MS);
  const [year, month, day] = civilDay(dayNumber);
  const index = year * 12 + month - 1 + months;
  const toYear = Math.floor(index / 12);
  const toMonth = index - toYear * 12 + 1;
  const toDay = Math.min(day, daysInMonth(toYear, toMonth));
  return epochDay(toYear, toMonth, toDay) * DAY_MS + local - dayNumber * DAY_MS;
}

/** The start of the unit that a local time lies in. */
function floorLocal(local: number, unit: string): number {
  const dayNumber = Math.floor(local / DAY_MS);
  switch (unit) {
    case 'y':
      return epochDay(civilDay(dayNumber)[0], 1, 1) * DAY_MS;
    case 'M': {
      const [year, month] = civilDay(dayNumber);
      return epochDay(year, month, 1) * DAY_MS;
    }
    case 'w':
      return (dayNumber - ((((dayNumber + 3) % 7) + 7) % 7)) * DAY_MS;
    case 'd':
      return dayNumber * DAY_MS;
    default: {
      const size = FIXED_UNITS[unit]!;
      return Math.floor(local / size) * size;
    }
  }
}

const FIXED_UNITS: Readonly<Record<string, number>> = table({
  h: 3_600_000,
  H: 3_600_000,
  m: 60_000,
  s: 1000,
});

/** Moves by units: hours and smaller on the time line, days and larger on the calendar of the zone. */
function shift(ms: number, unit: string, count: number, zone: string): number {
  const size = FIXED_UNITS[unit];
  if (size !== undefined) return ms + count * size;
  const local = ms + zoneOffsetAt(zone, ms);
  if (unit === 'y') return localToUtc(zone, shiftMonths(local, 12 * count));
  if (unit === 'M') return localToUtc(zone, shiftMonths(local, count));
  return localToUtc(zone, local + count * (unit === 'w' ? 7 : 1) * DAY_MS);
}

function floor(ms: number, unit: string, zone: string): number {
  return localToUtc(zone, floorLocal(ms + zoneOffsetAt(zone, ms), unit));
}

/** `+1M/d` and so on, applied from left to right. */
function applyMath(math: string, start: number, roundUp: boolean, zone: string): number {
  let ms = start;
  let at = 0;
  while (at < math.length) {
    const operator = math[at++]!;
    if (operator !== '/' && operator !== '+' && operator !== '-') {
      throw parseProblem(`operator not supported for date math [${math}]`);
    }
    if (at >= math.length) throw parseProblem(`truncated date math [${math}]`);
    const digits = /^\d*/.exec(math.slice(at))![0];
    const count = digits === '' ? 1 : Number(digits);
    at += digits.length;
    if (at >= math.length) throw parseProblem(`truncated date math [${math}]`);
    const unit = math[at++]!;
    if (operator === '/' && count !== 1) {
      throw parseProblem(`rounding \`/\` can only be used on single unit types [${math}]`);
    }
    if (!'yMwdhHms'.includes(unit))
      throw parseProblem(`unit [${unit}] not supported for date math [${math}]`);
    if (operator !== '/') ms = shift(ms, unit, operator === '+' ? count : -count, zone);
    else {
      ms = floor(ms, unit, zone);
      if (roundUp) ms = shift(ms, unit, 1, zone) - 1;
    }
  }
  return ms;
}

function parseDate(text: string, pattern: string, roundUp: boolean, zone: string): number {
  if (text === '') throw parseProblem('cannot parse empty date');
  const format = dateFormat(pattern);
  const ms = format.parseIn(text, roundUp, zone);
  if (!Number.isNaN(ms)) return ms;
  const failure = format.failure(text);
  const { error } = failure;
  if (error.type === 'date_time_exception') throw failure;
  const reason = `failed to parse date field [${text}] with format [${pattern}]: [${error.reason}]`;
  throw wrapError('parse_exception', reason, error);
}

/** Nanoseconds beyond the milliseconds that `parseDateMath` makes of a text. */
export function nanosOfDateMath(text: string, pattern: string, roundUp: boolean): number {
  if (text.startsWith('now')) return 0;
  const bar = text.indexOf('||');
  if (bar < 0) return dateFormat(pattern).nanosIn(text, roundUp);
  return text.includes('/', bar) ? 0 : dateFormat(pattern).nanosIn(text.slice(0, bar), false);
}

/**
 * A date of a query as epoch milliseconds: `2020-01-01`, `now-1d/d`, `2020-01-01||+1M/d`. Throws
 * parse_exception in OpenSearch's words.
 */
export function parseDateMath(text: string, pattern: string, options: DateMathOptions): number {
  const zone = options.timeZone ?? 'Z';
  if (text.startsWith('now')) return applyMath(text.slice(3), options.nowMs, options.roundUp, zone);
  const bar = text.indexOf('||');
  if (bar < 0) return parseDate(text, pattern, options.roundUp, zone);
  return applyMath(
    text.slice(bar + 2),
    parseDate(text.slice(0, bar), pattern, false, zone),
    options.roundUp,
    zone,
  );
}
