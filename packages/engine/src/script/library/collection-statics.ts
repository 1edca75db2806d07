import type { ScriptHost } from '../../budget/script-host.ts';
import { badArgument, JavaError } from '../java-error.ts';
import { JavaMap, JavaSet } from '../java-map.ts';
import { meter } from '../meter.ts';
import { compareOf, equalsOf, JavaArray, textOf } from '../values.ts';
import { type Compare, compareBy, itemsOf, type Lambda } from './calls.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { add, best, changeable, JavaIterator, setAt, sorted } from './collections.ts';
import { JavaStream } from './java-stream.ts';
import { checkIndex } from './list-index.ts';
import { chance, type JavaRandom } from './random.ts';

/** Every script is given the same ones, so that they take nothing. */
const emptyList: readonly unknown[] = Object.freeze([]);
const emptyMap = new JavaMap();
emptyMap.freeze(null);
const emptySet = new JavaSet();
emptySet.freeze(null);

/** Where an element is in a sorted list; below -1 by one less than where it belongs. */
function sought(items: readonly unknown[], item: unknown, compare: Compare): number {
  let low = 0;
  let high = items.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compare(items[middle], item);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -(low + 1);
}

/** Whether a list has all of another one from a place on; all that is looked at is counted. */
function isAt(items: readonly unknown[], at: number, part: readonly unknown[]): boolean {
  return part.every((item, i) => {
    meter.pass(1);
    return equalsOf(items[at + i], item);
  });
}

/** The first place of a part in a list, or the last one by `step`; -1 = it is not there. */
function placeOf(items: readonly unknown[], part: readonly unknown[], step: 1 | -1): number {
  const most = items.length - part.length;
  for (let at = step === 1 ? 0 : most; at >= 0 && at <= most; at += step) {
    meter.pass(1);
    if (isAt(items, at, part)) return at;
  }
  return -1;
}

function shuffled(list: unknown[], random: JavaRandom): void {
  const items = changeable(list);
  for (let i = items.length; i > 1; i--) {
    const other = random.below(i);
    const item = items[i - 1];
    items[i - 1] = items[other];
    items[other] = item;
  }
}

