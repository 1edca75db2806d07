import { JavaError } from '../java-error.ts';
import { JavaMap } from '../java-map.ts';
import { itemsOf } from '../library/calls.ts';
import { JavaIterator } from '../library/collections.ts';
import { meter } from '../meter.ts';
import { box, JavaArray } from '../values.ts';

function boxedItems({ element, values }: JavaArray): unknown[] {
  meter.count(values.length);
  return values.map((item) => box(element, item));
}

/** What a loop goes through: elements as values of no known type. Throws JavaError. */
export function elementsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof JavaIterator) return [value];
  if (value instanceof JavaArray) return boxedItems(value);
  if (value instanceof JavaMap)
    throw new JavaError('illegal_argument_exception', 'Cannot iterate over [java.util.Map]');
  return itemsOf(value);
}
