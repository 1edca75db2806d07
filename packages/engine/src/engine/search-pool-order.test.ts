import { channelPair } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import type { SearchOptions } from '../search/search-api.ts';
import { Threads } from '../testing/search-threads.ts';

test('short searches that came together do not wait for threads that are held up', async () => {
  const heldUp: { fail(error: Error): void }[] = [];
  let ended = false;
  const start = () => {
    if (ended) throw new Error('no thread any more');
    const [here, there] = channelPair();
    heldUp.push(there as unknown as (typeof heldUp)[number]);
    return here;
  };
  const threads = await Threads.start({ size: 2, shortMs: 1, start });
  await threads.create('i');
  await threads.fill('i', 0, 300);
  const search = (times: number): Promise<unknown> => {
    // What a search will take is expected by the documents of its indices.
    const indices = Array.from({ length: times }, () => 'i');
    const options: SearchOptions = { indices, body: { size: 0 }, maxBuckets: 1, rendering: 'x' };
    return threads.engine.search(options);
  };
  const long = Array.from({ length: 5 }, () => search(400).catch(() => 'lost'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(threads.engine.searchPool()).toMatchObject({ threads: 3, active: 2, queue: 3 });
  await Promise.all(Array.from({ length: 20 }, () => search(50)));
  expect(threads.engine.searchPool()).toMatchObject({ active: 2, queue: 3, completed: 20 });
  ended = true;
  for (const each of heldUp) each.fail(new Error('it is over'));
  expect((await Promise.all(long)).filter((outcome) => outcome === 'lost').length).toBe(4);
  await threads.engine.close();
});
