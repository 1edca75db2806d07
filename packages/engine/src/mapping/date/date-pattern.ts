import { ApiError, table } from '@sextant/contract';
import {
  type DateElement,
  FractionElement,
  LiteralElement,
  NameElement,
  NumberElement,
  type NumberField,
  OffsetElement,
  type OffsetStyle,
  OptionalElement,
  QuarterElement,
  ReducedYearElement,
  ZoneElement,
} from './date-element.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Names of the root locale with a short form: of May to a Sept that Java shortens to three letters. */
const short = (names: readonly string[]): string[] => names.map((name) => name.slice(0, 3));

/** The widest number that java.time reads. */
const MAX_WIDTH = 19;

const NUMBERS: Readonly<Record<string, NumberField>> = table({
  d: 'day',
  H: 'hour',
  h: 'clockHour',
  m: 'minute',
  s: 'second',
  M: 'month',
  L: 'month',
  w: 'week',
  e: 'dayOfWeek',
  c: 'dayOfWeek',
});

const plain = /[+-]\d\d\d\d/y;
const colon = /[+-]\d\d:\d\d/y;
const offset = (pattern: RegExp, zero: string, more: Partial<OffsetStyle>): OffsetElement =>
  new OffsetElement({ pattern, zero, colon: false, minutes: 'always', seconds: false, ...more });

function isoOffset(letter: string, count: number): DateElement {
  const zero = (text: string): string => (letter === 'X' ? 'Z' : text);
  switch (count) {
    case 1:
      return offset(/[+-]\d\d(?:\d\d)?/y, zero('+00'), { minutes: 'needed' });
    case 2:
      return offset(plain, zero('+0000'), {});
    case 3:
      return offset(colon, zero('+00:00'), { colon: true });
    case 4:
      return offset(/[+-]\d\d\d\d(?:\d\d)?/y, zero('+0000'), { seconds: true });
    default:
      return offset(/[+-]\d\d:\d\d(?::\d\d)?/y, zero('+00:00'), { colon: true, seconds: true });
  }
}

function year(field: 'year' | 'weekYear', count: number): DateElement {
  if (count === 2) return new ReducedYearElement(field);
  return new NumberElement(field, count, MAX_WIDTH, count < 4 ? 'normal' : 'exceedsPad');
}

function number(field: NumberField, count: number): DateElement {
  return count === 1
    ? new NumberElement(field, 1, MAX_WIDTH, 'normal')
    : new NumberElement(field, count, count, 'never');
}

function tooMany(letter: string): Error {
  return new Error(`Too many pattern letters: ${letter}`);
}

/** The root locale, in which OpenSearch reads patterns, has only short names of months and days. */
export type NamesOf = 'root' | 'english';

function names(letter: string, count: number, locale: NamesOf): DateElement {
  const isMonth = letter === 'M' || letter === 'L';
  const all = isMonth ? MONTHS : DAYS;
  if (count > 5) throw tooMany(letter);
  const field = isMonth ? 'month' : 'dayOfWeek';
  if (count === 4 && locale === 'english') return new NameElement(field, all);
  return new NameElement(field, count === 5 ? all.map((name) => name[0]!) : short(all));
}

/** Letters that mean something to `DateTimeFormatter` and nothing here. */
const UNSUPPORTED: ReadonlySet<string> = new Set('AFGNOWBgnpv');

