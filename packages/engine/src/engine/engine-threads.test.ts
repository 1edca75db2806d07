import type { Channel } from '@sextant/base';
import { channelPair, FakeClock, MemoryDisk, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import type { WriteBatch } from '../shard/index/write-batch.ts';
import { batchOf } from '../testing/engine-harness.ts';
import { CLEAN_END_FILE } from '../writer/clean-end.ts';
import type { Engine } from './engine.ts';
import { serveMerger } from './merger.ts';
import { openEngine } from './open-engine.ts';
import { Peer } from './peer.ts';
import { serveWriter } from './writer-thread.ts';

/**
 * The engine with its threads at the other end of pipes, which clone and order messages as real threads do.
 */
async function start(
  disk: MemoryDisk,
  log = new MemoryLog(),
  clock = new FakeClock(),
  merges: unknown[] = [],
): Promise<{ engine: Engine; kill: (error: Error) => void }> {
  const random = new SeededRandom(7);
  const [engineEnd, writerEnd] = channelPair();
  const engine = await openEngine({
    disk,
    directory: '/data',
    clock,
    random,
    log,
    threads: {
      writer: () => {
        serveWriter(writerEnd, { disk, directory: '/data', clock, random });
        return engineEnd;
      },
      merger: () => {
        const [here, there] = channelPair();
        const makeRoom = async (bytes: number) => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          merges.push(bytes);
        };
        serveMerger(there, { disk, clock, makeRoom, merged: () => merges.push('merged') });
        return here;
      },
    },
  });
  return { engine, kill: (error) => (writerEnd as unknown as { fail(error: Error): void }).fail(error) };
}

test('over threads the engine answers as in one: metadata first, then results, and errors keep their kind', async () => {
  const disk = new MemoryDisk();
  const { engine } = await start(disk);
  await engine.createIndex({ name: 'i', settings: {}, mappings: {}, aliases: {} });
  const batch = batchOf('i', [
    { kind: 'index', id: '1', body: { a: 1 } },
    { kind: 'create', id: '1', body: {} },
  ]);
  const { outcomes, errors } = await engine.write(batch);
  expect(batch.source.byteLength).toBe(0);
  expect(outcomes).toEqual(['created', 'failed']);
  expect(errors.get(1)!.type).toBe('version_conflict_engine_exception');
  expect(engine.index('i')!.mappings).toEqual({ properties: { a: { type: 'long' } } });
  expect((await engine.get({ index: 'i', id: '1', realtime: true })).found).toBe(true);
  for (let i = 2; i < 30; i++) {
    await engine.write(batchOf('i', [{ kind: 'index', id: String(i), body: { a: i } }], { refresh: 'true' }));
  }
  await engine.forceMerge('i', { maxNumSegments: 1 });
  const [stats] = (await engine.stats(['i']))[0]!;
  expect([stats!.segments.length, stats!.docsCount]).toEqual([1, 29]);
  await expect(
    engine.updateMetadata(new Map([['i', { mapping: { properties: { a: { type: 'text' } } } }]])),
  ).rejects.toThrow('illegal_argument_exception');
  await engine.close();
  const reopened = await start(disk);
  expect((await reopened.engine.get({ index: 'i', id: '29', realtime: true })).found).toBe(true);
  await expect(reopened.engine.deleteIndex('nope')).rejects.toThrow('no such index [nope]');
});

test('the thread that merges has room made for each merge, and tells when it is done, and of nothing else', async () => {
  const merges: unknown[] = [];
  const { engine } = await start(new MemoryDisk(), new MemoryLog(), new FakeClock(), merges);
  await engine.createIndex({ name: 'i', settings: {}, mappings: {}, aliases: {} });
  for (let i = 0; i < 3; i++) {
    await engine.write(batchOf('i', [{ kind: 'index', id: String(i), body: {} }], { refresh: 'true' }));
  }
  expect(merges).toEqual([]);
  await engine.forceMerge('i', { maxNumSegments: 1 });
  expect(merges).toEqual([3 * 48, 'merged']);
  await engine.close();
});

test('the thread that merges tells of a merge that failed too, which took memory as well', async () => {
  const merges: unknown[] = [];
  const [here, there] = channelPair();
  const dependencies = { disk: new MemoryDisk(), clock: new FakeClock() };
  serveMerger(there, { ...dependencies, merged: () => merges.push(1) });
  const merger = new Peer(here, 'merger', {});
  await expect(merger.call('merge', [{ inputs: [{}], directory: '/nowhere' }])).rejects.toThrow();
  expect(merges.length).toBe(1);
});

