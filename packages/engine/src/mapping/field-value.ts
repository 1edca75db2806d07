import { ApiError, Double, Float, type Json } from '@sextant/contract';
import { normalize } from '../analysis/normalize.ts';
import { dateFormat } from './date/date-format.ts';
import { parseDateMath } from './date/date-math.ts';
import { illegalArgument } from './errors.ts';
import { formatIp, parseIp } from './ip-address.ts';
import { javaText } from './java-text.ts';
import type { FieldValue, MappedField } from './mapped-field.ts';
import { isIntegral, type NumericType, ofScaledSteps, parseNumber, scaledSteps } from './number-coercion.ts';
import { wholeJson } from './whole-number.ts';

/** Texts that stand for false in a term query on a boolean. */
function booleanTerm(value: unknown): number {
  if (value === true) return 1;
  if (value === false) return 0;
  const text = String(value);
  if (text === 'true') return 1;
  if (text === 'false' || text === '') return 0;
  throw illegalArgument(`Can't parse boolean value [${text}], expected [true] or [false]`);
}

function numberTerm(type: NumericType, value: unknown): number {
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

/**
 * The input of a term query in the stored form of the field. A number with a fraction on an integral field is
 * returned as it is, for the caller to match nothing; so is a number beyond a short or byte that an int can
 * hold. Dates take date math, for which `nowMs` is needed (without it `now` is NaN). Throws the plain cause
 * (number_format_exception `For input string: "abc"`, illegal_argument_exception): wrap it with
 * `queryFailure`.
 */
export function queryValue(field: MappedField, value: unknown, nowMs = Number.NaN): FieldValue {
  switch (field.type) {
    case 'text':
      return javaText(value);
    case 'keyword': {
      const text = javaText(value);
      return field.normalizer === undefined ? text : normalize(field.normalizer, text);
    }
    case 'ip':
      return value instanceof Uint8Array ? value : parseIp(javaText(value));
    case 'boolean':
      return booleanTerm(value);
    case 'date':
      return parseDateMath(javaText(value), field.format!, { nowMs, roundUp: false });
    default: {
      const exact = Number(value);
      if (isIntegral(field.type) && value !== '' && Number.isFinite(exact) && !Number.isInteger(exact))
        return exact;
      if (field.scalingFactor !== undefined) {
        const steps = scaledSteps(numberTerm('scaled_float', value), field.scalingFactor);
        return ofScaledSteps(steps, field.scalingFactor);
      }
      return numberTerm(field.type === 'short' || field.type === 'byte' ? 'integer' : field.type, value);
    }
  }
}

/** How the values of a field are printed: its own format and zone, or those of a request. */
export interface DisplayOptions {
  /** Date only. */
  readonly format?: string;
  /** Date only; UTC when not given. */
  readonly timeZone?: string;
}

const utf8 = new TextDecoder();

/** The pattern in which a date field prints its values: `print_format` of the mapping, else `format`. */
function printFormat(field: MappedField): string {
  const own = field.definition.print_format;
  return typeof own === 'string' ? own : field.format!;
}

/**
 * A stored value as answers show it: ip as text, dates in the field's format, booleans as JSON booleans,
 * integers as they are, other numbers as doubles.
 */
export function displayValue(field: MappedField, value: FieldValue, options: DisplayOptions = {}): Json {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return field.type === 'ip' ? formatIp(value) : utf8.decode(value);
  if (field.type === 'date') {
    const format = options.format ?? printFormat(field);
    return dateFormat(format).format(value, options.timeZone ?? 'Z');
  }
  if (field.type === 'boolean') return value === 1;
  if (isIntegral(field.type)) return wholeJson(field.type, value);
  return field.type === 'float' ? new Float(value) : new Double(value);
}
