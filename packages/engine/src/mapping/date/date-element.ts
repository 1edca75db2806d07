import type { DateFields } from './date-fields.ts';
import type { DateParts } from './date-parts.ts';
import { checkZone } from './time-zone.ts';

/**
 * One piece of a date pattern. `parse` returns the position after it, or `~position` where it does not fit
 * (java.time's convention, so that errors can name the place).
 */
export interface DateElement {
  parse(text: string, at: number, fields: DateFields): number;
  print(parts: DateParts): string;
  /** Digits that the number before must leave to this one, 0 for all that is no number of fixed width. */
  readonly fixedWidth: number;
}

export type NumberField =
  | 'year'
  | 'month'
  | 'day'
  | 'dayOfYear'
  | 'weekYear'
  | 'week'
  | 'dayOfWeek'
  | 'hour'
  | 'clockHour'
  | 'minute'
  | 'second';

/** java.time's SignStyle, as far as patterns use it. */
export type SignStyle = 'never' | 'normal' | 'exceedsPad';

function digitsAt(text: string, at: number, most: number): number {
  let end = at;
  while (end < text.length && end - at < most && text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57)
    end++;
  return end - at;
}

function partOf(field: NumberField, parts: DateParts): number {
  return field === 'clockHour' ? parts.hour % 12 || 12 : parts[field];
}

export class NumberElement implements DateElement {
  readonly fixedWidth: number;
  readonly #field: NumberField;
  readonly #min: number;
  readonly #max: number;
  readonly #sign: SignStyle;
  /** Set by the pattern: digits of fixed numbers that follow without a gap. */
  reserved = 0;

  constructor(field: NumberField, min: number, max: number, sign: SignStyle) {
    this.#field = field;
    this.#min = min;
    this.#max = max;
    this.#sign = sign;
    this.fixedWidth = min === max ? min : 0;
  }

