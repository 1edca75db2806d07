import { FakeClock } from '@sextant/base/testing';
import { apiError } from '@sextant/contract';
import { afterEach, expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import type { SearchOptions } from '../search/search-api.ts';
import { SearchParts } from '../search/search-parts.ts';
import { batchOf } from '../testing/engine-harness.ts';
import { randomDocument, randomProperties, randomSearch, seeded } from '../testing/random-search.ts';
import { causeOf, Threads } from '../testing/search-threads.ts';
import type { SearchPoolOptions } from './search-pool-options.ts';

const running: Threads[] = [];

async function started(pool: Partial<SearchPoolOptions> = {}): Promise<Threads> {
  const threads = await Threads.start({ divideMs: 0, ...pool });
  running.push(threads);
  return threads;
}

afterEach(async () => {
  for (const threads of running.splice(0)) await threads.engine.close();
});

/** `SEXTANT_SEED` runs a failed case again. */
const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

test.each([1, 2, 3, 8])('%s threads that share searches answer as the asking one does', async (size) => {
  const threads = await started({ size });
  const random = seeded(seed + size);
  const settings = { 'index.number_of_shards': '2' };
  const mappings = { properties: randomProperties };
  await threads.engine.createIndex({ name: 'i', settings, mappings, aliases: {} });
  for (const part of ['a', 'b', 'c']) {
    const documents = Array.from({ length: 300 }, (_, n) => {
      const id = `id-${part}-${n}`;
      return { kind: 'index', id, routing: id, body: randomDocument(random, id) } as const;
    });
    await threads.engine.write(batchOf('i', documents, { refresh: 'true' }));
  }
  const shared = (from: number): number =>
    threads.parts.slice(from).filter((parts) => new SearchParts(parts).helpers().length > 0).length;
  const there = async (body: SearchOptions['body']): Promise<unknown> => {
    // A helper whose part of the search before is of no more use may have yet to say so: it would not be called.
    for (let turns = 0; threads.engine.searchPool().active > 0; turns++) {
      expect(turns).toBeLessThan(100_000);
      await turn();
    }
    return threads.there({ body }).catch(causeOf);
  };
  for (let i = 0; i < 60; i++) {
    const body = randomSearch(random);
    const found = await there(body);
    const here = await threads.here({ body }).catch(causeOf);
    expect(found, `seed ${seed}, search ${i}: ${JSON.stringify(body)}`).toEqual(here);
  }
  expect(shared(0) > 0, `seed ${seed}`).toBe(size > 1);
  // How many of the random ones are worth sharing goes by the seed; this one is.
  const before = threads.parts.length;
  await there({ query: { match_all: {} }, size: 900, track_total_hits: true });
  expect(shared(before), `seed ${seed}`).toBe(size > 1 ? 1 : 0);
  expect(threads.ends.length).toBe(size);
  // Helpers whose part of the last one is of no more use have yet to say so.
  for (let turns = 0; turns < 20; turns++) await turn();
  expect(threads.engine.searchPool()).toMatchObject({ active: 0, queue: 0 });
});

const settled = (search: Promise<unknown>) => search.then(() => undefined, causeOf);
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Three segments, and a search of them that is long in any one thread. */
async function filled(pool: Partial<SearchPoolOptions> = {}): Promise<Threads> {
  const threads = await started(pool);
  await threads.create('i');
  for (let from = 0; from < 3000; from += 1000) await threads.fill('i', from, from + 1000);
  return threads;
}

const long = { query: { match: { t: 'wörter w3 w5' } }, size: 3000, track_total_hits: true };
const owned = (threads: Threads): number[] =>
  threads.parts.flatMap((parts) => new SearchParts(parts).helpers());

/** Goes on until a helper has taken a part. */
async function untilHelped(threads: Threads): Promise<void> {
  for (let turns = 0; owned(threads).length === 0; turns++) {
    expect(turns).toBeLessThan(1000);
    await turn();
  }
}

function accountOf({ memory }: Threads): ConstructorParameters<typeof WorkBudget>[0] {
  const account = {
    take: (bytes: number, label: string) => memory.take(bytes, label),
    give: (bytes: number) => memory.give(bytes),
    share: () => 'shared',
  };
  return { clock: new FakeClock(), memory: account };
}

test('cancelling reaches all threads of a search, and their memory is given back', async () => {
  const threads = await filled();
  const budget = new WorkBudget(accountOf(threads));
  const search = settled(threads.there({ body: long, budget }));
  await untilHelped(threads);
  budget.cancel('by user request');
  expect(await search).toMatchObject({ type: 'task_cancelled_exception' });
  for (let turns = 0; turns < 20; turns++) await turn();
  expect(threads.memory.used).toBe(0);
  expect(threads.engine.searchPool()).toMatchObject({ active: 0, queue: 0 });
});

test('memory that a helper cannot have fails the search as it would fail in one thread', async () => {
  const threads = await filled();
  const budget = new WorkBudget(accountOf(threads));
  const search = settled(threads.there({ body: long, budget }));
  await untilHelped(threads);
  const { take } = threads.memory;
  threads.memory.take = () => {
    throw apiError('circuit_breaking_exception', 'no room');
  };
  const cause = await search;
  threads.memory.take = take;
  // Where nothing more had to be taken the search has its answer.
  expect([undefined, 'circuit_breaking_exception']).toContain(cause?.type);
  for (let turns = 0; turns < 20; turns++) await turn();
  expect(threads.memory.used).toBe(0);
});

test('a helper that dies fails the search, and one that leads does not leave its helpers at work', async () => {
  for (const dies of [1, 0]) {
    const threads = await filled();
    const search = settled(threads.there({ body: long }));
    await untilHelped(threads);
    threads.ends[dies]!.fail(new Error('out of memory'));
    expect((await search)?.reason).toContain('the search could not be finished');
    for (let turns = 0; turns < 20; turns++) await turn();
    expect(threads.engine.searchPool()).toMatchObject({ active: 0, queue: 0, threads: 2 });
    expect(await threads.there({ body: long })).toEqual(await threads.here({ body: long }));
  }
});

test.each(['deleteIndex', 'closeIndex'] as const)(
  'a search in several threads reads to its end through %s',
  async (method) => {
    const threads = await filled();
    const expected = await threads.here({ body: long });
    const search = threads.there({ body: long });
    await untilHelped(threads);
    const leaving = threads.engine[method]('i');
    expect(await search).toEqual(expected);
    await leaving;
  },
);

test('a search that meets other segments than the one that it is to help with takes no part of it', async () => {
  const threads = await filled();
  const expected = await threads.here({ body: { ...long, query: { match: { t: 'w3' } } } });
  // The helper is told of the refresh before it is called, and the one that leads after it has begun.
  const search = threads.there({ body: { ...long, query: { match: { t: 'w3' } } } });
  await turn();
  await threads.fill('i', 5000, 5050);
  expect(await search).toEqual(expected);
});

test('who helps leaves a search when another one wants the thread', async () => {
  const threads = await filled();
  const search = threads.there({ body: long });
  await untilHelped(threads);
  const [first] = threads.parts;
  const parts = new SearchParts(first!, 99);
  const other = threads.there({ body: { ...long, size: 1 } });
  await turn();
  // No other helper may take a part from now on.
  expect(parts.claim()).toBeUndefined();
  await Promise.all([search, other]);
  expect(await threads.here({ body: long })).toEqual(await threads.there({ body: long }));
});

test('searches that wait keep the threads from helping', async () => {
  const threads = await filled();
  const searches = Array.from({ length: 40 }, () => threads.there({ body: { ...long, size: 1 } }));
  await Promise.all(searches);
  expect(threads.parts.length).toBeLessThan(10);
});