test('the thread that writes gives the memory of a body back once it is written, but not what goes back of it', async () => {
  const disk = new MemoryDisk();
  const [engineEnd, writerEnd] = channelPair();
  const received: WriteBatch[] = [];
  const watched: Channel = {
    post: (message, transfer) => writerEnd.post(message, transfer),
    onMessage: (listener) =>
      writerEnd.onMessage((message) => {
        const { method, args } = message as { readonly method?: string; readonly args: readonly unknown[] };
        if (method === 'write') received.push(args[0] as WriteBatch);
        listener(message);
      }),
    onEnd: (listener) => writerEnd.onEnd(listener),
    end: () => writerEnd.end(),
  };
  const [clock, random] = [new FakeClock(), new SeededRandom(7)];
  const threads = {
    writer: () => {
      serveWriter(watched, { disk, directory: '/data', clock, random });
      return engineEnd;
    },
    merger: () => channelPair()[0],
  };
  const engine = await openEngine({ disk, directory: '/data', clock, random, log: new MemoryLog(), threads });
  await engine.createIndex({ name: 'i', settings: {}, mappings: {}, aliases: {} });
  const body = { text: 'x'.repeat(100) };
  await engine.write(batchOf('i', [{ kind: 'index', id: '1', body }]));
  const update = () => batchOf('i', [{ kind: 'update', id: '1', body: { doc: { more: 1 } } }]);
  const { sources } = await engine.write({ ...update(), returnSource: true });
  const { previews } = await engine.write({ ...update(), isPreview: true });
  expect(received.map(({ source }) => source.byteLength > 0)).toEqual([false, true, true]);
  expect(JSON.parse(Buffer.from(previews.get(0)!.source).toString())).toEqual({ ...body, more: 1 });
  expect(JSON.parse(Buffer.from(sources.get(0)!).toString())).toEqual({ ...body, more: 1 });
  const { source } = await engine.get({ index: 'i', id: '1', realtime: true });
  expect(JSON.parse(Buffer.from(source!).toString())).toEqual({ ...body, more: 1 });
  await engine.close();
});

/** Whoever looks twice finds that a second has passed. */
class HastyClock extends FakeClock {
  #nanos = 0;

  override nanos(): number {
    this.#nanos += 1e9;
    return this.#nanos;
  }
}

test('shards that were not open yet when the engine was closed are read through after the next start', async () => {
  const disk = new MemoryDisk();
  const { engine } = await start(disk);
  for (const name of ['i', 'j', 'k']) {
    await engine.createIndex({ name, settings: {}, mappings: {}, aliases: {} });
    await engine.write(batchOf(name, [{ kind: 'index', id: '1', body: {} }]));
  }
  await engine.close();
  expect(disk.exists(`/data/${CLEAN_END_FILE}`)).toBe(true);
  const early = await start(disk, new MemoryLog(), new HastyClock());
  expect(early.engine.openingShards('j')).toEqual([0]);
  await early.engine.close();
  expect(disk.exists(`/data/${CLEAN_END_FILE}`)).toBe(false);
  const later = await start(disk);
  for (const name of ['i', 'j', 'k']) {
    expect((await later.engine.get({ index: name, id: '1', realtime: false })).found).toBe(true);
    expect(later.engine.openingShards(name)).toEqual([]);
  }
  await later.engine.close();
});

test('when the writing thread dies, calls fail and it is logged', async () => {
  const log = new MemoryLog();
  const { engine, kill } = await start(new MemoryDisk(), log);
  await engine.createIndex({ name: 'i', settings: {}, mappings: {}, aliases: {} });
  kill(new Error('out of memory'));
  await expect(engine.refresh('i')).rejects.toThrow('the writer thread has ended: out of memory');
  expect(
    log.entries.some(({ level, message }) => level === 'fatal' && message === 'writer thread died'),
  ).toBe(true);
});

test.each(['deleteIndex', 'closeIndex'] as const)(
  'a search that begins between a %s and its news reads to its end',
  async (method) => {
    const { engine } = await start(new MemoryDisk());
    await engine.createIndex({ name: 'i', settings: {}, mappings: {}, aliases: {} });
    const documents = Array.from({ length: 300 }, (_, n) => {
      return { kind: 'index', id: String(n), body: { n } } as const;
    });
    await engine.write(batchOf('i', documents, { refresh: 'true' }));
    const leaving = engine[method]('i');
    const budget = new WorkBudget({ clock: new FakeClock(), stepsPerLook: 1, sliceSteps: 1 });
    const search = engine.search({ indices: ['i'], body: { size: 300 }, maxBuckets: 1, budget });
    await leaving;
    const { hits } = await search;
    expect(hits.every(({ source }) => source!.length > 0)).toBe(true);
    expect(hits.length).toBe(300);
    await engine.close();
  },
);

test('an index whose files are gone can be deleted', async () => {
  const disk = new MemoryDisk();
  const { engine } = await start(disk);
  const { uuid } = await engine.createIndex({ name: 'i', settings: {}, mappings: {}, aliases: {} });
  await engine.write(batchOf('i', [{ kind: 'index', id: '1', body: {} }], { refresh: 'true' }));
  disk.remove(`/data/indices/${uuid}/0/_1.src`);
  await engine.deleteIndex('i');
  expect(engine.index('i')).toBeUndefined();
  await engine.close();
});
