import { apiError, Double } from '@sextant/contract';
import { toDouble } from '../../dsl/json-reader.ts';
import { formatDate, printsIso } from '../../mapping/date/date-format.ts';
import { parseDateMath } from '../../mapping/date/date-math.ts';
import { decimalFormat } from '../../mapping/decimal-format.ts';
import { decimalReader } from '../../mapping/decimal-text.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { DEFAULT_DATE_FORMAT } from '../../mapping/types/date.ts';
import type { MissingValue, SourceSpec } from '../spec-parts.ts';

/** How values of a field are printed and read: OpenSearch's DocValueFormat for numbers. */
export interface ValueFormat {
  /** Values are shown as numbers only, without a `…_as_string` beside them. */
  readonly raw: boolean;
  /** The keys of terms are shown without a text although other values are not. */
  readonly bareTerms?: boolean;
  /** Dates that `hasIsoDate` are shown as `printIsoDate` prints them. */
  readonly isIso?: boolean;
  text(value: number): string;
  /** The text as a JSON value: booleans and unsigned longs are bare in some places. */
  json(value: number): string | boolean | Double;
  parse(value: MissingValue): number;
}

/** The largest double below 2^63. */
const LONGEST = 2 ** 63 - 1024;

function parseNumber(value: MissingValue): number {
  return typeof value === 'boolean' ? Number(value) : toDouble(value);
}

export const RAW_FORMAT: ValueFormat = {
  raw: true,
  text: javaDouble,
  json: javaDouble,
  parse: parseNumber,
};

/** Unsigned longs have a text beside every number but the keys of terms. */
const UNSIGNED_FORMAT: ValueFormat = {
  ...RAW_FORMAT,
  raw: false,
  bareTerms: true,
  json: (value) => new Double(value),
};

const BOOLEAN_FORMAT: ValueFormat = {
  raw: false,
  text: (value) => String(value !== 0),
  json: (value) => value !== 0,
  parse: (value) => {
    if (typeof value === 'number') return value;
    if (value === true || value === 'true') return 1;
    if (value === false || value === 'false') return 0;
    throw apiError(
      'illegal_argument_exception',
      `Cannot parse boolean [${value}], expected either [true] or [false]`,
    );
  },
};

export function numberFormat(pattern: string): ValueFormat {
  const text = decimalFormat(pattern);
  const read = decimalReader(pattern);
  return {
    raw: false,
    text,
    json: text,
    parse: (value) => (typeof value === 'string' ? read(value) : parseNumber(value)),
  };
}

function dateFormat(pattern: string, timeZone: string | null, nowMs: number): ValueFormat {
  // Sums of squares can lie beyond what Java's long can hold, which is where OpenSearch stops, too.
  const clamp = (value: number): number =>
    Number.isNaN(value) ? 0 : Math.trunc(Math.min(Math.max(value, -(2 ** 63)), LONGEST));
  const text = (value: number): string => formatDate(clamp(value), pattern, timeZone ?? 'Z');
  return {
    raw: false,
    get isIso() {
      return printsIso(pattern, timeZone ?? 'Z');
    },
    text,
    json: text,
    parse: (value) => {
      if (typeof value === 'number') return value;
      return parseDateMath(String(value), pattern, {
        nowMs,
        roundUp: false,
        ...(timeZone !== null && { timeZone }),
      });
    },
  };
}

/** The format of a field under an aggregation; `dates` says that the aggregation is one over time. */
export function formatOf(
  field: MappedField | null,
  spec: SourceSpec,
  dates: boolean,
  nowMs: number,
): ValueFormat {
  const numbers = field?.fieldType.numbers ?? null;
  const isDate = field === null ? dates || spec.valueType === 'date' : numbers?.values === 'dates';
  if (isDate) {
    const format = dateFormat(spec.format ?? field?.format ?? DEFAULT_DATE_FORMAT, spec.timeZone, nowMs);
    // A pattern that cannot be read is told of before there is any value to print.
    if (spec.format !== null) format.text(0);
    return format;
  }
  if (field === null ? spec.valueType === 'boolean' : numbers?.values === 'flags') {
    if (field !== null && spec.format !== null) throw unsupported(field, 'formats');
    checkNoZone(field, spec);
    return BOOLEAN_FORMAT;
  }
  if (field !== null && numbers === null) {
    if (field.madeByScript === true) return RAW_FORMAT;
    if (spec.format !== null && field.fieldType.formats !== 'docvalues') throw unsupported(field, 'formats');
    checkNoZone(field, spec);
    return RAW_FORMAT;
  }
  checkNoZone(field, spec);
  if (spec.format !== null) return numberFormat(spec.format);
  return numbers?.hasText === true ? UNSIGNED_FORMAT : RAW_FORMAT;
}

function checkNoZone(field: MappedField | null, { timeZone }: SourceSpec): void {
  if (field !== null && timeZone !== null) throw unsupported(field, 'time zones');
}

function unsupported(field: MappedField, what: string): Error {
  return apiError(
    'illegal_argument_exception',
    `Field [${field.name}] of type [${field.type}] does not support custom ${what}`,
  );
}
