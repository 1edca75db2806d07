import { expect, test } from 'vitest';
import { line, poolNanos } from './scaling.ts';

test('of a class it is told what it takes, what was measured, and what is used up first with eight processors', () => {
  const columns = (demand: readonly number[]): string[] => line('one', demand, 500).split(/\s+/);
  // 0.1 ms of the thread that serves HTTP: it ends at 10,000 a second, 1 ms of a search thread at 1,000 for each.
  expect(columns([100, 0, 0, 0, 0, 0])).toEqual([
    'one',
    '100',
    '0',
    '0',
    '0',
    '500',
    ...Array(4).fill('10000'),
    'main',
  ]);
  expect(columns([100, 1000, 0, 0, 0, 0]).slice(-2)).toEqual(['7267', 'processors']);
  expect(columns([100, 0, 1000, 200, 0, 0]).slice(-2)).toEqual(['1000', 'writer']);
});

test.runIf(process.platform === 'linux')('the time of the thread that serves HTTP is counted as such', () => {
  expect(poolNanos(process.pid).reduce((all, nanos) => all + nanos, 0)).toBeGreaterThan(0);
});
