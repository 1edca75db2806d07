import { illegalArgument, LimitError, tooDeep } from './errors.ts';
import type { ObjectMapper } from './object-mapper.ts';
import { pathParts } from './path-parts.ts';
import { isObjectValue } from './value-preview.ts';

/** Objects and arrays within each other that are joined to one name, as deep as bodies are read. */
const DEPTH_MAX = 1000;

/**
 * Of all names that a document is joined to, those on the way included, beside what usual names have: each is read whole where it is
 * looked up.
 */
const MOST_CHARACTERS = 2 ** 25;
const USUAL_CHARACTERS = 256;

/** What is told of a key: the name of a field, and its value. */
type Visit = (name: string, value: unknown) => void;

/** What the keys of objects with `disable_objects` say in one document after the other. */
export class FlatMembers {
  /** Beyond the usual ones. */
  #characters = 0;

  restart(): void {
    this.#characters = 0;
  }

  /**
   * Visits what a key says, value by value: the keys of objects within are joined to the name. A field that takes whole objects
   * (a point) is given what is there.
   */
  visit(object: ObjectMapper, name: string, value: unknown, visit: Visit, depth = 0): void {
    if (depth >= DEPTH_MAX) throw tooDeep('field', DEPTH_MAX);
    this.#characters += name.length - USUAL_CHARACTERS;
    if (this.#characters > MOST_CHARACTERS) throw tooLong();
    if (takesObjects(object, name)) visit(name, value);
    else if (Array.isArray(value)) for (const item of value) this.visit(object, name, item, visit, depth + 1);
    else if (!isObjectValue(value)) visit(name, value);
    else for (const key in value) this.visit(object, `${name}.${key}`, value[key], visit, depth + 1);
  }
}

function tooLong(): LimitError {
  const reason = 'a document has too many long names that objects are joined to';
  return new LimitError({ type: 'illegal_argument_exception', reason });
}

function takesObjects(object: ObjectMapper, name: string): boolean {
  const child = object.children.get(name);
  return child?.kind === 'field' && child.fieldType.structure !== undefined;
}

/** Refuses names that are none. A dot at the very end is a part of the name; one without dots, in the root, is taken as it is. */
export function checkFlatName(object: ObjectMapper, name: string): void {
  if (name === '') throw illegalArgument('name cannot be empty string');
  if (object.path !== '' || name.includes('.'))
    pathParts(object.path === '' ? name : `${object.path}.${name}`);
}
