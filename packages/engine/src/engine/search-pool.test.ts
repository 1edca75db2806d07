import type { Channel } from '@sextant/base';
import { channelPair, FakeClock, type MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import type { SearchOptions } from '../search/search-api.ts';
import type { WriterEvents } from '../shard/index/writer-events.ts';
import { batchOf } from '../testing/engine-harness.ts';
import { randomDocument, randomProperties, randomSearch, seeded } from '../testing/random-search.ts';
import { causeOf, Threads } from '../testing/search-threads.ts';
import type { Engine } from './engine.ts';
import type { SearchPoolOptions } from './search-pool-options.ts';

const running: Threads[] = [];

async function started(pool: Partial<SearchPoolOptions> = {}): Promise<Threads> {
  const threads = await Threads.start(pool);
  running.push(threads);
  return threads;
}

afterEach(async () => {
  for (const threads of running.splice(0)) await threads.engine.close();
});

const settled = (search: Promise<unknown>) => search.then(() => undefined, causeOf);

test('a searching thread answers as the asking one, whatever the search', async () => {
  const threads = await started();
  await threads.create('i', { 'index.number_of_shards': '3' });
  await threads.fill('i', 0, 300);
  await threads.fill('i', 200, 450);
  const bodies: SearchOptions['body'][] = [
    { size: 500, sort: [{ n: 'desc' }] },
    { query: { match: { t: 'wörter w3 w5' } }, size: 20, track_total_hits: true },
    { size: 0, aggs: { k: { terms: { field: 'k.keyword' }, aggs: { s: { stats: { field: 'n' } } } } } },
    {
      query: { range: { n: { gte: 100 } } },
      post_filter: { term: { 'k.keyword': 'k1' } },
      from: 5,
      size: 50,
    },
  ];
  for (const body of bodies) expect(await threads.there({ body })).toEqual(await threads.here({ body }));
  expect(threads.ends.length).toBe(1);
});

test('random searches find the same in every thread', async () => {
  const threads = await started();
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = seeded(seed);
  const mappings = { properties: randomProperties };
  const settings = { 'index.number_of_shards': '2' };
  await threads.engine.createIndex({ name: 'i', settings, mappings, aliases: {} });
  for (const part of ['a', 'b', 'c']) {
    const documents = Array.from({ length: 200 }, (_, n) => {
      const id = `id-${part}-${n}`;
      return { kind: 'index', id, routing: id, body: randomDocument(random, id) } as const;
    });
    await threads.engine.write(batchOf('i', documents, { refresh: 'true' }));
  }
  for (let i = 0; i < 150; i++) {
    const body = randomSearch(random);
    const [there, here] = await Promise.all([
      threads.there({ body }).catch(causeOf),
      threads.here({ body }).catch(causeOf),
    ]);
    expect(there, `seed ${seed}, search ${i}: ${JSON.stringify(body)}`).toEqual(here);
  }
});

test('a count needs no renderer to be done in another thread', async () => {
  const threads = await started();
  await threads.create('i');
  await threads.fill('i', 0, 50);
  const search = { indices: ['i'], body: { query: { term: { 'k.keyword': 'k1' } } }, maxBuckets: 1 };
  const { total } = await threads.engine.search({ ...search, countOnly: true });
  expect([total?.value, threads.ends.length]).toEqual([7, 1]);
});

test('what was refreshed before a search is seen by it in every thread', async () => {
  const threads = await started();
  await threads.create('i');
  for (let round = 0; round < 8; round++) {
    await threads.fill('i', round * 10, round * 10 + 10);
    const body = { size: 0, track_total_hits: true };
    const found = await Promise.all([
      threads.there({ body }),
      threads.there({ body }),
      threads.there({ body }),
    ]);
    for (const each of found) expect(each).toMatchObject({ total: { value: round * 10 + 10 } });
  }
  expect(threads.ends.length).toBe(2);
});

test.each(['deleteIndex', 'closeIndex'] as const)(
  'a search in another thread reads to its end through %s',
  async (method) => {
    const threads = await started();
    await threads.create('i');
    await threads.fill('i', 0, 300);
    const search = threads.there({ body: { size: 300 } });
    await new Promise((resolve) => setImmediate(resolve));
    const leaving = threads.engine[method]('i');
    const found = (await search) as { hits: readonly unknown[] };
    expect(found.hits.length).toBe(300);
    await leaving;
    expect(await settled(threads.there({ body: {} }))).toMatchObject({
      type: method === 'deleteIndex' ? 'index_not_found_exception' : 'index_closed_exception',
    });
  },
);

test.each([0, Number.POSITIVE_INFINITY])(
  'a search whose index is deleted before its turn fails alone (searches of up to %s ms are done at once)',
  async (shortMs) => {
    const threads = await started({ shortMs });
    for (const index of ['i', 'j']) {
      await threads.create(index);
      await threads.fill(index, 0, 3);
    }
    const count = (index: string) =>
      threads.engine.search({ indices: [index], body: {}, maxBuckets: 1, countOnly: true });
    const searches = [count('i'), count('j')];
    // The news of it comes in the turn in which they were asked for.
    (threads.engine as Engine & WriterEvents).metadata('i', undefined);
    expect(await settled(searches[0]!)).toMatchObject({ type: 'index_not_found_exception' });
    expect((await searches[1]!).total?.value).toBe(3);
  },
);

test('an index made anew under a name is searched anew', async () => {
  const threads = await started();
  for (const count of [5, 9, 3]) {
    await threads.create('i');
    await threads.fill('i', 0, count);
    const found = await threads.there({ body: { size: 0, track_total_hits: true } });
    expect(found).toMatchObject({ total: { value: count } });
    await threads.engine.deleteIndex('i');
  }
});

test('segments that were merged away stay until the search in another thread ends', async () => {
  const threads = await started();
  await threads.create('i');
  for (let i = 0; i < 5; i++) await threads.fill('i', i * 100, i * 100 + 100);
  await threads.engine.flush('i', { force: true });
  const files = (): number => [...walk(threads.disk, '/data')].length;
  const search = threads.there({ body: { size: 500, sort: ['n'] } });
  await new Promise((resolve) => setImmediate(resolve));
  await threads.engine.forceMerge('i', { maxNumSegments: 1 });
  const during = files();
  const found = (await search) as { hits: readonly unknown[] };
  expect(found.hits.length).toBe(500);
  await threads.engine.flush('i', { force: true });
  await threads.there({ body: {} });
  await threads.engine.flush('i', { force: true });
  expect(files()).toBeLessThan(during);
});

function* walk(disk: MemoryDisk, path: string): Generator<string> {
  for (const name of disk.list(path)) {
    const inner = `${path}/${name}`;
    yield inner;
    try {
      yield* walk(disk, inner);
    } catch {
      // A file.
    }
  }
}

test('a search that nobody waits for is begun by another thread at once, however short it is', async () => {
  const threads = await started({ size: 1 });
  await threads.create('i');
  await threads.fill('i', 0, 5);
  await threads.there({ body: {} });
  expect(threads.engine.searchPool()).toMatchObject({ someIdle: true });
  const search = threads.there({ body: {}, isAhead: true });
  // While this thread goes on with what it does.
  expect(threads.engine.searchPool().active).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(threads.engine.searchPool()).toMatchObject({ active: 1, someIdle: false });
  await search;
  expect(threads.engine.searchPool()).toMatchObject({ active: 0, someIdle: true });
});

test('cancelling reaches a search in another thread, and one that waits for a thread', async () => {
  const threads = await started({ size: 1 });
  await threads.create('i');
  await threads.fill('i', 0, 300);
  const budgets = Array.from({ length: 20 }, () => new WorkBudget({ clock: new FakeClock() }));
  const searches = budgets.map((budget) => settled(threads.there({ body: { size: 300 }, budget })));
  await new Promise((resolve) => setImmediate(resolve));
  for (const budget of budgets) budget.cancel('by user request');
  for (const cause of await Promise.all(searches)) {
    expect(cause).toMatchObject({ type: 'task_cancelled_exception' });
  }
  expect(threads.engine.searchPool()).toMatchObject({ active: 0, queue: 0 });
});

test('closing the engine ends the searches of all threads', async () => {
  const threads = await started();
  await threads.create('i');
  await threads.fill('i', 0, 300);
  const searches = [1, 2, 3].map(() => settled(threads.there({ body: { size: 300 } })));
  await new Promise((resolve) => setImmediate(resolve));
  await threads.engine.close();
  for (const cause of await Promise.all(searches)) {
    expect(cause?.reason).toBe('cancelled task with reason: the engine is closed');
  }
});

test('memory is taken from one account by all threads, and given back', async () => {
  const threads = await started();
  await threads.create('i');
  await threads.fill('i', 0, 300);
  const budget = new WorkBudget({
    clock: new FakeClock(),
    memory: { ...accountOf(threads), share: () => 'shared' },
  });
  await threads.there({ body: { size: 300 }, budget });
  expect(threads.memory.peak).toBeGreaterThan(0);
  expect(threads.memory.used).toBe(0);
});

function accountOf({ memory }: Threads): {
  take: (bytes: number, label: string) => void;
  give: (bytes: number) => void;
} {
  return { take: (bytes, label) => memory.take(bytes, label), give: (bytes) => memory.give(bytes) };
}

test('a thread that dies fails its searches; the next search starts another', async () => {
  const threads = await started({ size: 1 });
  await threads.create('i');
  await threads.fill('i', 0, 300);
  const budget = new WorkBudget({
    clock: new FakeClock(),
    memory: { ...accountOf(threads), share: () => 'shared' },
  });
  const search = settled(threads.there({ body: { size: 300 }, budget }));
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  threads.ends[0]!.fail(new Error('out of memory'));
  expect(await search).toMatchObject({ reason: 'the search could not be finished: out of memory' });
  expect(threads.log.entries.some(({ message }) => message.startsWith('a search thread died'))).toBe(true);
  expect(await threads.there({ body: { size: 300 } })).toMatchObject({ total: { value: 300 } });
  expect(threads.ends.length).toBe(2);
});

test('where threads die as soon as they start, the asking one searches after some of them', async () => {
  const start = (): Channel => {
    const [here, there] = channelPair();
    setImmediate(() => (there as Threads['ends'][number]).fail(new Error('no memory for a thread')));
    return here;
  };
  const threads = await started({ start, size: 1 });
  await threads.create('i');
  await threads.fill('i', 0, 10);
  const search = { indices: ['i'], body: {}, maxBuckets: 1, rendering: 'x' };
  for (let i = 0; i < 3; i++) {
    expect((await settled(threads.engine.search(search)))?.reason).toContain('no memory for a thread');
  }
  expect((await threads.engine.search(search)).hits.length).toBe(10);
  expect(threads.log.entries.at(-1)?.message).toContain('the thread that serves HTTP searches');
});

test('where no thread can be started, the asking one searches', async () => {
  const start = (): Channel => {
    throw new Error('no more threads');
  };
  const threads = await started({ start });
  await threads.create('i');
  await threads.fill('i', 0, 10);
  const { hits } = await threads.engine.search({ indices: ['i'], body: {}, maxBuckets: 1, rendering: 'x' });
  expect(hits.length).toBe(10);
  expect(threads.log.entries.some(({ message }) => message === 'no search thread could be started')).toBe(
    true,
  );
});

test('beyond the queue searches are refused, and those that wait are done in their order', async () => {
  const threads = await started({ size: 1, queueSize: () => 3 });
  await threads.create('i');
  await threads.fill('i', 0, 300);
  const done: number[] = [];
  const searches = Array.from({ length: 24 }, (_, n) =>
    settled(threads.there({ body: { size: 1 } }).then(() => done.push(n))),
  );
  const causes = await Promise.all(searches);
  const refused = causes.filter((cause) => cause !== undefined);
  expect(refused.length).toBe(5);
  for (const { type, reason } of refused) {
    expect(type).toBe('rejected_execution_exception');
    expect(reason).toMatch(/^rejected execution of search .*queue capacity = 3/);
  }
  expect(done).toEqual([...done].sort((a, b) => a - b));
  expect(threads.engine.searchPool()).toMatchObject({
    rejected: 5,
    completed: 19,
    active: 0,
    queue: 0,
    largest: 1,
  });
});

test('threads that search are active, and other searches wait behind them', async () => {
  const threads = await started({ size: 2 });
  await threads.create('i');
  await threads.fill('i', 0, 300);
  expect(threads.engine.searchPool()).toMatchObject({ active: 0, queue: 0, largest: 0, waitedMs: 0 });
  const searches = Array.from({ length: 40 }, () => settled(threads.there({ body: { size: 1 } })));
  expect(threads.engine.searchPool()).toMatchObject({ active: 0, queue: 40 });
  await new Promise((resolve) => void setImmediate(resolve));
  expect(threads.engine.searchPool()).toMatchObject({ threads: 3, active: 2, queue: 38, largest: 2 });
  threads.clock.advance(40);
  await Promise.all(searches);
  expect(threads.engine.searchPool()).toMatchObject({ active: 0, queue: 0, largest: 2, completed: 40 });
  // Each thread takes 16 at a time, so eight waited for room.
  expect(threads.engine.searchPool().waitedMs).toBe(8 * 40);
});

test('searches that are short are done in the asking thread', async () => {
  const threads = await started({ shortMs: 1000 });
  await threads.create('i');
  await threads.fill('i', 0, 10);
  for (let i = 0; i < 5; i++) {
    const { rendered } = await threads.engine.search({
      indices: ['i'],
      body: {},
      maxBuckets: 1,
      rendering: 'x',
    });
    expect(rendered).toBeUndefined();
  }
  expect(threads.ends.length).toBe(0);
});

test('the words of a document come from a searching thread as they are written, and not as an object too', async () => {
  const threads = await started();
  await threads.create('i');
  await threads.fill('i', 0, 10);
  const { rendered, termVectors } = await threads.engine.search({
    indices: ['i'],
    shards: [0],
    body: { size: 0 },
    maxBuckets: 1,
    rendering: 'x',
    termVectors: {
      source: new TextEncoder().encode('{"t":"one two"}'),
      kept: null,
      isArtificial: true,
      fields: null,
      positions: true,
      offsets: true,
      fieldStatistics: true,
      termStatistics: false,
      analyzers: new Map(),
      filter: null,
    },
  });
  expect([rendered === undefined, termVectors]).toEqual([false, undefined]);
});

test('a shard whose segment is found damaged is searched by no thread', async () => {
  const threads = await started();
  await threads.create('i');
  await threads.fill('i', 0, 100);
  await threads.fill('i', 100, 200);
  const body = { size: 0 };
  expect(await threads.there({ body })).toMatchObject({ total: { value: 200 } });
  threads.disk.damage(`/data/indices/${threads.engine.index('i')!.uuid}/0/_1.seg`, 2_000);
  await expect(threads.engine.forceMerge('i', { maxNumSegments: 1 })).rejects.toThrow('is damaged');
  expect(await settled(threads.there({ body }))).toMatchObject({ reason: 'all shards failed' });
  expect(await settled(threads.here({ body }))).toMatchObject({ reason: 'all shards failed' });
  expect(threads.ends.length).toBe(1);
});

function failing(): never {
  throw new Error('not heard');
}

test('a listener that fails, fails its search alone', async () => {
  const threads = await started({ size: 1 });
  await threads.create('i');
  await threads.fill('i', 0, 50);
  const listeners = [() => {}, () => failing(), () => {}];
  const searches = listeners.map((onShard) => threads.there({ body: {}, onShard }));
  const outcomes = await Promise.all(searches.map((search) => settled(search)));
  expect(outcomes.map((cause) => cause?.type)).toEqual([undefined, 'illegal_state_exception', undefined]);
  expect(threads.engine.searchPool()).toMatchObject({ active: 0, completed: 3 });
});
