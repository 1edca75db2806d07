import { badCast, nullPointer } from '../java-error.ts';
import { JavaMap, JavaSet } from '../java-map.ts';
import { cannotBe, classOf, JavaArray, numberTypeOf, rawNumber } from '../values.ts';
import { JavaStream } from './java-stream.ts';

/** A lambda or a reference to a method: takes values of no known type and answers one. */
export type Lambda = (...args: unknown[]) => unknown;

/** What can be gone through is a list of values. */
export interface DocList {
  readonly docItems: () => unknown[];
}

/** The elements of a list, set or array; a map's entries are not. Throws NullPointerException. */
export function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof JavaSet) return value.items();
  if (value instanceof JavaArray) return value.values;
  if (value instanceof JavaStream) return value.items;
  if (value instanceof JavaMap) return value.values();
  if (isDocList(value)) return value.docItems();
  if (value === null)
    throw nullPointer('Cannot invoke "java.util.Collection.iterator()" because the collection is null');
  throw badCast(`Cannot iterate over [${classOf(value)}]`);
}

export function isDocList(value: unknown): value is DocList {
  return typeof value === 'object' && value !== null && typeof (value as DocList).docItems === 'function';
}

export function holds(test: Lambda, ...args: unknown[]): boolean {
  return test(...args) === true;
}

/** A number that a lambda answered. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (value === null) throw nullPointer(null);
  if (numberTypeOf(value) === null) throw cannotBe(value, 'java.lang.Number');
  return Number(rawNumber(value));
}

export type Compare = (a: unknown, b: unknown) => number;

/** A comparator as arrays are sorted by it. */
export function compareBy(comparator: Lambda): Compare {
  return (a, b) => numberOf(comparator(a, b));
}
