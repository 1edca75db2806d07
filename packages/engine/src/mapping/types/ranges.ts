import { Double, type Json, type JsonMap } from '@sextant/contract';
import { compareBytes } from '../../codec/bytes.ts';
import { textOf, type ValueSource } from '../document-values.ts';
import { illegalArgument, mapperParsing } from '../errors.ts';
import type { FieldMapper } from '../field-mapper.ts';
import type { FieldType, LimitOptions, RangeForm } from '../field-type.ts';
import { type ColumnNumber, isFine, toBig } from '../fine-number.ts';
import { cidrRange, formatIp, parseIp } from '../ip-address.ts';
import { javaDouble, javaFloat, javaText } from '../java-text.ts';
import type { FieldValue, MappedField } from '../mapped-field.ts';
import { boost, docValues, EXPLICIT, flag, index, meta, type Parameter, store } from '../parameters.ts';
import { boundsOfTerm, nextBytes, numberBytes, numberOfBytes, rangeTerm } from '../range-bounds.ts';
import { isObjectValue } from '../value-preview.ts';
import { DEFAULT_DATE_FORMAT, date, dateLimit } from './date.ts';
import { double, float } from './floats.ts';
import { integral, long } from './integers.ts';
import { ip } from './ip.ts';

/** What the bounds of a range are. */
interface Bounds {
  /** The type of a single value. */
  readonly of: FieldType;
  readonly lowest: Uint8Array;
  readonly highest: Uint8Array;
  /** A bound of a document. Throws as `FieldType.parse`. */
  parse(mapper: FieldMapper, value: unknown, source: ValueSource): Uint8Array;
  limit(field: MappedField, value: unknown, options: LimitOptions): Uint8Array;
  next(field: MappedField, bound: Uint8Array, by: 1 | -1): Uint8Array;
  show(field: MappedField, bound: Uint8Array, format: string | null): Json;
  /** As Java prints it, for errors. */
  text(field: MappedField, bound: Uint8Array): string;
}

function numberText(of: FieldType, number: ColumnNumber): string {
  if (isFine(number)) return String(toBig(number));
  if (of.numbers?.hasFractions !== true) return String(number);
  return of === float ? javaFloat(number) : javaDouble(number);
}

function numberBounds(of: FieldType): Bounds {
  const numbers = of.numbers!;
  return {
    of,
    lowest: numberBytes(Number.NEGATIVE_INFINITY),
    highest: numberBytes(Number.POSITIVE_INFINITY),
    parse: (mapper, value, source) => {
      const number = of.parse(mapper, value, source);
      return numberBytes(isFine(number) ? number : Number(number));
    },
    limit: (field, value, options) => numberBytes(numbers.limit(field, value, options)),
    next: (field, bound, by) => {
      const number = numberOfBytes(bound);
      const isWhole = !numbers.hasFractions && Number.isSafeInteger(number);
      return numberBytes(isWhole ? Number(number) + by : numbers.next(field, number, by));
    },
    show: (field, bound, format) => of.print(field, numberOfBytes(bound), format),
    text: (_field, bound) => numberText(of, numberOfBytes(bound)),
  };
}

/** Where a bound names no time of day it is midnight. */
function dateBound(mapper: FieldMapper, value: unknown, source: ValueSource): Uint8Array {
  const options = { nowMs: Number.NaN, roundUp: false, format: null, timeZone: null };
  const text = textOf(value, source);
  if (text.startsWith('now'))
    throw illegalArgument(`a bound of the range [${mapper.path}] cannot be [${text}]`);
  return numberBytes(dateLimit(mapper.mapped, text, options));
}

const dates: Bounds = { ...numberBounds(date), parse: dateBound };

const addresses: Bounds = {
  of: ip,
  lowest: new Uint8Array(16),
  highest: new Uint8Array(16).fill(0xff),
  parse: (_mapper, value, source) => parseIp(textOf(value, source)),
  limit: (_field, value) => parseIp(javaText(value)),
  next: (_field, bound, by) => nextBytes(bound, by),
  show: (_field, bound) => formatIp(bound),
  text: (_field, bound) => `/${formatIp(bound)}`,
};

const INCLUDED: ReadonlyMap<string, { readonly side: 'low' | 'high'; readonly isOpen: boolean }> = new Map([
  ['gte', { side: 'low', isOpen: false }],
  ['gt', { side: 'low', isOpen: true }],
  ['lte', { side: 'high', isOpen: false }],
  ['lt', { side: 'high', isOpen: true }],
]);