  parse(text: string, start: number, fields: DateFields): number {
    const mark = text[start];
    const isSigned = mark === '-' || (mark === '+' && this.#sign === 'exceedsPad');
    if ((mark === '+' || mark === '-') && (!isSigned || this.#sign === 'never')) return ~start;
    const at = isSigned ? start + 1 : start;
    let length = digitsAt(text, at, this.#max + this.reserved);
    if (this.reserved > 0) length = Math.min(this.#max, Math.max(this.#min, length - this.reserved));
    if (length < this.#min || digitsAt(text, at, length) < length) return ~at;
    if (this.#sign === 'exceedsPad' && mark === '+' && length <= this.#min) return ~start;
    if (this.#sign === 'exceedsPad' && !isSigned && length > this.#min) return ~at;
    const value = Number(text.slice(at, at + length));
    fields[this.#field] = mark === '-' ? -value : value;
    return at + length;
  }

  print(parts: DateParts): string {
    const value = partOf(this.#field, parts);
    const digits = String(Math.abs(value)).padStart(this.#min, '0');
    if (value < 0) return `-${digits}`;
    return this.#sign === 'exceedsPad' && digits.length > this.#min ? `+${digits}` : digits;
  }
}

/** Two digits of a year from 2000 on. */
export class ReducedYearElement implements DateElement {
  readonly fixedWidth = 2;
  readonly #field: 'year' | 'weekYear';

  constructor(field: 'year' | 'weekYear') {
    this.#field = field;
  }

  parse(text: string, at: number, fields: DateFields): number {
    if (digitsAt(text, at, 2) < 2) return ~at;
    fields[this.#field] = 2000 + Number(text.slice(at, at + 2));
    return at + 2;
  }

  print(parts: DateParts): string {
    return String(Math.abs(parts[this.#field]) % 100).padStart(2, '0');
  }
}

/**
 * A fraction of a second, `min` to `max` digits, after one of the characters of `points` (none when empty).
 */
export class FractionElement implements DateElement {
  readonly fixedWidth: number;
  readonly #min: number;
  readonly #max: number;
  readonly #points: string;
  readonly #printMin: number;
  readonly #printsAll: boolean;

  /** `printsAll`: more digits than `printMin` where there are more. */
  constructor(min: number, max: number, points: string, printMin = min, printsAll = false) {
    this.#min = min;
    this.#max = max;
    this.#points = points;
    this.#printMin = printMin;
    this.#printsAll = printsAll;
    this.fixedWidth = points === '' && min === max ? min : 0;
  }

  parse(text: string, start: number, fields: DateFields): number {
    if (this.#points !== '' && (start >= text.length || !this.#points.includes(text[start]!))) return ~start;
    const at = this.#points === '' ? start : start + 1;
    const length = digitsAt(text, at, this.#max);
    if (length < this.#min) return ~at;
    fields.nano = Number(text.slice(at, at + length).padEnd(9, '0'));
    return at + length;
  }

  print(parts: DateParts): string {
    const digits = String(parts.millisecond * 1e6 + parts.nanos).padStart(9, '0');
    const needed = this.#printsAll ? digits.replace(/0+$/, '').length : 0;
    return this.#points.slice(0, 1) + digits.slice(0, Math.max(this.#printMin, needed));
  }
}

export class LiteralElement implements DateElement {
  readonly fixedWidth = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  parse(text: string, at: number): number {
    return text.startsWith(this.#text, at) ? at + this.#text.length : ~at;
  }

  print(): string {
    return this.#text;
  }
}

/** Names of months, days, halves of the day. */
export class NameElement implements DateElement {
  readonly fixedWidth = 0;
  readonly #names: readonly string[];
  readonly #field: 'month' | 'dayOfWeek' | 'afternoon';

  constructor(field: 'month' | 'dayOfWeek' | 'afternoon', names: readonly string[]) {
    this.#field = field;
    this.#names = names;
  }

  parse(text: string, at: number, fields: DateFields): number {
    let best = -1;
    for (let index = 0; index < this.#names.length; index++) {
      const name = this.#names[index]!;
      if (text.startsWith(name, at) && (best < 0 || name.length > this.#names[best]!.length)) best = index;
    }
    if (best < 0) return ~at;
    if (this.#field === 'afternoon') fields.afternoon = best === 1;
    // The day of the week is not checked against the date, as OpenSearch takes the date.
    else if (this.#field === 'month') fields.month = best + 1;
    return at + this.#names[best]!.length;
  }

  print(parts: DateParts): string {
    if (this.#field === 'afternoon') return this.#names[parts.hour < 12 ? 0 : 1]!;
    return this.#names[parts[this.#field] - 1]!;
  }
}

/** What may be left out: nothing of it is read unless all of it fits. */
export class OptionalElement implements DateElement {
  readonly fixedWidth = 0;
  readonly #elements: readonly DateElement[];

  constructor(elements: readonly DateElement[]) {
    this.#elements = elements;
  }

  parse(text: string, start: number, fields: DateFields): number {
    const before = { ...fields };
    let at = start;
    for (const element of this.#elements) {
      at = element.parse(text, at, fields);
      if (at >= 0) continue;
      for (const key of Object.keys(fields) as (keyof DateFields)[]) delete fields[key];
      Object.assign(fields, before);
      return start;
    }
    return at;
  }

  print(parts: DateParts): string {
    return this.#elements.map((element) => element.print(parts)).join('');
  }
}

/** How an offset is written: `HHmm` with a colon or without, seconds, and the text for zero. */
export interface OffsetStyle {
  readonly pattern: RegExp;
  readonly colon: boolean;
  readonly minutes: 'always' | 'needed';
  readonly seconds: boolean;
  readonly zero: string;
}

export class OffsetElement implements DateElement {
  readonly fixedWidth = 0;
  readonly #style: OffsetStyle;

  constructor(style: OffsetStyle) {
    this.#style = style;
  }

  parse(text: string, at: number, fields: DateFields): number {
    if (this.#style.zero !== '' && text.startsWith(this.#style.zero, at)) {
      fields.zone = 'Z';
      return at + this.#style.zero.length;
    }
    this.#style.pattern.lastIndex = at;
    const match = this.#style.pattern.exec(text);
    if (match === null || Number(match[0].slice(1, 3)) > 18) return ~at;
    fields.zone = match[0];
    return at + match[0].length;
  }

  print(parts: DateParts): string {
    if (parts.offsetMs === 0) return this.#style.zero;
    return printOffset(parts.offsetMs, this.#style);
  }
}

function printOffset(offsetMs: number, style: Pick<OffsetStyle, 'colon' | 'minutes' | 'seconds'>): string {
  const total = Math.abs(offsetMs) / 1000;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const colon = style.colon ? ':' : '';
  const minutes = Math.floor(total / 60) % 60;
  let result = (offsetMs < 0 ? '-' : '+') + two(total / 3600);
  if (style.minutes === 'always' || minutes !== 0) result += colon + two(minutes);
  if (style.seconds && total % 60 !== 0) result += colon + two(total % 60);
  return result;
}

const REGION_OR_OFFSET =
  /[+-]\d\d(?::?\d\d(?::?\d\d)?)?|(?:UTC|GMT|UT)[+-]\d\d:\d\d(?!:)|[A-Za-z][A-Za-z0-9_+/~-]*/y;

/** An offset of any form, or the name of a zone. */
export class ZoneElement implements DateElement {
  readonly fixedWidth = 0;

  parse(text: string, at: number, fields: DateFields): number {
    REGION_OR_OFFSET.lastIndex = at;
    let zone = REGION_OR_OFFSET.exec(text)?.[0];
    if (zone === undefined) return ~at;
    if (zone.startsWith('Z')) zone = 'Z';
    else if (/^[+-]/.test(zone) && Number(zone.slice(1, 3)) > 18) return ~at;
    else if (/^[a-z]/.test(zone)) return ~at;
    while (zone !== '' && !isZone(zone))
      zone = /^(UTC|GMT|UT)[+-]/.test(zone) ? zone.replace(/[+-].*/, '') : '';
    if (zone === '') return ~at;
    fields.zone = zone;
    return at + zone.length;
  }

  print(parts: DateParts): string {
    if (!/^(Z|UTC|GMT|UT|[+-].*)$/.test(parts.zone)) return parts.zone;
    return parts.offsetMs === 0
      ? 'Z'
      : printOffset(parts.offsetMs, { colon: true, minutes: 'always', seconds: true });
  }
}

function isZone(zone: string): boolean {
  try {
    checkZone(zone);
    return true;
  } catch {
    return false;
  }
}

/** The quarter of the year: read, but a month decides. */
export class QuarterElement implements DateElement {
  readonly fixedWidth = 0;
  readonly #prefix: string;
  readonly #width: number;

  constructor(prefix: string, width: number) {
    this.#prefix = prefix;
    this.#width = width;
  }

  parse(text: string, at: number): number {
    const from = at + this.#prefix.length;
    const length = text.startsWith(this.#prefix, at) ? digitsAt(text, from, this.#width) : 0;
    if (length < this.#width) return ~at;
    const quarter = Number(text.slice(from, from + length));
    return quarter >= 1 && quarter <= 4 ? from + length : ~at;
  }

  print(parts: DateParts): string {
    return this.#prefix + String(Math.ceil(parts.month / 3)).padStart(this.#width, '0');
  }
}
