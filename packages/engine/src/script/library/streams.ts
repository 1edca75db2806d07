import { table } from '@sextant/contract';
import { badCast, JavaError } from '../java-error.ts';
import { JavaMap, JavaSet } from '../java-map.ts';
import { meter } from '../meter.ts';
import {
  addLongs,
  classOf,
  compareOf,
  equalsOf,
  JavaArray,
  JavaDouble,
  JavaLong,
  JavaValue,
  type LongValue,
  longOf,
  rawNumber,
  textOf,
} from '../values.ts';
import { compareBy, holds, itemsOf, type Lambda, numberOf } from './calls.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { best } from './collections.ts';
import { JavaStream } from './java-stream.ts';
import { joinedTexts } from './texts.ts';

const RANGE_MAX = 1_000_000;

/** `Optional`, `OptionalInt` and their like. */
class JavaOptional extends JavaValue {
  readonly javaClass: string;
  /** null = empty. */
  readonly value: unknown;
  constructor(javaClass: string, value: unknown) {
    super();
    this.javaClass = javaClass;
    this.value = value;
  }

  override text(): string {
    return this.value === null ? `${this.javaClass}.empty` : `${this.javaClass}[${textOf(this.value)}]`;
  }

  get(): unknown {
    if (this.value === null) throw new JavaError('no_such_element_exception', 'No value present');
    return this.value;
  }
}

const optionals: Readonly<Record<string, string>> = table({
  Stream: 'Optional',
  IntStream: 'OptionalInt',
  LongStream: 'OptionalLong',
  DoubleStream: 'OptionalDouble',
});

const optional = (self: JavaStream, value: unknown): JavaOptional =>
  new JavaOptional(optionals[self.javaClass]!, value ?? null);
const same = (self: JavaStream, items: unknown[]): JavaStream => new JavaStream(self.javaClass, items);

/** A number as streams of the kind hold it. */
function asKind(kind: JavaStream['javaClass'], value: unknown): unknown {
  if (kind === 'DoubleStream') return new JavaDouble(numberOf(value));
  if (kind === 'LongStream') return new JavaLong(rawLong(value));
  return kind === 'IntStream' ? numberOf(value) : value;
}

function mapped(self: JavaStream, by: Lambda, kind: JavaStream['javaClass'] = self.javaClass): JavaStream {
  return new JavaStream(
    kind,
    self.items.map((item) => asKind(kind, by(item))),
  );
}

function flattened({ items }: JavaStream, by: Lambda): unknown[] {
  const all: unknown[] = [];
  for (const item of items) {
    const own = itemsOf(by(item));
    if (all.length + own.length > RANGE_MAX) throw tooLong('stream');
    for (const each of own) all.push(each);
  }
  return all;
}

function tooLong(what: string): JavaError {
  const reason = `a ${what} of more than [${RANGE_MAX}] elements is not supported`;
  return new JavaError('illegal_argument_exception', reason);
}

function distinct(items: readonly unknown[]): unknown[] {
  return new JavaSet('LinkedHashSet', items).items();
}

type Collector = (items: readonly unknown[]) => unknown;

