import { expect, test } from 'vitest';
import { Threads } from '../testing/search-threads.ts';
import { AloneInTurn } from './short-searches.ts';

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
