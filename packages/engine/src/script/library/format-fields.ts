import { JavaError } from '../java-error.ts';
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

/**
 * The pattern without the optional parts for which there is nothing. Throws UnsupportedTemporalTypeException or
 * DateTimeException for what has no part that it asks for.
 */
export function fittingPattern(pattern: string, shown: Shown): string {
  if (shown.kind === 'Instant' && shown.zone !== null) return pattern;
  // Where each optional part that is open begins, and whether there is all that it asks for.
  const open: { readonly from: number; fits: boolean }[] = [];
  let fitting = '';
  let from = 0;
  let isText = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i);
    if (char === "'") isText = !isText;
    if (isText) continue;
    if (isLetter(char)) {
      const error = lack(char, shown);
      const part = open.at(-1);
      if (error !== null && part === undefined) throw error;
      if (error !== null) part!.fits = false;
    } else if (char === '[' || char === ']') {
      const end = char === '[' ? i : i + 1;
      fitting += pattern.slice(from, end);
      from = end;
      if (char === '[') open.push({ from: fitting.length, fits: true });
      else fitting = closed(fitting, open.pop());
    }
  }
  return fitting + pattern.slice(from);
}

/** The pattern without the optional part that ends it, where that asks for what is not there. */
function closed(
  pattern: string,
  part: { readonly from: number; readonly fits: boolean } | undefined,
): string {
  return part?.fits === false ? pattern.slice(0, part.from) : pattern;
}

/** What is thrown for a letter; null: there is what it asks for. */
function lack(letter: string, { kind, value, zone }: Shown): JavaError | null {
  const field = dateFields.get(letter) ?? timeFields.get(letter);
  if (field !== undefined) return lacks(letter, kind) ? unsupported(field) : null;
  if ('XxZO'.includes(letter) && zone === null) return unsupported('OffsetSeconds');
  if ('zvV'.includes(letter) && zone === null)
    return dateTimeError(`Unable to extract ZoneId from temporal ${textOf(value)}`);
  return null;
}

const YEARS = 'yuG';
const MONTHS = 'yuGMLQq';

function lacks(letter: string, kind: string): boolean {
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
