import { ApiError } from '@sextant/contract';
import { KeptByText } from '../kept-by-text.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;

/** Offsets of a region as they were found: [start of a known year, transitions in it). */
interface Region {
  readonly format: Intl.DateTimeFormat;
  readonly years: Map<number, readonly Span[]>;
}

interface Span {
  /** From this instant on; epoch milliseconds. */
  readonly from: number;
  readonly offsetMs: number;
}

const FIXED = /^(?:UTC|GMT|UT)?([+-])(\d{1,2})(?::?(\d\d)(?::?(\d\d))?)?$/;
const REGION = /^[A-Za-z][A-Za-z0-9~/._+-]+$/;
const YEARS_KEPT = 1_000;
const fixedOffsets = new KeptByText(1_000, readFixedOffset);
/** Names are read in any mixture of cases, and each takes a formatter. */
const regions = new KeptByText(100, findRegion);

/** The offset of `Z`, `UTC`, `+01:00` and their like in milliseconds, or null for a region. */
function readFixedOffset(zone: string): number | null {
  if (zone === 'Z' || zone === 'UTC' || zone === 'GMT' || zone === 'UT') return 0;
  const match = FIXED.exec(zone);
  if (match === null) return null;
  const seconds = Number(match[2]) * 3600 + Number(match[3] ?? 0) * 60 + Number(match[4] ?? 0);
  const hours = Number(match[1] + match[2]!);
  if (Math.abs(hours) > 18) {
    throw invalidZone(`Zone offset hours not in valid range: value ${hours} is not in the range -18 to 18`);
  }
  if (seconds > 18 * 3600) throw invalidZone('Zone offset not in valid range: -18:00 to +18:00');
  return (match[1] === '-' ? -seconds : seconds) * 1000;
}

/** As `ZoneId.of` refuses what has not the form of a name. */
function invalidZone(reason: string): ApiError {
  return new ApiError({
    type: 'illegal_argument_exception',
    reason: `java.time.DateTimeException: ${reason}`,
    causedBy: { type: 'date_time_exception', reason },
  });
}

/** What finding a region takes, in lookups of offsets. */
const REGION_LOOKUPS = 16;
let lookups = 0;

/** How many times the rules of zones were looked into so far: whoever counts work takes what was added meanwhile. */
export function zoneLookups(): number {
  return lookups;
}

function findRegion(zone: string): Region {
  lookups += REGION_LOOKUPS;
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    return { format, years: new Map() };
  } catch {
    if (zone.length < 2 || /^[+-]/.test(zone)) {
      throw invalidZone(`Invalid ID for ZoneOffset, invalid format: ${zone}`);
    }
    if (!REGION.test(zone)) throw invalidZone(`Invalid ID for region-based ZoneId, invalid format: ${zone}`);
    const reason = `Unknown time-zone ID: ${zone}`;
    throw new ApiError({
      type: 'illegal_argument_exception',
      reason: `java.time.zone.ZoneRulesException: ${reason}`,
      causedBy: { type: 'zone_rules_exception', reason },
    });
  }
}

/** `GMT+01:00`, `GMT-00:01:15`, `GMT`. */
function offsetBy(format: Intl.DateTimeFormat, ms: number): number {
  lookups++;
  const name = format.formatToParts(ms).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  return name === 'GMT' ? 0 : (fixedOffsets.get(name) ?? 0);
}

/** The spans of one stretch of 366 days; a transition is found to the second by halving. */
function spansOf(format: Intl.DateTimeFormat, from: number): readonly Span[] {
  const spans: Span[] = [{ from, offsetMs: offsetBy(format, from) }];
  for (let at = from; at < from + YEAR_MS; at += 7 * DAY_MS) {
    const end = Math.min(at + 7 * DAY_MS, from + YEAR_MS);
    const before = spans[spans.length - 1]!.offsetMs;
    const after = offsetBy(format, end);
    if (after === before) continue;
    let low = at;
    let high = end;
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (offsetBy(format, middle) === before) low = middle;
      else high = middle;
    }
    spans.push({ from: high, offsetMs: after });
  }
  return spans;
}

/** Throws illegal_argument_exception where no such zone is known. */
export function checkZone(zone: string): void {
  if (fixedOffsets.get(zone) === null) regions.get(zone);
}

/**
 * What a zone (`Europe/Berlin`, `+01:00`, `Z`) adds to UTC at an instant, in milliseconds. Offsets of regions
 * are found once for a year and kept.
 */
export function zoneOffsetAt(zone: string, ms: number): number {
  if (zone === 'Z') return 0;
  const fixed = fixedOffsets.get(zone);
  if (fixed !== null) return fixed;
  const { format, years } = regions.get(zone);
  const clamped = Math.min(Math.max(ms, -8.6e15), 8.6e15);
  const year = Math.floor(clamped / YEAR_MS);
  let spans = years.get(year);
  if (spans === undefined) {
    spans = spansOf(format, year * YEAR_MS);
    if (years.size >= YEARS_KEPT) years.clear();
    years.set(year, spans);
  }
  let index = spans.length - 1;
  while (index > 0 && spans[index]!.from > clamped) index--;
  return spans[index]!.offsetMs;
}

/**
 * The instant of a local time (milliseconds of the wall clock as if it were UTC). In an overlap the earlier
 * offset holds; a time in a gap moves on by the length of the gap, as java.time's ZonedDateTime does.
 */
export function localToUtc(zone: string, localMs: number): number {
  const before = zoneOffsetAt(zone, localMs - DAY_MS);
  const after = zoneOffsetAt(zone, localMs + DAY_MS);
  if (before === after) return localMs - before;
  const early = localMs - before;
  if (zoneOffsetAt(zone, early) === before) return early;
  const late = localMs - after;
  return zoneOffsetAt(zone, late) === after ? late : early;
}
