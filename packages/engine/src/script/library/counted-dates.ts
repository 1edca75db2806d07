import { formatDate } from '../../mapping/date/date-format.ts';
import { zoneLookups } from '../../mapping/date/time-zone.ts';
import { meter } from '../meter.ts';

const UNITS_PER_TEXT = 8;
const CHARS_PER_UNIT = 4;
/** Formats of which the text is longer are not kept, but made each time. */
const KEPT_LENGTH_MAX = 1024;
/** A lookup in the rules of a zone takes some microseconds; what it finds is kept. */
const UNITS_PER_LOOKUP = 128;

/** Counts what is looked up in the rules of zones meanwhile. */
export function withZones<Result>(work: () => Result): Result {
  const before = zoneLookups();
  try {
    return work();
  } finally {
    passZones(before);
  }
}

/** Counts what was looked up in the rules of zones since there were so many lookups. */
export function passZones(before: number): void {
  const lookups = zoneLookups() - before;
  if (lookups > 0) meter.pass(lookups * UNITS_PER_LOOKUP);
}

/** `formatDate`, counted. */
export function printDate(ms: number, pattern: string, zone = 'Z'): string {
  const { length } = pattern;
  meter.pass(UNITS_PER_TEXT + (length > KEPT_LENGTH_MAX ? length : length / CHARS_PER_UNIT));
  return zone === 'Z' ? formatDate(ms, pattern, zone) : withZones(() => formatDate(ms, pattern, zone));
}
