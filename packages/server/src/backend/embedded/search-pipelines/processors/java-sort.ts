import { apiError, Double, Float, type Json, Long } from '@sextant/contract';
import { floatText } from '../../../../wire/number-text.ts';
import {
  className,
  double,
  isKeptNumber,
  javaText,
  type Value,
  wholeDigits,
} from '../../ingest/java-values.ts';

/** A value as it stands in an answer, as documents have theirs. */
function plain(value: Value | Json): Value {
  if (value instanceof Double) return double(value.value);
  if (value instanceof Float) return double(value.value);
  if (value instanceof Long) return JSON.parse(value.digits) as number;
  return value as Value;
}

/** As `toString` of Java. */
export function shownText(value: Value | Json): string {
  if (value instanceof Float) return floatText(value.value);
  if (value instanceof Long) return value.digits;
  return javaText(plain(value));
}

function classOf(value: Value | Json): string {
  if (value instanceof Float) return 'java.lang.Float';
  if (value instanceof Double) return 'java.lang.Double';
  if (value instanceof Long) return 'java.lang.Long';
  return className(value as Value);
}

interface Comparable {
  readonly className: string;
  readonly key: string | number | bigint | boolean;
}

interface Sorting {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

function comparable(value: Value | Json, field: string): Comparable {
  if (value === null) {
    throw apiError('illegal_argument_exception', `field [${field}] contains a null value.]`);
  }
  const name = classOf(value);
  if (name.startsWith('java.util.')) {
    throw apiError('illegal_argument_exception', `field [${field}] of type [${name}] is not comparable.]`);
  }
  return { className: name, key: keyOf(value) };
}

function keyOf(value: Value | Json): Comparable['key'] {
  if (value instanceof Long) return BigInt(value.digits);
  const own = plain(value);
  if (typeof own === 'string' || typeof own === 'boolean') return own;
  if (typeof own === 'number') return own;
  if (!isKeptNumber(own)) return javaText(own);
  const digits = wholeDigits(own);
  return digits === undefined ? Number(own.rawJSON) : BigInt(digits);
}

/** Values in their natural order, or the other way round. Throws ApiError where they cannot be compared. */
export function sortedValues<T extends Value | Json>(values: readonly T[], { field, order }: Sorting): T[] {
  const rows = values.map((value) => ({ value, ...comparable(value, field) }));
  for (let i = 1; i < rows.length; i++) {
    const [before, own] = [rows[i - 1]!.className, rows[i]!.className];
    if (before === own) continue;
    throw order === 'asc' ? notCast(before, own) : notCast(own, before);
  }
  const sign = order === 'asc' ? 1 : -1;
  return rows.sort((a, b) => sign * compare(a.key, b.key)).map(({ value }) => value);
}

function compare(a: Comparable['key'], b: Comparable['key']): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function notCast(from: string, to: string) {
  const where = `(${from} and ${to} are in module java.base of loader 'bootstrap')`;
  return apiError('class_cast_exception', `class ${from} cannot be cast to class ${to} ${where}`);
}
