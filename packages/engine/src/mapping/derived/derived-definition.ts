import { ApiError, dictionary, isObject, orderMembers } from '@sextant/contract';
import { strictBoolean } from '../boolean-value.ts';
import { illegalArgument, mapperParsing, parseFailure } from '../errors.ts';
import { hashMapOrder, javaClass, javaText } from '../java-text.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** A field whose values a script makes of each document that is asked for, as a mapping or a search defines it. Plain data. */
export interface DerivedDefinition {
  readonly type: string;
  /** `source` or `id`, `lang`, `options`, `params`: as it is printed; null: it has none. */
  readonly script: JsonObject | null;
  /** Of an object, the types of fields within it by their paths. */
  readonly properties: ReadonlyMap<string, string>;
  /** The text field that has to match before the script is asked; null: none. */
  readonly prefilter: string | null;
  /** As dates are shown. */
  readonly format: string | null;
  /** Values that are none of the type are left out of queries; null: nobody said so. */
  readonly ignoresMalformed: boolean | null;
}

/** Where the values of a field come from that is derived, or lies within a derived object. Plain data. */
export interface DerivedSource {
  /** Of the field, or of the object. */
  readonly definition: DerivedDefinition;
  /** Of the values. */
  readonly type: string;
  /** The path to the values within the object; null: the script makes them. */
  readonly within: string | null;
}

export type DerivedDefinitions = ReadonlyMap<string, DerivedDefinition>;

/** As OpenSearch's `DerivedFieldSupportedTypes`. */
export const derivedTypes: ReadonlySet<string> = new Set([
  'boolean',
  'date',
  'geo_point',
  'ip',
  'keyword',
  'text',
  'long',
  'double',
  'float',
  'object',
]);

/** Taken as for all fields, and without any meaning. */
const DROPPED: ReadonlySet<string> = new Set([
  'boost',
  'copy_to',
  'doc_values',
  'fields',
  'include_in_all',
  'index',
  'index_options',
  'meta',
  'similarity',
  'store',
]);

/** The value of `derived`, of a mapping or a search. Throws ApiError. */
export function parseDerived(value: unknown): DerivedDefinitions {
  const found = new Map<string, DerivedDefinition>();
  if (Array.isArray(value) && value.length === 0) return found;
  if (!isObject(value)) throw parseFailure('derived must be a map type');
  for (const [name, definition] of Object.entries(value)) {
    if (Array.isArray(definition) && definition.length === 0) continue;
    if (!isObject(definition)) {
      throw mapperParsing(
        `Expected map for property [derived_fields] on field [${name}] but got a class java.lang.String`,
      );
    }
    if (name.includes('.'))
      throw illegalArgument(`derived field [${name}]: names with dots are not supported`);
    found.set(name, definitionOf(name, definition));
  }
  return found;
}

function definitionOf(name: string, given: JsonObject): DerivedDefinition {
  const draft: DerivedDefinition = {
    type: given.type === undefined ? '' : typeName(name, given.type),
    script: null,
    properties: new Map(),
    prefilter: null,
    format: null,
    ignoresMalformed: null,
  };
  for (const [key, value] of Object.entries(given)) {
    if (key === 'type' || DROPPED.has(key)) continue;
    const reader = readers.get(key);
    const of = `on mapper [${name}] of type [${draft.type}]`;
    if (reader === undefined) throw mapperParsing(`unknown parameter [${key}] ${of}`);
    if (value === null) throw mapperParsing(`[${key}] ${of} must not have a [null] value`);
    Object.assign(draft, reader(value, name));
  }
  if (!derivedTypes.has(draft.type)) throw unsupportedType(draft.type);
  if (name === '') throw illegalArgument('name cannot be empty string');
  return draft;
}

type Reader = (value: unknown, name: string) => Partial<DerivedDefinition>;

