import { ApiError, isObject } from '@sextant/contract';
import { type AnalyzerRegistry, analyzerRegistry, type FlatSettings } from '../analysis/registry.ts';
import { booleanOf } from './boolean-value.ts';
import { illegalArgument, mapperParsing, wrapError } from './errors.ts';
import { FieldMapper, mergedAlias } from './field-mapper.ts';
import type { FieldType } from './field-type.ts';
import { fieldTypeOf } from './field-types.ts';
import { hashMapOrder, javaClass, javaText } from './java-text.ts';
import { unsupportedParameters } from './leftover-parameters.ts';
import {
  type Dynamic,
  type Mapper,
  type NestedOptions,
  ObjectMapper,
  objectWithinFlat,
} from './object-mapper.ts';
import { type Similarities, similaritiesOf } from './similarities.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

const DYNAMIC_WORDS: ReadonlySet<string> = new Set([
  'strict',
  'strict_allow_templates',
  'false_allow_templates',
]);

/** Parameters that every type takes and drops: they have no meaning any more. */
const DROPPED: ReadonlySet<string> = new Set(['type', 'fields', 'copy_to', 'boost', 'include_in_all']);

/** What fields that refuse others take all the same. */
const TAKEN_BY_ALL: ReadonlySet<string> = new Set(['type', 'fields', 'copy_to']);

const OBJECT_PARAMETERS: ReadonlySet<string> = new Set([
  'type',
  'dynamic',
  'enabled',
  'disable_objects',
  'properties',
  'include_in_all',
  'include_in_parent',
  'include_in_root',
]);

/** What types of the old form take and drop besides. */
const OLD_DROPPED: ReadonlySet<string> = new Set(['similarity']);

/** What all others take and drop where they have no such parameter. */
const NEW_DROPPED: ReadonlySet<string> = new Set([
  'store',
  'meta',
  'index',
  'doc_values',
  'index_options',
  'similarity',
]);

/** Fields that the engine keeps for itself. */
export const metadataFields: ReadonlySet<string> = new Set([
  '_id',
  '_index',
  '_source',
  '_routing',
  '_seq_no',
  '_primary_term',
  '_version',
  '_field_names',
  '_ignored',
  '_nested_path',
  '_doc_count',
  '_data_stream_timestamp',
]);

export function parseDynamic(value: unknown): Dynamic {
  const word = String(value).toLowerCase();
  if (DYNAMIC_WORDS.has(word)) return word as Dynamic;
  return booleanOf('dynamic.dynamic', value) ? 'true' : 'false';
}

/** Those members of a definition that say something of an object. */
export function objectParameters(definition: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(definition).filter(([key]) => OBJECT_PARAMETERS.has(key)));
}

/** Reads mapping definitions: JSON that users wrote, refused where OpenSearch refuses it. */
export class MappingParser {
  readonly #registry: AnalyzerRegistry;
  readonly #similarities: Similarities;
  readonly #checks: Checks;
  #fields = 0;

  constructor(flat: FlatSettings, checks: Checks = {}) {
    this.#registry = analyzerRegistry(flat);
    this.#similarities = similaritiesOf(flat);
    this.#checks = checks;
  }

