import { nullPointer } from '../java-error.ts';
import { JavaMap } from '../java-map.ts';
import { compareOf, equalsOf, hashOf, numberTypeOf, textOf } from '../values.ts';
import { compareBy, holds, itemsOf, type Lambda } from './calls.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { add } from './collections.ts';
import { first } from './list-ends.ts';
import { entriesOf, JavaEntry, MapEntries, MapKeys, MapValues } from './map-views.ts';
import { pathMembers } from './paths.ts';
import { nearest, type Side, sortedMapMembers } from './sorted-members.ts';

function putAll(map: JavaMap, other: JavaMap | null): JavaMap {
  if (other === null) throw nullPointer(null);
  for (const { key, value } of other.entries()) map.set(key, value);
  return map;
}

function picked(map: JavaMap, test: Lambda): JavaMap {
  const found = new JavaMap('LinkedHashMap');
  for (const { key, value } of map.entries()) if (holds(test, key, value)) found.set(key, value);
  return found;
}

function firstResult(map: JavaMap, by: Lambda, other: unknown): unknown {
  for (const { key, value } of map.entries()) {
    const result = by(key, value);
    if (result !== null) return result;
  }
  return other;
}

/** `merge`. Throws NullPointerException. */
export function merged(map: JavaMap, key: unknown, value: unknown, by: Lambda): unknown {
  if (value === null) throw nullPointer(null);
  const before = map.get(key);
  return computed(map, key, before === null ? value : by(before, value));
}

function computed(map: JavaMap, key: unknown, after: unknown): unknown {
  if (after === null) map.remove(key);
  else map.setFront(key, after);
  return after;
}

const map = javaClass({
  name: 'Map',
  fullName: 'java.util.Map',
  members: {
    'def get(def)': (self: JavaMap, key: unknown) => self.get(key),
    'def put(def, def)': (self: JavaMap, key: unknown, value: unknown) => self.set(key, value),
    'void putAll(Map)': (self: JavaMap, other: JavaMap | null) => void putAll(self, other),
    'def putIfAbsent(def, def)': (self: JavaMap, key: unknown, value: unknown) => {
      const before = self.get(key);
      if (before === null) self.set(key, value);
      return before;
    },
    'def getOrDefault(def, def)': (self: JavaMap, key: unknown, other: unknown) =>
      self.has(key) ? self.get(key) : other,
    'boolean containsKey(def)': (self: JavaMap, key: unknown) => self.has(key),
    'boolean containsValue(def)': (self: JavaMap, value: unknown) =>
      self.values().some((each) => equalsOf(each, value)),
    'def remove(def)': (self: JavaMap, key: unknown) => self.remove(key),
    'boolean remove(def, def)': (self: JavaMap, key: unknown, value: unknown) => {
      if (!self.has(key) || !equalsOf(self.get(key), value)) return false;
      self.remove(key);
      return true;
    },
    'def replace(def, def)': (self: JavaMap, key: unknown, value: unknown) =>
      self.has(key) ? self.set(key, value) : null,
    'boolean replace(def, def, def)': (self: JavaMap, key: unknown, before: unknown, value: unknown) => {
      if (!self.has(key) || !equalsOf(self.get(key), before)) return false;
      self.set(key, value);
      return true;
    },
    'void clear()': (self: JavaMap) => self.clear(),
    'int size()': (self: JavaMap) => self.count(),
    'boolean isEmpty()': (self: JavaMap) => self.size === 0,
    'Set keySet()': (self: JavaMap) => new MapKeys(self.viewed('keySet')),
    'Collection values()': (self: JavaMap) => new MapValues(self.viewed('values')),
    'Set entrySet()': (self: JavaMap) => new MapEntries(self.viewed('entrySet')),
    'void forEach(BiConsumer)': (self: JavaMap, by: Lambda) => {
      for (const { key, value } of self.entries()) by(key, value);
    },
    'void replaceAll(BiFunction)': (self: JavaMap, by: Lambda) => {
      for (const { key, value } of self.entries()) self.set(key, by(key, value));
    },
    'def merge(def, def, BiFunction)': merged,
    'def computeIfAbsent(def, Function)': (self: JavaMap, key: unknown, by: Lambda) =>
      self.get(key) ?? computed(self, key, by(key)),
    'def computeIfPresent(def, BiFunction)': (self: JavaMap, key: unknown, by: Lambda) => {
      const before = self.get(key);
      return before === null ? null : computed(self, key, by(key, before));
    },
    'def compute(def, BiFunction)': (self: JavaMap, key: unknown, by: Lambda) =>
      computed(self, key, by(key, self.get(key))),
    'List collect(BiFunction)': (self: JavaMap, by: Lambda) =>
      self.entries().map(({ key, value }) => by(key, value)),
    'def collect(Collection, BiFunction)': (self: JavaMap, into: unknown, by: Lambda) => {
      for (const { key, value } of self.entries()) add(into, by(key, value));
      return into;
    },
    'def findResult(BiFunction)': (self: JavaMap, by: Lambda) => firstResult(self, by, null),
    'def findResult(def, BiFunction)': (self: JavaMap, other: unknown, by: Lambda) =>
      firstResult(self, by, other),
    'List findResults(BiFunction)': (self: JavaMap, by: Lambda) =>
      self
        .entries()
        .map(({ key, value }) => by(key, value))
        .filter((result) => result !== null),
    'int count(BiPredicate)': (self: JavaMap, test: Lambda) =>
      self.entries().filter(({ key, value }) => holds(test, key, value)).length,
    'def each(BiConsumer)': (self: JavaMap, by: Lambda) => {
      for (const { key, value } of self.entries()) by(key, value);
      return self;
    },
    'boolean every(BiPredicate)': (self: JavaMap, test: Lambda) =>
      self.entries().every(({ key, value }) => holds(test, key, value)),
    'boolean any(BiPredicate)': (self: JavaMap, test: Lambda) =>
      self.entries().some(({ key, value }) => holds(test, key, value)),
    'Map.Entry find(BiPredicate)': (self: JavaMap, test: Lambda) =>
      entriesOf(self).find((entry) => holds(test, entry.key, entry.value)) ?? null,
    'Map findAll(BiPredicate)': picked,
    'Map groupBy(BiFunction)': (self: JavaMap, by: Lambda) => {
      const groups = new JavaMap('LinkedHashMap');
      for (const { key, value } of self.entries()) {
        const name = by(key, value);
        let group = groups.get(name);
        if (group === null) {
          group = new JavaMap('HashMap');
          groups.set(name, group);
        }
        (group as JavaMap).set(key, value);
      }
      return groups;
    },
    ...pathMembers,
    'String toString()': (self: unknown) => textOf(self),
    'boolean equals(Object)': equalsOf,
    'int hashCode()': hashOf,
  },
});

