import { JavaError, nullPointer } from '../java-error.ts';
import { JavaMap, JavaSet } from '../java-map.ts';
import { cannotBe, JavaDouble, JavaLong, textOf } from '../values.ts';
import { compareBy, holds, type Lambda, numberOf } from './calls.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { add, best } from './collections.ts';
import { JavaOptional } from './java-optional.ts';
import { merged } from './maps.ts';
import { doubleTotal, JavaStatistics, longTotal, type StatisticsKind } from './stream-numbers.ts';
import { asKind, type Collector } from './streams.ts';
import { joinedTexts } from './texts.ts';

function grouped(by: Lambda, make: () => JavaMap, below: Collector): Collector {
  return (items) => {
    const groups = new JavaMap('LinkedHashMap');
    for (const item of items) {
      const key = by(item);
      if (key === null) throw nullPointer('element cannot be mapped to a null key');
      const group = groups.get(key);
      if (Array.isArray(group)) group.push(item);
      else groups.set(key, [item]);
    }
    const result = make();
    for (const { key, value } of groups.entries()) result.setFront(key, below(value as unknown[]));
    return result;
  };
}

const newMap = (): JavaMap => new JavaMap();

/** A map of a script's own making. Throws ClassCastException. */
const mapOf = (make: Lambda) => (): JavaMap => {
  const made = make();
  if (made instanceof JavaMap) return made;
  throw made === null ? nullPointer(null) : cannotBe(made, 'java.util.Map');
};

const toList: Collector = (items) => [...items];

const summarizing =
  (kind: StatisticsKind) =>
  (by: Lambda): Collector =>
  (items) =>
    new JavaStatistics(
      kind,
      items.map((item) => asKind(`${kind}Stream`, by(item))),
    );

function averaging(by: Lambda): Collector {
  return (items) =>
    new JavaDouble(items.length === 0 ? 0 : doubleTotal(items.map((item) => by(item))) / items.length);
}

const collectors = javaClass({
  name: 'Collectors',
  fullName: 'java.util.stream.Collectors',
  members: {
    'static Collector toList()': () => toList,
    'static Collector toSet()': () => (items: readonly unknown[]) => new JavaSet('HashSet', items),
    'static Collector joining()': () => (items: readonly unknown[]) => joinedTexts(items, ''),
    'static Collector joining(CharSequence)': (by: string) => (items: readonly unknown[]) =>
      joinedTexts(items, by),
    'static Collector joining(CharSequence, CharSequence, CharSequence)': (
      by: string,
      before: string,
      after: string,
    ) => {
      return (items: readonly unknown[]) => before + joinedTexts(items, by) + after;
    },
    'static Collector counting()': () => (items: readonly unknown[]) => new JavaLong(items.length),
    'static Collector groupingBy(Function)': (by: Lambda) => grouped(by, newMap, toList),
    'static Collector groupingBy(Function, Collector)': (by: Lambda, below: Collector) =>
      grouped(by, newMap, below),
    'static Collector groupingBy(Function, Supplier, Collector)': (
      by: Lambda,
      make: Lambda,
      below: Collector,
    ) => grouped(by, mapOf(make), below),
    'static Collector toCollection(Supplier)': (make: Lambda) => (items: readonly unknown[]) => {
      const made = make();
      for (const item of items) add(made, item);
      return made;
    },
    'static Collector summarizingInt(ToIntFunction)': summarizing('Int'),
    'static Collector summarizingLong(ToLongFunction)': summarizing('Long'),
    'static Collector summarizingDouble(ToDoubleFunction)': summarizing('Double'),
    'static Collector reducing(BinaryOperator)': (by: Lambda) => (items: readonly unknown[]) =>
      new JavaOptional('Optional', items.length === 0 ? null : items.reduce((a, b) => by(a, b))),
    'static Collector partitioningBy(Predicate)': (test: Lambda) => (items: readonly unknown[]) => {
      const map = new JavaMap('LinkedHashMap');
      map.set(
        false,
        items.filter((item) => !holds(test, item)),
      );
      map.set(
        true,
        items.filter((item) => holds(test, item)),
      );
      return map;
    },
    'static Collector partitioningBy(Predicate, Collector)':
      (test: Lambda, below: Collector) => (items: readonly unknown[]) => {
        const map = new JavaMap('LinkedHashMap');
        for (const side of [false, true])
          map.set(side, below(items.filter((item) => holds(test, item) === side)));
        return map;
      },
    'static Collector collectingAndThen(Collector, Function)':
      (below: Collector, after: Lambda) => (items: readonly unknown[]) =>
        after(below(items)),
    'static Collector minBy(Comparator)': (by: Lambda) => (items: readonly unknown[]) =>
      new JavaOptional('Optional', items.length === 0 ? null : best([...items], compareBy(by), -1)),
    'static Collector maxBy(Comparator)': (by: Lambda) => (items: readonly unknown[]) =>
      new JavaOptional('Optional', items.length === 0 ? null : best([...items], compareBy(by), 1)),
    'static Collector reducing(def, BinaryOperator)':
      (start: unknown, by: Lambda) => (items: readonly unknown[]) =>
        items.reduce((sum, item) => by(sum, item), start),
    'static Collector toMap(Function, Function, BinaryOperator)':
      (key: Lambda, value: Lambda, merge: Lambda) => (items: readonly unknown[]) => {
        const map = new JavaMap();
        for (const item of items) merged(map, key(item), value(item), merge);
        return map;
      },
    'static Collector toMap(Function, Function, BinaryOperator, Supplier)':
      (key: Lambda, value: Lambda, merge: Lambda, make: Lambda) => (items: readonly unknown[]) => {
        const map = mapOf(make)();
        for (const item of items) merged(map, key(item), value(item), merge);
        return map;
      },
    'static Collector reducing(def, Function, BinaryOperator)':
      (start: unknown, of: Lambda, by: Lambda) => (items: readonly unknown[]) =>
        items.reduce((sum, item) => by(sum, of(item)), start),
    'static Collector mapping(Function, Collector)':
      (by: Lambda, below: Collector) => (items: readonly unknown[]) =>
        below(items.map((item) => by(item))),
    'static Collector summingInt(ToIntFunction)': (by: Lambda) => (items: readonly unknown[]) =>
      items.reduce<number>((sum, item) => (sum + numberOf(by(item))) | 0, 0),
    'static Collector summingLong(ToLongFunction)': (by: Lambda) => (items: readonly unknown[]) =>
      new JavaLong(longTotal(items.map((item) => by(item)))),
    'static Collector summingDouble(ToDoubleFunction)': (by: Lambda) => (items: readonly unknown[]) =>
      new JavaDouble(doubleTotal(items.map((item) => by(item)))),
    'static Collector averagingDouble(ToDoubleFunction)': averaging,
    'static Collector averagingInt(ToIntFunction)': averaging,
    'static Collector averagingLong(ToLongFunction)': averaging,
    'static Collector toMap(Function, Function)':
      (key: Lambda, value: Lambda) => (items: readonly unknown[]) => {
        const map = new JavaMap();
        for (const item of items) {
          const name = key(item);
          const own = value(item);
          if (own === null) throw nullPointer(null);
          if (map.has(name))
            throw new JavaError(
              'illegal_state_exception',
              `Duplicate key ${textOf(name)} (attempted merging values ${textOf(map.get(name))} and ${textOf(own)})`,
            );
          map.set(name, own);
        }
        return map;
      },
  },
});

export const collectorClasses: readonly JavaClass[] = [
  collectors,
  javaClass({ name: 'Collector', fullName: 'java.util.stream.Collector' }),
];
