import { JavaError } from '../java-error.ts';
import { meter } from '../meter.ts';
import { textOf } from '../values.ts';
import { dateTimeError } from './date-ranges.ts';

/** What letters of a pattern ask a date for. */
const dateFields: ReadonlyMap<string, string> = new Map([
  ['y', 'YearOfEra'],
  ['u', 'Year'],
  ['G', 'Era'],
  ['M', 'MonthOfYear'],
  ['L', 'MonthOfYear'],
  ['d', 'DayOfMonth'],
  ['D', 'DayOfYear'],
  ['E', 'DayOfWeek'],
  ['e', 'DayOfWeek'],
  ['c', 'DayOfWeek'],
  ['Q', 'QuarterOfYear'],
  ['q', 'QuarterOfYear'],
]);

/** And what a time. */
const timeFields: ReadonlyMap<string, string> = new Map([
  ['H', 'HourOfDay'],
  ['k', 'ClockHourOfDay'],
  ['K', 'HourOfAmPm'],
  ['h', 'ClockHourOfAmPm'],
  ['a', 'AmPmOfDay'],
  ['m', 'MinuteOfHour'],
  ['s', 'SecondOfMinute'],
  ['S', 'NanoOfSecond'],
  ['n', 'NanoOfSecond'],
  ['A', 'MilliOfDay'],
  ['N', 'NanoOfDay'],
]);

/** Of an instant there are these. */
const INSTANTS = 'Sn';

function isLetter(char: string): boolean {
  const lower = char.charCodeAt(0) | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Throws IllegalArgumentException for a letter that stands for nothing. */
export function checkLetters(pattern: string): void {
  let isText = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i);
    if (char === "'") isText = !isText;
    else if (!isText && isLetter(char) && !KNOWN.has(char))
      throw new JavaError('illegal_argument_exception', `Unknown pattern letter: ${char}`);
  }
}

const KNOWN: ReadonlySet<string> = new Set('GuyDMLdQqYwWEecFgaBhKkHmsSAnNVvzOXxZp');

/** What a pattern is asked to show, and as which class: a `YearMonth` is a date. */
export interface Shown {
  readonly kind: string;
  readonly value: unknown;
  /** null: none is known. */
  readonly zone: string | null;
}

/** Characters of a pattern that are looked at in the time of an operation. */
const LOOKED_AT_PER_UNIT = 4;

/**
 * The pattern without the optional parts for which there is nothing, counted. Throws UnsupportedTemporalTypeException or
 * DateTimeException for what has no part that it asks for.
 */
export function fittingPattern(pattern: string, shown: Shown): string {
  if (shown.kind === 'Instant' && shown.zone !== null) return pattern;
  meter.pass(pattern.length / LOOKED_AT_PER_UNIT);
  // Where each optional part that is open begins among the pieces, and whether there is all that it asks for.
  const open: { readonly from: number; fits: boolean }[] = [];
  const fitting: string[] = [];
  let from = 0;
  let isText = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i);
    if (char === "'") isText = !isText;
    if (isText) continue;
    if (isLetter(char)) {
      const part = open.at(-1);
      if (part?.fits !== false && lacks(char, shown)) {
        if (part === undefined) throw lackOf(char, shown);
        part.fits = false;
      }
    } else if (char === '[' || char === ']') {
      const end = char === '[' ? i : i + 1;
      fitting.push(pattern.slice(from, end));
      from = end;
      if (char === '[') open.push({ from: fitting.length, fits: true });
      else close(fitting, open.pop());
    }
  }
  return fitting.join('') + pattern.slice(from);
}

/** Empties the optional part that ends the pieces, where it asks for what is not there: quotes round it are not to meet. */
function close(pieces: string[], part: { readonly from: number; readonly fits: boolean } | undefined): void {
  if (part?.fits !== false) return;
  pieces.length = part.from;
  pieces.push('[]');
}

/** Whether there is not what a letter asks for. */
function lacks(letter: string, { kind, zone }: Shown): boolean {
  if (dateFields.has(letter) || timeFields.has(letter)) return lacksField(letter, kind);
  return zone === null && (OFFSETS.includes(letter) || ZONES.includes(letter));
}

/** What is thrown for a letter that asks for what is not there. */
function lackOf(letter: string, { value }: Shown): JavaError {
  if (ZONES.includes(letter)) return dateTimeError(`Unable to extract ZoneId from temporal ${textOf(value)}`);
  return unsupported(dateFields.get(letter) ?? timeFields.get(letter) ?? 'OffsetSeconds');
}

const OFFSETS = 'XxZO';
const ZONES = 'zvV';
const YEARS = 'yuG';
const MONTHS = 'yuGMLQq';

function lacksField(letter: string, kind: string): boolean {
  switch (kind) {
    case 'Instant':
      return !INSTANTS.includes(letter);
    case 'LocalDateTime':
      return false;
    case 'LocalTime':
      return dateFields.has(letter);
    case 'Year':
      return !YEARS.includes(letter);
    case 'YearMonth':
      return !MONTHS.includes(letter);
    default:
      return timeFields.has(letter);
  }
}

export function unsupported(field: string): JavaError {
  return new JavaError('unsupported_temporal_type_exception', `Unsupported field: ${field}`);
}
