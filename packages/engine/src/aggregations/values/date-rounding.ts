import { epochDay } from '../../mapping/date/date-fields.ts';
import { civilDay } from '../../mapping/date/date-parts.ts';
import { zoneOffsetAt } from '../../mapping/date/time-zone.ts';
import type { CalendarUnit, DateInterval } from '../spec-parts.ts';

const DAY_MS = 86_400_000;

/** Points in time to the start of their interval. All in epoch milliseconds, UTC. */
export interface DateRounding {
  /** The start of the interval that holds the time. */
  round(ms: number): number;
  /** The start of the interval after the one that starts at `start`. */
  next(start: number): number;
  /** About how long an interval is. */
  readonly typical: number;
  /** Length of every interval and where one begins; null where lengths differ. */
  readonly uniform: { readonly interval: number; readonly offset: number } | null;
}

const SHORT_UNITS: Partial<Record<CalendarUnit, number>> = { second: 1000, minute: 60_000, hour: 3_600_000 };
const TYPICAL_DAYS: Record<CalendarUnit, number> = {
  second: 1,
  minute: 1,
  hour: 1,
  day: 1,
  week: 7,
  month: 30,
  quarter: 91,
  year: 365,
};
const UTC_NAMES = new Set([
  'UTC',
  'Z',
  'GMT',
  'UT',
  'Etc/UTC',
  'Etc/GMT',
  'Etc/UCT',
  'Zulu',
  'Universal',
  'Greenwich',
]);

/** Beyond it on either side clocks are not changed any more, and doubles do not count milliseconds one by one. */
const FAR_MS = 8.9e15;

type ValidInterval = Exclude<DateInterval, { kind: 'invalid' }>;

/** OpenSearch's `Rounding` for an interval in a time zone; `offset` moves all starts. */
export function dateRounding(interval: ValidInterval, timeZone: string | null, offset: number): DateRounding {
  const fixed = fixedOffset(timeZone);
  const rounding = fixed === null ? inZone(interval, timeZone!) : atOffset(interval, fixed);
  if (offset === 0) return rounding;
  const { uniform, typical } = rounding;
  if (uniform !== null) return uniformRounding(uniform.interval, uniform.offset + offset);
  return {
    round: (time) => rounding.round(time - offset) + offset,
    next: (start) => rounding.next(start - offset) + offset,
    typical,
    uniform: null,
  };
}

/** Of a clock that is never changed. */
function atOffset(interval: ValidInterval, offset: number): DateRounding {
  const ms = interval.kind === 'fixed' ? interval.ms : uniformLength(interval.unit);
  if (ms === null)
    return daysRounding((interval as { readonly unit: CalendarUnit }).unit, {
      dayOf: (time) => Math.floor((time + offset) / DAY_MS),
      startOf: (day) => day * DAY_MS - offset,
    });
  // Monday 1970-01-05 starts the weeks.
  const anchor = interval.kind === 'calendar' && interval.unit === 'week' ? 4 * DAY_MS : 0;
  return uniformRounding(ms, anchor - offset);
}

function inZone(interval: ValidInterval, zone: string): DateRounding {
  const near =
    interval.kind === 'fixed' ? intervalInZone(interval.ms, zone) : unitInZone(interval.unit, zone);
  const [before, after] = [-FAR_MS, FAR_MS].map((ms) => atOffset(interval, zoneOffsetAt(zone, ms)));
  const at = (ms: number): DateRounding => {
    if (ms > FAR_MS) return after!;
    return ms < -FAR_MS ? before! : near;
  };
  return {
    round: (ms) => at(ms).round(ms),
    next: (start) => at(start).next(start),
    typical: near.typical,
    uniform: null,
  };
}

function fixedOffset(timeZone: string | null): number | null {
  if (timeZone === null || UTC_NAMES.has(timeZone)) return 0;
  return /^[+-]/.test(timeZone) ? zoneOffsetAt(timeZone, 0) : null;
}

/** Where every day has the same length these units have one too. */
function uniformLength(unit: CalendarUnit): number | null {
  if (unit === 'day') return DAY_MS;
  if (unit === 'week') return 7 * DAY_MS;
  return SHORT_UNITS[unit] ?? null;
}

function uniformRounding(interval: number, offset: number): DateRounding {
  return {
    round: (ms) => Math.floor((ms - offset) / interval) * interval + offset,
    next: (start) => {
      const next = start + interval;
      // Among the last dates doubles are further from each other than a short interval is long.
      return next > start ? next : start + Math.abs(start) * Number.EPSILON;
    },
    typical: interval,
    uniform: { interval, offset },
  };
}

interface LocalDays {
  /** The local day of a time. */
  dayOf(ms: number): number;
  /** When a local day begins. */
  startOf(day: number): number;
}

