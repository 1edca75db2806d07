import { expect, test } from 'vitest';
import { RunningMoments } from './running-moments.ts';

const rows = [
  [1, 10],
  [2, 7],
  [4, 3.5],
  [-3, 12],
  [8, -2],
];

function momentsOf(from: number, to: number): RunningMoments {
  const moments = new RunningMoments(2);
  for (const row of rows.slice(from, to)) moments.add(Float64Array.from(row));
  return moments;
}

test('means and sums of powers are those of the definition', () => {
  const moments = momentsOf(0, 5);
  expect([...moments.means]).toEqual([2.4, 6.1]);
  const sum = (power: (row: readonly number[]) => number): number =>
    rows.reduce((total, row) => total + power([row[0]! - 2.4, row[1]! - 6.1]), 0);
  expect(moments.second[0]).toBeCloseTo(
    sum(([a]) => a! ** 2),
    10,
  );
  expect(moments.third[0]).toBeCloseTo(
    sum(([a]) => a! ** 3),
    10,
  );
  expect(moments.fourth[1]).toBeCloseTo(
    sum(([, b]) => b! ** 4),
    8,
  );
  expect(moments.products[1]).toBeCloseTo(
    sum(([a, b]) => a! * b!),
    10,
  );
});

test('parts that are merged are the whole', () => {
  const merged = new RunningMoments(2);
  merged.merge(momentsOf(0, 2));
  merged.merge(new RunningMoments(2));
  merged.merge(momentsOf(2, 5));
  const whole = momentsOf(0, 5);
  expect(merged.count).toBe(5);
  for (const name of ['means', 'second', 'third', 'fourth', 'products'] as const) {
    merged[name].forEach((value, i) => {
      expect(value).toBeCloseTo(whole[name][i]!, 8);
    });
  }
});
