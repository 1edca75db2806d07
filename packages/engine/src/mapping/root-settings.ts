import { type ApiError, dictionary, isObject, orderMembers } from '@sextant/contract';
import { booleanOf, strictBoolean } from './boolean-value.ts';
import { dateFormat } from './date/date-format.ts';
import { type DerivedDefinitions, derivedJson, parseDerived } from './derived/derived-definition.ts';
import { DynamicTemplate } from './dynamic-template.ts';
import { illegalArgument, mapperParsing } from './errors.ts';
import { remaining } from './leftover-parameters.ts';
import type { JsonObject } from './mapping-parser.ts';

/** Formats tried on text of new fields, OpenSearch's own when the mapping names none. */
const DYNAMIC_DATE_FORMATS = [
  'strict_date_optional_time',
  'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis',
] as const;

/** What stands beside `properties` at the top of a mapping; undefined = not given. */
export interface RootSettings {
  readonly meta: unknown;
  readonly routingRequired: boolean | undefined;
  readonly source: SourceSettings | undefined;
  readonly fieldNames: boolean | undefined;
  /** The field that gives documents of a data stream their time: each has exactly one value of it. */
  readonly timestamp: string | undefined;
  readonly dateFormats: readonly string[] | undefined;
  readonly templates: readonly DynamicTemplate[] | undefined;
  readonly dateDetection: boolean | undefined;
  readonly numericDetection: boolean | undefined;
  readonly derived: DerivedDefinitions | undefined;
}

export interface SourceSettings {
  readonly enabled: boolean;
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

const KNOWN: ReadonlySet<string> = new Set([
  'properties',
  'dynamic',
  'enabled',
  'disable_objects',
  '_meta',
  '_routing',
  '_source',
  '_field_names',
  '_doc_count',
  '_data_stream_timestamp',
  'dynamic_date_formats',
  'dynamic_templates',
  'date_detection',
  'numeric_detection',
  'derived',
]);

/** Refuses what no mapping has at its top. */
export function checkRootKeys(definition: JsonObject): void {
  const unknown = Object.keys(definition).filter((key) => !KNOWN.has(key));
  if (unknown.length === 0) return;
  throw mapperParsing(
    `Root mapping definition has unsupported parameters: ${remaining(unknown, definition)}`,
  );
}

function metadataMapper(name: string, value: unknown, known: readonly string[]): JsonObject {
  if (!isObject(value)) throw illegalArgument('[_parent] must be an object containing [type]');
  for (const key of Object.keys(value)) {
    if (!known.includes(key))
      throw mapperParsing(`unknown parameter [${key}] on mapper [${name}] of type [null]`);
  }
  return value;
}

function sourceOf(value: unknown): SourceSettings {
  const given = metadataMapper('_source', value, ['enabled', 'includes', 'excludes']);
  const list = (key: string): string[] => [given[key] ?? []].flat().map(String);
  const enabled = given.enabled === undefined ? true : strictBoolean(given.enabled);
  return { enabled, includes: list('includes'), excludes: list('excludes') };
}

function templatesOf(value: unknown): DynamicTemplate[] {
  const bad = (): ApiError =>
    mapperParsing('Dynamic template syntax error. An array of named objects is expected.');
  if (!Array.isArray(value)) throw bad();
  return value.map((entry: unknown) => {
    if (!isObject(entry) || Object.keys(entry).length !== 1) throw bad();
    const [name, definition] = Object.entries(entry)[0]!;
    return new DynamicTemplate(name, definition);
  });
}

export function parseRootSettings(definition: JsonObject): RootSettings {
  const routing = definition._routing;
  const fieldNames = definition._field_names;
  const formats = definition.dynamic_date_formats;
  const flag = (value: unknown): boolean | undefined =>
    value === undefined ? undefined : strictBoolean(value);
  if (definition._doc_count !== undefined) metadataMapper('_doc_count', definition._doc_count, []);
  const named = (name: string): boolean | undefined =>
    definition[name] === undefined ? undefined : booleanOf(name, definition[name]);
  return {
    meta: definition._meta,
    routingRequired:
      routing === undefined ? undefined : flag(metadataMapper('_routing', routing, ['required']).required),
    source: definition._source === undefined ? undefined : sourceOf(definition._source),
    fieldNames:
      fieldNames === undefined
        ? undefined
        : flag(metadataMapper('_field_names', fieldNames, ['enabled']).enabled),
    timestamp: timestampOf(definition._data_stream_timestamp),
    dateFormats: formats === undefined ? undefined : dynamicFormats(formats),
    templates:
      definition.dynamic_templates === undefined ? undefined : templatesOf(definition.dynamic_templates),
    dateDetection: named('date_detection'),
    numericDetection: named('numeric_detection'),
    derived: definition.derived === undefined ? undefined : parseDerived(definition.derived),
  };
}

const DEFAULT_TIMESTAMP = '@timestamp';

function timestampOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const given = metadataMapper('_data_stream_timestamp', value, ['enabled', 'timestamp_field']);
  if (given.enabled !== undefined && !strictBoolean(given.enabled)) return undefined;
  const { timestamp_field: field } = given;
  return isObject(field) && typeof field.name === 'string' ? field.name : DEFAULT_TIMESTAMP;
}

