import { JavaError } from '../java-error.ts';
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

const LETTER = /[A-Za-z]/;

/** Throws IllegalArgumentException for a letter that stands for nothing. */
export function checkLetters(pattern: string): void {
  let isText = false;
  for (const letter of pattern) {
    if (letter === "'") isText = !isText;
    else if (!isText && LETTER.test(letter) && !KNOWN.has(letter))
      throw new JavaError('illegal_argument_exception', `Unknown pattern letter: ${letter}`);
  }
}

const KNOWN: ReadonlySet<string> = new Set('GuyDMLdQqYwWEecFgaBhKkHmsSAnNVvzOXxZp');

/** What a pattern is asked to show, and as which class: a `YearMonth` is a date. */
export interface Shown {
  readonly kind: string;
  readonly text: string;
  /** null: none is known. */
  readonly zone: string | null;
}

/**
 * The pattern without the optional parts for which there is nothing. Throws UnsupportedTemporalTypeException or
 * DateTimeException for what has no part that it asks for.
 */
export function fittingPattern(pattern: string, shown: Shown): string {
  if (shown.kind === 'Instant' && shown.zone !== null) return pattern;
  // What stood before each optional part that is open, and whether there is all that the part asks for.
  const open: { readonly before: string; fits: boolean }[] = [];
  let fitting = '';
  let isText = false;
  for (const char of pattern) {
    if (char === "'") isText = !isText;
    else if (!isText && char === '[') open.push({ before: fitting, fits: true });
    else if (!isText && LETTER.test(char)) {
      const error = lack(char, shown);
      const part = open.at(-1);
      if (error !== null && part === undefined) throw error;
      if (error !== null) part!.fits = false;
    }
    fitting += char;
    if (isText || char !== ']') continue;
    const part = open.pop();
    if (part?.fits === false) fitting = part.before;
  }
  return fitting;
}

/** What is thrown for a letter; null: there is what it asks for. */
function lack(letter: string, { kind, text, zone }: Shown): JavaError | null {
  const field = dateFields.get(letter) ?? timeFields.get(letter);
  if (field !== undefined) return lacks(letter, kind) ? unsupported(field) : null;
  if ('XxZO'.includes(letter) && zone === null) return unsupported('OffsetSeconds');
  if ('zvV'.includes(letter) && zone === null)
    return dateTimeError(`Unable to extract ZoneId from temporal ${text}`);
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
