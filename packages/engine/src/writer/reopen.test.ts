import { FakeClock, FaultyDisk, MemoryDisk, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { checkDataDirectory } from '../engine/check-data-directory.ts';
import { InlineMerger } from '../engine/merger.ts';
import type { MergeRunner } from '../shard/store/merge-runner.ts';
import { batchOf, EngineHarness, type PlainOperation } from '../testing/engine-harness.ts';
import { WatchedDisk } from '../testing/watched-disk.ts';
import { turns } from '../testing/writer-harness.ts';
import { EngineWriter } from './engine-writer.ts';

const document = (id: string): PlainOperation => ({ kind: 'index', id, body: { a: 1 } });

async function visible(harness: EngineHarness, index = 'i'): Promise<number> {
  const result = await harness.engine.search({ indices: [index], body: {}, countOnly: true, maxBuckets: 10 });
  return result.total!.value;
}

test('a full disk refuses writes, keeps reads, loses nothing acknowledged, and writes go on when it has room', async () => {
  const disk = new FaultyDisk(new MemoryDisk());
  const harness = await EngineHarness.start(disk);
  await harness.create('i');
  await harness.write('i', document('1'), document('2'));
  await harness.engine.refresh('i');
  await harness.write('i', document('3'));
  disk.full = true;
  expect((await harness.write('i', document('4'))).outcomes).toEqual(['failed']);
  expect((await harness.write('i', document('5'))).errors.get(0)!.reason).toMatch(/no space left on device/);
  expect(await visible(harness)).toBe(2);
  for (let i = 0; i < 5; i++) {
    harness.clock.advance(60_000);
    expect(harness.engine.failures('i')).toHaveLength(1);
    expect((await harness.write('i', document('6'))).outcomes).toEqual(['failed']);
  }
  const told = () => harness.log.entries.filter(({ component }) => component === 'index.shard');
  // The attempts that failed like the first one are not told.
  expect(told().map(({ message }) => message)).toEqual(['shard failed']);
  disk.full = false;
  harness.clock.advance(60_000);
  await turns(20);
  expect(told().map(({ message }) => message)).toEqual(['shard failed', 'shard works again']);
  expect(harness.engine.failures('i')).toEqual([]);
  expect((await harness.write('i', document('7'))).outcomes).toEqual(['created']);
  for (const id of ['1', '2', '3', '7']) expect(await harness.get('i', id), id).toEqual({ a: 1 });
  expect(await harness.get('i', '6')).toBeUndefined();
  await harness.engine.close();
  await harness.open();
  expect(await visible(harness)).toBeGreaterThanOrEqual(4);
});

test('a document whose new field the full disk refuses is never seen, and is refused as any other', async () => {
  const disk = new WatchedDisk(new MemoryDisk());
  const harness = await EngineHarness.start(disk);
  await harness.create('i', { settings: { 'index.number_of_shards': '2' } });
  await harness.write('i', document('1'), document('2'), document('3'), document('4'));
  disk.refuse((_, path) => path.includes('index.meta'));
  const fresh = ['5', '6', '7', '8'].map((id) => ({ kind: 'index', id, body: { b: 1 } }) as const);
  const refused = await harness.write('i', ...fresh);
  expect(refused.outcomes).toEqual(['failed', 'failed', 'failed', 'failed']);
  for (const { type, reason } of refused.errors.values()) {
    expect(type).toBe('unavailable_shards_exception');
    expect(reason).toMatch(/no space left on device; it is opened again as soon as the disk allows it$/);
  }
  harness.clock.advance(1_000);
  await turns(10);
  disk.before = () => {};
  harness.clock.advance(60_000);
  await turns(20);
  expect(harness.engine.failures('i')).toEqual([]);
  await harness.engine.refresh('i');
  expect(await visible(harness)).toBe(4);
  for (const { id } of fresh) expect(await harness.get('i', id), id).toBeUndefined();
  expect((await harness.write('i', fresh[0]!)).outcomes).toEqual(['created']);
});

test('operations that wait for their sync while the shard fails and opens again are not acknowledged', async () => {
  const disk = new FaultyDisk(new MemoryDisk());
  const harness = await EngineHarness.start(disk);
  await harness.create('i');
  await harness.write('i', document('1'));
  const waiting = harness.write('i', document('2'));
  disk.full = true;
  // The refresh that falls due fails the shard; soon after it opens again, without the operation.
  harness.clock.advance(1_000);
  expect(harness.engine.failures('i')).toHaveLength(1);
  disk.full = false;
  harness.clock.advance(5_000);
  expect(harness.engine.failures('i')).toEqual([]);
  expect((await waiting).outcomes).toEqual(['failed']);
  expect(await harness.get('i', '2')).toBeUndefined();
  expect(await harness.get('i', '1')).toEqual({ a: 1 });
});

test('with a full disk the engine opens, and what must be replayed follows when there is room', async () => {
  const memory = new MemoryDisk();
  const first = await EngineHarness.start(memory);
  for (const name of ['i', 'clean']) await first.create(name);
  await first.write('clean', document('1'));
  await first.engine.flush('clean', { force: true });
  await first.write('i', document('1'));
  memory.crash();
  const disk = new FaultyDisk(memory);
  disk.full = true;
  const harness = await EngineHarness.start(disk);
  expect(await visible(harness, 'clean')).toBe(1);
  expect(harness.engine.failures('i')).toMatchObject([
    { shard: 0, cause: { type: 'unavailable_shards_exception' } },
  ]);
  disk.full = false;
  harness.clock.advance(5_000);
  expect(harness.engine.failures('i')).toEqual([]);
  expect(await visible(harness)).toBe(1);
});

test('shards that are opened again together, after a disk was full, let other calls in between', async () => {
  const disk = new WatchedDisk(new MemoryDisk());
  const harness = await EngineHarness.start(disk);
  const names = ['a', 'b', 'c'];
  for (const name of names) {
    await harness.create(name);
    await harness.write(name, document('1'));
  }
  disk.refuse((operation) => operation === 'sync');
  for (const name of names) await harness.write(name, document('2'));
  const failed = (): number => names.flatMap((name) => harness.engine.failures(name)).length;
  expect(failed()).toBe(3);
  disk.before = () => {};
  harness.clock.advance(10_000);
  expect(failed()).toBe(2);
  await turns(20);
  expect(failed()).toBe(0);
});

test('a full disk keeps an index from being created, closed or deleted, and it can be done later', async () => {
  const disk = new FaultyDisk(new MemoryDisk());
  const harness = await EngineHarness.start(disk);
  await harness.create('i');
  await harness.write('i', document('1'));
  disk.full = true;
  await expect(harness.create('j')).rejects.toThrow('no space left on device');
  await expect(harness.engine.closeIndex('i')).rejects.toThrow('no space left on device');
  expect(harness.engine.index('i')!.state).toBe('open');
  disk.full = false;
  await harness.create('j');
  await harness.engine.closeIndex('i');
  await harness.engine.openIndex('i');
  expect(await harness.get('i', '1')).toEqual({ a: 1 });
  await harness.engine.deleteIndex('i');
  expect(harness.engine.indices().map(({ name }) => name)).toEqual(['j']);
});

test('a mapping that comes after a document does not keep it from being replayed', async () => {
  const memory = new MemoryDisk();
  const harness = await EngineHarness.start(memory);
  await harness.create('i', { mappings: { dynamic: false } });
  await harness.write('i', { kind: 'index', id: '1', body: { n: 'no number' } });
  await harness.engine.updateMetadata(new Map([['i', { mapping: { properties: { n: { type: 'long' } } } }]]));
  memory.crash();
  await harness.open();
  expect(harness.engine.failures('i')).toEqual([]);
  expect(await harness.get('i', '1')).toEqual({ n: 'no number' });
});

test('a merge that ends after its index was closed and opened again changes nothing and leaves no file', async () => {
  const disk = new MemoryDisk();
  disk.makeDirectory('/data');
  const clock = new FakeClock();
  const inline = new InlineMerger({ disk, clock });
  let proceed = (): void => {};
  const merges: MergeRunner = {
    merge: async (request) => {
      await new Promise<void>((resolve) => (proceed = resolve));
      return inline.merge(request);
    },
    verify: (segment) => inline.verify(segment),
  };
  const published = new Map<number, readonly string[]>();
  const writer = EngineWriter.open({
    disk,
    directory: '/data',
    clock,
    random: new SeededRandom(3),
    log: new MemoryLog(),
    merges,
    events: {
      metadata: () => {},
      reachedTerm: () => {},
      failed: () => {},
      damaged: () => {},
      kept: () => {},
      published: ({ shard, segments }) =>
        published.set(
          shard,
          segments.map(({ name }) => name),
        ),
    },
  });
  const { uuid } = await writer.createIndex({ name: 'i', settings: {}, mappings: {}, aliases: {} });
  for (const id of ['1', '2']) {
    await writer.write(batchOf('i', [document(id)]));
    await writer.flush('i', { force: true });
  }
  const forced = writer.forceMerge('i', { maxNumSegments: 1 });
  await new Promise((resolve) => setImmediate(resolve));
  await writer.closeIndex('i');
  await writer.openIndex('i');
  await writer.write(batchOf('i', [document('3')]));
  await writer.flush('i', { force: true });
  const before = published.get(0)!;
  proceed();
  await forced;
  expect(before).toHaveLength(3);
  expect(published.get(0)).toEqual(before);
  const files = disk.list(`/data/indices/${uuid}/0`).filter((name) => name.endsWith('.seg'));
  expect(files).toEqual(before.map((name) => `${name}.seg`));
  await writer.close();
  expect(checkDataDirectory(disk, '/data')).toEqual([]);
});

test('a shard that cannot be opened for whatever reason fails alone: the others are opened without being asked', async () => {
  const disk = new BrokenListing();
  const harness = await EngineHarness.start(disk, 2);
  for (const name of ['a', 'b', 'c']) {
    await harness.create(name);
    await harness.write(name, { kind: 'index', id: '1', body: {} });
  }
  await harness.engine.close();
  disk.breaks = true;
  await harness.open();
  await turns(40);
  const stats = await harness.engine.stats(['a', 'b', 'c']);
  expect(stats.map((shards) => shards!.length).sort()).toEqual([0, 1, 1]);
  const failed = ['a', 'b', 'c'][stats.findIndex((shards) => shards!.length === 0)]!;
  await expect(harness.engine.get({ index: failed, id: '1', realtime: true })).rejects.toThrow('no listing');
  await harness.engine.close();
});

/** Breaks down, once, where the folder of a shard is read. */
class BrokenListing extends MemoryDisk {
  breaks = false;

  override list(path: string): string[] {
    if (this.breaks && path.endsWith('/0')) {
      this.breaks = false;
      throw new TypeError('no listing');
    }
    return super.list(path);
  }
}

test('an index that the disk does not let close stays open, and is as sound as before', async () => {
  const disk = new FaultyDisk(new MemoryDisk());
  const harness = await EngineHarness.start(disk);
  await harness.create('i');
  await harness.write('i', document('1'));
  disk.breakAt({ at: 1, kind: 'fail' });
  await expect(harness.engine.closeIndex('i')).rejects.toThrow('injected fault');
  expect(harness.engine.index('i')!.state).toBe('open');
  expect(harness.engine.failures('i')).toEqual([]);
  expect((await harness.write('i', document('2'))).outcomes).toEqual(['created']);
  await harness.engine.close();
  await harness.open();
  for (const id of ['1', '2']) expect(await harness.get('i', id), id).toEqual({ a: 1 });
});

test('wherever the opening of a failed shard breaks, it is tried again until the shard works', async () => {
  for (let at = 1; at <= 30; at++) {
    const disk = new FaultyDisk(new MemoryDisk());
    const harness = await EngineHarness.start(disk);
    await harness.create('i');
    await harness.write('i', document('1'));
    disk.full = true;
    const unknown = { kind: 'index', id: '2', body: { another: 1 } } as const;
    expect((await harness.write('i', unknown)).outcomes).toEqual(['failed']);
    disk.full = false;
    disk.breakAt({ at, kind: 'fail' });
    for (let i = 0; i < 4; i++) {
      harness.clock.advance(60_000);
      await turns(20);
    }
    disk.mend();
    expect(harness.engine.failures('i'), `broken at ${at}`).toEqual([]);
    expect((await harness.write('i', unknown)).outcomes, `broken at ${at}`).not.toEqual(['failed']);
  }
});
