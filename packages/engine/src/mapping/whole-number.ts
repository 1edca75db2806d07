import { type Json, Long } from '@sextant/contract';

/**
 * A whole number of a column as JSON. Columns hold doubles: beyond 2^53 the shortest digits that mean the same double
 * are shown, within the limits of the type.
 */
export function wholeJson(type: string, value: number): Json {
  if (Number.isSafeInteger(value)) return value;
  if (type === 'unsigned_long') {
    return new Long(value >= 2 ** 64 ? '18446744073709551615' : String(value));
  }
  if (value >= 2 ** 63) return new Long('9223372036854775807');
  return new Long(value <= -(2 ** 63) ? '-9223372036854775808' : String(value));
}