const common = (name: string): Readonly<Record<string, (...args: never[]) => unknown>> => ({
  [`${name} filter(Predicate)`]: (self: JavaStream, test: Lambda) =>
    same(
      self,
      self.items.filter((item) => holds(test, item)),
    ),
  [`${name} map(Function)`]: (self: JavaStream, by: Lambda) => mapped(self, by),
  [`${name} distinct()`]: (self: JavaStream) => same(self, distinct(self.items)),
  [`${name} limit(long)`]: (self: JavaStream, count: number) =>
    same(self, self.items.slice(0, Number(count))),
  [`${name} skip(long)`]: (self: JavaStream, count: number) => same(self, self.items.slice(Number(count))),
  [`${name} sorted()`]: (self: JavaStream) => same(self, [...self.items].sort(compareOf)),
  [`${name} sorted(Comparator)`]: (self: JavaStream, by: Lambda) =>
    same(self, [...self.items].sort(compareBy(by))),
  [`${name} peek(Consumer)`]: (self: JavaStream, by: Lambda) => {
    for (const item of self.items) by(item);
    return self;
  },
  [`${name} flatMap(Function)`]: (self: JavaStream, by: Lambda) => same(self, flattened(self, by)),
  'Stream mapToObj(Function)': (self: JavaStream, by: Lambda) => mapped(self, by, 'Stream'),
  'Stream boxed()': (self: JavaStream) => new JavaStream('Stream', self.items),
  'IntStream mapToInt(ToIntFunction)': (self: JavaStream, by: Lambda) => mapped(self, by, 'IntStream'),
  'LongStream mapToLong(ToLongFunction)': (self: JavaStream, by: Lambda) => mapped(self, by, 'LongStream'),
  'DoubleStream mapToDouble(ToDoubleFunction)': (self: JavaStream, by: Lambda) =>
    mapped(self, by, 'DoubleStream'),
  'LongStream asLongStream()': (self: JavaStream) => mapped(self, (item) => item, 'LongStream'),
  'DoubleStream asDoubleStream()': (self: JavaStream) => mapped(self, (item) => item, 'DoubleStream'),
  'boolean allMatch(Predicate)': (self: JavaStream, test: Lambda) =>
    self.items.every((item) => holds(test, item)),
  'boolean anyMatch(Predicate)': (self: JavaStream, test: Lambda) =>
    self.items.some((item) => holds(test, item)),
  'boolean noneMatch(Predicate)': (self: JavaStream, test: Lambda) =>
    !self.items.some((item) => holds(test, item)),
  'long count()': (self: JavaStream) => self.items.length,
  'void forEach(Consumer)': (self: JavaStream, by: Lambda) => {
    for (const item of self.items) by(item);
  },
  'def findFirst()': (self: JavaStream) => optional(self, self.items[0]),
  'def findAny()': (self: JavaStream) => optional(self, self.items[0]),
  'def reduce(BinaryOperator)': (self: JavaStream, by: Lambda) => {
    return optional(self, self.items.length === 0 ? null : self.items.reduce((a, b) => by(a, b)));
  },
  'def reduce(def, BinaryOperator)': (self: JavaStream, start: unknown, by: Lambda) =>
    self.items.reduce((a, b) => by(a, b), start),
  'def max(Comparator)': (self: JavaStream, by: Lambda) =>
    optional(self, self.items.length === 0 ? null : best(self.items, compareBy(by), 1)),
  'def min(Comparator)': (self: JavaStream, by: Lambda) =>
    optional(self, self.items.length === 0 ? null : best(self.items, compareBy(by), -1)),
  'def max()': (self: JavaStream) =>
    optional(self, self.items.length === 0 ? null : best(self.items, compareOf, 1)),
  'def min()': (self: JavaStream) =>
    optional(self, self.items.length === 0 ? null : best(self.items, compareOf, -1)),
  'OptionalDouble average()': (self: JavaStream) =>
    new JavaOptional(
      'OptionalDouble',
      self.items.length === 0 ? null : new JavaDouble(total(self) / self.items.length),
    ),
  'def collect(Collector)': (self: JavaStream, by: Collector) => by(self.items),
  'def[] toArray()': (self: JavaStream) => new JavaArray('def', [...self.items]),
  'def[] toArray(IntFunction)': (self: JavaStream, make: Lambda) => {
    const array = make(0);
    return new JavaArray(array instanceof JavaArray ? array.element : 'def', [...self.items]);
  },
});

const total = (self: JavaStream): number => self.items.reduce<number>((sum, item) => sum + numberOf(item), 0);

function rawLong(value: unknown): LongValue {
  const number = numberOf(value);
  const raw = rawNumber(value);
  return typeof raw === 'bigint' ? raw : longOf(number);
}

