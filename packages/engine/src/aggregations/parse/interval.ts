import { apiError, table } from '@sextant/contract';
import { timeValueMs } from '../../dsl/time-value.ts';
import type { CalendarUnit, DateInterval } from '../spec-parts.ts';

const CALENDAR_UNITS: Readonly<Record<string, CalendarUnit>> = table({
  year: 'year',
  '1y': 'year',
  quarter: 'quarter',
  '1q': 'quarter',
  month: 'month',
  '1M': 'month',
  week: 'week',
  '1w': 'week',
  day: 'day',
  '1d': 'day',
  hour: 'hour',
  '1h': 'hour',
  minute: 'minute',
  '1m': 'minute',
  second: 'second',
  '1s': 'second',
});

function calendarUnit(text: string): CalendarUnit | undefined {
  return Object.hasOwn(CALENDAR_UNITS, text) ? CALENDAR_UNITS[text] : undefined;
}

export function calendarInterval(text: string): DateInterval {
  const unit = calendarUnit(text);
  if (unit !== undefined) return { kind: 'calendar', unit };
  throw apiError(
    'illegal_argument_exception',
    `The supplied interval [${text}] could not be parsed as a calendar interval.`,
  );
}

/** `30d`, `90m`, `500ms`. A value below one millisecond is refused by the search phase only. */
export function fixedInterval(text: string, setting: string): DateInterval {
  const ms = timeValueMs(text, setting);
  if (ms >= 1) return { kind: 'fixed', ms };
  return { kind: 'invalid', reason: 'Zero or negative time interval not supported' };
}

/** The old `interval`, which holds either kind; what fits neither fails on the shards. */
export function legacyInterval(text: string): DateInterval {
  const unit = calendarUnit(text);
  if (unit !== undefined) return { kind: 'calendar', unit };
  try {
    return fixedInterval(text, 'interval');
  } catch {
    return { kind: 'invalid', reason: `Unable to parse interval [${text}]` };
  }
}

const CALENDAR_MS: Readonly<Record<CalendarUnit, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_629_746_000,
  quarter: 7_889_238_000,
  year: 31_556_952_000,
};

/** How long a unit is, on average where it is one of the calendar. */
export function unitMs(text: string, setting: string): number {
  const unit = calendarUnit(text);
  return unit === undefined ? timeValueMs(text, setting) : CALENDAR_MS[unit];
}

/** `+6h`, `-1d` or a number of milliseconds. */
export function offsetMs(value: unknown): number {
  if (typeof value === 'number') return Math.trunc(value);
  const text = String(value);
  const setting = 'DateHistogramAggregationBuilder.parseOffset';
  if (text.startsWith('-')) return -timeValueMs(text.slice(1), setting);
  return timeValueMs(text.startsWith('+') ? text.slice(1) : text, setting);
}
