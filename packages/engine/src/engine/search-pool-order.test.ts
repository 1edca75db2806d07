import { channelPair } from '@sextant/base/testing';
import { describe, expect, test, vi } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import type { SearchOptions } from '../search/search-api.ts';
import { Threads } from '../testing/search-threads.ts';
import type { SearchPoolOptions } from './search-pool-options.ts';

/** An engine whose searching threads never answer, and how they are told to die. */
async function withHeldUp(
  shortMs: number,
  queueSize = -1,
): Promise<{ threads: Threads; die: () => void; dieAlone: (thread: number) => void }> {
  const heldUp: { fail(error: Error): void }[] = [];
  let ended = false;
  const start = () => {
    if (ended) throw new Error('no thread any more');
    const [here, there] = channelPair();
    heldUp.push(there as unknown as (typeof heldUp)[number]);
    return here;
  };
  const threads = await Threads.start({ size: 2, shortMs, start, queueSize: () => queueSize });
  await threads.create('i');
  await threads.fill('i', 0, 300);
  const die = (): void => {
    ended = true;
    for (const each of heldUp) each.fail(new Error('it is over'));
  };
  const dieAlone = (thread: number): void => heldUp[thread]!.fail(new Error('it alone is over'));
  return { threads, die, dieAlone };
}

/** What a search will take is expected by the documents of its indices: 6 µs for each time. */
function search(threads: Threads, times: number): Promise<unknown> {
  const indices = Array.from({ length: times }, () => 'i');
  const options: SearchOptions = { indices, body: { size: 0 }, maxBuckets: 1, rendering: 'x' };
  return threads.engine.search(options).catch(() => 'lost');
}

test('threads take their part of the short searches that came together, and none that came alone', async () => {
  const threads = await Threads.start({ size: 2, shortMs: 2 });
  await threads.create('i');
  await threads.fill('i', 0, 300);
  await search(threads, 400);
  expect(threads.engine.searchPool()).toMatchObject({ threads: 2, completed: 1 });
  const heldUp: (() => void)[] = [];
  threads.unheard = heldUp;
  for (let i = 0; i < 3; i++) await search(threads, 20);
  // Of another form: what the three took is not expected of them.
  const together = Array.from({ length: 8 }, () => search(threads, 21));
  // What is done where it was asked for is done within a turn or two of the event loop.
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  const { active, completed } = threads.engine.searchPool();
  expect(active).toBe(1);
  expect(completed).toBeGreaterThan(4 + 1);
  expect(completed).toBeLessThan(4 + 7);
  threads.unheard = undefined;
  for (const hear of heldUp) hear();
  await Promise.all(together);
  expect(threads.engine.searchPool()).toMatchObject({ active: 0, completed: 12 });
  await threads.engine.close();
});

test('what costs more to hand over than to do is done where it was asked for, whatever came with it', async () => {
  const { threads } = await withHeldUp(2);
  await Promise.all(Array.from({ length: 8 }, () => search(threads, 5)));
  expect(threads.engine.searchPool()).toMatchObject({ threads: 1, completed: 8 });
  await threads.engine.close();
});

test('short searches that came together do not wait for threads that are held up', async () => {
  const { threads, die } = await withHeldUp(1);
  const long = Array.from({ length: 5 }, () => search(threads, 400));
  await new Promise((resolve) => setImmediate(resolve));
  expect(threads.engine.searchPool()).toMatchObject({ threads: 3, active: 2, queue: 3 });
  await Promise.all(Array.from({ length: 20 }, () => search(threads, 50)));
  expect(threads.engine.searchPool()).toMatchObject({ active: 2, queue: 3, completed: 20 });
  die();
  expect((await Promise.all(long)).filter((outcome) => outcome === 'lost').length).toBe(4);
  await threads.engine.close();
});

function scripted(threads: Threads): Promise<unknown> {
  const body = { query: { script: { script: 'true' } } };
  const options: SearchOptions = { indices: ['i'], body, maxBuckets: 1, rendering: 'x' };
  return threads.engine.search(options).catch(() => 'lost');
}

