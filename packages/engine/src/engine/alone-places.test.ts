import { describe, expect, test } from 'vitest';
import { Threads } from '../testing/search-threads.ts';
import { AlonePlaces } from './alone-places.ts';
import type { Job } from './search-job.ts';

const SHORT_MS = 2;

const job = (expectedMs: number, aloneSince: number | undefined = 0, text = 'f'): Job =>
  ({ form: { text, hasScripts: false, hits: 0 }, expectedMs, aloneSince }) as unknown as Job;

const isHere = (places: AlonePlaces, search: Job): boolean =>
  places.mostHere(search, SHORT_MS) >= search.expectedMs;

/** How many of so many are done here. */
const countHere = (places: AlonePlaces, searches: number): number =>
  Array.from({ length: searches }, () => isHere(places, job(3))).filter(Boolean).length;

test('only what is middling and alone may be done where it was asked for', () => {
  const places = new AlonePlaces();
  places.mostHere(job(3), SHORT_MS);
  places.learn(job(3), true, 1);
  places.learn(job(3), false, 2);
  const most = [1, 3, 4, 4.1].map((expectedMs) => places.mostHere(job(expectedMs), SHORT_MS));
  expect(most).toEqual([2, 3, 4, 2]);
  expect(places.mostHere({ ...job(3), aloneSince: undefined }, SHORT_MS)).toBe(2);
  expect(places.mostHere(job(3, 0, 'another form'), SHORT_MS)).toBe(2);
  expect(places.mostHere(job(3), 0)).toBe(0);
});

test('a form is done by other threads until it was seen that it is done sooner here, which is tried', () => {
  const places = new AlonePlaces();
  expect(countHere(places, 16)).toBe(2);
  places.learn(job(3), true, 1);
  expect(countHere(places, 8)).toBe(1);
  places.learn(job(3), false, 1.5);
  expect(countHere(places, 8)).toBe(7);
  // Of what was learnt first, little is left.
  for (let i = 0; i < 20; i++) places.learn(job(3), true, 3);
  expect(countHere(places, 32)).toBe(4);
  expect(countHere(places, 64)).toBe(2);
});

test('what was not alone from its beginning tells nothing', () => {
  const places = new AlonePlaces();
  expect(countHere(places, 7)).toBe(0);
  places.learn({ ...job(3), aloneSince: undefined }, true, 1);
  places.learn(job(3), false, 2);
  expect(countHere(places, 8)).toBe(1);
});

test('what took longer than usual counts less than what took less', () => {
  const places = new AlonePlaces();
  countHere(places, 7);
  places.learn(job(3), true, 9);
  places.learn(job(3), false, 3);
  for (let i = 0; i < 5; i++) places.learn(job(3), true, 2);
  places.learn(job(3), true, 3.5);
  expect(countHere(places, 8)).toBe(7);
});

test('of any number of forms some are remembered', () => {
  const places = new AlonePlaces();
  for (let form = 0; form < 2000; form++) places.mostHere(job(3, 0, `${form}`), SHORT_MS);
  places.learn(job(3, 0, '0'), true, 1);
  places.learn(job(3, 0, '0'), false, 2);
  expect(isHere(places, job(3, 0, '0'))).toBe(false);
});

describe('the search pool', () => {
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  };

  /** What a search will take is expected by the documents of its indices: 6 µs for each of these. Returns whether it was done here, in so many milliseconds. */
  async function place(
    threads: Threads,
    hereMs: number,
    thereMs: number,
    onEnd = () => {},
  ): Promise<boolean> {
    const indices = Array.from({ length: 500 }, () => 'i');
    threads.unheard = [];
    let isHeard = false;
    const onShard = (): void => {
      if (!isHeard) threads.clock.advance(hereMs / 500);
      onEnd();
    };
    const options = { indices, body: { size: 0 }, maxBuckets: 1, rendering: 'x', onShard };
    const done = threads.engine.search(options).catch(() => 'failed');
    await turns();
    const isThere = threads.engine.searchPool().active > 0;
    isHeard = true;
    if (isThere) threads.clock.advance(thereMs);
    threads.hear();
    await done;
    return !isThere;
  }

  test.each([
    ['sooner', 2.5, 5, true],
    ['later', 5, 2.5, false],
  ])(
    'learns that a search of middling length is done %s where it was asked for',
    async (_, hereMs, thereMs, isIt) => {
      const threads = await Threads.start({ size: 2, shortMs: SHORT_MS });
      await threads.create('i');
      await threads.fill('i', 0, 300);
      const fail = (): void => {
        throw new Error('who listens fails');
      };
      // Those that fail tell nothing of what they take.
      for (let i = 0; i < 7; i++) expect(await place(threads, 0, 0, fail)).toBe(false);
      expect(await place(threads, hereMs, 0)).toBe(true);
      expect(await place(threads, 0, thereMs)).toBe(false);
      expect(await place(threads, hereMs, thereMs)).toBe(isIt);
      await threads.engine.close();
    },
  );

  /** What searches without hits take here is known, and what they take elsewhere is not. `begin`: one with so many hits. */
  async function withOthers(): Promise<{ threads: Threads; begin: (size: number) => Promise<unknown> }> {
    const threads = await Threads.start({ size: 2, shortMs: SHORT_MS });
    await threads.create('i');
    await threads.fill('i', 0, 300);
    for (let i = 0; i < 7; i++)
      await place(threads, 0, 0, () => {
        throw new Error('who listens fails');
      });
    expect(await place(threads, 2.5, 0)).toBe(true);
    const indices = Array.from({ length: 500 }, () => 'i');
    const begin = (size: number): Promise<unknown> =>
      threads.engine.search({ indices, body: { size }, maxBuckets: 1, rendering: 'x' });
    return { threads, begin };
  }

  test('does a search of middling length elsewhere while another is under way', async () => {
    const { threads, begin } = await withOthers();
    expect(await place(threads, 0, 5)).toBe(false);
    expect(await place(threads, 2.5, 0)).toBe(true);
    threads.unheard = [];
    const other = begin(1);
    await turns();
    const own = begin(0);
    await turns();
    expect(threads.engine.searchPool().active).toBe(2);
    threads.hear();
    await Promise.all([other, own]);
    await threads.engine.close();
  });

  test('learns nothing of a search that is alone no more when it is answered', async () => {
    const { threads, begin } = await withOthers();
    threads.unheard = [];
    const own = begin(0);
    await turns();
    const ofOwn = threads.unheard.splice(0);
    const other = begin(1);
    await turns();
    threads.clock.advance(9);
    for (const hear of ofOwn) hear();
    await own;
    threads.hear();
    await other;
    // What it takes elsewhere is still to be seen.
    expect(await place(threads, 0, 5)).toBe(false);
    await threads.engine.close();
  });
});
