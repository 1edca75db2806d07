import { apiError, dictionary, isObject, setOwn } from '@sextant/contract';
import type { JsonObject } from './template-kinds.ts';

type Draft = Record<string, unknown>;

/**
 * Mappings laid over each other as OpenSearch does when an index is made from a composable template: objects are
 * merged, a field takes the place of one of its name, dynamic templates of a name too, everything else is that of the
 * last. Throws ApiError where one has an object and another a field.
 */
export function layMappings(layers: readonly JsonObject[]): JsonObject {
  let result: JsonObject = {};
  for (const layer of layers) result = laidOver(result, withoutDots(layer), '');
  return result;
}

/** What is given for a name: all of it, or members of the object that it stands for, by what follows its dot. */
type Given = { readonly whole: unknown } | { readonly members: Draft };

/** Names with dots become the objects that they stand for, but where an object has none. `path`: where the object stands. */
function withoutDots(object: JsonObject, path = ''): JsonObject {
  const { properties } = object;
  if (!isObject(properties)) return object;
  const plain: Draft = dictionary();
  for (const [name, layers] of givenByName(properties, object.disable_objects === true)) {
    const full = path === '' ? name : `${path}.${name}`;
    for (const layer of layers) {
      const value = 'whole' in layer ? layer.whole : withoutDots({ properties: layer.members }, full);
      const inner = 'whole' in layer && isObject(value) ? withoutDots(value, full) : value;
      const alone: Draft = dictionary();
      setOwn<unknown>(alone, name, inner);
      mergeInto(plain, alone, path);
    }
  }
  return { ...object, properties: plain };
}

/** Names that begin alike are taken together, in their order: there may be thousands. */
function givenByName(properties: JsonObject, hasNoObjects: boolean): ReadonlyMap<string, readonly Given[]> {
  const byName = new Map<string, Given[]>();
  for (const [name, definition] of Object.entries(properties)) {
    // A name that is none is the parser's to refuse.
    const isWhole = hasNoObjects || !name.includes('.') || /^\.|\.$|\.\./.test(name);
    const first = isWhole ? name : name.slice(0, name.indexOf('.'));
    const layers = byName.get(first) ?? [];
    byName.set(first, layers);
    if (isWhole) {
      layers.push({ whole: definition });
      continue;
    }
    const last = layers.at(-1);
    const members: Draft = last === undefined || 'whole' in last ? dictionary() : last.members;
    if (last === undefined || 'whole' in last) layers.push({ members });
    setOwn<unknown>(members, name.slice(first.length + 1), definition);
  }
  return byName;
}

function laidOver(below: JsonObject, above: JsonObject, path: string): JsonObject {
  const result: Draft = dictionary(below);
  for (const [key, value] of Object.entries(above)) {
    const before = result[key];
    let next = value;
    if (key === 'properties' && isObject(value)) {
      next = mergedProperties(isObject(before) ? before : {}, value, path);
    } else if (path === '' && key === 'derived' && isObject(before) && isObject(value)) {
      next = dictionary<unknown>({ ...before, ...value });
    } else if (path === '' && key === 'dynamic_templates') next = mergedTemplates(before, value);
    else if (path === '' && key === '_meta' && isObject(before) && isObject(value)) {
      next = deepMerged(before, value);
    }
    result[key] = next;
  }
  return result;
}

function mergedProperties(below: JsonObject, above: JsonObject, path: string): JsonObject {
  const result: Draft = dictionary(below);
  mergeInto(result, above, path);
  return result;
}

function mergeInto(result: Draft, above: JsonObject, path: string): void {
  for (const [name, value] of Object.entries(above)) {
    const full = path === '' ? name : `${path}.${name}`;
    const before = Object.hasOwn(result, name) ? result[name] : undefined;
    if (!isObject(before) || !isObject(value)) setOwn<unknown>(result, name, value);
    else if (isObjectMapping(before) && isObjectMapping(value)) {
      setOwn<unknown>(result, name, mergedObjects(before, value, full));
    } else if (isObjectMapping(before) || isObjectMapping(value)) {
      const reason = `can't merge a non object mapping [${full}] with an object mapping`;
      throw apiError('illegal_argument_exception', reason);
    } else setOwn<unknown>(result, name, value);
  }
}

/** What the upper one does not say stays as it is, but for whether its values are documents of their own: both say that. */
function mergedObjects(below: JsonObject, above: JsonObject, path: string): JsonObject {
  const kindOf = ({ type }: JsonObject): string => (type === 'nested' ? 'nested' : 'non-nested');
  const [from, to] = [kindOf(below), kindOf(above)];
  if (from === to) return laidOver(below, above, path);
  throw apiError('illegal_argument_exception', `cannot change object mapping from ${from} to ${to}`);
}

function isObjectMapping(definition: JsonObject): boolean {
  const { type } = definition;
  return type === undefined || type === 'object' || type === 'nested';
}

function mergedTemplates(below: unknown, above: unknown): unknown {
  if (!isListOfNamed(below) || !isListOfNamed(above)) return above;
  const byName = new Map<string, unknown>();
  for (const entry of [...below, ...above]) byName.set(Object.keys(entry)[0]!, entry);
  return [...byName.values()];
}

function isListOfNamed(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every((entry) => isObject(entry) && Object.keys(entry).length === 1);
}

/**
 * Mappings of legacy templates under those of a request, as OpenSearch does it: a field takes the place of one that is
 * called alike, other objects are merged, everything else is that of `above`.
 */
export function layLegacyMappings(below: JsonObject, above: JsonObject): JsonObject {
  const merged = deepMerged(below, above);
  if (!isObject(below.properties) || !isObject(above.properties)) return merged;
  return { ...merged, properties: { ...below.properties, ...above.properties } };
}

function deepMerged(below: JsonObject, above: JsonObject): JsonObject {
  const result: Draft = dictionary(below);
  for (const [key, value] of Object.entries(above)) {
    const before = Object.hasOwn(result, key) ? result[key] : undefined;
    const next = isObject(before) && isObject(value) ? deepMerged(before, value) : value;
    setOwn<unknown>(result, key, next);
  }
  return result;
}
