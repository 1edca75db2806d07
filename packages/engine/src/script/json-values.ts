import { Double, Float, Long } from '@sextant/contract';
import { parseLossless } from '../mapping/lossless-json.ts';
import { JavaMap } from './java-map.ts';
import { JavaDouble, JavaFloat, JavaLong, wrapLong } from './values.ts';

const json = JSON as unknown as { isRawJSON(value: unknown): value is { readonly rawJSON: string } };

/** A number of JSON as Java reads it: an int or long where it has no fraction, else a double. */
function numberOf(text: string): unknown {
  if (/[.eE]/.test(text)) return new JavaDouble(Number(text));
  const value = BigInt(text);
  if (BigInt.asIntN(32, value) === value) return Number(value);
  return new JavaLong(wrapLong(value));
}

/** Values of JSON, with numbers as they were written where that matters (`parseLossless`), as scripts have them. */
export function scriptValue(value: unknown, kind: 'HashMap' | 'LinkedHashMap' = 'HashMap'): unknown {
  if (typeof value === 'number') return ofNumber(value);
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => scriptValue(item, kind));
  if (json.isRawJSON(value)) return numberOf(value.rawJSON);
  if (value instanceof Double) return new JavaDouble(value.value);
  if (value instanceof Float) return new JavaFloat(value.value);
  if (value instanceof Long) return numberOf(value.digits);
  const map = new JavaMap(kind);
  for (const [key, each] of Object.entries(value)) map.set(key, scriptValue(each, kind));
  return map;
}

function ofNumber(value: number): unknown {
  if (!Number.isInteger(value)) return new JavaDouble(value);
  return (value | 0) === value ? value : new JavaLong(value);
}

const decoder = new TextDecoder();

/** A stored document as scripts have it. */
export function scriptDocument(stored: Uint8Array): unknown {
  return scriptValue(parseLossless(decoder.decode(stored)), 'LinkedHashMap');
}