function daysRounding(unit: CalendarUnit, { dayOf, startOf }: LocalDays): DateRounding {
  return {
    round: (ms) => startOf(floorDays(dayOf(ms), unit)),
    next: (start) => startOf(nextDays(dayOf(start), unit)),
    typical: DAY_MS * TYPICAL_DAYS[unit],
    uniform: null,
  };
}

function unitInZone(unit: CalendarUnit, zone: string): DateRounding {
  const short = SHORT_UNITS[unit];
  if (short !== undefined) return shortUnitInZone(short, zone);
  return daysRounding(unit, {
    dayOf: (ms) => Math.floor((ms + zoneOffsetAt(zone, ms)) / DAY_MS),
    startOf: (day) => firstInstant(day * DAY_MS, zone),
  });
}

/** The first day of the unit that holds a local day. */
function floorDays(days: number, unit: CalendarUnit): number {
  if (unit === 'day') return days;
  if (unit === 'week') return Math.floor((days - 4) / 7) * 7 + 4;
  const [year, month] = civilDay(days);
  if (unit === 'year') return epochDay(year, 1, 1);
  return epochDay(year, unit === 'quarter' ? month - ((month - 1) % 3) : month, 1);
}

function nextDays(days: number, unit: CalendarUnit): number {
  const first = floorDays(days, unit);
  if (unit === 'day') return first + 1;
  if (unit === 'week') return first + 7;
  const [year, month] = civilDay(first);
  if (unit === 'year') return epochDay(year + 1, 1, 1);
  const after = month + (unit === 'quarter' ? 3 : 1);
  return after > 12 ? epochDay(year + 1, after - 12, 1) : epochDay(year, after, 1);
}

/** The instants that have a local time, earliest first: two where clocks were set back, none in a gap. */
function instantsOf(local: number, zone: string): number[] {
  const offsets = new Set([zoneOffsetAt(zone, local - DAY_MS), zoneOffsetAt(zone, local + DAY_MS)]);
  return [...offsets]
    .map((offset) => local - offset)
    .filter((instant) => instant + zoneOffsetAt(zone, instant) === local)
    .sort((a, b) => a - b);
}

/** The instant at which the offset changes in (from, to], which must differ at the two ends. */
function transitionBetween(from: number, to: number, zone: string): number {
  const before = zoneOffsetAt(zone, from);
  let low = from;
  let high = to;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffsetAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** The first instant at or after a local time that may not exist. */
function firstInstant(local: number, zone: string): number {
  const [instant] = instantsOf(local, zone);
  if (instant !== undefined) return instant;
  return transitionBetween(local - DAY_MS, local + DAY_MS, zone);
}

/** Seconds, minutes and hours of local time; a unit that a change of the clocks cuts is cut there. */
function shortUnitInZone(unitMs: number, zone: string): DateRounding {
  const round = (ms: number): number => {
    const offset = zoneOffsetAt(zone, ms);
    const local = Math.floor((ms + offset) / unitMs) * unitMs;
    const start = instantsOf(local, zone).findLast((instant) => instant <= ms);
    // The offset held all the way back to the start: the ordinary case.
    if (start !== undefined && zoneOffsetAt(zone, start) === offset) return start;
    const change = transitionBetween(start ?? ms - unitMs, ms, zone);
    return start !== undefined && change <= start ? start : round(change - 1);
  };
  return { round, next: (start) => nextBy(round, start, unitMs), typical: unitMs, uniform: null };
}

function nextBy(round: (ms: number) => number, start: number, step: number): number {
  for (let ms = start + step; ; ms += step) {
    const next = round(ms);
    if (next > start) return next;
  }
}

/** Fixed intervals counted on the local clock from local 1970-01-01. */
function intervalInZone(interval: number, zone: string): DateRounding {
  const round = (ms: number): number => {
    const offset = zoneOffsetAt(zone, ms);
    const local = Math.floor((ms + offset) / interval) * interval;
    const instants = instantsOf(local, zone);
    if (instants.length === 0) return transitionBetween(local - DAY_MS, local + DAY_MS, zone);
    const start = instants.findLast((instant) => instant <= ms) ?? instants[0]!;
    if (zoneOffsetAt(zone, start) === offset || start >= ms) return start;
    // Rounding down over a change of the clocks: the time just before the change decides.
    return round(transitionBetween(start, ms, zone) - 1);
  };
  const next = (start: number): number => {
    const local = start + interval + zoneOffsetAt(zone, start);
    const after = instantsOf(local, zone)[0] ?? local - zoneOffsetAt(zone, local - DAY_MS);
    return after > start ? after : nextBy(round, start, interval);
  };
  return { round, next, typical: interval, uniform: null };
}
