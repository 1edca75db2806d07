import { badArgument, JavaError } from '../java-error.ts';
import { JavaMap, JavaSet } from '../java-map.ts';
import { meter } from '../meter.ts';
import { compareOf, equalsOf, hashOf, JavaArray, JavaValue, numberTypeOf, textOf } from '../values.ts';
import { type Compare, compareBy, holds, itemsOf, type Lambda, numberOf } from './calls.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { JavaStream } from './java-stream.ts';
import { ends, first, queueEnds } from './list-ends.ts';
import { checkIndex } from './list-index.ts';
import { cannotAdd, MapValues } from './map-views.ts';
import { pathMembers } from './paths.ts';
import { sortedSetMembers } from './sorted-members.ts';

const indexOf = (items: readonly unknown[], item: unknown): number =>
  items.findIndex((each) => equalsOf(each, item));

/** The sum of numbers as a double, as `Collection.sum` has it. */
function sumOf(items: readonly unknown[]): number {
  let sum = 0;
  for (const item of items) sum += numberOf(item);
  return sum;
}

function groupBy(self: unknown, by: Lambda): JavaMap {
  const groups = new JavaMap('LinkedHashMap');
  for (const item of itemsOf(self)) {
    const key = by(item);
    const group = groups.get(key);
    if (Array.isArray(group)) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export function add(self: unknown, item: unknown): boolean {
  if (self instanceof JavaSet) return self.add(item);
  if (self instanceof MapValues) throw cannotAdd();
  itemsOf(self).push(item);
  return true;
}

function remove(self: unknown, item: unknown): boolean {
  if (self instanceof JavaSet || self instanceof MapValues) return self.remove(item);
  const items = itemsOf(self);
  const at = indexOf(items, item);
  if (at >= 0) items.splice(at, 1);
  return at >= 0;
}

/** Keeps those that pass; whether some did not. */
function keep(self: unknown, passes: (item: unknown) => boolean): boolean {
  if (self instanceof MapValues) return self.keep(passes);
  const items = itemsOf(self);
  const left = items.filter(passes);
  if (left.length === items.length) return false;
  if (self instanceof JavaSet) {
    const kept = new Set(left);
    for (const item of items) if (!kept.has(item)) self.remove(item);
    return true;
  }
  items.length = 0;
  for (const item of left) items.push(item);
  return true;
}

function clear(self: unknown): void {
  if (self instanceof JavaSet || self instanceof MapValues) self.clear();
  else itemsOf(self).length = 0;
}

const sizeOf = (self: unknown): number =>
  self instanceof JavaSet || self instanceof MapValues ? self.size : itemsOf(self).length;

const has = (self: unknown, item: unknown): boolean =>
  self instanceof JavaSet ? self.has(item) : indexOf(itemsOf(self), item) >= 0;

/** Of `Iterable` and `Collection`, with what Painless adds to them. */
const collection = javaClass({
  name: 'Collection',
  fullName: 'java.util.Collection',
  supers: ['Iterable'],
  members: {
    'boolean add(def)': add,
    'boolean addAll(Collection)': (self: unknown, others: unknown) => {
      const added = itemsOf(others).map((item) => add(self, item));
      return added.includes(true);
    },
    'void clear()': clear,
    'boolean contains(def)': has,
    'boolean containsAll(Collection)': (self: unknown, others: unknown) =>
      itemsOf(others).every((item) => has(self, item)),
    'boolean isEmpty()': (self: unknown) => sizeOf(self) === 0,
    'boolean remove(def)': remove,
    'boolean removeAll(Collection)': (self: unknown, others: unknown) =>
      keep(self, (item) => !has(others, item)),
    'boolean removeIf(Predicate)': (self: unknown, test: Lambda) => keep(self, (item) => !holds(test, item)),
    'boolean retainAll(Collection)': (self: unknown, others: unknown) =>
      keep(self, (item) => has(others, item)),
    'int size()': sizeOf,
    'Stream stream()': (self: unknown) => new JavaStream('Stream', [...itemsOf(self)]),
    'def[] toArray()': (self: unknown) => new JavaArray('def', [...itemsOf(self)]),
    'def[] toArray(def[])': (self: unknown, like: JavaArray) =>
      new JavaArray(like.element, [...itemsOf(self)]),
    'List collect(Function)': (self: unknown, by: Lambda) => itemsOf(self).map((item) => by(item)),
    'def collect(Collection, Function)': (self: unknown, into: unknown, by: Lambda) => {
      for (const item of itemsOf(self)) add(into, by(item));
      return into;
    },
    'def each(Consumer)': (self: unknown, by: Lambda) => {
      for (const item of itemsOf(self)) by(item);
      return self;
    },
    'def eachWithIndex(ObjIntConsumer)': (self: unknown, by: Lambda) => {
      for (const [i, item] of itemsOf(self).entries()) by(item, i);
      return self;
    },
    'boolean every(Predicate)': (self: unknown, test: Lambda) =>
      itemsOf(self).every((item) => holds(test, item)),
    'boolean any(Predicate)': (self: unknown, test: Lambda) =>
      itemsOf(self).some((item) => holds(test, item)),
    'int count(Predicate)': (self: unknown, test: Lambda) =>
      itemsOf(self).filter((item) => holds(test, item)).length,
    'def find(Predicate)': (self: unknown, test: Lambda) =>
      itemsOf(self).find((item) => holds(test, item)) ?? null,
    'List findAll(Predicate)': (self: unknown, test: Lambda) =>
      itemsOf(self).filter((item) => holds(test, item)),
    'def findResult(Function)': (self: unknown, by: Lambda) => firstResult(self, by, null),
    'def findResult(def, Function)': (self: unknown, other: unknown, by: Lambda) =>
      firstResult(self, by, other),
    'List findResults(Function)': (self: unknown, by: Lambda) =>
      itemsOf(self)
        .map((item) => by(item))
        .filter((result) => result !== null),
    'List asList()': (self: unknown) => (Array.isArray(self) ? self : [...itemsOf(self)]),
    'Collection asCollection()': (self: unknown) => self,
    'List split(Predicate)': (self: unknown, test: Lambda) => {
      const items = itemsOf(self);
      return [items.filter((item) => holds(test, item)), items.filter((item) => !holds(test, item))];
    },
    'double sum()': (self: unknown) => sumOf(itemsOf(self)),
    'double sum(ToDoubleFunction)': (self: unknown, by: Lambda) =>
      sumOf(itemsOf(self).map((item) => by(item))),
    'String join(String)': (self: unknown, by: string) => itemsOf(self).map(textOf).join(by),
    'Map groupBy(Function)': groupBy,
    'String toString()': (self: unknown) => textOf(self),
  },
});

function firstResult(self: unknown, by: Lambda, other: unknown): unknown {
  for (const item of itemsOf(self)) {
    const result = by(item);
    if (result !== null) return result;
  }
  return other;
}

/** Elements of a list are moved in one go. */
const MOVED_PER_UNIT = 64;

const LIST_REMOVE = 'java.base/java.util.ArrayList$Itr.remove(ArrayList.java:1063)';
const MAP_REMOVE = 'java.base/java.util.HashMap$HashIterator.remove(HashMap.java:1618)';
const NO_REMOVE = 'java.base/java.util.Iterator.remove(Iterator.java:102)';

/** An iterator of Java. */
export class JavaIterator extends JavaValue {
  readonly javaClass = 'Iterator';
  readonly #owner: unknown;
  readonly #items: readonly unknown[];
  /** Of the values of a map. */
  readonly #keys: readonly unknown[];
  #at = 0;
  #removed = 0;
  #mayRemove = false;
  constructor(owner: unknown) {
    super();
    this.#owner = owner;
    this.#keys = owner instanceof MapValues ? owner.keys() : [];
    this.#items = [...itemsOf(owner)];
  }

  override text(): string {
    return 'java.util.Iterator';
  }

  get hasNext(): boolean {
    return this.#at < this.#items.length;
  }

  next(): unknown {
    if (!this.hasNext) throw new JavaError('no_such_element_exception', null);
    this.#mayRemove = true;
    return this.#items[this.#at++];
  }

  removeLast(): void {
    const owner = this.#owner;
    if (!this.#mayRemove)
      throw new JavaError('illegal_state_exception', null, [Array.isArray(owner) ? LIST_REMOVE : MAP_REMOVE]);
    this.#mayRemove = false;
    const last = this.#at - 1;
    if (owner instanceof JavaSet) owner.remove(this.#items[last]);
    else if (owner instanceof MapValues) owner.removeKey(this.#keys[last]);
    else if (Array.isArray(owner)) {
      meter.count(owner.length / MOVED_PER_UNIT);
      owner.splice(last - this.#removed, 1);
    } else throw new JavaError('unsupported_operation_exception', 'remove', [NO_REMOVE]);
    this.#removed++;
  }
}

const iterable = javaClass({
  name: 'Iterable',
  fullName: 'java.lang.Iterable',
  members: {
    'void forEach(Consumer)': (self: unknown, by: Lambda) => {
      for (const item of [...itemsOf(self)]) by(item);
    },
    'Iterator iterator()': (self: unknown) => new JavaIterator(self),
  },
});

const iterator = javaClass({
  name: 'Iterator',
  fullName: 'java.util.Iterator',
  members: {
    'boolean hasNext()': (self: JavaIterator) => self.hasNext,
    'def next()': (self: JavaIterator) => self.next(),
    'void remove()': (self: JavaIterator) => self.removeLast(),
    'void forEachRemaining(Consumer)': (self: JavaIterator, by: Lambda) => {
      while (self.hasNext) by(self.next());
    },
  },
});

/** What is thrown where values of a document would be changed. */
export function unmodifiable(): JavaError {
  return new JavaError('unsupported_operation_exception', 'doc values are unmodifiable');
}

/** A list that may be changed; values of a document may not. Throws UnsupportedOperationException. */
export function changeable(items: unknown[]): unknown[] {
  if (Array.isArray(items)) return items;
  throw unmodifiable();
}

export function sorted(items: unknown[], comparator: Lambda | null): void {
  const compare: Compare = comparator === null ? compareOf : compareBy(comparator);
  changeable(items).sort(compare);
}

export const setAt = (items: unknown[], at: number, item: unknown): unknown => {
  checkIndex(at, items.length, 'java.base/java.util.ArrayList.set(ArrayList.java:443)');
  const before = items[at];
  items[at] = item;
  return before;
};

/** `subList`. Throws IndexOutOfBoundsException. */
export function partOf(items: unknown[], from: number, to: number): unknown[] {
  if (from < 0) throw new JavaError('index_out_of_bounds_exception', `fromIndex = ${from}`);
  if (to > items.length) throw new JavaError('index_out_of_bounds_exception', `toIndex = ${to}`);
  if (from > to) throw badArgument(`fromIndex(${from}) > toIndex(${to})`);
  return items.slice(from, to);
}

/** Where something is put in. Throws IndexOutOfBoundsException. */
function checkPlace(at: number, { length }: readonly unknown[]): void {
  if (at >= 0 && at <= length) return;
  throw new JavaError('index_out_of_bounds_exception', `Index: ${at}, Size: ${length}`);
}

const list = javaClass({
  name: 'List',
  fullName: 'java.util.List',
  supers: ['Collection'],
  members: {
    'def get(int)': (self: unknown, at: number) => {
      const items = itemsOf(self);
      checkIndex(at, items.length);
      return items[at];
    },
    'def set(int, def)': setAt,
    'void add(int, def)': (items: unknown[], at: number, item: unknown) => {
      checkPlace(at, items);
      items.splice(at, 0, item);
    },
    'boolean addAll(int, Collection)': (items: unknown[], at: number, others: unknown) => {
      checkPlace(at, items);
      // It may be the list itself, and longer than the arguments of a call may be.
      const added = [...itemsOf(others), ...items.splice(at)];
      for (const item of added) items.push(item);
      return true;
    },
    'def remove(int)': (items: unknown[], at: number) => {
      checkIndex(at, items.length, 'java.base/java.util.ArrayList.remove(ArrayList.java:551)');
      return items.splice(at, 1)[0];
    },
    'int indexOf(def)': (self: unknown, item: unknown) => indexOf(itemsOf(self), item),
    'int lastIndexOf(def)': (self: unknown, item: unknown) =>
      itemsOf(self).findLastIndex((each) => equalsOf(each, item)),
    'int getLength()': (self: unknown) => itemsOf(self).length,
    'void sort(Comparator)': sorted,
    'void replaceAll(UnaryOperator)': (items: unknown[], by: Lambda) => {
      for (const [i, item] of items.entries()) items[i] = by(item);
    },
    'List subList(int, int)': partOf,
    ...pathMembers,
    'boolean equals(Object)': equalsOf,
    'int hashCode()': hashOf,
  },
});

function listClass(name: string): JavaClass {
  return javaClass({
    name,
    fullName: `java.util.${name}`,
    supers: ['List', 'Deque'],
    members: {
      'new make()': () => [],
      'new make(def)': (from: unknown) => (numberTypeOf(from) === null ? [...itemsOf(from)] : []),
      ...ends,
      'def clone()': (items: unknown[]) => [...items],
    },
  });
}

function setClass(name: 'HashSet' | 'LinkedHashSet' | 'TreeSet'): JavaClass {
  const compare = name === 'TreeSet' ? compareOf : null;
  return javaClass({
    name,
    fullName: `java.util.${name}`,
    supers: ['Set'],
    members: {
      'new make()': () => new JavaSet(name, [], compare),
      'new make(def)': (from: unknown) => {
        if (typeof from === 'function') return new JavaSet(name, [], compareBy(from as Lambda));
        return new JavaSet(name, numberTypeOf(from) === null ? itemsOf(from) : [], compare);
      },
      'def clone()': (self: JavaSet) => new JavaSet(name, self.items(), self.order),
      'def first()': (self: JavaSet) => first(self.items()),
      'def last()': (self: JavaSet) => first(self.items().reverse()),
      ...(name === 'TreeSet' ? sortedSetMembers : {}),
    },
  });
}

/** The highest (`sign` 1) or lowest one. Throws NoSuchElementException. */
export function best(items: readonly unknown[], compare: Compare, sign: number): unknown {
  if (items.length === 0) throw new JavaError('no_such_element_exception', null);
  return items.reduce((found, item) => (compare(item, found) * sign > 0 ? item : found));
}

const set = javaClass({ name: 'Set', fullName: 'java.util.Set', supers: ['Collection'] });
const sortedSet = javaClass({ name: 'SortedSet', fullName: 'java.util.SortedSet', supers: ['Set'] });
const queue = javaClass({
  name: 'Queue',
  fullName: 'java.util.Queue',
  supers: ['Collection'],
  members: queueEnds,
});
const deque = javaClass({ name: 'Deque', fullName: 'java.util.Deque', supers: ['Queue'], members: ends });

export const collectionClasses: readonly JavaClass[] = [
  iterable,
  iterator,
  collection,
  list,
  listClass('ArrayList'),
  listClass('LinkedList'),
  listClass('ArrayDeque'),
  set,
  sortedSet,
  queue,
  deque,
  setClass('HashSet'),
  setClass('LinkedHashSet'),
  setClass('TreeSet'),
];
