import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { forEachInterval, forEachRun } from './sorted-runs.ts';

function runsOf(walk: (run: (index: number, count: number) => void) => void): [number, number][] {
  const runs: [number, number][] = [];
  walk((index, count) => runs.push([index, count]));
  return runs;
}

test('intervals of values are found by their ends as by each value, however their lengths differ', () => {
  const random = new SeededRandom(3);
  const next = (limit: number): number => Math.floor(random.float() * limit);
  for (let round = 0; round < 300; round++) {
    const interval = 1 + next(50);
    const values: number[] = [];
    for (let index = 0; values.length < 400; index += 1 + next(4)) {
      const count = next(3) === 0 ? next(150) : 5 + next(4);
      for (let i = 0; i < count; i++) values.push(index * interval + next(interval));
    }
    values.sort((a, b) => a - b);
    const kind = [Float64Array, Uint32Array][round % 2]!;
    const base = round % 3 === 0 ? -17 : 0;
    const from = next(100);
    const slice = { values: kind.from(values), base, from, to: from + next(values.length - from + 1) };
    const index = (value: number): number => Math.floor((value - base) / interval);
    const intervals = { index, end: (at: number) => (at + 1) * interval + base };
    const found = runsOf((run) => forEachInterval(slice, intervals, run));
    expect(found).toEqual(runsOf((run) => forEachRun(slice, index, run)));
    const counts = new Map<number, number>();
    for (const value of values.slice(slice.from, slice.to))
      counts.set(index(base + value), (counts.get(index(base + value)) ?? 0) + 1);
    expect(found).toEqual([...counts]);
    const unknown = { index, end: (at: number) => (at % 3 === 0 ? null : (at + 1) * interval + base) };
    expect(runsOf((run) => forEachInterval(slice, unknown, run))).toEqual(found);
  }
});
