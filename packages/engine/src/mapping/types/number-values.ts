import { ApiError, type JsonMap, table } from '@sextant/contract';
import { decimalFormat } from '../decimal-format.ts';
import type { ValueSource } from '../document-values.ts';
import { illegalArgument } from '../errors.ts';
import { ExactToken } from '../exact-json.ts';
import type { FieldMapper } from '../field-mapper.ts';
import { javaDouble, javaTrim } from '../java-text.ts';
import { isIntegral, javaParseDouble, type NumericType, parseNumber } from '../number-coercion.ts';
import {
  docValues,
  EXPLICIT,
  flag,
  index,
  meta,
  type Parameter,
  parameter,
  skipList,
  store,
} from '../parameters.ts';

/** The `null_value` of a number; unreadable text is reported in Java's way for every type. */
export function numberDefault(type: NumericType, value: unknown): number | null {
  if (value === null) return null;
  try {
    return parseNumber(type, value, false);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.error.reason.startsWith('For input string')) throw error;
    throw new ApiError({ type: 'number_format_exception', reason: error.error.reason });
  }
}

export function numberParameters(type: NumericType): readonly Parameter[] {
  return [
    index,
    docValues,
    store,
    skipList,
    flag('ignore_malformed', false, EXPLICIT),
    flag('coerce', true, EXPLICIT),
    parameter('null_value', null, (value) => numberDefault(type, value), { acceptsNull: true }),
    meta,
  ];
}

const numberDefaults: JsonMap = {
  index: true,
  doc_values: true,
  store: false,
  ignore_malformed: false,
  coerce: true,
  null_value: null,
  meta: {},
};

/** What fields of numbers share. */
export function numberType(name: NumericType) {
  return {
    name,
    storage: 'number',
    parameters: numberParameters(name),
    defaults: numberDefaults,
    isScalar: true,
    bytes: 'parsed',
    isText: false,
    hasNoEmpty: true,
    formats: 'docvalues',
    terms: null,
  } as const;
}

const RANGES: Readonly<Record<string, readonly [number, number, string]>> = table({
  long: [-(2 ** 63), 2 ** 63, 'long (-9223372036854775808 - 9223372036854775807)'],
  integer: [-0x80000000, 0x7fffffff, 'int (-2147483648 - 2147483647)'],
  short: [-0x8000, 0x7fff, 'Java short'],
});

const NOT_NUMERIC = 'not numeric, can not use numeric value accessors';

const TYPE_NAMES: Readonly<Record<string, string>> = table({
  long: 'Long',
  unsigned_long: 'Unsigned long',
  integer: 'Integer',
  short: 'Short',
  byte: 'Byte',
});

/** What texts are read as. */
const READ_AS: Readonly<Record<string, string>> = table({
  ...TYPE_NAMES,
  unsigned_long: 'BigInteger',
  byte: 'Integer',
  double: 'Double',
  scaled_float: 'Double',
  float: 'Float',
  half_float: 'Float',
});

/** An empty text is no value, in place of which another may stand. */
export function givenOrDefault(mapper: Pick<FieldMapper, 'coerce' | 'nullValue'>, given: unknown): unknown {
  return given === '' && mapper.coerce ? mapper.nullValue : given;
}

/** A value of a document as a number of the type; undefined for null. */
export function numberOf(
  type: NumericType,
  mapper: Pick<FieldMapper, 'coerce'>,
  given: unknown,
  source: ValueSource,
): number | undefined {
  if (given === null) return undefined;
  if (typeof given === 'string') {
    if (!mapper.coerce) throw illegalArgument(`${READ_AS[type]} value passed as String`);
    return parseNumber(type, given, true);
  }
  const isExact = given instanceof ExactToken && given.kind === 'number';
  const value = isExact ? Number(given.text) : given;
  if (typeof value !== 'number') throw source.wrongToken(given, NOT_NUMERIC);
  if (!isIntegral(type)) return parseNumber(type, value, true);
  const range = RANGES[type];
  const text = isExact ? given.text : undefined;
  if (range !== undefined && beyond(value, range[0], range[1], text, type))
    throw source.outOfRange(given, range[2]);
  if (!mapper.coerce && !Number.isInteger(value)) {
    throw illegalArgument(
      `${javaDouble(value)} cannot be converted to ${TYPE_NAMES[type]} without data loss`,
    );
  }
  return type === 'long' ? Math.trunc(value) : parseNumber(type, text ?? value, true);
}

/**
 * 2^63 as a double may stand for a long that fits (…807) or one that does not (…808): only the text can tell.
 */
function beyond(value: number, min: number, max: number, text: string | undefined, type: string): boolean {
  if (type !== 'long') return value <= min - 1 || value >= max + 1;
  if (Math.abs(value) < max) return false;
  if (text === undefined || value > max || value < min) return true;
  if (!/^-?\d+$/.test(text)) return value > 0;
  const digits = text.replace('-', '');
  return digits > (value < 0 ? '9223372036854775808' : '9223372036854775807');
}

/** A value of a query as a number of the type. */
export function numberTerm(type: NumericType, value: unknown): number {
  if (typeof value === 'number') return parseNumber(type, value, true);
  try {
    return parseNumber(type, String(value), true);
  } catch (error) {
    // Queries report every unreadable number in Java's way, documents only those of some types.
    const isUnreadable =
      error instanceof ApiError && /^(For input string|empty String)/.test(error.error.reason);
    if (!isUnreadable) throw error;
    throw new ApiError({ type: 'number_format_exception', reason: error.error.reason });
  }
}

/** A limit of a range as a number, however large. */
export function decimalOf(value: unknown): number {
  if (typeof value === 'number') return value;
  const text = String(value);
  const number = javaParseDouble(text);
  if (number !== undefined) return number;
  const reason = javaTrim(text) === '' ? 'empty String' : `For input string: "${text}"`;
  throw new ApiError({ type: 'number_format_exception', reason });
}

/** Throws where a limit is beyond what the type can hold. */
export function checkLimit(type: NumericType, number: number, value: unknown): void {
  parseNumber(type, isIntegral(type) ? String(value) : number, true);
}

/** A number in a format that a request gives; null where it gives none. */
export function formatted(value: number | bigint, format: string | null): string | null {
  return format === null ? null : decimalFormat(format)(value);
}