function rangeOf(bounds: Bounds, mapper: FieldMapper, value: unknown, source: ValueSource): Uint8Array {
  if (bounds === addresses && typeof value === 'string') {
    const { from, to } = cidrRange(value);
    return rangeTerm(from, to);
  }
  if (!isObjectValue(value)) {
    throw mapperParsing(`error parsing field [${mapper.path}], expected an object but got ${mapper.name}`);
  }
  const found = { low: bounds.lowest, high: bounds.highest };
  for (const [key, given] of Object.entries(value)) {
    const bound = INCLUDED.get(key);
    if (bound === undefined)
      throw mapperParsing(`error parsing field [${mapper.path}], with unknown parameter [${key}]`);
    if (given === null) continue;
    const read = bounds.parse(mapper, given, source);
    found[bound.side] = bound.isOpen ? bounds.next(mapper.mapped, read, bound.side === 'low' ? 1 : -1) : read;
  }
  if (compareBytes(found.low, found.high) <= 0) return rangeTerm(found.low, found.high);
  const [low, high] = [found.low, found.high].map((bound) =>
    javaText(bounds.show(mapper.mapped, bound, null)),
  );
  throw illegalArgument(`min value (${low}) is greater than max value (${high})`);
}

function parametersOf(withFormat: boolean): readonly Parameter[] {
  const ofDates = date.parameters.filter(
    ({ name }) => withFormat && (name === 'format' || name === 'locale'),
  );
  return [
    index,
    docValues,
    store,
    flag('coerce', true, EXPLICIT),
    ...ofDates,
    boost,
    meta,
    flag('ignore_malformed', false, EXPLICIT),
  ];
}

/** A stored range as its bounds, both within. */
function shownRange(bounds: Bounds, field: MappedField, value: FieldValue, format: string | null): JsonMap {
  if (!(value instanceof Uint8Array)) return {};
  const { low, high } = boundsOfTerm(value);
  return {
    ...(compareBytes(low, bounds.lowest) !== 0 && { gte: bounds.show(field, low, format) }),
    ...(compareBytes(high, bounds.highest) !== 0 && { lte: bounds.show(field, high, format) }),
  };
}

function range(name: string, bounds: Bounds, format: string | undefined): FieldType {
  const shown = (field: MappedField, value: FieldValue, given: string | null): JsonMap =>
    shownRange(bounds, field, value, given ?? format ?? null);
  const ranges: RangeForm = {
    of: bounds.of,
    lowest: bounds.lowest,
    highest: bounds.highest,
    limit: (field, value, options) => bounds.limit(field, value, options),
    next: (field, bound, by) => bounds.next(field, bound, by),
    text: (field, bound) => bounds.text(field, bound),
  };
  return {
    name,
    storage: 'ordinal',
    parameters: parametersOf(format !== undefined),
    defaults: {
      index: true,
      doc_values: true,
      store: false,
      coerce: true,
      ...(format !== undefined && { format, locale: '' }),
      boost: new Double(1),
      meta: {},
      ignore_malformed: false,
    },
    isScalar: false,
    bytes: 'parsed',
    isText: false,
    formats: format === undefined ? 'none' : 'both',
    notSorted: `Sorting by a field of type [${name}] is not supported`,
    numbers: null,
    ranges,
    terms: {
      isPlain: false,
      isKey: false,
      bytes: () => {
        throw illegalArgument(`a value of type [${name}] cannot stand for missing ones`);
      },
      text: (term) => JSON.stringify([...term]),
    },
    mapped: (mapper) => (format === undefined ? {} : { format: String(mapper.value('format')) }),
    structure: {
      split: (value) => [value].flat(Number.POSITIVE_INFINITY).filter((each) => each !== null),
      // A text has an address with its bits; of what is written as bounds no field can make a value, and one of ranges reads none.
      text: (_stored, multi, _mapper, given) => {
        return multi.fieldType.ranges !== undefined && isObjectValue(given) ? JSON.stringify(given) : given;
      },
      given: (value) => {
        const all = [value].flat(Number.POSITIVE_INFINITY);
        return all.length > 0 && all.every((each) => each === null) ? all : null;
      },
      checkFormat: () => undefined,
      print: (field, value, given) => {
        if (!isObjectValue(value)) return String(value);
        const entries = Object.entries(value).map(([key, bound]) => [
          key,
          bound === null ? null : bounds.of.printSource(field, bound as string | number, given),
        ]);
        return Object.fromEntries(entries) as JsonMap;
      },
    },
    parse: (mapper, value, source) => rangeOf(bounds, mapper, value, source),
    queryValue: (field, value) => bounds.of.queryValue(field, value),
    match: (field, value, nowMs) => {
      const options = { nowMs, format: null, timeZone: null };
      const low = bounds.limit(field, value, { ...options, roundUp: false });
      return { kind: 'range', low, high: bounds.limit(field, value, { ...options, roundUp: true }) };
    },
    print: (field, value, given) => shown(field, value, given),
    printSource: (_field, value) => value,
  };
}

/** Ranges of numbers, dates and addresses: kept as a term of their two bounds each, which queries go through. */
export const integerRange = range('integer_range', numberBounds(integral), undefined);
export const longRange = range('long_range', numberBounds(long), undefined);
export const floatRange = range('float_range', numberBounds(float), undefined);
export const doubleRange = range('double_range', numberBounds(double), undefined);
export const dateRange = range('date_range', dates, DEFAULT_DATE_FORMAT);
export const ipRange = range('ip_range', addresses, undefined);
