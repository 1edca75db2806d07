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

/** The letters of a pattern, without texts in quotes. */
function lettersOf(pattern: string): string {
  return pattern.replace(/'[^']*'/g, '').replace(/[^A-Za-z]/g, '');
}

/** Throws IllegalArgumentException for a letter that stands for nothing. */
export function checkLetters(pattern: string): void {
  for (const letter of pattern.replace(/'[^']*'/g, '')) {
    const isKnown = /[^A-Za-z]/.test(letter) || KNOWN.has(letter);
    if (!isKnown) throw new JavaError('illegal_argument_exception', `Unknown pattern letter: ${letter}`);
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
  const fitting = pattern.replace(/'[^']*'|\[[^\]]*\]/g, (part) => {
    const isText = part.startsWith("'");
    return isText || [...lettersOf(part.slice(1, -1))].every((letter) => lack(letter, shown) === null)
      ? part
      : '';
  });
  for (const letter of lettersOf(fitting)) {
    const error = lack(letter, shown);
    if (error !== null) throw error;
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
