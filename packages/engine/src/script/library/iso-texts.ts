import { parseIsoDate } from '../../mapping/date/iso-date.ts';
import { JavaError } from '../java-error.ts';
import { meter } from '../meter.ts';
import { DAY_MS, dateTimeError, dayMs, timeMs } from './date-ranges.ts';

/** Throws DateTimeParseException. */
function unreadable(text: string, at: number): JavaError {
  return new JavaError('date_time_parse_exception', `Text '${text}' could not be parsed at index ${at}`);
}

const UNITS_PER_TEXT = 16;
const CHARS_PER_UNIT = 4;

/** A text of ISO 8601 that is read from its beginning on, as formatters of java.time do. */
class IsoReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    meter.pass(UNITS_PER_TEXT + text.length / CHARS_PER_UNIT);
    this.#text = text;
  }

  /** What stands here; null where something else does. */
  next(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at += found[0].length;
    return found;
  }

  /** As `next`, of what has to stand here. */
  take(pattern: RegExp): RegExpExecArray {
    return this.next(pattern) ?? this.fail();
  }

  /** As `next`, where the first part of it passes. */
  nextIf(pattern: RegExp, passes: (part: string) => boolean): string | null {
    const from = this.#at;
    const part = this.next(pattern)?.[1];
    if (part !== undefined && passes(part)) return part;
    this.#at = from;
    return null;
  }

  /** Whether it stands here. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  fail(): never {
    throw unreadable(this.#text, this.#at);
  }

  end(): void {
    if (this.#at === this.#text.length) return;
    const reason = `Text '${this.#text}' could not be parsed, unparsed text found at index ${this.#at}`;
    throw new JavaError('date_time_parse_exception', reason);
  }

  /** Fields that make no date are told as a fault of the text. */
  resolve(work: () => number): number {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof JavaError)) throw error;
      const reason = `Text '${this.#text}' could not be parsed: ${error.reason}`;
      throw new JavaError('date_time_parse_exception', reason).causedBy(error);
    }
  }
}

const YEAR = /\+(\d{5,10})(?!\d)|(-\d{4,10}|\d{4})(?!\d)/y;
const TWO = /\d\d/y;
const DASH = /-/y;
const COLON = /:/y;
const CLOCK = /T/iy;
const SECONDS = /:(\d\d)(?:\.(\d{0,9}))?/y;
const OFFSET = /Z|([+-]\d\d)(?::(\d\d)(?::(\d\d))?)?/iy;
const OFFSET_SECONDS_MAX = 18 * 3600;
const REGION = /\[([A-Za-z][A-Za-z0-9~/._+-]+)\]/y;

export interface ZonedText {
  /** The wall clock as if it were UTC. */
  readonly localMs: number;
  readonly offsetMs: number;
  /** `Z`, `+01:00`. */
  readonly offset: string;
  /** null: none is named. */
  readonly region: string | null;
}

/** Milliseconds of a date and time of day. */
function readLocal(reader: IsoReader, needsSeconds: boolean): number {
  const day = readDay(reader);
  reader.take(CLOCK);
  return day + readTime(reader, needsSeconds);
}

function readDay(reader: IsoReader): number {
  const [, plus, other] = reader.take(YEAR);
  const year = Number(plus ?? other);
  reader.take(DASH);
  const month = Number(reader.take(TWO)[0]);
  reader.take(DASH);
  const day = Number(reader.take(TWO)[0]);
  return reader.resolve(() => dayMs(year, month, day));
}

function readTime(reader: IsoReader, needsSeconds: boolean): number {
  const hour = Number(reader.take(TWO)[0]);
  reader.take(COLON);
  const minute = Number(reader.take(TWO)[0]);
  const seconds = needsSeconds ? reader.take(SECONDS) : reader.next(SECONDS);
  const [second, fraction] = [Number(seconds?.[1] ?? 0), seconds?.[2] ?? ''];
  const nano = Number(fraction.padEnd(9, '0'));
  // The end of a day, which no clock shows.
  if (needsSeconds && hour === 24 && minute + second + nano === 0) return DAY_MS;
  return reader.resolve(() => timeMs(hour, minute, second, nano));
}

function readOffset(reader: IsoReader): Pick<ZonedText, 'offsetMs' | 'offset'> {
  const [, hours, minutes = '00', seconds = '00'] = reader.take(OFFSET);
  if (hours === undefined) return { offsetMs: 0, offset: 'Z' };
  const size = Math.abs(Number(hours)) * 3600 + Number(minutes) * 60 + Number(seconds);
  const offsetMs = reader.resolve(() => {
    if (size <= OFFSET_SECONDS_MAX) return (hours.startsWith('-') ? -size : size) * 1000;
    throw dateTimeError('Zone offset not in valid range: -18:00 to +18:00');
  });
  if (size === 0) return { offsetMs: 0, offset: 'Z' };
  return { offsetMs, offset: `${hours}:${minutes}${seconds === '00' ? '' : `:${seconds}`}` };
}

export interface IsoShape {
  readonly hasDate: boolean;
  readonly hasTime: boolean;
  /** undefined: it may be there. */
  readonly hasOffset: boolean | undefined;
  readonly isRegion?: (name: string) => boolean;
}

/** What a text of a formatter of java.time says: `offset` null where it says none. Throws DateTimeParseException. */
export function readShape(
  text: string,
  shape: IsoShape,
): Omit<ZonedText, 'offset'> & { readonly offset: string | null } {
  const reader = new IsoReader(text);
  let localMs = shape.hasDate ? readDay(reader) : 0;
  if (shape.hasDate && shape.hasTime) reader.take(CLOCK);
  if (shape.hasTime) localMs += readTime(reader, false);
  const isThere = shape.hasOffset ?? reader.sees(OFFSET);
  const offset = isThere ? readOffset(reader) : { offsetMs: 0, offset: null };
  const region = isThere ? reader.nextIf(REGION, shape.isRegion ?? (() => false)) : null;
  reader.end();
  return { localMs, ...offset, region };
}

/** Most texts are `2024-03-05T10:11:12.345Z`, which are read at once; NaN for all that are not. */
function readUtc(text: string): number {
  const isUsual =
    text.length >= 20 && text.charAt(16) === ':' && text.charAt(10) === 'T' && text.endsWith('Z');
  return isUsual && text.slice(11, 13) < '24' ? parseIsoDate(text) : Number.NaN;
}

/** `ISO_ZONED_DATE_TIME`, or `ISO_OFFSET_DATE_TIME` where no region is known. Throws DateTimeParseException. */
export function readZoned(text: string, isRegion: (name: string) => boolean = () => false): ZonedText {
  const utc = readUtc(text);
  if (!Number.isNaN(utc)) return { localMs: utc, offsetMs: 0, offset: 'Z', region: null };
  const reader = new IsoReader(text);
  const localMs = readLocal(reader, false);
  const offset = readOffset(reader);
  const region = reader.nextIf(REGION, isRegion);
  reader.end();
  return { localMs, ...offset, region };
}

/** `ISO_INSTANT`: milliseconds of the epoch. Throws DateTimeParseException. */
export function readInstant(text: string): number {
  const utc = readUtc(text);
  if (!Number.isNaN(utc)) return utc;
  const reader = new IsoReader(text);
  try {
    const localMs = readLocal(reader, true);
    const { offsetMs } = readOffset(reader);
    reader.end();
    return localMs - offsetMs;
  } catch (error) {
    const isNoDate = error instanceof JavaError && error.because !== null;
    throw isNoDate ? unreadable(text, 0) : error;
  }
}
