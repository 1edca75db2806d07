import { dateFormat, englishFormat } from '../../mapping/date/date-format.ts';
import { zoneLookups } from '../../mapping/date/time-zone.ts';
import { meter } from '../meter.ts';

const UNITS_PER_TEXT = 8;
const CHARS_PER_UNIT = 4;
/** Of formats of which the text is longer only the last few are kept. */
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

/** The text of an instant in a format and a zone, counted; `english`: with the names of months and days in full. */
export function printDate(ms: number, pattern: string, zone = 'Z', english = false): string {
  const { length } = pattern;
  meter.pass(UNITS_PER_TEXT + (length > KEPT_LENGTH_MAX ? length : length / CHARS_PER_UNIT));
  const format = english ? englishFormat(pattern) : dateFormat(pattern);
  return zone === 'Z' ? format.format(ms) : withZones(() => format.format(ms, zone));
}
