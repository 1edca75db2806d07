import { JavaError } from '../java-error.ts';

/** Throws NoSuchElementException. */
export function first(items: readonly unknown[]): unknown {
  if (items.length === 0) throw new JavaError('no_such_element_exception', null);
  return items[0];
}

const last = (items: readonly unknown[]): unknown => {
  first(items);
  return items[items.length - 1];
};
const takeFirst = (items: unknown[]): unknown => {
  first(items);
  return items.shift();
};
const takeLast = (items: unknown[]): unknown => {
  first(items);
  return items.pop();
};
const unshift = (items: unknown[], item: unknown): boolean => items.unshift(item) > 0;
const push = (items: unknown[], item: unknown): boolean => items.push(item) > 0;

/** Of queues. */
export const queueEnds = {
  'boolean offer(def)': push,
  'def element()': first,
  'def peek()': (items: unknown[]) => items[0] ?? null,
  'def poll()': (items: unknown[]) => items.shift() ?? null,
  'def remove()': takeFirst,
};

/** Of queues with two ends, which lists of a script are as well. */
export const ends = {
  ...queueEnds,
  'void addFirst(def)': (items: unknown[], item: unknown) => void unshift(items, item),
  'void addLast(def)': (items: unknown[], item: unknown) => void push(items, item),
  'boolean offerFirst(def)': unshift,
  'boolean offerLast(def)': push,
  'def getFirst()': first,
  'def getLast()': last,
  'def removeFirst()': takeFirst,
  'def removeLast()': takeLast,
  'void push(def)': (items: unknown[], item: unknown) => void unshift(items, item),
  'def pop()': takeFirst,
  'def peekFirst()': (items: unknown[]) => items[0] ?? null,
  'def peekLast()': (items: unknown[]) => items[items.length - 1] ?? null,
  'def pollFirst()': (items: unknown[]) => items.shift() ?? null,
  'def pollLast()': (items: unknown[]) => items.pop() ?? null,
};
