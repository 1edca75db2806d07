import type { ApiError } from '@sextant/contract';
import { dateFormat } from './date/date-format.ts';
import type { DynamicTemplate, MatchType } from './dynamic-template.ts';
import { illegalArgument, mapperParsing } from './errors.ts';
import { ExactToken } from './exact-json.ts';
import { fieldTypeOf } from './field-types.ts';
import { grown } from './grown-map.ts';
import type { Mapping } from './mapping.ts';
import { type JsonObject, MappingParser, objectParameters } from './mapping-parser.ts';
import { javaParseDouble } from './number-coercion.ts';
import type { Mapper, ObjectMapper } from './object-mapper.ts';
import { dateFormatsOf } from './root-settings.ts';

const KEYWORD_BESIDE_TEXT = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };

/** What a value of an unmapped field looks like: all values of a kind bring in the same mapper at a path. */
export interface Detected {
  readonly kind: string;
  readonly type: MatchType;
  readonly definition: JsonObject;
}

function detected(type: MatchType, definition: JsonObject): Detected {
  return { kind: JSON.stringify([type, definition]), type, definition };
}

const text = detected('string', KEYWORD_BESIDE_TEXT);
const long = detected('long', { type: 'long' });
const double = detected('double', { type: 'float' });
const boolean = detected('boolean', { type: 'boolean' });
const object = detected('object', { type: 'object' });

function detectText(mapping: Mapping, value: string): Detected {
  const { settings } = mapping;
  const isLong = /^[+-]?\d+$/.test(value) && isWithinLong(value);
  const isNumber = isLong || javaParseDouble(value) !== undefined;
  if (isNumber && settings.numericDetection === true) return isLong ? long : double;
  if (!isNumber && settings.dateDetection !== false) {
    for (const format of dateFormatsOf(settings)) {
      if (Number.isNaN(dateFormat(format).parse(value))) continue;
      return { kind: `date ${format}`, type: 'date', definition: dateDefinition(format) };
    }
  }
  return text;
}

function isWithinLong(digits: string): boolean {
  const number = Number(digits);
  if (Number.isSafeInteger(number)) return true;
  return Math.abs(number) <= 2 ** 63 && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits);
}

function dateDefinition(format: string): JsonObject {
  if (format === 'strict_date_optional_time') return { type: 'date' };
  return { type: 'date', format, print_format: format.split('||')[0]! };
}

export function detect(mapping: Mapping, value: unknown): Detected {
  if (typeof value === 'string') return detectText(mapping, value);
  if (typeof value === 'boolean' || (value instanceof ExactToken && value.kind === 'boolean')) {
    return boolean;
  }
  if (typeof value === 'object' && !(value instanceof ExactToken)) return object;
  const isLong = value instanceof ExactToken ? !/[.eE]/.test(value.text) : Number.isInteger(value);
  return isLong ? long : double;
}

function templateFor(
  mapping: Mapping,
  name: string,
  path: string,
  type: MatchType,
): DynamicTemplate | undefined {
  return mapping.settings.templates?.find((template) => template.matches(name, path, type));
}

/**
 * The mapper that a value of an unmapped field brings in: by the first template that matches, else by what it looks
 * like. undefined where only templates may do so (`onlyTemplates`) and none matches.
 */
export function dynamicMapper(
  mapping: Mapping,
  name: string,
  path: string,
  { type, definition }: Detected,
  onlyTemplates: boolean,
): Mapper | undefined {
  const template = templateFor(mapping, name, path, type);
  if (template === undefined && onlyTemplates) return undefined;
  const parser = new MappingParser(mapping.flat);
  if (template === undefined) return parser.mapper(name, path, definition);
  const filled = template.definition(name, type);
  const wanted = String(filled.type);
  if (!['object', 'nested'].includes(wanted) && fieldTypeOf(wanted) === undefined) {
    throw mapperParsing(`failed to find type parsed [${wanted}] for [${name}]`);
  }
  // A rule for fields of any kind may have parameters that objects do not know.
  if (wanted === 'object' || wanted === 'nested') return parser.mapper(name, path, objectParameters(filled));
  const isPlainDate = type === 'date' && filled.type === 'date' && filled.format === undefined;
  return parser.mapper(name, path, isPlainDate ? { ...definition, ...filled } : filled);
}

/** What a document brings in: by path of their object, by name. */
export type AddedMappers = ReadonlyMap<string, ReadonlyMap<string, Mapper>>;

/** The tree with the new mappers of a document. */
export function withNewMappers(root: ObjectMapper, added: AddedMappers): ObjectMapper {
  return withChildren(root, added, changedObjects(added));
}

function withChildren(
  object: ObjectMapper,
  added: AddedMappers,
  changed: ReadonlyMap<string, ReadonlySet<string>>,
): ObjectMapper {
  const own = added.get(object.path);
  const children = grown(object.children);
  if (own !== undefined) for (const [name, child] of own) children.set(name, child);
  for (const name of changed.get(object.path) ?? []) {
    const child = children.get(name);
    if (child?.kind === 'object') children.set(name, withChildren(child, added, changed));
  }
  return object.with(children);
}

/** By path of their object: names of the objects in which, or within which, something is new. */
function changedObjects(added: AddedMappers): Map<string, Set<string>> {
  const changed = new Map<string, Set<string>>();
  for (let path of added.keys()) {
    while (path !== '') {
      const dot = path.lastIndexOf('.');
      const around = path.slice(0, Math.max(0, dot));
      const name = path.slice(dot + 1);
      const names = changed.get(around);
      if (names?.has(name) === true) break;
      if (names === undefined) changed.set(around, new Set([name]));
      else names.add(name);
      path = around;
    }
  }
  return changed;
}

/** A field that a document brings in twice, with two types. */
export interface NewFieldConflict {
  readonly path: string;
  readonly first: string;
  readonly again: string;
}

/** How two values of a new field disagree, if they do; throws where one of them is an object. */
export function conflictOf(first: Mapper, again: Mapper): NewFieldConflict | undefined {
  if (first.kind === 'field' && again.kind === 'field') {
    return first.type === again.type ? undefined : { path: first.path, first: first.type, again: again.type };
  }
  if (first.kind === again.kind) return undefined;
  throw illegalArgument(`can't merge a non object mapping [${first.path}] with an object mapping`);
}

/**
 * The error of the first conflict by name. OpenSearch merges new fields in the order of their names, and the very
 * first of them the other way round than all the rest.
 */
export function newFieldConflict(conflicts: readonly NewFieldConflict[], added: AddedMappers): ApiError {
  const paths = [...added.values()].flatMap((siblings) =>
    [...siblings.values()].map((mapper) => mapper.path),
  );
  const { path, first, again } = conflicts.reduce((least, one) => (one.path < least.path ? one : least));
  const [from, to] = paths.every((other) => path <= other) ? [first, again] : [again, first];
  return illegalArgument(`mapper [${path}] cannot be changed from type [${from}] to [${to}]`);
}
