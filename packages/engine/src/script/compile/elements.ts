import { badArgument } from '../java-error.ts';
import { JavaSet } from '../java-map.ts';
import { isDocList, itemsOf } from '../library/calls.ts';
import { fullName, isSubclass } from '../library/classes.ts';
import { JavaIterator } from '../library/collections.ts';
import { MapValues } from '../library/map-views.ts';
import { meter } from '../meter.ts';
import { ScriptSyntaxError } from '../script-error.ts';
import { box, classOf, JavaArray } from '../values.ts';
import type { Code } from './code.ts';

function boxedItems({ element, values }: JavaArray): unknown[] {
  meter.count(values.length);
  return values.map((item) => box(element, item));
}

/** What a loop goes through: elements as values of no known type. Throws JavaError. */
export function elementsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof JavaIterator) return [value];
  if (value instanceof JavaArray) return boxedItems(value);
  const isMade = value instanceof JavaSet || value instanceof MapValues || isDocList(value);
  if (value !== null && !isMade) throw badArgument(`Cannot iterate over [${fullName(classOf(value))}]`);
  return itemsOf(value);
}

/** Of a type that is known and is nothing to go through, such as a map. Throws ScriptSyntaxError. */
export function checkIterated({ type, form }: Code, at: number): void {
  const isKnown = type === 'Object' || type === 'String' || isSubclass(type, 'Map');
  if (type === 'def' || type.endsWith('[]') || (form === 'ref' && !isKnown)) return;
  throw new ScriptSyntaxError(at, `invalid foreach loop: cannot iterate over type [${fullName(type)}].`);
}
