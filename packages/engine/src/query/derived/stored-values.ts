import { ApiError } from '@sextant/contract';
import { DocumentError } from '../../budget/document-error.ts';
import { endsRequest } from '../../budget/ends-request.ts';
import { strictBoolean } from '../../mapping/boolean-value.ts';
import { dateFormat } from '../../mapping/date/date-format.ts';
import { ofBig } from '../../mapping/fine-number.ts';
import { encodePoint } from '../../mapping/geo/geo-encoding.ts';
import { parseIp } from '../../mapping/ip-address.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import type { FieldValue } from '../../mapping/mapped-field.ts';
import { DEFAULT_DATE_FORMAT } from '../../mapping/types/date.ts';
import { EmittedPoint } from '../../script/derived-script.ts';
import { fullName } from '../../script/library/classes.ts';
import { classOf, JavaLong, textOf } from '../../script/values.ts';
import { MAX_TERM_BYTES } from '../../segment/segment-format.ts';
import { documentError } from '../document-error.ts';

/** How values are read. */
export interface Reading {
  readonly type: string;
  /** They lie in an object that a script has emitted. */
  readonly isWithin: boolean;
  /** Those that are none of the type are left out. */
  readonly ignoresMalformed: boolean;
}

/** What segments store of values that a script has emitted. Throws DocumentError where one is none of the type. */
export function storedValues(values: readonly unknown[], reading: Reading): FieldValue[] {
  const stored: FieldValue[] = [];
  for (const value of values) {
    if (value === null) continue;
    try {
      stored.push(storedValue(value, reading));
    } catch (error) {
      if (!(error instanceof ApiError) || endsRequest(error)) throw error;
      if (error instanceof TooLong) throw error;
      if (!reading.ignoresMalformed) throw documentError(error.error.type, error.error.reason);
    }
  }
  return stored;
}

function storedValue(value: unknown, { type, isWithin }: Reading): FieldValue {
  switch (type) {
    case 'boolean':
      return Number(typeof value === 'boolean' ? value : strictBoolean(textOf(value)));
    case 'date':
      return millisOf(value, isWithin);
    case 'geo_point':
      return pointOf(value);
    case 'ip':
      return parseIp(textOf(value));
    case 'long':
      return longOf(textOf(value));
    case 'double':
      return doubleOf(textOf(value));
    case 'float':
      return Math.fround(doubleOf(textOf(value)));
    case 'object':
      throw documentError(
        'exception',
        'Cannot create IndexableField to execute queries on object derived field',
      );
    default:
      if (typeof value !== 'string') throw cannotCast(value, 'String');
      if (type === 'keyword') checkLength(value);
      return value;
  }
}

/** A point in time that a script has emitted; within objects it may be written as a text. Throws ApiError. */
export function millisOf(value: unknown, isWithin: boolean): number {
  if (value instanceof JavaLong) return Number(value.value);
  if (!isWithin || typeof value !== 'string') throw cannotCast(value, 'Long');
  const format = dateFormat(DEFAULT_DATE_FORMAT);
  const ms = format.parse(value);
  if (Number.isNaN(ms)) throw format.failure(value);
  return ms;
}

/** As Java tells of a cast that fails. */
export function cannotCast(value: unknown, to: string): ApiError {
  const [from, wanted] = [fullName(classOf(value)), `java.lang.${to}`];
  const where = `(${from} and ${wanted} are in module java.base of loader 'bootstrap')`;
  return documentError('class_cast_exception', `class ${from} cannot be cast to class ${wanted} ${where}`);
}

/** What is too long is no fault of the type: it is never left out. */
class TooLong extends DocumentError {}

function checkLength(text: string): void {
  if (text.length * 3 <= MAX_TERM_BYTES) return;
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_TERM_BYTES) return;
  const reason = `bytes can be at most ${MAX_TERM_BYTES} in length; got ${bytes}`;
  throw new TooLong({ type: 'illegal_argument_exception', reason });
}

function pointOf(value: unknown): Uint8Array {
  if (!(value instanceof EmittedPoint)) {
    const reason = 'geo_point should be in format emit(double lat, double lon) for derived fields';
    throw documentError('class_cast_exception', reason);
  }
  check('latitude', value.lat, 90);
  check('longitude', value.lon, 180);
  return encodePoint(value);
}

function check(name: string, degrees: number, most: number): void {
  if (Math.abs(degrees) <= most) return;
  const range = `must be between -${most}.0 and ${most}.0`;
  throw documentError('illegal_argument_exception', `invalid ${name} ${javaDouble(degrees)}; ${range}`);
}

/** `Long.parseLong`. */
function longOf(text: string): FieldValue {
  if (!/^[+-]?\d{1,19}$/.test(text)) throw noNumber(text);
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number + 0;
  const exact = BigInt(text.replace('+', ''));
  if (BigInt.asIntN(64, exact) !== exact) throw noNumber(text);
  return ofBig(exact);
}

/** `Double.parseDouble`. */
function doubleOf(text: string): number {
  const bare = text.trim();
  if (/^[+-]?(?:NaN|Infinity)$/.test(bare)) return Number(bare.replace(/^[+-](?=NaN)/, ''));
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/.test(bare)) {
    throw documentError(
      'number_format_exception',
      bare === '' ? 'empty String' : `For input string: "${text}"`,
    );
  }
  return Number(bare.replace(/[fFdD]$/, ''));
}

function noNumber(text: string): ApiError {
  return documentError('number_format_exception', `For input string: "${text}"`);
}