function timestampJson(field: string): JsonObject {
  return { enabled: true, ...(field === DEFAULT_TIMESTAMP ? {} : { timestamp_field: { name: field } }) };
}

function dynamicFormats(value: unknown): string[] {
  const formats = (Array.isArray(value) ? value : [value]).map(String);
  for (const format of formats) {
    if (format.startsWith('epoch_'))
      throw mapperParsing(`Epoch [${format}] is not supported as dynamic date format`);
    dateFormat(format);
  }
  return formats;
}

export function dateFormatsOf(settings: RootSettings): readonly string[] {
  return settings.dateFormats ?? DYNAMIC_DATE_FORMATS;
}

function conflict(mapper: string, name: string, from: unknown, to: unknown): ApiError {
  return illegalArgument(
    `Mapper for [${mapper}] conflicts with existing mapper:\n\tCannot update parameter [${name}] from [${from}] to [${to}]`,
  );
}

const sorted = (list: readonly string[]): string => `[${list.join(', ')}]`;

export function mergeRootSettings(before: RootSettings, update: RootSettings): RootSettings {
  if (update.routingRequired !== undefined && update.routingRequired !== (before.routingRequired ?? false)) {
    throw conflict('_routing', 'required', before.routingRequired ?? false, update.routingRequired);
  }
  const { source } = update;
  const existing = before.source ?? { enabled: true, includes: [], excludes: [] };
  if (source !== undefined) {
    if (source.enabled !== existing.enabled)
      throw conflict('_source', 'enabled', existing.enabled, source.enabled);
    for (const key of ['includes', 'excludes'] as const) {
      const [from, to] = [sorted(existing[key]), sorted(source[key])];
      if (from !== to) throw conflict('_source', key, from, to);
    }
  }
  return {
    meta: update.meta ?? before.meta,
    routingRequired: update.routingRequired ?? before.routingRequired,
    source: source ?? before.source,
    fieldNames: update.fieldNames ?? before.fieldNames,
    timestamp: update.timestamp ?? before.timestamp,
    dateFormats: update.dateFormats ?? before.dateFormats,
    templates: update.templates ?? before.templates,
    dateDetection: update.dateDetection ?? before.dateDetection,
    numericDetection: update.numericDetection ?? before.numericDetection,
    derived:
      update.derived === undefined ? before.derived : new Map([...(before.derived ?? []), ...update.derived]),
  };
}

/** The members in the order of GET _mapping. */
export function rootSettingsJson(settings: RootSettings, json: Record<string, unknown>): void {
  if (settings.meta !== undefined) json._meta = orderMembers(settings.meta, (names) => names.sort());
  if (settings.timestamp !== undefined) json._data_stream_timestamp = timestampJson(settings.timestamp);
  if (settings.fieldNames !== undefined) json._field_names = { enabled: settings.fieldNames };
  if (settings.routingRequired === true) json._routing = { required: true };
  const source: Record<string, unknown> = dictionary();
  if (settings.source?.enabled === false) source.enabled = false;
  if (settings.source !== undefined && settings.source.includes.length > 0)
    source.includes = settings.source.includes;
  if (settings.source !== undefined && settings.source.excludes.length > 0)
    source.excludes = settings.source.excludes;
  if (Object.keys(source).length > 0) json._source = source;
  if (settings.dateFormats !== undefined) json.dynamic_date_formats = settings.dateFormats;
  if (settings.templates !== undefined)
    json.dynamic_templates = settings.templates.map((one) => one.toJson());
  if (settings.dateDetection !== undefined) json.date_detection = settings.dateDetection;
  if (settings.numericDetection !== undefined) json.numeric_detection = settings.numericDetection;
  if (settings.derived !== undefined && settings.derived.size > 0)
    json.derived = derivedJson(settings.derived);
}