test('what is neither short nor long does not wait for the end of long searches, nor behind those that wait', async () => {
  const { threads, die } = await withHeldUp(0);
  const long = Array.from({ length: 6 }, () => scripted(threads));
  await new Promise((resolve) => setImmediate(resolve));
  expect(threads.engine.searchPool()).toMatchObject({ threads: 3, active: 2, queue: 4 });
  const others = [search(threads, 50)];
  await new Promise((resolve) => setImmediate(resolve));
  expect(threads.engine.searchPool()).toMatchObject({ threads: 4, active: 3, queue: 4 });
  others.push(...Array.from({ length: 3 }, () => search(threads, 50)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(threads.engine.searchPool()).toMatchObject({ threads: 4, active: 3 });
  die();
  await Promise.all([...long, ...others]);
  await threads.engine.close();
});

test('however many long searches wait, others behind them are looked at', async () => {
  const { threads, die, dieAlone } = await withHeldUp(0);
  const long = Array.from({ length: 80 }, () => scripted(threads));
  await new Promise((resolve) => setImmediate(resolve));
  const others = Array.from({ length: 3 }, () => search(threads, 700));
  await new Promise((resolve) => setImmediate(resolve));
  expect(threads.engine.searchPool()).toMatchObject({ threads: 4, active: 3 });
  dieAlone(2);
  expect(threads.engine.searchPool()).toMatchObject({ threads: 4, active: 3 });
  die();
  await Promise.all([...long, ...others]);
  await threads.engine.close();
});

test.each([0, 3_600_000])(
  'a search that takes longer than was expected of it is a long one; the clock is set back by %d ms',
  async (back) => {
    const { threads, die } = await withHeldUp(0);
    const long = Array.from({ length: 4 }, () => search(threads, 50));
    await new Promise((resolve) => setImmediate(resolve));
    expect(threads.engine.searchPool()).toMatchObject({ threads: 3, active: 2 });
    threads.clock.advance(200);
    threads.clock.setNow(threads.clock.now() - back);
    const other = search(threads, 60);
    await new Promise((resolve) => setImmediate(resolve));
    expect(threads.engine.searchPool()).toMatchObject({ threads: 4, active: 3 });
    die();
    await Promise.all([...long, other]);
    await threads.engine.close();
  },
);

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test('searches like one that takes long leave room to others, also where nothing else is asked meanwhile', async () => {
  const threads = await Threads.start({ size: 2, shortMs: 0 });
  await threads.create('i');
  await threads.fill('i', 0, 300);
  const heldUp: (() => void)[] = [];
  threads.unheard = heldUp;
  const long = Array.from({ length: 6 }, () => search(threads, 700));
  await turns();
  const other = search(threads, 800);
  await turns();
  const heldBefore = heldUp.length;
  threads.clock.advance(200);
  await turns();
  for (const hear of heldUp.slice(heldBefore)) hear();
  await other;
  expect(threads.engine.searchPool()).toMatchObject({ threads: 4, completed: 1 });
  threads.unheard = undefined;
  for (const hear of heldUp) hear();
  await Promise.all(long);
  await threads.engine.close();
});

test('what is known to be short or nearly so is done where it was asked for while long searches hold all threads', async () => {
  const threads = await Threads.start({ size: 2, shortMs: 0 });
  await threads.create('i');
  await threads.fill('i', 0, 300);
  await search(threads, 700);
  const heldUp: (() => void)[] = [];
  threads.unheard = heldUp;
  const long: Promise<unknown>[] = [];
  for (let form = 900; form < 908; form++) {
    long.push(search(threads, form));
    threads.clock.advance(200);
    await turns();
  }
  await search(threads, 700);
  expect(threads.engine.searchPool()).toMatchObject({ threads: 4, completed: 2 });
  threads.unheard = undefined;
  for (const hear of heldUp) hear();
  await Promise.all(long);
  await threads.engine.close();
});

test('what is known to be nearly short waits for those before it that are too, and not in the thread that serves others', async () => {
  const threads = await Threads.start({ size: 2, shortMs: 0 });
  await threads.create('i');
  await threads.fill('i', 0, 300);
  await search(threads, 700);
  const heldUp: (() => void)[] = [];
  threads.unheard = heldUp;
  const long = Array.from({ length: 4 }, (_, form) => search(threads, 900 + form));
  await turns();
  threads.clock.advance(200);
  const known = Array.from({ length: 6 }, () => search(threads, 700));
  await turns();
  expect(threads.engine.searchPool()).toMatchObject({ threads: 4, active: 3, completed: 1 });
  threads.unheard = undefined;
  for (const hear of heldUp) hear();
  await Promise.all([...long, ...known]);
  await threads.engine.close();
});

/** Whatever is done takes long. */
function slowly(): { nanos(): number } {
  let ms = 0;
  return {
    nanos: () => {
      ms += 200;
      return ms * 1e6;
    },
  };
}

test('searches that were cancelled keep no place in the queue from others', async () => {
  const { threads, die } = await withHeldUp(0, 3);
  const long = Array.from({ length: 4 }, () => search(threads, 400));
  await turns();
  const body: SearchOptions['body'] = { size: 0, query: { match: { t: 'w3' } } };
  const asked = (budget: WorkBudget): Promise<unknown> =>
    threads.there({ body, budget }).catch((error: Error) => error.message);
  const budgets = Array.from({ length: 3 }, () => new WorkBudget({ clock: threads.clock }));
  const waiting = budgets.map(asked);
  await turns();
  const { queue } = threads.engine.searchPool();
  budgets[1]!.cancel('its caller has gone');
  const next = [0, 1].map(() => asked(new WorkBudget({ clock: threads.clock })));
  expect(await waiting[1]).toContain('its caller has gone');
  await turns();
  expect(threads.engine.searchPool()).toMatchObject({ queue, rejected: 1 });
  expect(await next[1]).toContain('rejected execution');
  die();
  await Promise.all([...long, ...waiting, ...next]);
  await threads.engine.close();
});

test('a search that keeps the thread that serves HTTP is done anew in another, and so are the next of its form', async () => {
  const threads = await Threads.start({ size: 2, shortMs: 50 });
  await threads.create('i');
  await threads.fill('i', 0, 300);
  const body: SearchOptions['body'] = { query: { match: { t: 'w3' } }, sort: ['n'] };
  const expected = await threads.here({ body });
  const budget = (): WorkBudget =>
    new WorkBudget({ clock: slowly(), stepsPerLook: 1, memory: threads.memory });
  expect(await threads.there({ body, budget: budget() })).toEqual(expected);
  expect([threads.ends.length, threads.memory.used]).toEqual([1, 0]);
  const heldUp: (() => void)[] = [];
  threads.unheard = heldUp;
  const next = threads.there({ body, budget: budget() });
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(threads.engine.searchPool()).toMatchObject({ active: 1, completed: 2 });
  threads.hear();
  expect(await next).toEqual(expected);
  await threads.engine.close();
});

test('a search that is done anew has no more time than is left of its own', async () => {
  const threads = await Threads.start({ size: 2, shortMs: 50 });
  await threads.create('i');
  await threads.fill('i', 0, 300);
  const clock = {
    nanos: () => {
      threads.clock.advance(200);
      return threads.clock.nanos();
    },
  };
  const search = async (timeout: string, field: string): Promise<boolean> => {
    const budget = new WorkBudget({ clock, stepsPerLook: 1 });
    // Each is of a form of its own, of which nothing is known.
    const body = { timeout, query: { match: { [field]: timeout } } };
    return (await threads.engine.search({ indices: ['i'], body, maxBuckets: 1, rendering: 'x', budget }))
      .timedOut;
  };
  expect(await search('10m', 't')).toBe(false);
  expect(threads.ends.length).toBe(1);
  expect(await search('150ms', 'k')).toBe(true);
  await threads.engine.close();
});

test('a search that is to be done anew keeps its place in a full queue', async () => {
  const { threads, die } = await withHeldUp(1, 1);
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const long = Array.from({ length: 4 }, () => search(threads, 400));
  await turns();
  const budget = new WorkBudget({ clock: slowly(), stepsPerLook: 1 });
  const anew = threads.engine.search({ indices: ['i'], body: {}, maxBuckets: 1, rendering: 'x', budget });
  const outcome = anew.then(({ hits }) => hits.length).catch((error: Error) => error.message);
  await turns();
  const next = search(threads, 400);
  await turns();
  expect(threads.engine.searchPool()).toMatchObject({ rejected: 1 });
  die();
  expect(await outcome).toBe(10);
  await Promise.all([...long, next]);
  await threads.engine.close();
});

test('where no thread can be started, a search that keeps this one is done here all the same', async () => {
  const start = () => {
    throw new Error('no thread');
  };
  const threads = await Threads.start({ size: 2, shortMs: 50, start });
  await threads.create('i');
  await threads.fill('i', 0, 300);
  const budget = new WorkBudget({ clock: slowly(), stepsPerLook: 1 });
  const found = await threads.engine.search({
    indices: ['i'],
    body: {},
    maxBuckets: 1,
    rendering: 'x',
    budget,
  });
  expect(found.hits.length).toBe(10);
  await threads.engine.close();
});

test('what a search takes is its own time, though others came in the same turn', async () => {
  const threads = await Threads.start({ size: 0 });
  const names = ['a', 'b', 'c'];
  for (const name of names) await threads.create(name);
  for (const name of names) await threads.fill(name, 0, 30);
  let nanos = 0;
  vi.spyOn(threads.clock, 'nanos').mockImplementation(() => {
    nanos += 1e6;
    return nanos;
  });
  await Promise.all(names.map((name) => threads.here({ indices: [name], body: { size: 0 } })));
  const stats = await threads.engine.stats(names);
  const [first, ...others] = stats.map((shards) => shards![0]!.search.queryTimeMs);
  expect(first).toBeGreaterThan(0);
  expect(others).toEqual([first, first]);
  await threads.engine.close();
});

describe('while a searching thread starts', () => {
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  };

  async function unheard(pool: Partial<SearchPoolOptions>) {
    const threads = await Threads.start({ size: 2, shortMs: 2, startMs: 150, ...pool });
    await threads.create('i');
    await threads.fill('i', 0, 300);
    const heldUp: (() => void)[] = [];
    threads.unheard = heldUp;
    const end = async (searches: readonly Promise<unknown>[]): Promise<void> => {
      threads.unheard = undefined;
      for (const hear of heldUp) hear();
      await Promise.all(searches);
      await threads.engine.close();
    };
    return { threads, end };
  }

  test('a search that is alone is done where it was asked for', async () => {
    const { threads, end } = await unheard({});
    await search(threads, 400);
    expect(threads.engine.searchPool()).toMatchObject({ threads: 2, completed: 1, active: 0 });
    await end([]);
  });

  test('once it is there, it is given to it', async () => {
    const { threads, end } = await unheard({});
    await search(threads, 400);
    threads.clock.advance(150);
    // Of another form: what the first one took is not expected of it.
    const given = search(threads, 500);
    await turns();
    expect(threads.engine.searchPool()).toMatchObject({ completed: 1, active: 1 });
    await end([given]);
  });

  test('a clock that is set back does not keep searches from it', async () => {
    const { threads, end } = await unheard({});
    await search(threads, 400);
    threads.clock.advance(1000);
    threads.clock.setNow(threads.clock.now() - 3_600_000);
    const given = search(threads, 500);
    await turns();
    expect(threads.engine.searchPool()).toMatchObject({ completed: 1, active: 1 });
    await end([given]);
  });

  test.each([
    ['several wait for it', 400, 2, {}],
    ['one takes a third of that and more waits for it', 9_000, 1, {}],
    ['one waits for it where none may be done where it was asked for', 400, 1, { shortMs: 0 }],
  ])('%s', async (_, times, count, pool) => {
    const { threads, end } = await unheard(pool);
    const waiting = Array.from({ length: count }, () => search(threads, times));
    await turns();
    expect(threads.engine.searchPool()).toMatchObject({ completed: 0 });
    await end(waiting);
  });
});