/** What each parameter says, in the order in which they are given. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['script', (value) => ({ script: scriptOf(value) })],
  ['properties', (value, name) => ({ properties: propertiesOf(name, value) })],
  ['prefilter_field', (value) => ({ prefilter: javaText(value) || null })],
  ['format', (value) => ({ format: javaText(value) })],
  ['ignore_malformed', (value) => ({ ignoresMalformed: strictBoolean(value) })],
]);

export function unsupportedType(type: string): ApiError {
  return illegalArgument(`Type [${type}] isn't supported in Derived field context.`);
}

function typeName(name: string, type: unknown): string {
  if (typeof type === 'string') return type;
  if (type === null) {
    throw mapperParsing(`[type] on mapper [${name}] of type [null] must not have a [null] value`);
  }
  const from = `java.lang.${javaClass(type)}`;
  const where = `(${from} and java.lang.String are in module java.base of loader 'bootstrap')`;
  const reason = `class ${from} cannot be cast to class java.lang.String ${where}`;
  throw new ApiError({ type: 'class_cast_exception', reason });
}

function propertiesOf(field: string, given: unknown): Map<string, string> {
  const told = (value: unknown): string => {
    const name = isObject(value) ? 'LinkedHashMap' : javaClass(value);
    return `${name}[${javaText(value)}] for field [${field}]`;
  };
  if (!isObject(given)) throw mapperParsing(`[properties] must be an object, got ${told(given)}`);
  const types = new Map<string, string>();
  for (const [path, type] of Object.entries(given)) {
    if (typeof type !== 'string') {
      throw mapperParsing(`[properties] values can only be strings, but got ${told(type)}`);
    }
    types.set(path, type);
  }
  return types;
}

/** `Script.parse` of a mapping. */
function scriptOf(given: unknown): JsonObject {
  if (typeof given === 'string') return { source: given, lang: 'painless' };
  if (!isObject(given)) throw illegalArgument('Script value should be a String or a Map');
  const source = textOf(given, 'source') ?? textOf(given, 'inline');
  const id = textOf(given, 'id');
  const lang = textOf(given, 'lang');
  if (source === undefined && id === undefined) {
    throw parseFailure('Expected one of [source] or [id] fields, but found none');
  }
  if (id !== undefined && lang !== undefined) {
    throw illegalArgument('[lang] cannot be specified for stored scripts');
  }
  const options = mapOf(given, 'options');
  const params = mapOf(given, 'params');
  return {
    ...(id === undefined ? { source, lang: lang ?? 'painless' } : { id }),
    ...(options !== undefined &&
      Object.keys(options).length > 0 && { options: orderMembers(options, hashMapOrder) }),
    ...(params !== undefined &&
      Object.keys(params).length > 0 && { params: orderMembers(params, hashMapOrder) }),
  };
}

function textOf(given: JsonObject, key: string): string | undefined {
  const value = given[key] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw wrongKind(key, 'String');
}

function mapOf(given: JsonObject, key: string): JsonObject | undefined {
  const value = given[key] ?? undefined;
  if (value === undefined || isObject(value)) return value;
  throw wrongKind(key, 'Map');
}

function wrongKind(key: string, kind: string): ApiError {
  return parseFailure(`Value must be of type ${kind}: [${key}]`);
}

/** As GET _mapping prints them. */
export function derivedJson(definitions: DerivedDefinitions): Record<string, unknown> {
  const json: Record<string, unknown> = dictionary();
  for (const name of [...definitions.keys()].sort()) json[name] = definitionJson(definitions.get(name)!);
  return json;
}

function definitionJson(definition: DerivedDefinition): Record<string, unknown> {
  const { type, script, properties, prefilter, format, ignoresMalformed } = definition;
  const json: Record<string, unknown> = dictionary({ type });
  if (script !== null) json.script = script;
  if (properties.size > 0) json.properties = orderMembers(Object.fromEntries(properties), hashMapOrder);
  if (prefilter !== null) json.prefilter_field = prefilter;
  if (format !== null) json.format = format;
  if (ignoresMalformed !== null) json.ignore_malformed = ignoresMalformed;
  return json;
}
