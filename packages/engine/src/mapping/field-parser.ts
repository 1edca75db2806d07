import { ApiError, table } from '@sextant/contract';
import { normalize } from '../analysis/normalize.ts';
import { strictBoolean } from './boolean-value.ts';
import { illegalArgument } from './errors.ts';
import { ExactToken } from './exact-json.ts';
import type { FieldMapper } from './field-mapper.ts';
import { parseIp } from './ip-address.ts';
import { javaDouble } from './java-text.ts';
import type { FieldValue } from './mapped-field.ts';
import { isIntegral, type NumericType, ofScaledSteps, parseNumber, scaledSteps } from './number-coercion.ts';

/** Lucene's IndexWriter.MAX_TERM_LENGTH, in bytes. */
const MAX_TERM_BYTES = 32_766;

const utf8 = new TextEncoder();

/**
 * What a value of a document is read with: the exact text of numbers, and errors with the place in the
 * document.
 */
export interface ValueSource {
  /** The text of a number as the document has it. */
  numberText(value: number): string;
  /** A value of the wrong kind; `tail` ends Jackson's message (`not numeric, …`). */
  wrongToken(value: unknown, tail: string): ApiError;
  /** An object where a text is needed. */
  noText(value: unknown): ApiError;
  /** A number beyond the type's range. */
  outOfRange(value: unknown, range: string): ApiError;
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

function textOf(value: unknown, source: ValueSource): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return source.numberText(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof ExactToken) return value.text;
  throw source.noText(value);
}

function numberOf(mapper: FieldMapper, given: unknown, source: ValueSource): number | undefined {
  const type = mapper.type as NumericType;
  if (typeof given === 'string') {
    if (given === '' && mapper.coerce) return undefined;
    if (!mapper.coerce) throw illegalArgument(`${TYPE_NAMES[type] ?? type} value passed as String`);
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

function scaled(mapper: FieldMapper, value: number | undefined): number | undefined {
  const factor = mapper.mapped.scalingFactor;
  if (factor === undefined || value === undefined) return value;
  return ofScaledSteps(scaledSteps(value, factor), factor);
}

function booleanOf(value: unknown, source: ValueSource): number {
  if (value === true || value === 'true') return 1;
  if (value === false || value === 'false' || value === '') return 0;
  if (value instanceof ExactToken && value.kind === 'boolean') return value.text === 'true' ? 1 : 0;
  if (typeof value !== 'string') throw source.wrongToken(value, 'not of boolean type');
  return strictBoolean(value) ? 1 : 0;
}

function dateOf(mapper: FieldMapper, value: unknown, source: ValueSource): number {
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

function keywordOf(mapper: FieldMapper, text: string): string | undefined {
  if (text.length > mapper.ignoreAbove) return undefined;
  const term = mapper.normalizer === undefined ? text : normalize(mapper.normalizer, text);
  if (term.length * 3 > MAX_TERM_BYTES && (mapper.mapped.indexed || mapper.mapped.docValues))
    checkTerm(mapper, term);
  return term;
}

function checkTerm(mapper: FieldMapper, term: string): void {
  const bytes = utf8.encode(term);
  if (bytes.length <= MAX_TERM_BYTES) return;
  const prefix = [...new Int8Array(bytes.buffer, 0, 30)].join(', ');
  const limit = `bytes can be at most ${MAX_TERM_BYTES} in length; got ${bytes.length}`;
  throw new ApiError({
    type: 'illegal_argument_exception',
    reason:
      `Document contains at least one immense term in field="${mapper.path}" (whose UTF8 encoding is longer than ` +
      `the max length ${MAX_TERM_BYTES}), all of which were skipped.  Please correct the analyzer to not produce ` +
      `such terms.  The prefix of the first immense term is: '[${prefix}]...', original message: ${limit}`,
    causedBy: { type: 'max_bytes_length_exceeded_exception', reason: limit },
  });
}

/**
 * One value of a document (not null, not an array) in the form that the segment stores; undefined where the
 * field ignores it (`ignore_above`, an empty text for a number).
 */
export function parseFieldValue(
  mapper: FieldMapper,
  value: unknown,
  source: ValueSource,
): FieldValue | undefined {
  switch (mapper.type) {
    case 'text':
      return textOf(value, source);
    case 'keyword':
      return keywordOf(mapper, textOf(value, source));
    case 'ip':
      return parseIp(textOf(value, source));
    case 'date':
      return dateOf(mapper, value, source);
    case 'boolean':
      return booleanOf(value, source);
    default:
      return scaled(mapper, numberOf(mapper, value, source));
  }
}
