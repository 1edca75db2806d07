import { type ApiError, apiError, Double, Float, type Json, type JsonMap } from '@sextant/contract';
import { docCountField } from '../mapping/doc-count-field.ts';
import { fetchedValues, partsFor, readable, shownNumber, valuesOf } from '../mapping/document-fields.ts';
import { hashMapOrder, javaDouble } from '../mapping/java-text.ts';
import type { FieldValue, MappedField } from '../mapping/mapped-field.ts';
import { type Mapping, shownName } from '../mapping/mapping.ts';
import type { ReadDocument } from '../mapping/read-document.ts';
import { sourcePath } from '../mapping/source-path.ts';
import { columnValue } from '../segment/rests.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { FieldRequest } from './field-request.ts';
import type { ShardTarget } from './shard-target.ts';

/** The field's name to its requests' format, for every field that the patterns name. */
export function requestedFields(
  requests: readonly FieldRequest[],
  mapping: Mapping,
): Map<MappedField, string | null> {
  return new Map(docvalueRequests(requests, mapping));
}

/** A field, and the format that it is asked for in; one that is asked for twice is shown twice. */
export type DocvalueRequest = readonly [field: MappedField, format: string | null];

export function docvalueRequests(
  requests: readonly FieldRequest[],
  mapping: Mapping,
): readonly DocvalueRequest[] {
  return requests.flatMap(({ pattern, format }) =>
    [...mapping.matching(pattern)].map((field) => [field, format] as const),
  );
}

/** As `index.max_docvalue_fields_search` is by default. */
const MOST_DOCVALUES = 100;

/** Throws ApiError where more are asked for than the index allows; a pattern is as many as it names. */
export function checkDocvalues(requests: readonly FieldRequest[], { mapping, metadata }: ShardTarget): void {
  const limit = Number(metadata.settings['index.max_docvalue_fields_search'] ?? MOST_DOCVALUES);
  const named = new Map<string, number>();
  let count = 0;
  for (const { pattern } of requests) {
    let names = named.get(pattern);
    if (names === undefined) {
      names = pattern.includes('*') ? [...mapping.matching(pattern)].length : 1;
      named.set(pattern, names);
    }
    count += names;
  }
  if (count <= limit) return;
  const rule = `Must be less than or equal to: [${limit}] but was [${count}]`;
  const advice =
    'This limit can be set by changing the [index.max_docvalue_fields_search] index level setting.';
  throw apiError(
    'illegal_argument_exception',
    `Trying to retrieve too many docvalue_fields. ${rule}. ${advice}`,
  );
}

function notALeaf(name: string): ApiError {
  return apiError('illegal_argument_exception', `field [${name}] isn't a leaf field`);
}

/** Fields that the mapping stores and that the patterns name. Throws ApiError for an object. */
export function storedFields(patterns: readonly string[], mapping: Mapping): Map<MappedField, null> {
  const fields = new Map<MappedField, null>();
  for (const pattern of patterns) {
    if (mapping.isObject(pattern)) throw notALeaf(pattern);
    for (const field of mapping.matching(pattern)) {
      if (field.definition.store === true) fields.set(field, null);
    }
  }
  return fields;
}

const NONE: readonly FieldValue[] = [];

/** Values of a document's columns, in the order of the column. Empty where it has none. */
export function columnValues(segment: SegmentReader, field: MappedField, doc: number): readonly FieldValue[] {
  if (field.storage === 'number') {
    const column = segment.numeric(field.name);
    return column === null ? NONE : placesOf(column, doc).map((i) => columnValue(column, i));
  }
  const column = segment.fielddataOrdinals(field.name);
  // Most segments have no document with a field that was ignored.
  if (column === null) return NONE;
  const terms = segment.fielddataTerms(field.name);
  if (terms === null) return NONE;
  return placesOf(column, doc).map((i) => {
    const ordinal = column.data[i]!;
    return field.fieldType.terms?.isPlain === true ? terms.termText(ordinal) : terms.term(ordinal);
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

export function docvalueFields(
  fields: readonly DocvalueRequest[],
  segment: SegmentReader,
  doc: number,
): Map<string, Json[]> {
  const found = new Map<string, Json[]>();
  for (const [field, format] of fields) {
    const values = columnValues(segment, field, doc).map((value) =>
      field.fieldType.print(field, value, format),
    );
    if (values.length === 0) continue;
    const name = shownName(field);
    const shown = field.fieldType.showsSorted === true ? values.sort() : values;
    found.set(name, [...(found.get(name) ?? []), ...shown]);
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
  document: ReadDocument,
): Map<string, Json[]> {
  const found = new Map<string, Json[]>();
  for (const [field, format] of fields) {
    // The one field of the engine's own that the source has.
    if (field.name === docCountField.name) continue;
    const path = sourcePath(field.name, mapping).split('.');
    const raws = fetchedValues(partsFor(field, document, path).source, path, field);
    const values = readable(
      field,
      raws.map((raw) => shownNumber(field, raw)),
      { mapping, format },
    );
    if (values.length > 0) found.set(shownName(field), values);
  }
  return found;
}

/** Values that the mapping stores of the document, or of an object of the nested field `path`; those that the source has are read from it. */
export function storedValues(
  fields: ReadonlyMap<MappedField, null>,
  mapping: Mapping,
  document: ReadDocument,
  path: string | null,
): Map<string, Json[]> {
  const found = new Map<string, Json[]>();
  for (const field of fields.keys()) {
    if (mapping.nestedPathOf(field.name) !== path) continue;
    const values = valuesOf(field, mapping, document);
    if (values.length > 0) found.set(shownName(field), [...values]);
  }
  return found;
}

/** The values of a field of a document, as texts. */
export function fieldTexts(field: MappedField, mapping: Mapping, document: ReadDocument): string[] {
  return valuesOf(field, mapping, document).map((value) => {
    if (value instanceof Double || value instanceof Float) return javaDouble(value.value);
    return String(value);
  });
}

/** In the order in which OpenSearch's hash map gives them. */
export function fieldsJson(...groups: ReadonlyMap<string, Json[]>[]): JsonMap | undefined {
  const all = new Map<string, Json[]>();
  for (const group of groups) for (const [name, values] of group) all.set(name, values);
  if (all.size === 0) return undefined;
  return Object.fromEntries(hashMapOrder([...all.keys()]).map((name) => [name, all.get(name)!]));
}
