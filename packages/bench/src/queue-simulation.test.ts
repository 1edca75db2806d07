import { expect, test } from 'vitest';
import { type QueueModel, simulate } from './queue-simulation.ts';

const one: QueueModel = {
  threads: [1],
  processors: 1,
  callers: 4,
  stages: [{ pool: 0, micros: 1000 }],
  after: [],
};

test('one thread does one after the other, however many processors there are', () => {
  for (const processors of [1, 8]) {
    const { perSecond, busy } = simulate({ ...one, processors }, 1000);
    expect(perSecond).toBeCloseTo(1000);
    expect(busy[0]).toBeCloseTo(1);
  }
});

test('a pool grows with its threads until the callers or another pool are used up', () => {
  const stages = [
    { pool: 0, micros: 100 },
    { pool: 1, micros: 1000 },
  ];
  const rate = (threads: number, callers: number): number =>
    simulate({ ...one, threads: [1, threads], processors: threads + 1, callers, stages }, 20_000).perSecond;
  expect(rate(1, 8)).toBeCloseTo(1000, -1);
  expect(rate(4, 8)).toBeCloseTo(4000, -2);
  expect(rate(32, 64)).toBeCloseTo(10_000, -2);
  expect(rate(32, 1)).toBeCloseTo(1e6 / 1100, 0);
});

test('what is done after the answer takes processors, and keeps nobody waiting while some are idle', () => {
  const after = [{ pool: 1, micros: 500 }];
  const rate = (processors: number): number =>
    simulate({ ...one, threads: [1, 1], processors, after }, 10_000).perSecond;
  expect(rate(2)).toBeCloseTo(1000, 0);
  expect(rate(1)).toBeCloseTo(667, -1);
});

test('a model in which nothing can run is refused', () => {
  expect(() => simulate({ ...one, stages: [] }, 1)).toThrow(/stage/);
});
