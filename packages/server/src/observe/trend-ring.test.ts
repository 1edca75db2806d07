import { expect, test } from 'vitest';
import { TrendRing } from './trend-ring.ts';

test('the latest rows are kept, in their order; of the rest nothing', () => {
  const ring = new TrendRing(['a', 'b'], 3);
  for (let time = 1; time <= 5; time++) ring.add(time, time === 4 ? { b: 1 } : { a: time * 10, b: 0 });
  const { times, series } = ring.rows(0);
  expect(times).toEqual([3, 4, 5]);
  expect(series.get('a')).toEqual([30, Number.NaN, 50]);
  expect(series.get('b')).toEqual([0, 1, 0]);
});

test('only rows after a time are given where it is named', () => {
  const ring = new TrendRing(['a'], 4);
  expect(ring.rows(0).times).toEqual([]);
  for (const time of [10, 20, 30]) ring.add(time, { a: time });
  expect(ring.rows(20).series.get('a')).toEqual([30]);
  expect(ring.rows(30).times).toEqual([]);
});
