import { illegalArgument, tooDeep } from './errors.ts';
import type { ObjectMapper } from './object-mapper.ts';
import { pathParts } from './path-parts.ts';
import { isObjectValue } from './value-preview.ts';

/** Objects and arrays within each other that are joined to one name, as deep as bodies are read. */
const DEPTH_MAX = 1000;

/**
 * Visits what a key of an object with `disable_objects` says, value by value: the keys of objects within are joined to the
 * name. A field that takes whole objects (a point) is given what is there.
 */
export function flatMembers(
  object: ObjectMapper,
  name: string,
  value: unknown,
  visit: (name: string, value: unknown) => void,
  depth = 0,
): void {
  if (depth >= DEPTH_MAX) throw tooDeep('field', DEPTH_MAX);
  if (takesObjects(object, name)) visit(name, value);
  else if (Array.isArray(value)) for (const item of value) flatMembers(object, name, item, visit, depth + 1);
  else if (!isObjectValue(value)) visit(name, value);
  else for (const key in value) flatMembers(object, `${name}.${key}`, value[key], visit, depth + 1);
}

function takesObjects(object: ObjectMapper, name: string): boolean {
  const child = object.children.get(name);
  return child?.kind === 'field' && child.fieldType.structure !== undefined;
}

/** Refuses names that are none. A dot at the very end is a part of the name. */
export function checkFlatName(object: ObjectMapper, name: string): void {
  if (name === '') throw illegalArgument('name cannot be empty string');
  pathParts(object.path === '' ? name : `${object.path}.${name}`);
}
