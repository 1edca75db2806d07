import { ApiError, type ErrorCause } from '@sextant/contract';
import { illegalArgument } from '../errors.ts';
import { KeptByText } from '../kept-by-text.ts';
import type { DateElement } from './date-element.ts';
import { type DateFields, dateProblem, namesDay, resolveDate } from './date-fields.ts';
import { dateParts } from './date-parts.ts';
import { compilePattern, type NamesOf } from './date-pattern.ts';
import { isoNanos, parseIsoDate, printIsoDate } from './iso-date.ts';
import { hasIsoDate } from './iso-date-bytes.ts';
import { namedFormat } from './named-formats.ts';
import { localToUtc } from './time-zone.ts';

const SEVERAL = 'Failed to parse with all enclosed parsers';

/** Why a text is no date, in OpenSearch's words. */
interface Refusal {
  readonly reason: string;
  /** What is wrong with the date that it says. */
  readonly problem?: string;
  /** What it says was read as parts of a date, which make none: no other format is at fault. */
  readonly isLate?: boolean;
}

const refusal = (reason: string): Refusal => ({ reason });
const SEVERAL_REFUSED = refusal(SEVERAL);

/** One of the formats between `||`. */
interface Alternative {
  /** Epoch milliseconds, or why not. */
  read(text: string, roundUp: boolean, zone: string): number | Refusal;
  /** Nanoseconds beyond the millisecond, of a text that it reads. */
  nanos(text: string, roundUp: boolean): number;
  print(ms: number, zone: string, nanos: number): string;
  /** What a text that it reads says; null for numbers, which say no fields. */
  fields(text: string): DateFields | null;
}

class PatternAlternative implements Alternative {
  readonly #elements: readonly DateElement[];
  readonly #printer: readonly DateElement[];
  readonly #isChoice: boolean;
  readonly #ofEra: boolean;

  /** `ofEra`: its years are those of an era that it does not name. */
  constructor(
    elements: readonly DateElement[],
    printer: readonly DateElement[],
    { isChoice = false, ofEra = false } = {},
  ) {
    this.#elements = elements;
    this.#printer = printer;
    this.#isChoice = isChoice;
    this.#ofEra = ofEra;
  }

