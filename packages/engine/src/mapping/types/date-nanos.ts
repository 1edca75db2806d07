import { dateFormat, formatDate } from '../date/date-format.ts';
import { nanosOfDateMath, parseDateMath } from '../date/date-math.ts';
import { textOf, type ValueSource } from '../document-values.ts';
import { illegalArgument } from '../errors.ts';
import type { FieldMapper } from '../field-mapper.ts';
import type { FieldType, LimitOptions } from '../field-type.ts';
import { type ColumnNumber, coarseOf, columnNumber, isFine, restOf } from '../fine-number.ts';
import type { FieldValue, MappedField } from '../mapped-field.ts';
import { wholeJson, wholeOf } from '../whole-number.ts';
import { DEFAULT_DATE_FORMAT, date, dateLimit, dateOf } from './date.ts';

const NANOS_PER_MS = 1_000_000;
/** Epoch nanoseconds are longs, from 1970 on. */
const LAST_MS = 9_223_372_036_854;
const LAST_NANOS = 775_807;
const LAST = '2262-04-11T23:47:16.854775807';

/** Java's text of an instant: as many groups of three digits of the fraction as it needs. */
function instantText(ms: number, nanos: number): string {
  const second = formatDate(ms, "uuuu-MM-dd'T'HH:mm:ss");
  const fraction = formatDate(ms, 'SSSSSSSSS', 'Z', nanos).replace(/(?:000)+$/, '');
  return `${second}${fraction === '' ? '' : '.'}${fraction}Z`;
}

/** Throws where 64 bits of nanoseconds since 1970 cannot hold it. */
function instant(ms: number, nanos: number): ColumnNumber {
  const shown = (): string => `date[${instantText(ms, nanos)}] is`;
  const limit = 'and cannot be stored in nanosecond resolution';
  if (ms < 0) throw illegalArgument(`${shown()} before the epoch in 1970 ${limit}`);
  if (ms > LAST_MS || (ms === LAST_MS && nanos > LAST_NANOS))
    throw illegalArgument(`${shown()} after ${LAST} ${limit}`);
  return columnNumber(ms, nanos);
}

function instantOf(mapper: FieldMapper, value: unknown, source: ValueSource): ColumnNumber {
  const ms = dateOf(mapper, value, source);
  const isWhole = typeof value === 'number' && Number.isInteger(value);
  return instant(ms, isWhole ? 0 : mapper.dateFormat!.nanosIn(textOf(value, source), false));
}

function limit(field: MappedField, value: unknown, options: LimitOptions): ColumnNumber {
  const pattern = options.format ?? field.format ?? DEFAULT_DATE_FORMAT;
  return instant(dateLimit(field, value, options), nanosOfDateMath(String(value), pattern, options.roundUp));
}

function shown(field: MappedField, value: FieldValue, format: string | null): string {
  const number = isFine(value) ? value : Number(value);
  return formatDate(coarseOf(number), format ?? field.format ?? DEFAULT_DATE_FORMAT, 'Z', restOf(number));
}

/**
 * A date to the nanosecond: kept as the epoch milliseconds of a `date`, which is what aggregations see, and the nanoseconds
 * beyond as their rest. Sorts show and take epoch nanoseconds.
 */
export const dateNanos: FieldType = {
  ...date,
  name: 'date_nanos',
  numbers: {
    ...date.numbers!,
    numericType: 'date_nanos',
    limit,
    next: (_field, value, by) => {
      const nanos = restOf(value) + by;
      if (nanos < 0) return columnNumber(coarseOf(value) - 1, NANOS_PER_MS - 1);
      return nanos < NANOS_PER_MS ? columnNumber(coarseOf(value), nanos) : coarseOf(value) + 1;
    },
    sortValue: (value) => {
      const nanos = BigInt(Math.trunc(coarseOf(value))) * BigInt(NANOS_PER_MS) + BigInt(restOf(value));
      return wholeJson('long', wholeOf('long', String(nanos)));
    },
    ofSortValue: (value) => {
      const perMs = BigInt(NANOS_PER_MS);
      const nanos = ((value % perMs) + perMs) % perMs;
      return columnNumber(Number((value - nanos) / perMs), Number(nanos));
    },
  },
  parse: instantOf,
  queryValue: (field, value, nowMs = 0) =>
    limit(field, value, { nowMs, roundUp: false, format: null, timeZone: null }),
  match: (field, value, nowMs) => {
    const options = { nowMs, format: null, timeZone: null };
    const low = limit(field, value, { ...options, roundUp: false });
    return { kind: 'numbers', low, high: limit(field, value, { ...options, roundUp: true }) };
  },
  print: shown,
  printSource: (field, value, format) => {
    const pattern = field.format ?? DEFAULT_DATE_FORMAT;
    const ms = parseDateMath(String(value), pattern, { nowMs: 0, roundUp: false });
    return dateFormat(format ?? pattern).format(ms, 'Z', nanosOfDateMath(String(value), pattern, false));
  },
};
