import {
  type ApiError,
  apiError,
  Double,
  dictionary,
  Float,
  isBoxedDouble,
  type Json,
  Long,
  sourceJson,
} from '@sextant/contract';
import { formatDate } from '../mapping/date/date-format.ts';
import { parseLossless } from '../mapping/lossless-json.ts';
import { DocPoint } from './doc-values.ts';
import { JavaMap, JavaSet } from './java-map.ts';
import { JavaBigDecimal, JavaBigInteger } from './library/big-numbers.ts';
import { isDocList } from './library/calls.ts';
import { JavaDate, JavaInstant, JavaLocal, offsetText } from './library/date-values.ts';
import { JavaUtilDate } from './library/text-formats.ts';
import { throughValues } from './through-values.ts';
import { castError, unwrittenError } from './unwritten-classes.ts';
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

/** A number of JSON as Java reads it: an int or long where it has no fraction, else a double. */
function numberOf(text: string): unknown {
  if (/[.eE]/.test(text)) return new JavaDouble(Number(text));
  const value = BigInt(text);
  if (BigInt.asIntN(32, value) === value) return Number(value);
  return BigInt.asIntN(64, value) === value ? new JavaLong(wrapLong(value)) : new JavaBigInteger(value);
}

/** Values of JSON, with numbers as they were written where that matters (`parseLossless`), as scripts have them. */
export function scriptValue(value: unknown, kind: 'HashMap' | 'LinkedHashMap' = 'HashMap'): unknown {
  if (typeof value === 'number') return ofNumber(value);
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => scriptValue(item, kind));
  if (sourceJson.isRawJSON(value)) return numberOf(value.rawJSON);
  if (value instanceof Double) return new JavaDouble(value.value);
  if (isBoxedDouble(value)) return new JavaDouble(value.valueOf());
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

/** What a script answered, as it stands in an answer. Throws ApiError as `documentJson` does. */
export function answerValue(value: unknown): Json {
  if (typeof value === 'number') return value;
  return throughValues(() =>
    new JsonForm<Json>({ leaf: answerLeaf, isDocument: false }, JSON_BYTES_MAX).of(value),
  );
}

function answerLeaf(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof JavaLong) return longJson(value);
  if (value instanceof JavaBigInteger || value instanceof JavaBigDecimal) return new Long(value.text());
  if (value instanceof JavaDouble) return new Double(value.value);
  if (value instanceof JavaFloat) return new Float(value.value);
  if (value instanceof JavaSmall) return value.value;
  if (value instanceof JavaChar) throw unwrittenError(value);
  if (value instanceof DocPoint) return { lat: new Double(value.lat), lon: new Double(value.lon) };
  return timeJson(value) ?? (value instanceof JavaValue ? value.text() : textOf(value));
}

/** As OpenSearch writes times: with milliseconds and an offset, but without the name of a zone; undefined where it is none. */
function timeJson(value: unknown): string | undefined {
  const text = (localMs: number): string => formatDate(localMs, "uuuu-MM-dd'T'HH:mm:ss.SSS");
  if (value instanceof JavaDate) return text(value.localMs) + offsetText(value.parts.offsetMs);
  if (value instanceof JavaInstant) return `${text(value.ms)}Z`;
  if (value instanceof JavaUtilDate) return `${text(Number(value.ms))}Z`;
  if (value instanceof JavaLocal && value.javaClass === 'LocalDateTime') return `${text(value.ms)}Z`;
  if (value instanceof JavaLocal && value.javaClass === 'LocalTime') return text(value.ms).split('T')[1];
  return undefined;
}

function longJson({ value }: JavaLong): Json {
  return typeof value === 'number' ? value : new Long(String(value));
}

/**
 * A document of a script as `JSON.stringify` writes it, with numbers as Java does; `givenBytes`: see `weightOf`, of what it was made
 * from. Throws ApiError where it holds itself or what documents cannot hold, or becomes too large.
 */
