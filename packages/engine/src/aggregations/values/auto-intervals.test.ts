import { expect, test } from 'vitest';
import { TimeExceeded } from '../../budget/work-budget.ts';
import { testBudget } from '../../testing/query-context.ts';
import { AutoIntervals, autoUnits, highestMultiple, LooseIntervals } from './auto-intervals.ts';
import { Meter } from './meter.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function intervalsOf(values: readonly number[], wanted: number): AutoIntervals {
  const intervals = new AutoIntervals(autoUnits(null, null), wanted, new Meter(testBudget(), 'x'));
  for (const value of values) intervals.add(intervals.round(value));
  return intervals;
}

test('the unit grows with the time between the first and the last value', () => {
  expect(intervalsOf([0, 999, 1000], 10).index).toBe(0);
  expect(intervalsOf([0, 2 * HOUR], 10).index).toBe(1);
  expect(intervalsOf([0, 60 * DAY], 10).index).toBe(3);
  expect(intervalsOf([0, 400 * DAY], 10).index).toBe(4);
  expect([...intervalsOf([0, 40_000 * DAY], 2).counts.keys()]).toEqual([0, 39_812 * DAY]);
});

test('documents of intervals that become one are counted together', () => {
  const { counts } = intervalsOf([0, 1000, 5 * HOUR, 5 * HOUR + 1, 3 * DAY, 800 * DAY], 5);
  expect([...counts.values()]).toEqual([5, 1]);
});

test('many values close to each other need a larger unit as well', () => {
  const values = Array.from({ length: 200 }, (_, i) => i * 1000);
  expect(intervalsOf(values, 1).index).toBe(1);
  expect(intervalsOf(values, 10).index).toBe(0);
});

test('units begin at the smallest one that is allowed', () => {
  expect(autoUnits('Europe/Berlin', 'day').map(({ abbreviation }) => abbreviation)).toEqual(['d', 'M', 'y']);
  expect(highestMultiple(autoUnits(null, null))).toBe(30);
  expect(highestMultiple(autoUnits(null, 'month'))).toBe(3);
});

test('where the time is up as intervals become too many, they stay those of their unit', () => {
  const budget = testBudget({ stepsPerLook: 1, stepsMax: 0 });
  const intervals = new AutoIntervals(autoUnits(null, null), 1, new Meter(budget, 'x'));
  const add = (value: number): void => intervals.add(intervals.round(value));
  add(1000);
  expect(() => add(2 * HOUR + 1000)).toThrow(TimeExceeded);
  const starts = [...intervals.counts.keys()];
  expect(starts.map((start) => intervals.round(start))).toEqual(starts);
});

test('intervals beside others are brought together when many of all of them may be the same', () => {
  const loose = new LooseIntervals();
  const meter = new Meter(testBudget(), 'x');
  const [a, b] = [1, 2].map(() => new AutoIntervals(autoUnits(null, null), 1, meter, loose));
  const add = (intervals: AutoIntervals, value: number): void => intervals.add(intervals.round(value));
  for (const value of [0, 999, 100_000]) add(a!, value);
  expect([a!.index, [...a!.counts]]).toEqual([
    1,
    [
      [0, 2],
      [100_000, 1],
    ],
  ]);
  loose.leave(1001);
  expect([...a!.counts]).toEqual([
    [0, 2],
    [60_000, 1],
  ]);
  expect(b!.counts.size).toBe(0);
});
