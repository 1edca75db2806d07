import { ApiError, Double } from '@sextant/contract';
import { dateFormat, formatDate } from '../date/date-format.ts';
import { parseDateMath } from '../date/date-math.ts';
import { textOf, type ValueSource } from '../document-values.ts';
import { illegalArgument, mapperParsing, wrapError } from '../errors.ts';
import type { FieldMapper } from '../field-mapper.ts';
import type { FieldType, LimitOptions } from '../field-type.ts';
import { coarseOf } from '../fine-number.ts';
import { javaText } from '../java-text.ts';
import type { MappedField } from '../mapped-field.ts';
import {
  boost,
  docValues,
  EXPLICIT,
  flag,
  index,
  meta,
  type Parameter,
  type ParameterContext,
  parameter,
  skipList,
  store,
} from '../parameters.ts';
import { wholeJson } from '../whole-number.ts';

export const DEFAULT_DATE_FORMAT = 'strict_date_optional_time||epoch_millis';

function localeOf(value: unknown, { field }: ParameterContext): string {
  const locale = String(value);
  if (locale === '' || /^(?:root|en\b)/i.test(locale)) return locale;
  throw mapperParsing(`locale [${locale}] is not supported on field [${field}], use [en]`);
}

const dateParameters: readonly Parameter[] = [
  index,
  docValues,
  store,
  skipList,
  parameter('format', DEFAULT_DATE_FORMAT, String),
  parameter('print_format', undefined, String),
  parameter('locale', '', localeOf),
  parameter('null_value', null, (value) => (value === null ? null : javaText(value)), { acceptsNull: true }),
  flag('ignore_malformed', false, EXPLICIT),
  boost,
  meta,
];

/** Epoch milliseconds of a value of a document. */
export function dateOf(mapper: FieldMapper, value: unknown, source: ValueSource): number {
  const format = mapper.dateFormat!;
  if (
    typeof value === 'number' &&
    value > 9999 &&
    value < 1e15 &&
    format.readsEpochMillis &&
    Number.isInteger(value)
  )
    return value;
  const text = textOf(value, source);
  if (text.length === 0) throw illegalArgument('cannot parse empty date');
  const ms = format.parse(text);
  if (Number.isNaN(ms)) throw format.failure(text);
  return ms;
}

function checkFormat(field: string, format: string): void {
  try {
    dateFormat(format);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = `Error parsing [format] on field [${field}]: ${error.error.reason}`;
    throw wrapError('illegal_argument_exception', reason, error.error);
  }
}

export function dateLimit(field: MappedField, value: unknown, options: LimitOptions): number {
  const { nowMs, roundUp, format, timeZone } = options;
  const zone = timeZone === null ? {} : { timeZone };
  const pattern = format ?? field.format ?? DEFAULT_DATE_FORMAT;
  return parseDateMath(String(value), pattern, { nowMs, roundUp, ...zone });
}

/** Kept as epoch milliseconds. */
export const date: FieldType = {
  name: 'date',
  storage: 'number',
  parameters: dateParameters,
  defaults: {
    index: true,
    doc_values: true,
    store: false,
    format: DEFAULT_DATE_FORMAT,
    locale: '',
    null_value: null,
    ignore_malformed: false,
    boost: new Double(1),
    meta: {},
  },
  isScalar: true,
  bytes: 'parsed',
  isText: false,
  formats: 'both',
  terms: null,
  numbers: {
    values: 'dates',
    hasFractions: false,
    numericType: 'date',
    missing: ['-9223372036854775808', '9223372036854775807'],
    limit: dateLimit,
    next: (_field, ms, by) => coarseOf(ms) + by,
    sortValue: (value) => wholeJson('date', Math.trunc(coarseOf(value))),
  },
  check: (field, values) => {
    if (values.has('format')) checkFormat(field, String(values.get('format')));
  },
  mapped: (mapper) => ({ format: String(mapper.value('format')) }),
  parse: dateOf,
  queryValue: (field, value, nowMs = Number.NaN) => {
    return parseDateMath(javaText(value), field.format!, { nowMs, roundUp: false });
  },
  // The whole day for `2024-01-01`.
  match: (field, value, nowMs) => {
    const options = { nowMs, format: null, timeZone: null };
    const low = dateLimit(field, value, { ...options, roundUp: false });
    return { kind: 'numbers', low, high: dateLimit(field, value, { ...options, roundUp: true }) };
  },
  print: (field, value, format) => formatDate(Number(value), format ?? field.format ?? DEFAULT_DATE_FORMAT),
  printSource: (field, value, format) => {
    const pattern = field.format ?? DEFAULT_DATE_FORMAT;
    const ms = parseDateMath(String(value), pattern, { nowMs: 0, roundUp: false });
    return formatDate(ms, format ?? pattern);
  },
};
