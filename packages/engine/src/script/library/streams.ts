import { table } from '@sextant/contract';
import { JavaError, nullPointer } from '../java-error.ts';
import { JavaSet } from '../java-map.ts';
import { meter } from '../meter.ts';
import {
  addLongs,
  cannotBe,
  compareOf,
  equalsOf,
  JavaArray,
  JavaDouble,
  JavaLong,
  type LongValue,
} from '../values.ts';
import { compareBy, holds, itemsOf, type Lambda, numberOf } from './calls.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { best, JavaIterator } from './collections.ts';
import { JavaOptional } from './java-optional.ts';
import { JavaStream } from './java-stream.ts';
import { doubleTotal, JavaStatistics, longTotal, rawLong, type StatisticsKind } from './stream-numbers.ts';

const RANGE_MAX = 1_000_000;

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
export function asKind(kind: JavaStream['javaClass'], value: unknown): unknown {
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

/** So many elements. Throws IllegalArgumentException. */
function counted(count: LongValue): number {
  if (count >= 0) return Number(count);
  throw new JavaError('illegal_argument_exception', String(count));
}

export type Collector = (items: readonly unknown[]) => unknown;

const common = (name: string): Readonly<Record<string, (...args: never[]) => unknown>> => ({
  [`${name} filter(Predicate)`]: (self: JavaStream, test: Lambda) =>
    same(
      self,
      self.items.filter((item) => holds(test, item)),
    ),
  [`${name} map(Function)`]: (self: JavaStream, by: Lambda) => mapped(self, by),
  [`${name} distinct()`]: (self: JavaStream) => same(self, distinct(self.items)),
  [`${name} limit(long)`]: (self: JavaStream, count: number) =>
    same(self, self.items.slice(0, counted(count))),
  [`${name} skip(long)`]: (self: JavaStream, count: number) => same(self, self.items.slice(counted(count))),
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
  'void forEachOrdered(Consumer)': (self: JavaStream, by: Lambda) => {
    for (const item of self.items) by(item);
  },
  [`${name} sequential()`]: (self: JavaStream) => self,
  [`${name} unordered()`]: (self: JavaStream) => self,
  'Iterator iterator()': (self: JavaStream) => new JavaIterator(self),
  [`static ${name} concat(${name}, ${name})`]: (a: JavaStream, b: JavaStream) => {
    if (a.items.length + b.items.length > RANGE_MAX) throw tooLong('stream');
    return same(a, [...a.items, ...b.items]);
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
      self.items.length === 0 ? null : new JavaDouble(doubleTotal(self.items) / self.items.length),
    ),
  'def collect(Collector)': (self: JavaStream, by: Collector) => by(self.items),
  'def[] toArray()': (self: JavaStream) => new JavaArray('def', [...self.items]),
  'def[] toArray(IntFunction)': (self: JavaStream, make: Lambda) => {
    const array = make(0);
    return new JavaArray(array instanceof JavaArray ? array.element : 'def', [...self.items]);
  },
});

/** Of numbers. */
const numeric = (kind: StatisticsKind): Readonly<Record<string, (...args: never[]) => unknown>> => {
  const name = `${kind}Stream` as const;
  return {
    ...common(name),
    [`${kind}SummaryStatistics summaryStatistics()`]: (self: JavaStream) =>
      new JavaStatistics(kind, self.items),
    [`static ${name} empty()`]: () => new JavaStream(name, []),
    [`static ${name} of(def)`]: (item: unknown) =>
      new JavaStream(
        name,
        (item instanceof JavaArray ? item.values : [item]).map((each) => asKind(name, each)),
      ),
  };
};

function longRange(from: LongValue, to: LongValue): JavaStream {
  if (BigInt(to) - BigInt(from) > RANGE_MAX) throw tooLong('range');
  const items: JavaLong[] = [];
  for (let at = from; at < to; at = addLongs(at, 1)) items.push(new JavaLong(at));
  meter.count(items.length);
  return new JavaStream('LongStream', items);
}

function range(from: number, to: number): JavaStream {
  if (to - from > RANGE_MAX) throw tooLong('range');
  const items: number[] = [];
  for (let i = from; i < to; i++) items.push(i);
  meter.count(items.length);
  return new JavaStream('IntStream', items);
}

/** Of streams of objects alone. */
const general = {
  'def reduce(def, BiFunction, BinaryOperator)': (self: JavaStream, start: unknown, by: Lambda) =>
    self.items.reduce((a, b) => by(a, b), start),
  'def collect(Supplier, BiConsumer, BiConsumer)': (self: JavaStream, make: Lambda, add: Lambda) => {
    const made = make();
    for (const item of self.items) add(made, item);
    return made;
  },
  'IntStream flatMapToInt(Function)': (self: JavaStream, by: Lambda) =>
    new JavaStream('IntStream', flattened(self, by)),
  'LongStream flatMapToLong(Function)': (self: JavaStream, by: Lambda) =>
    new JavaStream('LongStream', flattened(self, by)),
  'DoubleStream flatMapToDouble(Function)': (self: JavaStream, by: Lambda) =>
    new JavaStream('DoubleStream', flattened(self, by)),
};

const streams = [
  javaClass({
    name: 'Stream',
    fullName: 'java.util.stream.Stream',
    members: {
      ...common('Stream'),
      ...general,
      'static Stream of(def)': (item: unknown) =>
        new JavaStream('Stream', item instanceof JavaArray ? item.values : [item]),
      'static Stream empty()': () => new JavaStream('Stream', []),
    },
  }),
  javaClass({
    name: 'IntStream',
    fullName: 'java.util.stream.IntStream',
    members: {
      ...numeric('Int'),
      'int sum()': (self: JavaStream) => doubleTotal(self.items) | 0,
      'static IntStream range(int, int)': range,
      'static IntStream rangeClosed(int, int)': (from: number, to: number) => range(from, to + 1),
    },
  }),
  javaClass({
    name: 'LongStream',
    fullName: 'java.util.stream.LongStream',
    members: {
      ...numeric('Long'),
      'long sum()': (self: JavaStream) => longTotal(self.items),
      'static LongStream range(long, long)': longRange,
      'static LongStream rangeClosed(long, long)': (from: LongValue, to: LongValue) =>
        longRange(from, addLongs(to, 1)),
    },
  }),
  javaClass({
    name: 'DoubleStream',
    fullName: 'java.util.stream.DoubleStream',
    members: { ...numeric('Double'), 'double sum()': (self: JavaStream) => doubleTotal(self.items) },
  }),
];

/** What `flatMap` is given. Throws ClassCastException. */
function flat(value: unknown): JavaOptional {
  if (value instanceof JavaOptional) return value;
  if (value === null) throw nullPointer(null);
  throw cannotBe(value, 'java.util.Optional');
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
      'def orElseThrow(Supplier)': (self: JavaOptional, make: Lambda) => {
        if (self.value !== null) return self.value;
        const error = make();
        if (error instanceof JavaError) throw error;
        throw cannotBe(error, 'java.lang.Throwable');
      },
      'Optional flatMap(Function)': (self: JavaOptional, by: Lambda) =>
        self.value === null ? self : flat(by(self.value)),
      'Optional map(Function)': (self: JavaOptional, by: Lambda) =>
        new JavaOptional('Optional', self.value === null ? null : by(self.value)),
      'Optional filter(Predicate)': (self: JavaOptional, test: Lambda) =>
        self.value === null || holds(test, self.value) ? self : new JavaOptional('Optional', null),
      'String toString()': (self: JavaOptional) => self.text(),
      'boolean equals(Object)': equalsOf,
      [`static ${name} of(def)`]: (value: unknown) => {
        if (value === null) throw nullPointer(null);
        return new JavaOptional(name, value);
      },
      [`static ${name} ofNullable(def)`]: (value: unknown) => new JavaOptional(name, value),
      [`static ${name} empty()`]: () => new JavaOptional(name, null),
    },
  });

export const streamClasses: readonly JavaClass[] = [
  ...streams,
  optionalClass('Optional', 'get', 'def'),
  optionalClass('OptionalInt', 'getAsInt', 'def'),
  optionalClass('OptionalLong', 'getAsLong', 'def'),
  optionalClass('OptionalDouble', 'getAsDouble', 'def'),
];