export function documentJson(value: unknown, givenBytes: number): unknown {
  const form = { leaf: documentLeaf, isDocument: true };
  return throughValues(() => new JsonForm<unknown>(form, JSON_BYTES_MAX + givenBytes).of(value));
}

/** About how many bytes a value takes that came from JSON. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  let bytes = VALUE_BYTES;
  if (Array.isArray(value)) for (const item of value) bytes += weightOf(item);
  else if (value instanceof JavaMap)
    for (const { key, value: own } of value.unordered()) bytes += textOf(key).length + weightOf(own);
  return bytes;
}

function documentLeaf(value: unknown): unknown {
  const refusal = unwrittenError(value);
  if (refusal !== undefined) throw refusal;
  if (value instanceof JavaDouble || value instanceof JavaFloat) {
    if (!Number.isFinite(value.value)) return textOf(value);
    return sourceJson.rawJSON(textOf(value));
  }
  if (value instanceof JavaLong) return sourceJson.rawJSON(String(value.value));
  if (value instanceof JavaArray) return Buffer.from(value.values.map(Number)).toString('base64');
  if (value instanceof JavaBigInteger || value instanceof JavaBigDecimal)
    return sourceJson.rawJSON(value.text());
  return answerLeaf(value);
}

/** What a script makes may become as JSON: as much memory as one may take. */
const JSON_BYTES_MAX = 64 << 20;
/** About what a value takes. */
const VALUE_BYTES = 64;
/** As Jackson writes. */
const JSON_DEPTH_MAX = 1000;

interface Form<T> {
  readonly leaf: (value: unknown) => T;
  /** Of what becomes a document, which cannot hold all that an answer shows. */
  readonly isDocument: boolean;
}

/** A value on its way to JSON. Its lists and maps may stand in each other many times over, and each time is written. */
class JsonForm<T> {
  readonly #leaf: (value: unknown) => T;
  readonly #isDocument: boolean;
  #bytesLeft: number;
  readonly #around = new Set<unknown>();

  constructor({ leaf, isDocument }: Form<T>, bytesMax: number) {
    this.#leaf = leaf;
    this.#isDocument = isDocument;
    this.#bytesLeft = bytesMax;
  }

  of(value: unknown): T {
    this.#take(typeof value === 'string' ? value.length : VALUE_BYTES);
    if (value instanceof JavaMap) return this.#within(value, () => this.#members(value)) as T;
    const items = this.#isDocument && isLeafArray(value) ? null : itemsOf(value);
    if (items === null) return this.#leaf(value);
    return this.#within(value, () => items.map((item) => this.of(item))) as T;
  }

  #members(map: JavaMap): Record<string, T> {
    const object = dictionary<T>();
    for (const { key, value } of map.entries()) {
      if (this.#isDocument && typeof key !== 'string') throw noName(key);
      const name = textOf(key);
      this.#take(name.length);
      object[name] = this.of(value);
    }
    return object;
  }

  #take(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw refused('What the script has made is too large to be written');
  }

  #within<R>(value: unknown, make: () => R): R {
    const around = this.#around;
    if (around.has(value)) throw refused('Iterable object is self-referencing itself');
    if (around.size === JSON_DEPTH_MAX)
      throw refused('What the script has made is nested too deeply to be written');
    around.add(value);
    const made = make();
    around.delete(value);
    return made;
  }
}

function noName(key: unknown): ApiError {
  return key === null ? refused('Field name cannot be null') : castError(key, 'java.lang.String');
}

/** An array that a document does not hold as a list. */
function isLeafArray(value: unknown): boolean {
  return value instanceof JavaArray && (value.element === 'byte' || unwrittenError(value) !== undefined);
}

function itemsOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (value instanceof JavaSet) return value.items();
  if (value instanceof JavaArray) return value.values.map((item) => box(value.element, item));
  return isDocList(value) ? value.docItems() : null;
}

function refused(reason: string): ApiError {
  return apiError('illegal_argument_exception', reason);
}
