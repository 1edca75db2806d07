import { ApiError, apiError } from '@sextant/contract';
import { inField } from '../dsl/field-failure.ts';
import { isObject, type JsonObject, toInt, tokenOf, toText } from '../dsl/json-reader.ts';
import { type FieldParsers, readFields, textField } from '../dsl/object-parser.ts';
import type { QueryNode } from '../dsl/query-node.ts';
import { membersOf, readAt } from '../dsl/read-place.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { GeoSort } from './geo-sort.ts';
import { parseGeoSort } from './geo-sort-request.ts';
import { asksForScore, readScriptSort, type ScriptSort } from './script-sort.ts';

type SortModeName = 'min' | 'max' | 'sum' | 'avg' | 'median';

/** The objects within a document by whose values it is sorted. */
export interface NestedSort {
  readonly path: string;
  /** null = all of them. */
  readonly filter: QueryNode | null;
  /** Of each document, so many objects with a value at most; null = all. */
  readonly maxChildren: number | null;
  /** Objects within these. */
  readonly nested: NestedSort | null;
}

/** One key of a sort. */
export interface SortSpec {
  /** `_score`, `_doc` and `_shard_doc` stand for themselves. */
  readonly field: string;
  readonly descending: boolean;
  /** `_first`, `_last` or a value; null = last. */
  readonly missing: string | number | boolean | null;
  readonly mode: SortModeName | null;
  readonly unmappedType: string | null;
  readonly numericType: string | null;
  /** null: the document's own values. */
  readonly nested: NestedSort | null;
  /** By the distance of the field's points; null: by its values. */
  readonly geo: GeoSort | null;
  /** What `_script` sorts by. */
  readonly script: ScriptSort | null;
}

const places: ReadonlySet<string> = new Set(['_score', '_doc', '_shard_doc', '_script']);

/** Keys that no column has. */
export function isPlace({ field, geo }: SortSpec): boolean {
  return geo !== null || places.has(field);
}

/** Whether scores decide the order. */
export function sortsByScore({ field, script }: SortSpec): boolean {
  return field === '_score' || (script !== null && asksForScore(script));
}

/**
 * `"field"`, `{"field":"desc"}`, `{"field":{"order":"desc",…}}`, or a list of them. Empty = by score alone.
 */
export function parseSort(value: unknown): SortSpec[] {
  // A number that stands alone is a name; within a list it is none.
  const entries = Array.isArray(value) ? value : [isObject(value) ? value : toText(value)];
  const sort = entries.flatMap(parseEntry);
  const only = sort[0];
  return sort.length === 1 && only !== undefined && only.field === '_score' && only.descending ? [] : sort;
}

function parseEntry(value: unknown): SortSpec[] {
  if (isObject(value)) {
    return Object.entries(value).map(([field, options]) => parseField(field, options, value));
  }
  if (typeof value !== 'string') {
    const allowed = 'within the sort array, an object, or an actual string are allowed';
    throw apiError('illegal_argument_exception', `malformed sort format, ${allowed}`);
  }
  return [spec(value, {})];
}

function spec(field: string, given: Partial<SortSpec>): SortSpec {
  const defaults = { missing: null, mode: null, unmappedType: null, numericType: null };
  const whole = { nested: null, geo: null, script: null };
  return Object.freeze({ field, descending: field === '_score', ...defaults, ...whole, ...given });
}

/** The order of hits where nothing else is asked for. */
export const BY_SCORE: readonly SortSpec[] = [spec('_score', {})];

/** As OpenSearch tells it: of what comes next in the place of an object. */
function noOptions(field: string, options: unknown, entry: JsonObject): Error {
  const parser = field === '_score' || field === '_script' ? field : 'field_sort';
  const told = (token: string) =>
    apiError('x_content_parse_exception', `[${parser}] Expected START_OBJECT but was: ${token}`);
  if (Array.isArray(options)) {
    readAt(options, options.length === 0 ? null : 0);
    return told(options.length === 0 ? 'END_ARRAY' : tokenOf(options[0]));
  }
  const names = Object.keys(entry);
  const next = names[names.indexOf(field) + 1];
  if (next === undefined) readAt(entry, null);
  else readAt(entry, next, 'name');
  return told(next === undefined ? 'END_OBJECT' : 'FIELD_NAME');
}

const geoReaders = { mode: plainMode, order: readOrder, nested: readNested };