/** As longs are added: exactly, and around where there are more than 64 bits. */
function longTotal(items: readonly unknown[]): LongValue {
  return items.reduce<LongValue>((sum, item) => addLongs(sum, rawLong(item)), 0);
}

function range(from: number, to: number): JavaStream {
  if (to - from > RANGE_MAX) throw tooLong('range');
  const items: number[] = [];
  for (let i = from; i < to; i++) items.push(i);
  meter.count(items.length);
  return new JavaStream('IntStream', items);
}

const streams = [
  javaClass({
    name: 'Stream',
    fullName: 'java.util.stream.Stream',
    members: {
      ...common('Stream'),
      'static Stream of(def)': (item: unknown) =>
        new JavaStream('Stream', item instanceof JavaArray ? item.values : [item]),
      'static Stream empty()': () => new JavaStream('Stream', []),
    },
  }),
  javaClass({
    name: 'IntStream',
    fullName: 'java.util.stream.IntStream',
    members: {
      ...common('IntStream'),
      'int sum()': (self: JavaStream) => total(self) | 0,
      'static IntStream range(int, int)': range,
      'static IntStream rangeClosed(int, int)': (from: number, to: number) => range(from, to + 1),
    },
  }),
  javaClass({
    name: 'LongStream',
    fullName: 'java.util.stream.LongStream',
    members: { ...common('LongStream'), 'long sum()': (self: JavaStream) => longTotal(self.items) },
  }),
  javaClass({
    name: 'DoubleStream',
    fullName: 'java.util.stream.DoubleStream',
    members: { ...common('DoubleStream'), 'double sum()': total },
  }),
];

function grouped(by: Lambda, kind: 'HashMap' | 'TreeMap', below: Collector): Collector {
  return (items) => {
    const groups = new JavaMap('LinkedHashMap');
    for (const item of items) {
      const key = by(item);
      const group = groups.get(key);
      if (Array.isArray(group)) group.push(item);
      else groups.set(key, [item]);
    }
    const result = new JavaMap(kind, kind === 'TreeMap' ? compareOf : null);
    for (const { key, value } of groups.entries()) result.set(key, below(value as unknown[]));
    return result;
  };
}

function joined(items: readonly unknown[], by: string): string {
  for (const item of items) {
    const name = fullNameOf(item);
    if (name === null) continue;
    throw badCast(
      `class ${name} cannot be cast to class java.lang.CharSequence (${name} and java.lang.CharSequence are in module java.base of loader 'bootstrap')`,
    );
  }
  return joinedTexts(items.map(textOf), by);
}

/** The class of what is no text; null for one. */
function fullNameOf(item: unknown): string | null {
  const name = classOf(item);
  if (name === 'String' || name === 'null' || name.startsWith('StringBu')) return null;
  return Array.isArray(item) || item instanceof JavaMap ? `java.util.${name}` : `java.lang.${name}`;
}

const toList: Collector = (items) => [...items];

