import { apiError, Double, dictionary, Float, type Json, type JsonMap, Long } from '@sextant/contract';
import { parseLossless } from '../mapping/lossless-json.ts';
import { DocPoint } from './doc-values.ts';
import { JavaMap, JavaSet } from './java-map.ts';
import { isDocList } from './library/calls.ts';
import { JavaDate } from './library/date-values.ts';
import {
  box,
  JavaArray,
  JavaChar,
  JavaDouble,
  JavaFloat,
  JavaLong,
  JavaSmall,
  JavaValue,
  textOf,
  wrapLong,
} from './values.ts';

const json = JSON as unknown as { isRawJSON(value: unknown): value is { readonly rawJSON: string } };
const raw = JSON as unknown as { rawJSON(text: string): object };

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

/** A stored document as scripts have it; `kind`: that of its objects. */
export function scriptDocument(
  stored: Uint8Array,
  kind: 'HashMap' | 'LinkedHashMap' = 'LinkedHashMap',
): unknown {
  return scriptValue(parseLossless(decoder.decode(stored)), kind);
}

/** What a script answered, as it stands in an answer. */
export function answerValue(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(answerValue);
  if (value instanceof JavaLong) return longJson(value);
  if (value instanceof JavaDouble) return new Double(value.value);
  if (value instanceof JavaFloat) return new Float(value.value);
  if (value instanceof JavaSmall) return value.value;
  if (value instanceof JavaChar) {
    const reason = 'cannot write xcontent for unknown value of type class java.lang.Character';
    throw apiError('illegal_argument_exception', reason);
  }
  if (value instanceof JavaSet) return value.items().map(answerValue);
  if (value instanceof JavaArray) return value.values.map((item) => answerValue(box(value.element, item)));
  if (value instanceof JavaMap) return mapJson(value);
  if (value instanceof DocPoint) return { lat: new Double(value.lat), lon: new Double(value.lon) };
  if (value instanceof JavaDate) return dateJson(value);
  if (isDocList(value)) return value.docItems().map(answerValue);
  return value instanceof JavaValue ? value.text() : textOf(value);
}

/** As OpenSearch prints dates: always with milliseconds. */
function dateJson(date: JavaDate): string {
  const text = date.text();
  return /\.\d{3}/.test(text) ? text : text.replace(/(T\d\d:\d\d:\d\d)/, '$1.000');
}

function longJson({ value }: JavaLong): Json {
  return typeof value === 'number' ? value : new Long(String(value));
}

function mapJson(map: JavaMap): JsonMap {
  const object = dictionary<Json>();
  for (const { key, value } of map.entries()) object[textOf(key)] = answerValue(value);
  return object;
}

/** A document of a script as `JSON.stringify` writes it, with numbers as Java does. */
export function documentJson(value: unknown): unknown {
  if (value instanceof JavaDouble || value instanceof JavaFloat) {
    if (!Number.isFinite(value.value)) return textOf(value);
    return raw.rawJSON(textOf(value));
  }
  if (value instanceof JavaLong) return raw.rawJSON(String(value.value));
  if (Array.isArray(value)) return value.map(documentJson);
  if (value instanceof JavaSet) return value.items().map(documentJson);
  if (value instanceof JavaArray) return value.values.map((item) => documentJson(box(value.element, item)));
  if (value instanceof JavaMap) {
    const object = dictionary<unknown>();
    for (const { key, value: each } of value.entries()) object[textOf(key)] = documentJson(each);
    return object;
  }
  return answerValue(value);
}