const entryOf = (map: JavaMap, keys: readonly unknown[]): JavaEntry | null =>
  keys.length === 0 ? null : new JavaEntry(map, keys[0]);

function entryNear(map: JavaMap, key: unknown, side: Side): JavaEntry | null {
  const found = nearest(map.keys(), map.order, key, side);
  return found === null ? null : new JavaEntry(map, found);
}

/** Of `TreeMap`. */
const treeEnds = {
  'def firstKey()': (self: JavaMap) => first(self.keys()),
  'def lastKey()': (self: JavaMap) => first(self.keys().reverse()),
  'Map.Entry firstEntry()': (self: JavaMap) => entryOf(self, self.keys()),
  'Map.Entry lastEntry()': (self: JavaMap) => entryOf(self, self.keys().reverse()),
  'Map.Entry floorEntry(def)': (self: JavaMap, key: unknown) => entryNear(self, key, 'floor'),
  'Map.Entry ceilingEntry(def)': (self: JavaMap, key: unknown) => entryNear(self, key, 'ceiling'),
  'Map.Entry lowerEntry(def)': (self: JavaMap, key: unknown) => entryNear(self, key, 'lower'),
  'Map.Entry higherEntry(def)': (self: JavaMap, key: unknown) => entryNear(self, key, 'higher'),
};

function mapClass(name: 'HashMap' | 'LinkedHashMap' | 'TreeMap'): JavaClass {
  const make = (compare = name === 'TreeMap' ? compareOf : null): JavaMap => new JavaMap(name, compare);
  return javaClass({
    name,
    fullName: `java.util.${name}`,
    supers: name === 'LinkedHashMap' ? ['HashMap'] : ['Map'],
    members: {
      'new make()': () => make(),
      'new make(def)': (from: unknown) => {
        if (from instanceof JavaMap) return putAll(make(), from);
        if (typeof from === 'function') return make(compareBy(from as Lambda));
        return numberTypeOf(from) === null ? itemsOf(from) : make();
      },
      'def clone()': (self: JavaMap) => putAll(new JavaMap(name, self.order), self),
      ...(name === 'TreeMap' ? { ...sortedMapMembers, ...treeEnds } : {}),
    },
  });
}

const entry = javaClass({
  name: 'Map.Entry',
  fullName: 'java.util.Map$Entry',
  members: {
    'def getKey()': (self: JavaEntry) => self.key,
    'def getValue()': (self: JavaEntry) => self.value,
    'def setValue(def)': (self: JavaEntry, value: unknown) => self.set(value),
    'static Comparator comparingByKey()': () => (a: JavaEntry, b: JavaEntry) => compareOf(a.key, b.key),
    'static Comparator comparingByValue()': () => (a: JavaEntry, b: JavaEntry) => compareOf(a.value, b.value),
    'static Comparator comparingByKey(Comparator)': (by: Lambda) => (a: JavaEntry, b: JavaEntry) =>
      by(a.key, b.key),
    'static Comparator comparingByValue(Comparator)': (by: Lambda) => (a: JavaEntry, b: JavaEntry) =>
      by(a.value, b.value),
  },
});

export const mapClasses: readonly JavaClass[] = [
  map,
  mapClass('HashMap'),
  mapClass('LinkedHashMap'),
  mapClass('TreeMap'),
  entry,
];
