/** How Java prints JSON values and orders hash maps: OpenSearch's error texts show both. */

import { nearestDecimal, sourceJson } from '@sextant/contract';

function hashCode(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash ^ (hash >>> 16);
}

/** The keys in the order of a java.util.HashMap for so many that was filled with them in the given order. */
export function hashMapOrder(keys: readonly string[], room = 16): string[] {
  if (keys.length < 2) return [...keys];
  let capacity = 1;
  while (capacity < room) capacity *= 2;
  while (keys.length > capacity * 0.75) capacity *= 2;
  const rows = keys.map((key) => ({ key, bucket: hashCode(key) & (capacity - 1) }));
  return rows.sort((a, b) => a.bucket - b.bucket).map(({ key }) => key);
}

/** A double as Java's Double.toString prints it: `5.0`, `1.0E20`. */
export function javaDouble(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 && size < 1e7)) {
    const text = String(value === 0 && Object.is(value, -0) ? '-0' : value);
    return text.includes('.') ? text : `${text}.0`;
  }
  const [mantissa, exponent] = exponential(value).split('e') as [string, string];
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`;
}

/** Of two digits the nearer ones where one alone would do: `4.9e-324`. */
function exponential(value: number): string {
  const short = value.toExponential();
  if (short.includes('.')) return short;
  const precise = value.toExponential(1);
  return Number(precise) === value ? precise : short;
}

/** A float as Java's Float.toString prints it. */
export function javaFloat(value: number): string {
  if (!Number.isFinite(value) || value === 0) return javaDouble(value);
  let digits = 2;
  while (digits < 9 && Math.fround(Number(value.toPrecision(digits))) !== value) digits++;
  return javaDouble(nearestDecimal(value, digits));
}

/** A number of a document that is kept as it was written as Java prints it; another value is itself. */
export function printedNumber(raw: unknown): unknown {
  if (!sourceJson.isRawJSON(raw)) return raw;
  if (raw.rawJSON === '-0') return '0';
  return /^-?\d+$/.test(raw.rawJSON) ? raw.rawJSON : javaDouble(Number(raw.rawJSON));
}

/**
 * A JSON value as Java's toString prints it: `{a=1, b=[x, null]}`. Integral numbers print without a fraction. `read`
 * answers what stands for a value in it.
 */
export function javaText(given: unknown, read: (value: unknown) => unknown = (value) => value): string {
  const value = read(given);
  if (Array.isArray(value)) return `[${value.map((item) => javaText(item, read)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const map = value as Record<string, unknown>;
    return `{${hashMapOrder(Object.keys(map))
      .map((key) => `${key}=${javaText(map[key], read)}`)
      .join(', ')}}`;
  }
  if (typeof value === 'number' && !(Number.isInteger(value) && Math.abs(value) < 2 ** 63))
    return javaDouble(value);
  return String(value);
}

/** The class name of a JSON value without its package: `Integer`, `String`, `LinkedHashMap`. */
export function javaClass(value: unknown): string {
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'Boolean';
  if (Array.isArray(value)) return 'ArrayList';
  if (typeof value !== 'number') return 'HashMap';
  if (!Number.isInteger(value)) return 'Double';
  return Math.abs(value) <= 0x7fffffff ? 'Integer' : 'Long';
}

/** Without what Java takes for white space at both ends: all characters up to the blank. */
export function javaTrim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}
