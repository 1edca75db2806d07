import { meter } from '../meter.ts';
import { compareOf, equalsOf } from '../values.ts';
import { type Lambda, numberOf } from './calls.ts';
import { type JavaClass, javaClass, type Method } from './class-table.ts';

/** The interfaces that lambdas stand for, with their method and how many values it takes. */
const interfaces: readonly (readonly [name: string, method: string, params: number, returns: string])[] = [
  ['Function', 'apply', 1, 'def'],
  ['BiFunction', 'apply', 2, 'def'],
  ['UnaryOperator', 'apply', 1, 'def'],
  ['BinaryOperator', 'apply', 2, 'def'],
  ['Supplier', 'get', 0, 'def'],
  ['Consumer', 'accept', 1, 'void'],
  ['BiConsumer', 'accept', 2, 'void'],
  ['ObjIntConsumer', 'accept', 2, 'void'],
  ['Predicate', 'test', 1, 'boolean'],
  ['BiPredicate', 'test', 2, 'boolean'],
  ['IntPredicate', 'test', 1, 'boolean'],
  ['ToIntFunction', 'applyAsInt', 1, 'def'],
  ['ToLongFunction', 'applyAsLong', 1, 'def'],
  ['ToDoubleFunction', 'applyAsDouble', 1, 'def'],
  ['IntFunction', 'apply', 1, 'def'],
  ['IntUnaryOperator', 'applyAsInt', 1, 'def'],
  ['DoubleUnaryOperator', 'applyAsDouble', 1, 'def'],
  ['Runnable', 'run', 0, 'void'],
];

/** Counts each call: functions that are made of each other may be so many deep. */
function counted<Made extends Lambda>(call: Made): Made {
  return ((...args: unknown[]) => {
    meter.pass(1);
    return call(...args);
  }) as Made;
}

const reversed = (by: Lambda): Lambda => counted((a: unknown, b: unknown) => by(b, a));

const thenBy = (first: Lambda, second: Lambda): Lambda =>
  counted((a: unknown, b: unknown) => {
    const order = numberOf(first(a, b));
    return order === 0 ? second(a, b) : order;
  });

const keyOrder =
  (key: Lambda): Lambda =>
  (a, b) =>
    compareOf(key(a), key(b));

const nulls = (by: Lambda, sign: number): Lambda =>
  counted((a: unknown, b: unknown) => {
    if (a === null || b === null) return (Number(a === null) - Number(b === null)) * sign;
    return by(a, b);
  });

const comparator = javaClass({
  name: 'Comparator',
  fullName: 'java.util.Comparator',
  members: {
    'int compare(def, def)': (self: Lambda, a: unknown, b: unknown) => numberOf(self(a, b)),
    'Comparator reversed()': reversed,
    'Comparator thenComparing(def)': (self: Lambda, other: Lambda) =>
      thenBy(self, other.length === 1 ? keyOrder(other) : other),
    'Comparator thenComparing(Function, Comparator)': (self: Lambda, key: Lambda, by: Lambda) =>
      thenBy(self, (a, b) => by(key(a), key(b))),
    'Comparator thenComparingInt(ToIntFunction)': (self: Lambda, key: Lambda) => thenBy(self, keyOrder(key)),
    'Comparator thenComparingLong(ToLongFunction)': (self: Lambda, key: Lambda) =>
      thenBy(self, keyOrder(key)),
    'Comparator thenComparingDouble(ToDoubleFunction)': (self: Lambda, key: Lambda) =>
      thenBy(self, keyOrder(key)),
    'static Comparator comparing(Function)': keyOrder,
    'static Comparator comparing(Function, Comparator)':
      (key: Lambda, by: Lambda): Lambda =>
      (a, b) =>
        by(key(a), key(b)),
    'static Comparator comparingInt(ToIntFunction)': keyOrder,
    'static Comparator comparingLong(ToLongFunction)': keyOrder,
    'static Comparator comparingDouble(ToDoubleFunction)': keyOrder,
    'static Comparator naturalOrder()': () => compareOf,
    'static Comparator reverseOrder()': () => reversed(compareOf as Lambda),
    'static Comparator nullsFirst(Comparator)': (by: Lambda) => nulls(by, -1),
    'static Comparator nullsLast(Comparator)': (by: Lambda) => nulls(by, 1),
  },
});

const logic = {
  'Predicate negate()': (self: Lambda) => counted((value: unknown) => self(value) !== true),
  'Predicate and(Predicate)': (self: Lambda, other: Lambda) =>
    counted((value: unknown) => self(value) === true && other(value) === true),
  'Predicate or(Predicate)': (self: Lambda, other: Lambda) =>
    counted((value: unknown) => self(value) === true || other(value) === true),
};

const chain = {
  'Function andThen(Function)': (self: Lambda, after: Lambda) =>
    counted((...args: unknown[]) => after(self(...args))),
  'Function compose(Function)': (self: Lambda, before: Lambda) =>
    counted((value: unknown) => self(before(value))),
};

const single = interfaces.map(([name, method, params, returns]) => {
  const list = Array.from({ length: params }, () => 'def').join(', ');
  return javaClass({
    name,
    fullName: name === 'Runnable' ? 'java.lang.Runnable' : `java.util.function.${name}`,
    members: {
      [`${returns} ${method}(${list})`]: (self: Lambda, ...args: unknown[]) => self(...args),
      ...(name === 'Predicate' ? logic : {}),
      ...(name === 'Predicate'
        ? { 'static Predicate isEqual(def)': (model: unknown) => (value: unknown) => equalsOf(model, value) }
        : {}),
      ...(name.endsWith('Function') ? chain : {}),
      ...(name === 'Function' ? { 'static Function identity()': () => (value: unknown) => value } : {}),
    },
  });
});

const arities = new Map<string, number>([
  ['Comparator', 2],
  ...interfaces.map(([name, , params]) => [name, params] as const),
]);

/** How many values a lambda of the interface takes; undefined where it is none. */
export function lambdaArity(type: string): number | undefined {
  return arities.get(type);
}

/** Methods of interfaces that are made of their own one: `reversed`, `negate`, `andThen`. */
const defaults: ReadonlyMap<string, Method> = new Map(
  [...single, comparator].flatMap(({ methods }) =>
    [...methods].filter(
      ([key, { name }]) => key !== 'compare/2' && !interfaces.some(([, method]) => method === name),
    ),
  ),
);

/** What a value that is a function answers, whatever interface it stands for; undefined: nothing by that name. */
export function lambdaMethod(key: string): Method['run'] | undefined {
  const made = defaults.get(key);
  if (made !== undefined) return made.run;
  const [name, count] = key.split('/');
  const isOwn =
    key === 'compare/2' ||
    interfaces.some(([, method, params]) => method === name && params === Number(count));
  return isOwn ? (self, ...args) => (self as Lambda)(...args) : undefined;
}

export const functionalClasses: readonly JavaClass[] = [comparator, ...single];
