import { ApiError, apiError, table } from '@sextant/contract';
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

const TIME_UNITS: readonly (readonly [string, number])[] = [
  ['nanos', 1e-6],
  ['micros', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
];

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

/** OpenSearch's TimeValue text in milliseconds; the sign is allowed. */
function timeValueMs(text: string, setting: string): number {
  const normalized = text.trim().toLowerCase();
  if (normalized === '0' || normalized === '-0') return 0;
  for (const [unit, ms] of TIME_UNITS) {
    // A capital M is a month: never minutes.
    if (!normalized.endsWith(unit) || (unit === 'm' && text.trim().endsWith('M'))) continue;
    const digits = normalized.slice(0, -unit.length).trim();
    if (/^[+-]?\d+$/.test(digits)) return Math.trunc(Number(digits) * ms);
    throw notANumber(text, digits);
  }
  const what = `failed to parse setting [${setting}] with value [${text}] as a time value`;
  throw apiError('illegal_argument_exception', `${what}: unit is missing or unrecognized`);
}

function notANumber(text: string, digits: string): ApiError {
  const fractional = /^[+-]?\d*\.\d+$/.test(digits) ? ', fractional time values are not supported' : '';
  return new ApiError({
    type: 'illegal_argument_exception',
    reason: `failed to parse [${text}]${fractional}`,
    causedBy: { type: 'number_format_exception', reason: `For input string: "${digits}"` },
  });
}

/** `+6h`, `-1d` or a number of milliseconds. */
export function offsetMs(value: unknown): number {
  if (typeof value === 'number') return Math.trunc(value);
  const text = String(value);
  const setting = 'DateHistogramAggregationBuilder.parseOffset';
  if (text.startsWith('-')) return -timeValueMs(text.slice(1), setting);
  return timeValueMs(text.startsWith('+') ? text.slice(1) : text, setting);
}
