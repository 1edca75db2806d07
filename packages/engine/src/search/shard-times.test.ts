import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { ShardTimes } from './shard-times.ts';

test('time between two marks belongs to the shard that is told', () => {
  const clock = new FakeClock();
  const times = new ShardTimes(2, clock);
  clock.advance(100);
  times.begin();
  clock.advance(1);
  times.queried(0, 5);
  clock.advance(2);
  times.queried(1, 5);
  clock.advance(3);
  times.queried(1, 12);
  clock.advance(50);
  times.begin();
  clock.advance(4);
  times.fetched(1);
  clock.advance(5);
  times.fetched(1);
  expect(times.of(0)).toEqual({ queryNanos: 1e6, fetchNanos: undefined, hits: 5 });
  expect(times.of(1)).toEqual({ queryNanos: 5e6, fetchNanos: 9e6, hits: 7 });
});