  /** The fields of an object that has no objects: dots are part of their names. */
  #flatProperties(value: unknown, parentPath: string, parentName: string): Map<string, Mapper> {
    return this.#properties(value, (children, name, definition) => {
      const path = parentPath === '' ? name : `${parentPath}.${name}`;
      const child = this.mapper(name, path, definition);
      if (child.kind === 'object') throw mapperParsing(objectWithinFlat(path, parentName));
      children.set(name, child);
    });
  }

  /** The children of an object: the value of `properties`. Dotted names make the objects between. */
  properties(value: unknown, parentPath: string): Map<string, Mapper> {
    const depth = parentPath === '' ? 1 : parentPath.split('.').length + 1;
    // Thousands of names may begin alike: what they say of an object is merged at the end.
    const layers = new Map<string, ObjectMapper[]>();
    const merged = this.#properties(value, (children, given, definition) => {
      const name = withoutLastDots(given);
      if (name === '' && given !== '') {
        checkedType(given, definition);
        throw mapperParsing(`Invalid field name ${given}`);
      }
      this.#add({ children, layers, given }, name, definition, { path: parentPath, depth });
    });
    for (const [name, objects] of layers) merged.set(name, mergedInPairs(objects));
    return merged;
  }

  /** In the order of Java's hash map, by which OpenSearch reads them: it shows where two are wrong, or one name is given twice. */
  #properties(
    value: unknown,
    add: (children: Map<string, Mapper>, name: string, definition: JsonObject) => void,
  ): Map<string, Mapper> {
    const children = new Map<string, Mapper>();
    if (Array.isArray(value) && value.length === 0) return children;
    if (!isObject(value))
      throw new ApiError({ type: 'parse_exception', reason: 'properties must be a map type' });
    for (const name of hashMapOrder(Object.keys(value))) {
      const definition = value[name];
      if (Array.isArray(definition) && definition.length === 0) continue;
      if (!isObject(definition)) {
        throw mapperParsing(
          `Expected map for property [fields] on field [${name}] but got a class java.lang.String`,
        );
      }
      add(children, name, definition);
    }
    return children;
  }

  /** One field or object by its definition. `name` has no dots; `given` is what errors call it. */
  mapper(name: string, path: string, definition: JsonObject, given = name): Mapper {
    const type = checkedType(given, definition);
    if (type !== 'object' && type !== 'nested') return this.field(name, path, type, definition, given);
    const object = this.#object(name, path, definition, type === 'nested');
    const unknown = Object.keys(definition).filter((key) => !OBJECT_PARAMETERS.has(key));
    if (unknown.length > 0) throw unsupportedParameters(given, unknown, definition);
    return object;
  }

  #object(name: string, path: string, definition: JsonObject, isNested: boolean): ObjectMapper {
    this.#checks.checkFields?.(++this.#fields);
    const { dynamic, enabled } = definition;
    return new ObjectMapper({
      name,
      path,
      dynamic: dynamic === undefined ? undefined : parseDynamic(dynamic),
      enabled: enabled === undefined ? undefined : booleanOf('enabled.enabled', enabled),
      nested: isNested ? nestedOptions(name, definition) : undefined,
      ...this.inner(name, path, definition),
    });
  }

  /** What is in an object by its definition, and whether objects may be. */
  inner(
    name: string,
    path: string,
    { properties, disable_objects: given }: JsonObject,
  ): { readonly disableObjects: boolean | undefined; readonly children: Map<string, Mapper> } {
    const disableObjects = given === undefined ? undefined : disableObjectsOf(given);
    if (properties === undefined) return { disableObjects, children: new Map() };
    const children =
      disableObjects === true
        ? this.#flatProperties(properties, path, name)
        : this.properties(properties, path);
    return { disableObjects, children };
  }

  field(name: string, path: string, type: string, definition: JsonObject, given = name): FieldMapper {
    this.#checks.checkFields?.(++this.#fields);
    const fieldType = fieldTypeOf(type);
    if (fieldType === undefined) throw noHandler(type, given);
    if (name === '') throw illegalArgument('name cannot be empty string');
    const context = { field: name, registry: this.#registry, similarities: this.#similarities };
    const isStrict = fieldType.isOfOldForm === true || fieldType.refusesOthers !== undefined;
    const values = new Map<string, unknown>();
    const unknown: string[] = [];
    for (const key of hashMapOrder(Object.keys(definition))) {
      const parameter = fieldType.parameters.find((known) => known.name === key);
      if (parameter === undefined) {
        if (key !== 'type' && fieldType.refusesOthers === 'all') {
          unknown.push(key);
          continue;
        }
        if (isDropped(key, fieldType)) continue;
        if (isStrict) {
          unknown.push(key);
          continue;
        }
        throw mapperParsing(`unknown parameter [${key}] on mapper [${name}] of type [${type}]`);
      }
      const value = definition[key];
      if (value === null && !parameter.acceptsNull) {
        throw mapperParsing(`[${key}] on mapper [${name}] of type [${type}] must not have a [null] value`);
      }
      values.set(key, parameter.parse(value, context));
    }
    if (unknown.length > 0) throw unsupportedParameters(given, unknown, definition);
    fieldType.check?.(name, values, path);
    const fields = this.#multiFields(path, definition.fields);
    const copyTo = copyToOf(definition.copy_to, name);
    return new FieldMapper({ name, path, type: fieldType, values, fields, copyTo, context });
  }

  #multiFields(path: string, given: unknown): Map<string, FieldMapper> {
    const fields = new Map<string, FieldMapper>();
    if (given === undefined || (Array.isArray(given) && given.length === 0)) return fields;
    if (!isObject(given)) {
      throw mapperParsing(
        `expected map for property [fields] on field [${javaText(given)}] or [fields] but got a class ` +
          `java.lang.${javaClass(given)}`,
      );
    }
    for (const [simple, definition] of Object.entries(given)) {
      if (simple.includes('.')) {
        throw mapperParsing(
          `Field name [${simple}] which is a multi field of [${path.slice(path.lastIndexOf('.') + 1)}] cannot contain '.'`,
        );
      }
      if (!isObject(definition)) {
        throw mapperParsing(`illegal field [${simple}], only fields can be specified inside fields`);
      }
      const type = definition.type;
      if (type === undefined || type === null)
        throw mapperParsing(`no type specified for property [${simple}]`);
      if (type === 'object' || type === 'nested' || type === 'alias')
        throw mapperParsing(`Type [${type}] cannot be used in multi field`);
      if (fieldTypeOf(String(type)) === undefined)
        throw mapperParsing(`no handler for type [${type}] declared on field [${simple}]`);
      fields.set(simple, this.field(simple, `${path}.${simple}`, String(type), definition));
    }
    return fields;
  }

  /** `parent`: with the depth of what is in it. */
  #add(
    { children, layers, given }: Draft,
    name: string,
    definition: JsonObject,
    parent: { readonly path: string; readonly depth: number },
  ): void {
    const dot = name.indexOf('.');
    const simple = dot < 0 ? name : name.slice(0, dot);
    const path = parent.path === '' ? simple : `${parent.path}.${simple}`;
    let child: Mapper;
    if (dot < 0) {
      child = this.mapper(name, path, definition, given);
    } else {
      this.#checks.checkDepth?.(path, parent.depth);
      const inner = new Map<string, Mapper>();
      const only = { children: inner, layers: new Map<string, ObjectMapper[]>(), given };
      this.#add(only, name.slice(dot + 1), definition, { path, depth: parent.depth + 1 });
      if (simple === '') throw illegalArgument('name cannot be empty string');
      child = new ObjectMapper({
        name: simple,
        path,
        dynamic: undefined,
        enabled: undefined,
        children: inner,
      });
    }
    const existing = children.get(simple);
    if (existing?.kind === 'object' && child.kind === 'object') {
      const before = layers.get(simple);
      if (before === undefined) layers.set(simple, [existing, child]);
      else before.push(child);
      return;
    }
    if (existing?.kind === 'field' && child.kind === 'object') throw madeObject(existing);
    if (existing?.kind === 'object' && child.kind === 'field')
      throw illegalArgument(`can't merge a non object mapping [${path}] with an object mapping`);
    children.set(
      simple,
      existing?.kind === 'field' && child.kind === 'field' ? existing.merge(child) : child,
    );
  }
}