/** `entry`: what the field and its options stand in. */
function parseField(field: string, options: unknown, entry: JsonObject): SortSpec {
  if ((field === '_geo_distance' || field === '_geoDistance') && isObject(options)) {
    const { field: name, ...given } = parseGeoSort(options, geoReaders);
    return spec(name, given);
  }
  if (typeof options === 'string') return spec(field, { descending: readOrder(options) });
  if (!isObject(options)) throw noOptions(field, options, entry);
  if (field === '_script') {
    const script = readScriptSort(options);
    const { order } = options;
    readAt(options, 'order');
    const descending = order !== undefined && inField('_script', 'order', () => readOrder(String(order)));
    return spec(field, { script, descending });
  }
  return spec(field, readOptions(field, options));
}

function readOptions(field: string, options: JsonObject): Partial<SortSpec> {
  const isSpecial = field === '_score' || field === '_doc' || field === '_shard_doc';
  const read: { -readonly [key in keyof SortSpec]?: SortSpec[key] } = {};
  const order = textField((text) => {
    read.descending = readOrder(text);
  });
  if (isSpecial) readFields(field, options, { order });
  else readFields('field_sort', options, { ...fieldReaders(field, read), order });
  return read;
}

function fieldReaders(field: string, read: Partial<Record<keyof SortSpec, unknown>>): FieldParsers {
  const refuseId = (name: string): void => {
    if (field === '_id') throw apiError('illegal_argument_exception', `[${name}] of [_id] is not supported`);
  };
  return {
    missing: {
      tokens: ['VALUE_NULL', 'VALUE_STRING', 'VALUE_NUMBER', 'VALUE_BOOLEAN'],
      read: (value) => {
        read.missing = readMissing(value);
      },
    },
    unmapped_type: textField((text) => {
      read.unmappedType = text;
    }),
    mode: textField((text) => {
      read.mode = plainMode(text);
    }),
    nested_path: textField((path) => {
      refuseId('nested_path');
      read.nested = { ...WHOLE, path };
    }),
    nested: {
      tokens: ['START_OBJECT'],
      read: (value) => {
        refuseId('nested');
        read.nested = nestedSort(value as JsonObject);
      },
    },
    numeric_type: textField((text) => {
      read.numericType = readNumericType(text);
    }),
  };
}

const NUMERIC_TYPES: readonly string[] = ['long', 'double', 'date', 'date_nanos'];

const WHOLE = { filter: null, maxChildren: null, nested: null };

/** null where no path is given. */
function readNested(value: unknown): NestedSort | null {
  if (isObject(value)) return inField('field_sort', 'nested', () => nestedSort(value));
  const reason = `[field_sort] nested doesn't support values of type: ${tokenOf(value)}`;
  throw apiError('x_content_parse_exception', reason);
}

function nestedSort(body: JsonObject): NestedSort | null {
  let path: string | null = null;
  let read: Omit<NestedSort, 'path'> = WHOLE;
  for (const [name, value] of membersOf(body)) {
    if (name === 'path') path = toText(value);
    else if (name === 'filter') read = { ...read, filter: readFilter(value) };
    else if (name === 'max_children') read = { ...read, maxChildren: toInt(value) };
    else if (name === 'nested' && isObject(value)) read = { ...read, nested: nestedSort(value) };
    else {
      const reason = `malformed nested sort format, unknown field name [${name}]`;
      throw apiError('illegal_argument_exception', reason);
    }
  }
  return path === null ? null : { path, ...read };
}

function readFilter(value: unknown): QueryNode {
  try {
    return parseQuery(value);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { rootCause, ...causedBy } = error.error;
    const root = rootCause ?? [{ type: causedBy.type, reason: causedBy.reason }];
    throw new ApiError({
      type: 'parsing_exception',
      reason: 'Expected nested_filter element.',
      causedBy,
      rootCause: root,
    });
  }
}

function readMissing(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return toText(value);
}

function readNumericType(text: string): string {
  if (NUMERIC_TYPES.includes(text)) return text;
  const reason = `invalid value for [numeric_type], must be [${NUMERIC_TYPES.join(', ')}], got ${text}`;
  throw apiError('illegal_argument_exception', reason);
}

/** True for descending. */
function readOrder(text: string): boolean {
  const lower = text.toLowerCase();
  if (lower === 'asc' || lower === 'desc') return lower === 'desc';
  const reason = `No enum constant org.opensearch.search.sort.SortOrder.${text.toUpperCase()}`;
  throw apiError('illegal_argument_exception', reason);
}

function plainMode(text: string): SortModeName {
  const mode = text.toLowerCase();
  if (mode === 'min' || mode === 'max' || mode === 'sum' || mode === 'avg' || mode === 'median') return mode;
  throw apiError('illegal_argument_exception', `Unknown SortMode [${text}]`);
}
