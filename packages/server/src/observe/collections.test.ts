import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchCollections } from './collections.ts';

test('collections of young objects are counted, with their time, and the sizes of the heap are told', async () => {
  const figures = watchCollections();
  expect(figures().young).toEqual({ count: 0, timeMs: 0 });
  let kept: object[] = [];
  while (figures().young.count === 0) {
    kept = Array.from({ length: 200_000 }, (_, number) => ({ number }));
    await setTimeout(1);
  }
  expect(kept.length).toBe(200_000);
  const { young, pools } = figures();
  expect(young.timeMs).toBeGreaterThan(0);
  expect(pools.old.usedBytes).toBeGreaterThan(0);
  expect(pools.old.peakUsedBytes).toBeGreaterThanOrEqual(pools.old.usedBytes);
  expect(pools.old.maxBytes).toBeGreaterThan(pools.old.usedBytes);
});
