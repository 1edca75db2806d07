import { FaultyDisk, MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { EngineHarness, type PlainOperation } from '../testing/engine-harness.ts';
import { checkDataDirectory } from './check-data-directory.ts';
import { createIndex } from './create-index.ts';

const ids = Array.from({ length: 40 }, (_, i) => String(i));
const routingOf = (id: string): string | undefined =>
  Number(id) % 5 === 0 ? `r${Number(id) % 3}` : undefined;

const mappings = { properties: { o: { type: 'nested', properties: { p: { type: 'keyword' } } } } };

/** Two segments and a delete in some of the shards. */
async function fill(harness: EngineHarness, shards: number): Promise<void> {
  const settings = { 'index.number_of_shards': String(shards), 'index.number_of_routing_shards': '12' };
  await harness.create('from', { settings, mappings });
  const operation = (id: string, kind: PlainOperation['kind']): PlainOperation => {
    const routing = routingOf(id);
    const body = kind === 'index' ? { body: { n: Number(id), o: [{ p: id }] } } : {};
    return { kind, id, ...(routing === undefined ? {} : { routing }), ...body };
  };
  await harness.write('from', ...ids.slice(0, 25).map((id) => operation(id, 'index')));
  await harness.engine.refresh('from');
  await harness.write('from', ...ids.slice(25).map((id) => operation(id, 'index')), operation('7', 'delete'));
  await harness.engine.refresh('from');
}

async function copy(harness: EngineHarness, shards: number): Promise<void> {
  const settings = { 'index.number_of_shards': String(shards) };
  const request = { name: 'to', settings, mappings, aliases: {}, routingShards: 12 };
  await harness.engine.createIndex(request, 'from');
}

/** Every document of the index by its id, as a read finds it: so it is where its routing looks for it. */
async function contents(harness: EngineHarness, index: string): Promise<readonly unknown[]> {
  return Promise.all(
    ids.map(async (id) => {
      const routing = routingOf(id);
      const got = await harness.engine.get({
        index,
        id,
        realtime: true,
        ...(routing === undefined ? {} : { routing }),
      });
      if (!got.found) return null;
      const { seqNo, primaryTerm, version, source } = got;
      return [id, seqNo, primaryTerm, version, new TextDecoder().decode(source!)];
    }),
  );
}

async function count(harness: EngineHarness, index: string): Promise<number> {
  const { total } = await harness.engine.search({
    indices: [index],
    body: {},
    countOnly: true,
    maxBuckets: 10,
  });
  return total!.value;
}

test.each([
  [6, 2, 1],
  [6, 1, 1],
  [6, 6, 1],
  [2, 6, 1],
  [1, 4, 1],
  [6, 12, 3],
])(
  'of %i shards %i: each document is found by its routing, with its numbers, also after a start',
  async (from, to, writers) => {
    const disk = new MemoryDisk();
    const harness = await EngineHarness.start(disk, writers);
    await fill(harness, from);
    const before = await contents(harness, 'from');
    await copy(harness, to);
    expect(await contents(harness, 'to')).toEqual(before);
    expect(await count(harness, 'to')).toBe(39);
    const [was, is] = await harness.engine.stats(['from', 'to']);
    const highest = (stats: typeof was): number => Math.max(...stats!.map(({ seqNo }) => seqNo.maxSeqNo));
    expect(highest(is)).toBe(highest(was));
    expect(is!.map(({ recovery }) => recovery.type)).toEqual(Array(to).fill('LOCAL_SHARDS'));
    await harness.write('to', { kind: 'index', id: '1', body: { n: 100 } });
    await harness.engine.deleteIndex('from');
    await harness.engine.close();
    await harness.open();
    expect(await count(harness, 'to')).toBe(39);
    expect((await contents(harness, 'to')).slice(2)).toEqual(before.slice(2));
    expect(await harness.get('to', '1')).toEqual({ n: 100 });
    const [again] = await harness.engine.stats(['to']);
    expect(again![0]!.recovery.type).toBe('EXISTING_STORE');
    await harness.engine.close();
    expect(checkDataDirectory(disk, '/data')).toEqual([]);
  },
);

/** Mutating operations of a copy. */
async function operationsOfCopy(): Promise<{ readonly first: number; readonly last: number }> {
  const disk = new FaultyDisk(new MemoryDisk());
  const harness = await EngineHarness.start(disk);
  await fill(harness, 2);
  const first = disk.operations + 1;
  await copy(harness, 4);
  return { first, last: disk.operations };
}

test('a machine that stops in the middle leaves the whole index or nothing', async () => {
  const { first, last } = await operationsOfCopy();
  expect(last - first).toBeGreaterThan(40);
  const seen = new Set<boolean>();
  for (let at = first; at <= last; at++) {
    const memory = new MemoryDisk();
    const disk = new FaultyDisk(memory, { at, kind: 'stop' });
    const harness = await EngineHarness.start(disk);
    await fill(harness, 2);
    const before = await contents(harness, 'from');
    await copy(harness, 4).catch(() => undefined);
    memory.crash(new SeededRandom(at));
    const after = await EngineHarness.start(memory);
    const isThere = after.engine.index('to') !== undefined;
    seen.add(isThere);
    expect(await contents(after, 'from'), `stopped at ${at}`).toEqual(before);
    if (isThere) expect(await contents(after, 'to'), `stopped at ${at}`).toEqual(before);
    expect(after.engine.damagedFolders(), `stopped at ${at}`).toEqual([]);
    expect(memory.list('/data/indices'), `stopped at ${at}`).toHaveLength(isThere ? 2 : 1);
    await after.engine.close();
  }
  expect([...seen].sort()).toEqual([false, true]);
});

test('a copy that fails leaves nothing, and can be made again', async () => {
  const { first, last } = await operationsOfCopy();
  for (let at = first; at <= last; at += 3) {
    const memory = new MemoryDisk();
    const harness = await EngineHarness.start(new FaultyDisk(memory, { at, kind: 'fail' }));
    await fill(harness, 2);
    const refused = await copy(harness, 4).then(
      () => false,
      () => true,
    );
    if (refused) {
      expect(harness.engine.index('to'), `failed at ${at}`).toBeUndefined();
      await copy(harness, 4);
    }
    // A shard that could not be opened at once is opened again.
    harness.clock.advance(60_000);
    expect(await count(harness, 'to'), `failed at ${at}`).toBe(39);
    expect(memory.list('/data/indices'), `failed at ${at}`).toHaveLength(2);
  }
});

test('an index of the same name that comes first keeps the name', async () => {
  const harness = await EngineHarness.start();
  await fill(harness, 2);
  const copied = copy(harness, 4);
  await harness.create('to');
  await expect(copied).rejects.toThrow('already exists');
  expect(await count(harness, 'to')).toBe(0);
});

test('an index that is deleted while its shards are looked at is not found, and nothing is made of it', async () => {
  const harness = await EngineHarness.start(new MemoryDisk());
  await fill(harness, 2);
  const { engine } = harness;
  const source = {
    index: (name: string) => engine.index(name),
    refresh: (name: string) => engine.refresh(name),
    openContext: (options: Parameters<typeof engine.openContext>[0]) => engine.openContext(options),
    pinned: (context: number) => engine.pinned(context),
    endContext: (context: number) => engine.endContext(context),
    stats: async (names: readonly string[]) => {
      const found = await engine.stats(names);
      await engine.deleteIndex('from');
      return found;
    },
  };
  const writer = { createIndex: () => Promise.reject(new Error('it is made')) };
  const request = { name: 'to', settings: { 'index.number_of_shards': '4' }, mappings, aliases: {} };
  const made = createIndex(source, writer, request, 'from');
  await expect(made).rejects.toMatchObject({ error: { type: 'index_not_found_exception' } });
});