  read(text: string, roundUp: boolean, zone: string): number | Refusal {
    const fields: DateFields = {};
    let at = 0;
    for (const element of this.#elements) {
      at = element.parse(text, at, fields);
      if (at < 0) return this.#failure(`Text '${text}' could not be parsed at index ${~at}`);
    }
    if (at < text.length)
      return this.#failure(`Text '${text}' could not be parsed, unparsed text found at index ${at}`);
    const problem = dateProblem(fields);
    if (problem !== null) {
      const { reason } = this.#failure(`Text '${text}' could not be parsed: ${problem.reason}`);
      const isLate = !problem.isOfTime && (this.#ofEra || !namesDay(fields));
      return { reason, problem: problem.reason, isLate };
    }
    return resolveDate(fields, roundUp, zone);
  }

  fields(text: string): DateFields {
    const fields: DateFields = {};
    let at = 0;
    for (const element of this.#elements) at = element.parse(text, at, fields);
    return fields;
  }

  nanos(text: string, roundUp: boolean): number {
    const fields = this.fields(text);
    if (fields.nano === undefined) return roundUp ? 999_999 : 0;
    return fields.nano % 1e6;
  }

  print(ms: number, zone: string, nanos: number): string {
    const parts = dateParts(ms, zone, nanos);
    let result = '';
    for (const element of this.#printer) result += element.print(parts);
    return result;
  }

  #failure(reason: string): Refusal {
    return this.#isChoice ? SEVERAL_REFUSED : refusal(reason);
  }
}

/** The digits of a fraction, so many of them, without zeros at their end. */
function withoutZeros(fraction: number, digits: number): string {
  return String(fraction).padStart(digits, '0').replace(/0+$/, '');
}

/** Java's instants end before. */
const SECONDS_END = 31_556_889_864_403_200;

/** Whether the whole part of a decimal is one of 64 bits, its sign apart. */
function isLong(text: string): boolean {
  const size = Math.abs(Number(text));
  if (size !== 2 ** 63) return size < 2 ** 63;
  return BigInt(text.split('.')[0]!.replace('-', '')) < 2n ** 63n;
}

/** A number of an epoch names no zone: like any other date without one, it is taken as the local time of the zone that is asked for. */
const epochMillis: Alternative = {
  fields: () => null,
  read: (text, _roundUp, zone) =>
    /^-?\d+(\.\d{1,6})?$/.test(text) && isLong(text)
      ? localToUtc(zone, Math.floor(Number(text)) + 0)
      : SEVERAL_REFUSED,
  nanos: (text) => Number((text.split('.')[1] ?? '').padEnd(6, '0')),
  print: (ms, _zone, nanos) => (nanos === 0 ? String(ms) : `${ms}.${withoutZeros(nanos, 6)}`),
};

const epochSecond: Alternative = {
  fields: () => null,
  read(text, roundUp, zone) {
    const match = /^(-?\d+)(?:\.(\d{1,9}))?$/.exec(text);
    if (match === null || Math.abs(Number(match[1])) >= SECONDS_END) return SEVERAL_REFUSED;
    // The fraction counts forward from the second, also before 1970: OpenSearch reads -1.5 as -500 milliseconds.
    const unsaid = roundUp ? 999 : 0;
    const fraction = match[2] === undefined ? unsaid : Number(match[2].padEnd(3, '0').slice(0, 3));
    return localToUtc(zone, Number(match[1]) * 1000 + fraction);
  },
  nanos(text, roundUp) {
    const digits = text.split('.')[1];
    if (digits === undefined) return roundUp ? 999_999 : 0;
    return Number(digits.padEnd(9, '0').slice(3));
  },
  print(ms, _zone, nanos) {
    const seconds = Math.floor(ms / 1000);
    const fraction = (ms - seconds * 1000) * 1e6 + nanos;
    return fraction === 0 ? String(seconds) : `${seconds}.${withoutZeros(fraction, 9)}`;
  },
};

function alternative(pattern: string, locale: NamesOf): Alternative {
  if (pattern === 'epoch_millis') return epochMillis;
  if (pattern === 'epoch_second') return epochSecond;
  const named = namedFormat(pattern);
  if (named !== undefined) return new PatternAlternative(named.elements, named.printer, named);
  // A leading 8 marked patterns of java.time while OpenSearch had others too.
  const elements = compilePattern(pattern.startsWith('8') ? pattern.slice(1) : pattern, locale);
  return new PatternAlternative(elements, elements, { ofEra: isOfEra(pattern) });
}

/** Java makes no date of the year of an era as long as nobody says which. */
function isOfEra(pattern: string): boolean {
  const letters = pattern.replace(/'[^']*'/g, '');
  return letters.includes('y') && !letters.includes('G');
}

function isIso(pattern: string): boolean {
  return (
    pattern === 'strict_date_optional_time' ||
    pattern === 'iso8601' ||
    pattern === 'strict_date_optional_time_nanos'
  );
}

/**
 * A date format by its pattern, alternatives separated by `||`: the first that fits reads, the first one
 * prints.
 */
export class DateFormat {
  readonly pattern: string;
  /** An integer above 9999 is read as epoch milliseconds. */
  readonly readsEpochMillis: boolean;
  readonly #alternatives: readonly Alternative[];
  readonly #isIso: boolean;

  constructor(pattern: string, locale: NamesOf) {
    const patterns = pattern.split('||');
    this.pattern = pattern;
    this.#isIso = isIso(patterns[0]!);
    this.readsEpochMillis = patterns.find((one) => !isIso(one)) === 'epoch_millis';
    this.#alternatives = patterns.map((one) => alternative(one, locale));
  }

  /** Epoch milliseconds, NaN where the text does not fit. */
  parse(text: string): number {
    if (this.#isIso) {
      const ms = parseIsoDate(text);
      if (!Number.isNaN(ms)) return ms;
    }
    return this.parseIn(text, false, 'Z');
  }

  /**
   * The same with `zone` for texts without one; `roundUp` fills what was left out of the time of day at its
   * end.
   */
  parseIn(text: string, roundUp: boolean, zone: string): number {
    for (const one of this.#alternatives) {
      const read = one.read(text, roundUp, zone);
      if (typeof read === 'number') return read;
      // Its format has read it: no other one is asked.
      if (read.isLate === true) break;
    }
    return Number.NaN;
  }

  /** What a text that `parseIn` reads says; null where that is a number. */
  fieldsIn(text: string): DateFields | null {
    const reader = this.#alternatives.find((one) => typeof one.read(text, false, 'Z') === 'number');
    return reader?.fields(text) ?? null;
  }

  /** Nanoseconds beyond the millisecond, of a text that `parseIn` reads. */
  nanosIn(text: string, roundUp: boolean): number {
    if (this.#isIso) {
      const nanos = isoNanos(text);
      if (!Number.isNaN(nanos)) return nanos;
    }
    const reader = this.#alternatives.find((one) => typeof one.read(text, roundUp, 'Z') === 'number');
    return reader?.nanos(text, roundUp) ?? 0;
  }

  /** Whether instants that `hasIsoDate` are printed in a zone as `printIsoDate` does. */
  printsIso(zone: string): boolean {
    return this.#isIso && zone === 'Z';
  }

  /** The text of an instant in a zone; `nanos`: beyond its millisecond. */
  format(ms: number, zone = 'Z', nanos = 0): string {
    if (nanos === 0 && this.printsIso(zone) && hasIsoDate(ms)) return printIsoDate(ms);
    return this.#alternatives[0]!.print(ms, zone, nanos);
  }

  /** The error of a text that does not fit. */
  failure(text: string): ApiError {
    const refusals = this.#alternatives.map((one) => one.read(text, false, 'Z') as Refusal);
    const late = refusals.find(({ isLate }) => isLate === true);
    if (late !== undefined) return new ApiError({ type: DATE_TIME, reason: late.problem! });
    const { reason, problem } = refusals.length === 1 ? refusals[0]! : SEVERAL_REFUSED;
    const inner: Pick<ErrorCause, 'causedBy'> =
      problem === undefined ? {} : { causedBy: { type: DATE_TIME, reason: problem } };
    return new ApiError({
      type: 'illegal_argument_exception',
      reason: `failed to parse date field [${text}] with format [${this.pattern}]`,
      causedBy: { type: 'date_time_parse_exception', reason, ...inner },
    });
  }
}

const DATE_TIME = 'date_time_exception';

function formatIn(locale: NamesOf): (pattern: string) => DateFormat {
  return (pattern) => {
    if (pattern.trim() === '') throw illegalArgument('No date pattern provided');
    if (pattern.length > PATTERN_MAX) {
      const given = `has [${pattern.length}] characters, and may have [${PATTERN_MAX}]`;
      throw illegalArgument(`Invalid format: [${pattern.slice(0, 100)}…]: it ${given}`);
    }
    return new DateFormat(pattern, locale);
  };
}

/** Options within options are read one in the other. */
const PATTERN_MAX = 1000;

/** Users write few formats, and a bound keeps a flood of them out. */
const formats = new KeptByText(1_000, formatIn('root'));
const englishFormats = new KeptByText(100, formatIn('english'));

/** As `dateFormat`, with the names of months and days in full where the pattern has four letters. */
export function englishFormat(pattern: string): DateFormat {
  return englishFormats.get(pattern);
}

/** The format for a pattern; illegal_argument_exception `Invalid format: …` where it is none. */
export function dateFormat(pattern: string): DateFormat {
  return formats.get(pattern);
}

/** The text of an instant (epoch milliseconds, and nanoseconds beyond) in a format and a zone, UTC when none is named. */
export function formatDate(ms: number, pattern: string, timeZone = 'Z', nanos = 0): string {
  return dateFormat(pattern).format(ms, timeZone, nanos);
}

/** See `DateFormat.printsIso`. */
export function printsIso(pattern: string, timeZone: string): boolean {
  return dateFormat(pattern).printsIso(timeZone);
}
