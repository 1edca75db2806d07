import {
  addLongs,
  compareOf,
  JavaArray,
  JavaDouble,
  JavaLong,
  JavaValue,
  type LongValue,
  longOf,
  rawNumber,
} from '../values.ts';
import { numberOf } from './calls.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { formatted } from './java-format.ts';

export function rawLong(value: unknown): LongValue {
  const number = numberOf(value);
  const raw = rawNumber(value);
  return typeof raw === 'bigint' ? raw : longOf(number);
}

/** As longs are added: exactly, and around where there are more than 64 bits. */
export function longTotal(items: readonly unknown[]): LongValue {
  return items.reduce<LongValue>((sum, item) => addLongs(sum, rawLong(item)), 0);
}

/** As streams of Java add doubles: what each step loses is kept, and counted at the end. */
export function doubleTotal(items: readonly unknown[]): number {
  let sum = 0;
  let lost = 0;
  let simple = 0;
  for (const item of items) {
    const value = numberOf(item);
    simple += value;
    const wanted = value - lost;
    const next = sum + wanted;
    lost = next - sum - wanted;
    sum = next;
  }
  const total = sum - lost;
  return Number.isNaN(total) && Math.abs(simple) === Number.POSITIVE_INFINITY ? simple : total;
}

export type StatisticsKind = 'Int' | 'Long' | 'Double';

/** `IntSummaryStatistics` and its like: what numbers are all together. */
export class JavaStatistics extends JavaValue {
  readonly javaClass: string;
  readonly kind: StatisticsKind;
  readonly #items: unknown[];

  constructor(kind: StatisticsKind, items: readonly unknown[]) {
    super();
    this.javaClass = `${kind}SummaryStatistics`;
    this.kind = kind;
    this.#items = [...items];
  }

  get count(): number {
    return this.#items.length;
  }

  get sum(): LongValue {
    return this.kind === 'Double' ? doubleTotal(this.#items) : longTotal(this.#items);
  }

  get average(): number {
    return this.count === 0 ? 0 : Number(this.sum) / this.count;
  }

  /** The lowest (`sign` -1) or highest one, and where there is none what no other is higher or lower than. */
  extreme(sign: 1 | -1): LongValue {
    const none = ends.get(this.kind)![sign === 1 ? 0 : 1];
    const [start, ...others] = this.#items;
    if (start === undefined) return none;
    const found = others.reduce((best, item) => (compareOf(item, best) * sign > 0 ? item : best), start);
    return rawNumber(found);
  }

  accept(item: unknown): void {
    this.#items.push(item);
  }

  override text(): string {
    const isDouble = this.kind === 'Double';
    const box = (value: LongValue): unknown =>
      isDouble ? new JavaDouble(Number(value)) : new JavaLong(value);
    const number = isDouble ? '%f' : '%d';
    const format = `{count=%d, sum=${number}, min=${number}, average=%f, max=${number}}`;
    const values = [
      new JavaLong(this.count),
      box(this.sum),
      box(this.extreme(-1)),
      new JavaDouble(this.average),
      box(this.extreme(1)),
    ];
    return this.javaClass + formatted(format, new JavaArray('def', values));
  }
}

/** What the highest and the lowest are where there is none. */
const ends: ReadonlyMap<StatisticsKind, readonly [LongValue, LongValue]> = new Map([
  ['Int', [-2147483648, 2147483647]],
  ['Long', [-(2n ** 63n), 2n ** 63n - 1n]],
  ['Double', [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]],
]);

const statisticsClass = (kind: StatisticsKind, type: string): JavaClass =>
  javaClass({
    name: `${kind}SummaryStatistics`,
    fullName: `java.util.${kind}SummaryStatistics`,
    members: {
      'long getCount()': (self: JavaStatistics) => self.count,
      [`${type === 'int' ? 'long' : type} getSum()`]: (self: JavaStatistics) => self.sum,
      [`${type} getMin()`]: (self: JavaStatistics) => self.extreme(-1),
      [`${type} getMax()`]: (self: JavaStatistics) => self.extreme(1),
      'double getAverage()': (self: JavaStatistics) => self.average,
    },
  });

export const statisticsClasses: readonly JavaClass[] = [
  statisticsClass('Int', 'int'),
  statisticsClass('Long', 'long'),
  statisticsClass('Double', 'double'),
];