function letterElement(letter: string, count: number, locale: NamesOf): DateElement {
  switch (letter) {
    case 'u':
    case 'y':
      return year('year', count);
    case 'Y':
      return year('weekYear', count);
    case 'M':
    case 'L':
    case 'e':
    case 'c':
      if (count > 2) return names(letter, count, locale);
      return number(NUMBERS[letter]!, count);
    case 'E':
      return names(letter, count, locale);
    case 'd':
    case 'H':
    case 'h':
    case 'm':
    case 's':
    case 'w':
      if (count > 2) throw tooMany(letter);
      return number(NUMBERS[letter]!, count);
    case 'D':
      if (count > 3) throw tooMany(letter);
      return new NumberElement(
        'dayOfYear',
        count,
        count === 1 ? MAX_WIDTH : 3,
        count === 1 ? 'normal' : 'never',
      );
    case 'S':
      return new FractionElement(count, count, '');
    case 'a':
      return new NameElement('afternoon', ['AM', 'PM']);
    case 'Q':
    case 'q':
      return count > 2 ? new QuarterElement('Q', 1) : new QuarterElement('', count);
    case 'X':
    case 'x':
      if (count > 5) throw tooMany(letter);
      return isoOffset(letter, count);
    case 'Z':
      if (count < 4) return offset(plain, '+0000', {});
      return isoOffset('X', 5);
    case 'z':
    case 'V':
      if (letter === 'V' && count !== 2) throw new Error(`Pattern letter count must be 2: ${letter}`);
      return new ZoneElement();
    default:
      throw new Error(`${UNSUPPORTED.has(letter) ? 'Unsupported' : 'Unknown'} pattern letter: ${letter}`);
  }
}

/** Fixed numbers that follow a number directly keep their digits (`yyyyMMdd`). */
function reserveDigits(elements: readonly DateElement[]): void {
  for (let at = 0; at < elements.length; at++) {
    const element = elements[at];
    if (!(element instanceof NumberElement)) continue;
    let next = at + 1;
    while (next < elements.length && elements[next]!.fixedWidth > 0)
      element.reserved += elements[next++]!.fixedWidth;
    // Only the first number of such a run gives way; the fixed ones read their own width anyway.
    at = next - 1;
  }
}

class PatternReader {
  readonly #pattern: string;
  readonly #locale: NamesOf;
  #at = 0;

  constructor(pattern: string, locale: NamesOf) {
    this.#pattern = pattern;
    this.#locale = locale;
  }

  read(nested: boolean): DateElement[] {
    const elements: DateElement[] = [];
    while (this.#at < this.#pattern.length) {
      const char = this.#pattern[this.#at]!;
      if (/[A-Za-z]/.test(char)) elements.push(this.#letters(char));
      else if (char === "'") elements.push(this.#quoted());
      else if (char === '[') {
        this.#at++;
        elements.push(new OptionalElement(this.read(true)));
      } else if (char === ']') {
        if (!nested) throw new Error('Pattern invalid as it contains ] without previous [');
        this.#at++;
        break;
      } else {
        if ('{}#'.includes(char)) throw new Error(`Pattern includes reserved character: '${char}'`);
        elements.push(new LiteralElement(char));
        this.#at++;
      }
    }
    reserveDigits(elements);
    return elements;
  }

  #letters(letter: string): DateElement {
    const start = this.#at;
    while (this.#pattern[this.#at] === letter) this.#at++;
    return letterElement(letter, this.#at - start, this.#locale);
  }

  #quoted(): DateElement {
    const match = /'((?:[^']|'')*)'/y;
    match.lastIndex = this.#at;
    const quoted = match.exec(this.#pattern);
    if (quoted === null) throw new Error(`Pattern ends with an incomplete string literal: ${this.#pattern}`);
    this.#at += quoted[0].length;
    return new LiteralElement(quoted[1] === '' ? "'" : quoted[1]!.replaceAll("''", "'"));
  }
}

/** The elements of a pattern in java.time's letters; illegal_argument_exception where it is none. */
export function compilePattern(pattern: string, locale: NamesOf = 'root'): readonly DateElement[] {
  try {
    return new PatternReader(pattern, locale).read(false);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RangeError) throw error;
    const cause = { type: 'illegal_argument_exception', reason: error.message } as const;
    throw new ApiError({
      type: 'illegal_argument_exception',
      reason: `Invalid format: [${pattern}]: ${error.message}`,
      causedBy: cause,
    });
  }
}