const collectors = javaClass({
  name: 'Collectors',
  fullName: 'java.util.stream.Collectors',
  members: {
    'static Collector toList()': () => toList,
    'static Collector toSet()': () => (items: readonly unknown[]) => new JavaSet('HashSet', items),
    'static Collector joining()': () => (items: readonly unknown[]) => joined(items, ''),
    'static Collector joining(CharSequence)': (by: string) => (items: readonly unknown[]) =>
      joined(items, by),
    'static Collector joining(CharSequence, CharSequence, CharSequence)': (
      by: string,
      before: string,
      after: string,
    ) => {
      return (items: readonly unknown[]) => before + joined(items, by) + after;
    },
    'static Collector counting()': () => (items: readonly unknown[]) => new JavaLong(items.length),
    'static Collector groupingBy(Function)': (by: Lambda) => grouped(by, 'HashMap', toList),
    'static Collector groupingBy(Function, Collector)': (by: Lambda, below: Collector) =>
      grouped(by, 'HashMap', below),
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
        for (const item of items) {
          const name = key(item);
          map.set(name, map.has(name) ? merge(map.get(name), value(item)) : value(item));
        }
        return map;
      },
    'static Collector mapping(Function, Collector)':
      (by: Lambda, below: Collector) => (items: readonly unknown[]) =>
        below(items.map((item) => by(item))),
    'static Collector summingInt(ToIntFunction)': (by: Lambda) => (items: readonly unknown[]) =>
      items.reduce<number>((sum, item) => (sum + numberOf(by(item))) | 0, 0),
    'static Collector summingLong(ToLongFunction)': (by: Lambda) => (items: readonly unknown[]) =>
      new JavaLong(longTotal(items.map((item) => by(item)))),
    'static Collector summingDouble(ToDoubleFunction)': (by: Lambda) => (items: readonly unknown[]) =>
      new JavaDouble(items.reduce<number>((sum, item) => sum + numberOf(by(item)), 0)),
    'static Collector averagingDouble(ToDoubleFunction)': averaging,
    'static Collector averagingInt(ToIntFunction)': averaging,
    'static Collector averagingLong(ToLongFunction)': averaging,
    'static Collector toMap(Function, Function)':
      (key: Lambda, value: Lambda) => (items: readonly unknown[]) => {
        const map = new JavaMap();
        for (const item of items) {
          const name = key(item);
          if (map.has(name))
            throw new JavaError(
              'illegal_state_exception',
              `Duplicate key ${textOf(name)} (attempted merging values ${textOf(map.get(name))} and ${textOf(value(item))})`,
            );
          map.set(name, value(item));
        }
        return map;
      },
  },
});

function averaging(by: Lambda): Collector {
  return (items) =>
    new JavaDouble(
      items.length === 0
        ? 0
        : items.reduce<number>((sum, item) => sum + numberOf(by(item)), 0) / items.length,
    );
}

const optionalClass = (name: string, getter: string, type: string): JavaClass =>
  javaClass({
    name,
    fullName: `java.util.${name}`,
    members: {
      'boolean isPresent()': (self: JavaOptional) => self.value !== null,
      'boolean isEmpty()': (self: JavaOptional) => self.value === null,
      [`def ${getter}()`]: (self: JavaOptional) => self.get(),
      [`def orElse(${type})`]: (self: JavaOptional, other: unknown) => self.value ?? other,
      'def orElseGet(Supplier)': (self: JavaOptional, make: Lambda) => self.value ?? make(),
      'void ifPresent(Consumer)': (self: JavaOptional, by: Lambda) => {
        if (self.value !== null) by(self.value);
      },
      'Optional map(Function)': (self: JavaOptional, by: Lambda) =>
        new JavaOptional('Optional', self.value === null ? null : by(self.value)),
      'Optional filter(Predicate)': (self: JavaOptional, test: Lambda) =>
        self.value === null || holds(test, self.value) ? self : new JavaOptional('Optional', null),
      'String toString()': (self: JavaOptional) => self.text(),
      'boolean equals(Object)': equalsOf,
      [`static ${name} of(def)`]: (value: unknown) => new JavaOptional(name, value),
      [`static ${name} ofNullable(def)`]: (value: unknown) => new JavaOptional(name, value),
      [`static ${name} empty()`]: () => new JavaOptional(name, null),
    },
  });

export const streamClasses: readonly JavaClass[] = [
  ...streams,
  collectors,
  javaClass({ name: 'Collector', fullName: 'java.util.stream.Collector' }),
  optionalClass('Optional', 'get', 'def'),
  optionalClass('OptionalInt', 'getAsInt', 'def'),
  optionalClass('OptionalLong', 'getAsLong', 'def'),
  optionalClass('OptionalDouble', 'getAsDouble', 'def'),
];
