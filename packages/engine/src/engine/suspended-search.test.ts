import type { Disk, DiskFile } from '@sextant/base';
import { FakeClock, MemoryDisk } from '@sextant/base/testing';
import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import type { SearchResult } from '../search/search-api.ts';
import { EngineHarness } from '../testing/engine-harness.ts';

const DOCS = 600;

/** Takes the place of an object; `replace` gives some of its members. */
function over<Target extends object>(
  target: Target,
  replace: Partial<Record<keyof Target, unknown>>,
): Target {
  return new Proxy(target, {
    get: (_, name) => {
      if (Object.hasOwn(replace, name)) return replace[name as keyof Target];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A disk that knows how many files are open. */
class CountingDisk {
  readonly disk: Disk;
  open = 0;

  constructor(inner: Disk) {
    const open = (path: string, mode: 'read' | 'create' | 'append'): DiskFile => {
      const file = inner.open(path, mode);
      this.open++;
      const close = (): void => {
        this.open--;
        file.close();
      };
      return over(file, { close });
    };
    this.disk = over(inner, { open });
  }
}

/** An index of two segments, the second of which replaces a document of the first. */
async function started(disk: Disk = new MemoryDisk()): Promise<EngineHarness> {
  const harness = await EngineHarness.start(disk);
  await harness.create('a', { mappings: { properties: { n: { type: 'long' }, k: { type: 'keyword' } } } });
  const all = Array.from({ length: DOCS }, (_, n) => n);
  const body = (n: number): object => ({ n, k: `k${n % 7}` });
  await harness.write('a', ...all.map((n) => ({ kind: 'index', id: String(n), body: body(n) }) as const));
  await harness.engine.refresh('a');
  await harness.write('a', { kind: 'index', id: '0', body: body(0) });
  await harness.engine.refresh('a');
  return harness;
}

const body = { size: DOCS, sort: ['n'], aggs: { k: { terms: { field: 'k' } } } };

/** A search that gives its turn away after every block. */
class SlowSearch {
  readonly budget = new WorkBudget({ clock: new FakeClock(), stepsPerLook: 1, sliceSteps: 1 });
  readonly result: Promise<SearchResult>;
  done = false;

  constructor({ engine }: EngineHarness) {
    const { budget } = this;
    this.result = engine.search({ indices: ['a'], body, maxBuckets: 100, budget });
    const end = (): void => {
      this.done = true;
    };
    this.result.then(end, end);
  }

  async turns(count: number): Promise<void> {
    for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
  }
}

function shown(result: SearchResult): unknown {
  return result.hits.map((hit) => [hit.id, new TextDecoder().decode(hit.source)]);
}

const events: Readonly<Record<string, (harness: EngineHarness) => Promise<unknown>>> = {
  'new documents and a refresh': async (harness) => {
    await harness.write('a', { kind: 'index', id: 'new', body: { n: -1 } });
    await harness.engine.refresh('a');
  },
  'deletes and a refresh': async (harness) => {
    await harness.write('a', { kind: 'delete', id: '1' }, { kind: 'delete', id: '2' });
    await harness.engine.refresh('a');
  },
  'a merge and the removal of what it merged': async ({ engine }) => {
    await engine.forceMerge('a', { maxNumSegments: 1 });
    await engine.flush('a', { force: true });
  },
  'closing the index': ({ engine }) => engine.closeIndex('a'),
  'closing the index and opening it again': async ({ engine }) => {
    await engine.closeIndex('a');
    await engine.openIndex('a');
  },
  'deleting the index': ({ engine }) => engine.deleteIndex('a'),
  'deleting the index and making another of its name': async (harness) => {
    await harness.engine.deleteIndex('a');
    await harness.create('a');
  },
};

test.each(Object.entries(events))('a search sees what it began with through %s', async (_, event) => {
  const expected = await started();
  const wanted = await new SlowSearch(expected).result;
  for (const turns of [0, 1, 3, 20, 200]) {
    const counting = new CountingDisk(new MemoryDisk());
    const harness = await started(counting.disk);
    const search = new SlowSearch(harness);
    await search.turns(turns);
    expect(search.done).toBe(false);
    await event(harness);
    const result = await search.result;
    expect(shown(result)).toEqual(shown(wanted));
    expect(result.aggregations).toEqual(wanted.aggregations);
    await harness.engine.close();
    expect(counting.open).toBe(0);
  }
});

test('segments that were merged away are removed when the last search that uses them ends', async () => {
  const disk = new MemoryDisk();
  const harness = await started(disk);
  const segments = (): number => filesBelow(disk, '/data').filter((name) => name.endsWith('.src')).length;
  const first = new SlowSearch(harness);
  const second = new SlowSearch(harness);
  await first.turns(3);
  await harness.engine.forceMerge('a', { maxNumSegments: 1 });
  await harness.engine.flush('a', { force: true });
  expect(segments()).toBeGreaterThan(1);
  await first.result;
  await second.result;
  await harness.engine.stats(['a']);
  expect(segments()).toBe(1);
});

function filesBelow(disk: Disk, path: string): string[] {
  return disk.list(path).flatMap((name) => {
    return name.includes('.') ? [name] : filesBelow(disk, `${path}/${name}`);
  });
}

test('a suspended search hears that it is cancelled', async () => {
  const harness = await started();
  const search = new SlowSearch(harness);
  await search.turns(3);
  search.budget.cancel('by user request');
  const error = await search.result.catch((each: unknown) => each);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).error.causedBy).toEqual({
    type: 'task_cancelled_exception',
    reason: 'cancelled task with reason: by user request',
  });
});

test('closing the engine ends its searches', async () => {
  const harness = await started();
  const search = new SlowSearch(harness);
  await search.turns(3);
  const ended = search.result.catch((error: unknown) => error);
  await harness.engine.close();
  expect(search.done).toBe(true);
  expect((await ended) as ApiError).toMatchObject({
    error: { causedBy: { type: 'task_cancelled_exception' } },
  });
});

test('others are answered while a long search is under way', async () => {
  const harness = await started();
  const long = new SlowSearch(harness);
  const short = await harness.engine.search({ indices: ['a'], body: { size: 1 }, maxBuckets: 1 });
  expect(short.hits.length).toBe(1);
  expect(await harness.get('a', '5')).toEqual({ n: 5, k: 'k5' });
  expect(long.done).toBe(false);
  await long.result;
});
