import { expect, test } from 'vitest';
import { Threads } from '../testing/search-threads.ts';
import type { Job } from './search-job.ts';
import { AloneInTurn, isCheap } from './short-searches.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a search is alone in its turn where the last one was, and then no second one of the same turn', async () => {
  const alone = new AloneInTurn();
  expect(alone.isNext()).toBe(false);
  alone.dealt(true);
  expect([alone.isNext(), alone.isNext()]).toEqual([true, false]);
  await nextTurn();
  expect(alone.isNext()).toBe(true);
  await nextTurn();
  alone.dealt(false);
  expect(alone.isNext()).toBe(false);
});

test('one short search after the other is done without waiting for a turn, and of several that come together all but one wait', async () => {
  const threads = await Threads.start({ shortMs: Number.POSITIVE_INFINITY });
  const { engine } = threads;
  await threads.create('i');
  await threads.fill('i', 0, 3);
  /** How many of so many that come together have ended before the next turn of the event loop. */
  const endedAtOnce = async (count: number): Promise<number> => {
    let ended = 0;
    const searches = Array.from({ length: count }, async () => {
      await engine.search({ indices: ['i'], body: { size: 0 }, maxBuckets: 1, rendering: 'x' });
      ended++;
    });
    for (let i = 0; i < 100; i++) await Promise.resolve();
    const atOnce = ended;
    await Promise.all(searches);
    await nextTurn();
    return atOnce;
  };
  // The first one does not know yet that nothing comes with it.
  const ended: number[] = [];
  for (const count of [1, 1, 3, 1, 1]) ended.push(await endedAtOnce(count));
  expect(ended).toEqual([0, 1, 1, 0, 1]);
  await engine.close();
});

/** What a search will take is expected by the documents of its indices: 6 µs for each time. */
function search(threads: Threads, times: number): Promise<unknown> {
  const indices = Array.from({ length: times }, () => 'i');
  return threads.engine.search({ indices, body: { size: 0 }, maxBuckets: 1, rendering: 'x' });
}

test('a short search that comes while others are served is handed to a thread that rests', async () => {
  const threads = await Threads.start({ size: 3, shortMs: 2 });
  await threads.create('i');
  await threads.fill('i', 0, 300);
  await Promise.all([search(threads, 400), search(threads, 401)]);
  expect(threads.engine.searchPool()).toMatchObject({ threads: 3, completed: 2 });
  // One that comes alone is done where it was asked for.
  threads.unheard = [];
  await search(threads, 25);
  const held = [search(threads, 402)];
  await new Promise((resolve) => setImmediate(resolve));
  held.push(search(threads, 26));
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(threads.engine.searchPool()).toMatchObject({ active: 2, completed: 3 });
  threads.hear();
  await Promise.all(held);
  await threads.engine.close();
});

test.each([
  ['is expected to take less than handing it over', 0.06, false, 0, true],
  ['takes longer', 0.3, false, 0, false],
  ['is to show what it takes here', 0.3, true, 0, true],
  ['is to show that, where there is much to do before', 0.3, true, 2.1, false],
])('a search that %s is or is not cheap', (_what, expectedMs, isUnsure, hereMs, isIt) => {
  const job = { expectedMs } as Job;
  expect(isCheap(job, { hereMs, shortMs: 2, served: 8, isUnsure })).toBe(isIt);
});