const statics = javaClass({
  name: 'Collections',
  fullName: 'java.util.Collections',
  hosted: {
    'static void shuffle(List)': (host: ScriptHost, items: unknown[]) => shuffled(items, chance(host)),
  },
  constants: { 'List EMPTY_LIST': emptyList, 'Map EMPTY_MAP': emptyMap, 'Set EMPTY_SET': emptySet },
  members: {
    'static void sort(List)': (items: unknown[]) => sorted(items, null),
    'static void sort(List, Comparator)': sorted,
    'static void reverse(List)': (items: unknown[]) => void changeable(items).reverse(),
    'static def max(Collection)': (items: unknown) => best(itemsOf(items), compareOf, 1),
    'static def min(Collection)': (items: unknown) => best(itemsOf(items), compareOf, -1),
    'static def max(Collection, Comparator)': (items: unknown, by: Lambda) =>
      best(itemsOf(items), compareBy(by), 1),
    'static def min(Collection, Comparator)': (items: unknown, by: Lambda) =>
      best(itemsOf(items), compareBy(by), -1),
    'static List emptyList()': () => [],
    'static Map emptyMap()': () => new JavaMap(),
    'static Set emptySet()': () => new JavaSet(),
    'static List singletonList(def)': (item: unknown) => [item],
    'static Set singleton(def)': (item: unknown) => new JavaSet('HashSet', [item]),
    'static Map singletonMap(def, def)': (key: unknown, value: unknown) => {
      const map = new JavaMap();
      map.set(key, value);
      return map;
    },
    'static List unmodifiableList(List)': (items: unknown[]) => items,
    'static Map unmodifiableMap(Map)': (map: unknown) => map,
    'static int frequency(Collection, def)': (items: unknown, item: unknown) =>
      itemsOf(items).filter((each) => equalsOf(each, item)).length,
    'static Comparator reverseOrder()': () => (a: unknown, b: unknown) => compareOf(b, a),
    'static Comparator reverseOrder(Comparator)': (by: Lambda) => (a: unknown, b: unknown) => by(b, a),
    'static boolean addAll(Collection, def[])': (self: unknown, items: JavaArray) =>
      items.values.map((item) => add(self, item)).includes(true),
    'static List nCopies(int, def)': (count: number, item: unknown) => {
      if (count < 0) throw badArgument(`List length = ${count}`);
      meter.pass(count / 2);
      return new Array<unknown>(count).fill(item);
    },
    'static void fill(List, def)': (items: unknown[], item: unknown) => void changeable(items).fill(item),
    'static void rotate(List, int)': (items: unknown[], by: number) => {
      const { length } = changeable(items);
      const at = length === 0 ? 0 : ((-by % length) + length) % length;
      for (const [i, item] of [...items.slice(at), ...items.slice(0, at)].entries()) items[i] = item;
    },
    'static int binarySearch(List, def)': (items: unknown, item: unknown) =>
      sought(itemsOf(items), item, compareOf),
    'static int binarySearch(List, def, Comparator)': (items: unknown, item: unknown, by: Lambda) =>
      sought(itemsOf(items), item, compareBy(by)),
    'static boolean disjoint(Collection, Collection)': (a: unknown, b: unknown) => {
      const others = new JavaSet('HashSet', itemsOf(b));
      return !itemsOf(a).some((item) => others.has(item));
    },
    'static boolean replaceAll(List, def, def)': (items: unknown[], before: unknown, after: unknown) => {
      let isReplaced = false;
      for (const [i, item] of changeable(items).entries()) {
        if (!equalsOf(item, before)) continue;
        items[i] = after;
        isReplaced = true;
      }
      return isReplaced;
    },
    'static Collection unmodifiableCollection(Collection)': (items: unknown) => items,
    'static Set unmodifiableSet(Set)': (items: unknown) => items,
    'static void shuffle(List, Random)': shuffled,
    'static Iterator emptyIterator()': () => new JavaIterator([]),
    'static int indexOfSubList(List, List)': (items: unknown, part: unknown) =>
      placeOf(itemsOf(items), itemsOf(part), 1),
    'static int lastIndexOfSubList(List, List)': (items: unknown, part: unknown) =>
      placeOf(itemsOf(items), itemsOf(part), -1),
    'static void copy(List, List)': (into: unknown[], from: unknown) => {
      const items = itemsOf(from);
      if (items.length > itemsOf(into).length)
        throw new JavaError('index_out_of_bounds_exception', 'Source does not fit in dest');
      const list = changeable(into);
      for (const [at, item] of items.entries()) list[at] = item;
    },
    'static void swap(List, int, int)': (items: unknown[], a: number, b: number) => {
      checkIndex(a, changeable(items).length);
      setAt(items, a, setAt(items, b, items[a]));
    },
  },
});

const arrays = javaClass({
  name: 'Arrays',
  fullName: 'java.util.Arrays',
  members: {
    'static List asList(def)': (items: unknown) => (items instanceof JavaArray ? [...items.values] : [items]),
    'static void sort(def)': (array: JavaArray) => void array.values.sort(compareOf),
    'static void fill(def, def)': (array: JavaArray, item: unknown) => void array.values.fill(item),
    'static String toString(def)': (array: unknown) => textOf(itemsOf(array)),
    'static boolean equals(def, def)': (a: JavaArray, b: JavaArray) => equalsOf(a.values, b.values),
    'static Stream stream(def)': (array: JavaArray) => new JavaStream(streamKind(array), [...array.values]),
  },
});

function streamKind({ element }: JavaArray): JavaStream['javaClass'] {
  if (element === 'int') return 'IntStream';
  if (element === 'long') return 'LongStream';
  return element === 'double' ? 'DoubleStream' : 'Stream';
}

export const collectionStatics: readonly JavaClass[] = [statics, arrays];
