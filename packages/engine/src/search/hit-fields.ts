import { ApiError, Double, Float, type Json, type JsonMap } from '@sextant/contract';
import { decimalFormat } from '../aggregations/values/decimal-format.ts';
import { formatDate } from '../mapping/date/date-format.ts';
import { parseDateMath } from '../mapping/date/date-math.ts';
import { displayValue, queryValue } from '../mapping/field-value.ts';
import { hashMapOrder, javaDouble } from '../mapping/java-text.ts';
import type { FieldValue, MappedField } from '../mapping/mapped-field.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { wholeJson } from '../mapping/whole-number.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { FieldRequest } from './field-request.ts';

const DEFAULT_FORMAT = 'strict_date_optional_time||epoch_millis';

/** The field's name to its requests' format, for every field that the patterns name. */
export function requestedFields(
  requests: readonly FieldRequest[],
  mapping: Mapping,
): Map<MappedField, string | null> {
  const fields = new Map<MappedField, string | null>();
  for (const { pattern, format } of requests) {
    for (const field of mapping.matching(pattern)) fields.set(field, format);
  }
  return fields;
}

/** Fields that the mapping stores and that the patterns name: their values are read out of the source, which holds them too. */
export function storedFields(patterns: readonly string[], mapping: Mapping): Map<MappedField, null> {
  const fields = new Map<MappedField, null>();
  for (const pattern of patterns) {
    for (const field of mapping.matching(pattern)) {
      if (field.definition.store === true) fields.set(field, null);
    }
  }
  return fields;
}

/** Values of a document's columns, in the order of the column. Empty where it has none. */
function columnValues(segment: SegmentReader, field: MappedField, doc: number): FieldValue[] {
  if (field.storage === 'number') {
    const column = segment.numeric(field.name);
    return column === null ? [] : placesOf(column, doc).map((i) => column.base + column.data[i]!);
  }
  const column = segment.ordinals(field.name);
  const terms = segment.terms(field.name);
  if (column === null || terms === null) return [];
  return placesOf(column, doc).map((i) => {
    const ordinal = column.data[i]!;
    return field.type === 'ip' ? terms.term(ordinal) : terms.termText(ordinal);
  });
}

function placesOf(
  column: { readonly offsets: Uint32Array | null; readonly present: Uint32Array | null },
  doc: number,
): number[] {
  const { offsets, present } = column;
  if (offsets === null) {
    return present === null || (present[doc >>> 5]! & (1 << (doc & 31))) !== 0 ? [doc] : [];
  }
  return Array.from({ length: offsets[doc + 1]! - offsets[doc]! }, (_, i) => offsets[doc]! + i);
}

/** A stored value as `docvalue_fields` and `fields` print it. */
function printed(field: MappedField, value: FieldValue, format: string | null): Json {
  if (field.type === 'date') return formatDate(Number(value), format ?? field.format ?? DEFAULT_FORMAT);
  if (field.type === 'boolean') return value === 1;
  if (typeof value === 'number' && format !== null) return decimalFormat(format)(value);
  if (field.type === 'double' || field.type === 'scaled_float') return new Double(Number(value));
  if (field.type === 'float' || field.type === 'half_float') return new Float(Number(value));
  if (typeof value === 'number') return wholeJson(field.type, value);
  return field.type === 'ip' ? String(displayValue(field, value)) : String(value);
}

/** Columns hold doubles: `docvalue_fields` shows a float with all the digits of the double. */
function docvalue(field: MappedField, value: FieldValue, format: string | null): Json {
  const isFloat = field.type === 'float' || field.type === 'half_float';
  return isFloat && format === null ? new Double(Number(value)) : printed(field, value, format);
}

export function docvalueFields(
  fields: ReadonlyMap<MappedField, string | null>,
  segment: SegmentReader,
  doc: number,
): Map<string, Json[]> {
  const found = new Map<string, Json[]>();
  for (const [field, format] of fields) {
    const values = columnValues(segment, field, doc).map((value) => docvalue(field, value, format));
    if (values.length > 0) found.set(field.name, values);
  }
  return found;
}

/**
 * Values out of the source, as the mapping reads them. What a field ignores is left out, and the whole field where it
 * ignored a value that it cannot hold.
 */
export function sourceFields(
  fields: ReadonlyMap<MappedField, string | null>,
  mapping: Mapping,
  source: unknown,
): Map<string, Json[]> {
  const found = new Map<string, Json[]>();
  for (const [field, format] of fields) {
    const path = sourcePath(field.name, mapping);
    const values = readable(field, rawValues(source, path, field.definition.null_value), format);
    if (values.length > 0) found.set(field.name, values);
  }
  return found;
}

/** The values of a field out of the source, as texts. */
export function fieldTexts(field: MappedField, mapping: Mapping, source: unknown): string[] {
  const values = sourceFields(new Map([[field, null]]), mapping, source).get(field.name) ?? [];
  return values.map((value) => {
    if (value instanceof Double || value instanceof Float) return javaDouble(value.value);
    return String(value);
  });
}

/** None where one of them cannot be read, as `ignore_malformed` allows. */
function readable(field: MappedField, raws: readonly unknown[], format: string | null): Json[] {
  try {
    return raws.map((raw) => fromSource(field, raw, format)).filter((value) => value !== undefined);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** A multi-field reads the value of the field it belongs to. */
function sourcePath(name: string, mapping: Mapping): string[] {
  const parent = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  const path = parent !== '' && mapping.field(parent) !== undefined ? parent : name;
  return path.split('.');
}

/** `nullValue` stands for a null. */
function rawValues(node: unknown, path: readonly string[], nullValue: unknown): unknown[] {
  if (Array.isArray(node)) return node.flatMap((item) => rawValues(item, path, nullValue));
  if (path.length === 0) return [node ?? nullValue ?? []].flat();
  if (typeof node !== 'object' || node === null) return [];
  const object = node as Readonly<Record<string, unknown>>;
  const found: unknown[] = [];
  // A dot may be part of a key: every way to split the path counts.
  for (let length = 1; length <= path.length; length++) {
    const key = path.slice(0, length).join('.');
    if (Object.hasOwn(object, key)) found.push(...rawValues(object[key], path.slice(length), nullValue));
  }
  return found;
}

function fromSource(field: MappedField, raw: unknown, format: string | null): Json | undefined {
  if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean') return undefined;
  if (field.storage === 'text') return String(raw);
  if (field.type === 'keyword') {
    const most = field.definition.ignore_above;
    if (typeof most === 'number' && String(raw).length > most) return undefined;
    return String(queryValue(field, raw));
  }
  if (field.type === 'date') {
    const pattern = field.format ?? DEFAULT_FORMAT;
    const ms = parseDateMath(String(raw), pattern, { nowMs: 0, roundUp: false });
    return formatDate(ms, format ?? pattern);
  }
  if (field.scalingFactor !== undefined)
    return scaledSource(field.scalingFactor, Number(queryValue(field, raw)));
  return printed(field, queryValue(field, raw), format);
}

/** Out of the source a scaled float is shown as the quotient, without the noise of its column. */
function scaledSource(factor: number, value: number): Json {
  return new Double(Math.round(value * factor) / factor);
}

/** In the order in which OpenSearch's hash map gives them. */
export function fieldsJson(...groups: ReadonlyMap<string, Json[]>[]): JsonMap | undefined {
  const all = new Map<string, Json[]>();
  for (const group of groups) for (const [name, values] of group) all.set(name, values);
  if (all.size === 0) return undefined;
  return Object.fromEntries(hashMapOrder([...all.keys()]).map((name) => [name, all.get(name)!]));
}