/** What is refused while definitions are read. */
interface Checks {
  /** Asked of each object that a name with dots makes; throws where it lies too deep. */
  readonly checkDepth?: (path: string, depth: number) => void;
  /** Told how many fields are read; throws where those are too many. */
  readonly checkFields?: (count: number) => void;
}

/** The children of an object while they are read. */
interface Draft {
  readonly children: Map<string, Mapper>;
  /** Objects of which more than one name says something. */
  readonly layers: Map<string, ObjectMapper[]>;
  /** The name as it is given, dots and all. */
  readonly given: string;
}

/** Java splits a name at its dots without what is empty at the end. */
function withoutLastDots(name: string): string {
  let end = name.length;
  while (end > 0 && name[end - 1] === '.') end--;
  return name.slice(0, end);
}

/** Why a field is none that a later name, which begins with its own, makes an object. */
function madeObject({ path, type, fieldType }: FieldMapper): ApiError {
  if (fieldType.isAlias === true) return mergedAlias(path);
  return illegalArgument(`mapper [${path}] cannot be changed from type [${type}] to [ObjectMapper]`);
}

/** Merged from the first to the last; none is copied more often than there are halves. */
function mergedInPairs(objects: readonly ObjectMapper[]): ObjectMapper {
  if (objects.length === 1) return objects[0]!;
  const middle = objects.length >> 1;
  return mergedInPairs(objects.slice(0, middle)).merge(mergedInPairs(objects.slice(middle)));
}

function disableObjectsOf(value: unknown): boolean {
  try {
    return booleanOf('disable_objects.disable_objects', value);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const what = `Parameter [disable_objects] must be a boolean value (true or false), but got [${javaText(value)}]`;
    const reason = `Configuration error: ${what}. ${error.error.reason}`;
    throw wrapError('illegal_argument_exception', reason, error.error);
  }
}

function nestedOptions(name: string, definition: JsonObject): NestedOptions {
  const flag = (key: string): boolean =>
    definition[key] !== undefined && booleanOf(`${name}.${key}`, definition[key]);
  return { includeInParent: flag('include_in_parent'), includeInRoot: flag('include_in_root') };
}

function typeOf(given: string, definition: JsonObject): string {
  const { type, properties, enabled } = definition;
  if (type !== undefined && type !== null) return javaText(type);
  if (properties !== undefined) return 'object';
  if (enabled !== undefined && Object.keys(definition).length === 1) return 'object';
  throw mapperParsing(`No type specified for field [${given}]`);
}

/** The type that a definition says; throws where there is none of the name. */
function checkedType(given: string, definition: JsonObject): string {
  const type = typeOf(given, definition);
  if (type !== 'object' && type !== 'nested' && fieldTypeOf(type) === undefined) throw noHandler(type, given);
  return type;
}

function noHandler(type: string, given: string): ApiError {
  return mapperParsing(`No handler for type [${type}] declared on field [${given}]`);
}

/** Whether a parameter that a type does not have is taken without being heeded. */
function isDropped(name: string, { isOfOldForm, refusesOthers }: FieldType): boolean {
  if (refusesOthers !== undefined) return TAKEN_BY_ALL.has(name);
  return DROPPED.has(name) || (isOfOldForm === true ? OLD_DROPPED : NEW_DROPPED).has(name);
}

function copyToOf(value: unknown, field: string): string[] {
  if (value === undefined || value === null) return [];
  const names = Array.isArray(value) ? (value as unknown[]) : [value];
  if (names.includes(null)) throw mapperParsing(`[copy_to] on field [${field}] must not have a [null] value`);
  return names.map(String);
}
