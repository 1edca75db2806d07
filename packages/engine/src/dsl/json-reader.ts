import { type ApiError, apiError, isObject } from '@sextant/contract';
import { membersOf } from './read-place.ts';

/**
 * Reading foreign JSON with the words of OpenSearch's errors. What comes in here has been parsed already; where in the text
 * something is wrong is found by reading it once more (`locatedError`).
 */

export { isObject };

export type JsonObject = Readonly<Record<string, unknown>>;

/** The name of the JSON token that a value begins with. */
export function tokenOf(value: unknown): string {
  if (value === null || value === undefined) return 'VALUE_NULL';
  if (Array.isArray(value)) return 'START_ARRAY';
  if (typeof value === 'object') return 'START_OBJECT';
  if (typeof value === 'string') return 'VALUE_STRING';
  return typeof value === 'boolean' ? 'VALUE_BOOLEAN' : 'VALUE_NUMBER';
}

export function parsingError(reason: string): ApiError {
  return apiError('parsing_exception', reason);
}

export function unknownKey(name: string, value: unknown): ApiError {
  return parsingError(`Unknown key for a ${tokenOf(value)} in [${name}].`);
}

export function notSupported(query: string, name: string): ApiError {
  return parsingError(`[${query}] query does not support [${name}]`);
}

function javaNumberError(text: string): ApiError {
  const reason = text.trim() === '' ? 'empty String' : `For input string: "${text}"`;
  return apiError('number_format_exception', reason);
}

function wrongToken(wanted: string, value: unknown): ApiError {
  return apiError('illegal_state_exception', `Can't get ${wanted} on a ${tokenOf(value)}`);
}

/** As the JSON parser of OpenSearch tells it, by its own names of tokens. */
function wrongJackson(value: unknown, problem: string): ApiError {
  const token = tokenOf(value);
  const kinds = new Map([
    ['VALUE_BOOLEAN', value === true ? 'VALUE_TRUE' : 'VALUE_FALSE'],
    ['VALUE_NUMBER', Number.isInteger(value) ? 'VALUE_NUMBER_INT' : 'VALUE_NUMBER_FLOAT'],
  ]);
  return apiError('json_parse_exception', `Current token (${kinds.get(token) ?? token}) ${problem}`);
}

/** A number, or a string that holds one. */
export function toDouble(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') {
    throw wrongJackson(value, 'not numeric, can not use numeric value accessors');
  }
  const parsed = value.trim() === '' ? Number.NaN : Number(value);
  if (Number.isNaN(parsed) && value !== 'NaN') throw javaNumberError(value);
  return parsed;
}

export function toFloat(value: unknown): number {
  return Math.fround(toDouble(value));
}

function tooLarge(value: number): ApiError {
  const reason = `Numeric value (${value}) out of range of int (-2147483648 - 2147483647)`;
  return apiError('input_coercion_exception', reason);
}

/** Fractions are cut off, as OpenSearch's parser does. */
export function toInt(value: unknown): number {
  const number = toDouble(value);
  if (typeof value === 'string' && !/^[+-]?\d+(\.\d*)?$/.test(value.trim())) throw javaNumberError(value);
  const whole = Math.trunc(number);
  if (whole > 0x7fffffff || whole < -0x80000000) {
    if (typeof value === 'number') throw tooLarge(value);
    throw apiError('illegal_argument_exception', `Value [${String(value)}] is out of range for an integer`);
  }
  return whole;
}

/** OpenSearch's parser takes an empty text for false, which its mappings and settings do not. */
export function toBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  if (value === 'false' || value === '') return false;
  if (typeof value !== 'string') throw wrongJackson(value, 'not of boolean type');
  const reason = `Failed to parse value [${value}] as only [true] or [false] are allowed.`;
  throw apiError('illegal_argument_exception', reason);
}

export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw wrongToken('text', value);
}

/** A string, or a list of strings. */
export function toTextList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(toText) : [toText(value)];
}

export function requireBoost(value: unknown): number {
  const boost = toFloat(value);
  if (!(boost >= 0)) {
    throw apiError(
      'illegal_argument_exception',
      `negative [boost] are not allowed in [${boost}], use a value between 0 and 1 to deboost`,
    );
  }
  return boost;
}

export function requireObject(query: string, body: unknown): JsonObject {
  if (isObject(body)) return body;
  throw parsingError(`[${query}] query malformed, no start_object after query name`);
}

/** As `singleOptions`, where the end of an object is taken for that of the options. */
export function* shallowOptions(body: JsonObject): ReturnType<typeof singleOptions> {
  for (const option of singleOptions(body)) {
    if (isObject(option.value))
      throw parsingError('Unexpected token [END_OBJECT] found after the main object.');
    yield option;
  }
}

/** The options of a query whose parser reads the values of a list one after the other, and for which null says nothing. */
export function* singleOptions(
  body: JsonObject,
): Iterable<{ readonly name: string; readonly value: unknown }> {
  for (const [name, given] of membersOf(body)) {
    const values: unknown[] = [given].flat(64);
    for (const value of values) if (value !== null) yield { name, value };
  }
}
