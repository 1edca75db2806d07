import { nullPointer } from '../java-error.ts';
import { JavaMap, JavaSet } from '../java-map.ts';
import { compareOf } from '../values.ts';
import type { Compare } from './calls.ts';

/** How a key may lie to another one: below it, at most it, at least it, above it. */
export type Side = 'lower' | 'floor' | 'ceiling' | 'higher';

function passes(side: Side, order: number): boolean {
  if (side === 'lower') return order < 0;
  if (side === 'floor') return order <= 0;
  return side === 'ceiling' ? order >= 0 : order > 0;
}

/** Of sorted keys the one that is next to the key; null where there is none. */
export function nearest(keys: readonly unknown[], order: Compare | null, key: unknown, side: Side): unknown {
  if (key === null) throw nullPointer(null);
  const compare = order ?? compareOf;
  const isIn = (each: unknown): boolean => passes(side, compare(each, key));
  const isBelow = side === 'lower' || side === 'floor';
  return (isBelow ? keys.findLast(isIn) : keys.find(isIn)) ?? null;
}

/** Those from the one key on, and before the other; undefined: all. */
function between(keys: readonly unknown[], order: Compare | null, from: unknown, to: unknown): unknown[] {
  const compare = order ?? compareOf;
  return keys.filter(
    (key) => (from === undefined || compare(key, from) >= 0) && (to === undefined || compare(key, to) < 0),
  );
}

function part(map: JavaMap, from: unknown, to: unknown): JavaMap {
  const made = new JavaMap('TreeMap', map.order);
  for (const key of between(map.keys(), map.order, from, to)) made.set(key, map.get(key));
  return made;
}

const near =
  (side: Side) =>
  (self: JavaMap, key: unknown): unknown =>
    nearest(self.keys(), self.order, key, side);

/** Of `TreeMap`, beside its first and last key. */
export const sortedMapMembers = {
  'def floorKey(def)': near('floor'),
  'def ceilingKey(def)': near('ceiling'),
  'def higherKey(def)': near('higher'),
  'TreeMap headMap(def)': (self: JavaMap, to: unknown) => part(self, undefined, to),
  'TreeMap tailMap(def)': (self: JavaMap, from: unknown) => part(self, from, undefined),
  'TreeMap subMap(def, def)': (self: JavaMap, from: unknown, to: unknown) => part(self, from, to),
  'Map descendingMap()': (self: JavaMap) => {
    const made = new JavaMap('LinkedHashMap');
    for (const { key, value } of self.entries().reverse()) made.set(key, value);
    return made;
  },
};

function partOf(self: JavaSet, from: unknown, to: unknown): JavaSet {
  return new JavaSet('TreeSet', between(self.items(), self.order, from, to), self.order);
}

const nearIn =
  (side: Side) =>
  (self: JavaSet, item: unknown): unknown =>
    nearest(self.items(), self.order, item, side);

function poll(self: JavaSet, item: unknown): unknown {
  if (item !== undefined) self.remove(item);
  return item ?? null;
}

/** Of `TreeSet`, beside its first and last element. */
export const sortedSetMembers = {
  'def floor(def)': nearIn('floor'),
  'def ceiling(def)': nearIn('ceiling'),
  'def lower(def)': nearIn('lower'),
  'def higher(def)': nearIn('higher'),
  'TreeSet headSet(def)': (self: JavaSet, to: unknown) => partOf(self, undefined, to),
  'TreeSet tailSet(def)': (self: JavaSet, from: unknown) => partOf(self, from, undefined),
  'TreeSet subSet(def, def)': (self: JavaSet, from: unknown, to: unknown) => partOf(self, from, to),
  'Set descendingSet()': (self: JavaSet) => new JavaSet('LinkedHashSet', self.items().reverse()),
  'def pollFirst()': (self: JavaSet) => poll(self, self.items()[0]),
  'def pollLast()': (self: JavaSet) => poll(self, self.items().at(-1)),
};
