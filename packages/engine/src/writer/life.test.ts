import { FaultyDisk, MemoryDisk } from '@sextant/base/testing';
import { expect, test, vi } from 'vitest';
import { checkDataDirectory } from '../engine/check-data-directory.ts';
import { Mapping } from '../mapping/mapping.ts';
import { batchOf, EngineHarness } from '../testing/engine-harness.ts';
import { WatchedDisk } from '../testing/watched-disk.ts';

const body = { a: 1 };

async function visible(harness: EngineHarness): Promise<number> {
  const result = await harness.engine.search({ indices: ['i'], body: {}, countOnly: true, maxBuckets: 10 });
  return result.total!.value;
}

test('documents become visible after the refresh interval', async () => {
  const harness = await EngineHarness.start();
  await harness.create('i', { settings: { 'index.refresh_interval': '5s' } });
  await harness.write('i', { kind: 'index', id: '1', body });
  harness.clock.advance(4_900);
  expect(await visible(harness)).toBe(0);
  harness.clock.advance(200);
  expect(await visible(harness)).toBe(1);
});

test('with refresh_interval -1 only a refresh makes them visible, until the setting changes', async () => {
  const harness = await EngineHarness.start();
  await harness.create('i', { settings: { 'index.refresh_interval': '-1' } });
  await harness.write('i', { kind: 'index', id: '1', body });
  harness.clock.advance(60_000);
  expect(await visible(harness)).toBe(0);
  await harness.engine.updateMetadata(new Map([['i', { settings: { 'index.refresh_interval': null } }]]));
  harness.clock.advance(1_000);
  expect(await visible(harness)).toBe(1);
});

test('wait_for answers with the next refresh, true refreshes at once', async () => {
  const harness = await EngineHarness.start();
  await harness.create('i');
  let answered = false;
  const waiting = harness.engine
    .write(batchOf('i', [{ kind: 'index', id: '1', body }], { refresh: 'wait_for' }))
    .then((result) => {
      answered = true;
      return result;
    });
  await harness.write('i', { kind: 'index', id: '2', body });
  expect(answered).toBe(false);
  harness.clock.advance(1_000);
  expect((await waiting).forcedRefresh).toBe(false);
  expect(await visible(harness)).toBe(2);
  const forced = await harness.engine.write(
    batchOf('i', [{ kind: 'index', id: '3', body }], { refresh: 'true' }),
  );
  expect(forced.forcedRefresh).toBe(true);
  expect(await visible(harness)).toBe(3);
});

test('too many waiting for a refresh force one', async () => {
  const harness = await EngineHarness.start();
  await harness.create('i', {
    settings: { 'index.max_refresh_listeners': '2', 'index.refresh_interval': '-1' },
  });
  const writes = [1, 2, 3].map((id) =>
    harness.engine.write(batchOf('i', [{ kind: 'index', id: String(id), body }], { refresh: 'wait_for' })),
  );
  const results = await Promise.all(writes);
  expect(results.map((result) => result.forcedRefresh)).toEqual([false, false, true]);
});

test('with durability async a power failure loses at most the sync interval', async () => {
  const disk = new MemoryDisk();
  const harness = await EngineHarness.start(disk);
  await harness.create('i', { settings: { 'index.translog.durability': 'async' } });
  await harness.write('i', { kind: 'index', id: '1', body });
  harness.clock.advance(5_000);
  await harness.write('i', { kind: 'index', id: '2', body });
  disk.crash();
  await harness.open();
  expect(await harness.get('i', '1')).toEqual(body);
  expect(await harness.get('i', '2')).toBeUndefined();
});

test('many writers at once share one sync', async () => {
  const disk = new FaultyDisk(new MemoryDisk());
  const harness = await EngineHarness.start(disk);
  await harness.create('i');
  await harness.write('i', { kind: 'index', id: '0', body });
  const before = disk.operations;
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => harness.write('i', { kind: 'index', id: String(i), body })),
  );
  expect(disk.operations - before).toBe(2);
});

test('after a failed sync nothing is acknowledged, and the index works again once it is opened anew', async () => {
  const disk = new WatchedDisk(new MemoryDisk());
  const harness = await EngineHarness.start(disk);
  await harness.create('i');
  await harness.write('i', { kind: 'index', id: '1', body });
  await harness.engine.refresh('i');
  // The operation is written, and its sync fails.
  disk.refuseNth(2);
  const { outcomes, errors } = await harness.write('i', { kind: 'index', id: '2', body });
  expect(outcomes).toEqual(['failed']);
  expect(errors.get(0)!.type).toBe('unavailable_shards_exception');
  const again = await harness.write('i', { kind: 'index', id: '3', body });
  expect(again.errors.get(0)!.reason).toMatch(
    /^\[i\]\[0\] failed and refuses operations: no space left on device/,
  );
  expect(harness.engine.failures('i')).toHaveLength(1);
  expect(await visible(harness)).toBe(1);
  await harness.engine.closeIndex('i');
  await harness.engine.openIndex('i');
  expect(harness.engine.failures('i')).toEqual([]);
  expect((await harness.write('i', { kind: 'index', id: '3', body })).outcomes).toEqual(['created']);
});

test('a damaged segment fails its shard with a clear error, and the check finds it', async () => {
  const disk = new MemoryDisk();
  const harness = await EngineHarness.start(disk);
  await harness.create('i', { settings: { 'index.number_of_shards': '2' } });
  await harness.create('other');
  for (let id = 0; id < 20; id++) await harness.write('i', { kind: 'index', id: String(id), body });
  await harness.engine.close();
  const directory = `/data/indices/${harness.engine.index('i')!.uuid}/0`;
  // In the header, which every opening reads.
  disk.damage(`${directory}/_1.seg`, 20);
  expect(checkDataDirectory(disk, '/data').map((each) => each.file)).toContain(`${directory}/_1.seg`);
  await harness.open();
  const [failure] = harness.engine.failures('i');
  expect(failure).toMatchObject({ shard: 0, cause: { type: 'corrupt_index_exception' } });
  const { shards, total } = await harness.engine.search({ indices: ['i'], body: {}, maxBuckets: 10 });
  expect([shards.total, shards.successful, shards.failures.length]).toEqual([2, 1, 1]);
  expect(total!.value).toBeGreaterThan(0);
  expect((await harness.write('other', { kind: 'index', id: '1', body })).outcomes).toEqual(['created']);
});

test('a deleted index leaves nothing behind, and its name is free', async () => {
  const disk = new MemoryDisk();
  const harness = await EngineHarness.start(disk);
  await harness.create('i');
  await harness.write('i', { kind: 'index', id: '1', body });
  await harness.engine.deleteIndex('i');
  expect(disk.list('/data/indices')).toEqual([]);
  await expect(harness.write('i', { kind: 'index', id: '1', body })).rejects.toThrow('no such index [i]');
  await harness.create('i');
  expect(await harness.get('i', '1')).toBeUndefined();
});

test('merges keep the order of documents and the number of segments small', async () => {
  const disk = new MemoryDisk();
  const harness = await EngineHarness.start(disk);
  await harness.create('i', { settings: { 'index.merge.policy.segments_per_tier': '3' } });
  for (let i = 0; i < 40; i++) {
    await harness.write('i', { kind: 'index', id: String(i), body: { n: i } });
    await harness.engine.refresh('i');
  }
  const result = await harness.engine.search({ indices: ['i'], body: { size: 100 }, maxBuckets: 10 });
  expect(result.hits.map((hit) => Number(hit.id))).toEqual(Array.from({ length: 40 }, (_, i) => i));
  const [stats] = (await harness.engine.stats(['i']))[0]!;
  expect(stats!.segments.length).toBeLessThan(6);
  expect(stats!.merges.total).toBeGreaterThan(10);
  await harness.engine.flush('i', { force: true });
  const files = disk
    .list(`/data/indices/${harness.engine.index('i')!.uuid}/0`)
    .filter((name) => name.endsWith('.seg'));
  expect(files).toEqual(
    (await harness.engine.stats(['i']))[0]![0]!.segments.map((each) => `${each.name}.seg`).sort(),
  );
});

test('forced merges leave the wished number of segments, expunging drops only what is deleted', async () => {
  const harness = await EngineHarness.start();
  await harness.create('i', { settings: { 'index.merge.policy.deletes_pct_allowed': '50' } });
  for (let i = 0; i < 6; i++) {
    await harness.write('i', { kind: 'index', id: String(i), body }, { kind: 'index', id: `${i}b`, body });
    await harness.engine.refresh('i');
  }
  await harness.engine.forceMerge('i', { maxNumSegments: 3 });
  expect((await harness.engine.stats(['i']))[0]![0]!.segments).toHaveLength(3);
  await harness.write('i', { kind: 'delete', id: '5' });
  await harness.engine.forceMerge('i', { onlyExpungeDeletes: true });
  const [stats] = (await harness.engine.stats(['i']))[0]!;
  expect([stats!.segments.length, stats!.docsCount, stats!.docsDeleted]).toEqual([3, 11, 0]);
});

test('a new field is in the mapping before the write is answered, once per batch', async () => {
  const harness = await EngineHarness.start();
  await harness.create('i', { mappings: { properties: { a: { type: 'long' } } } });
  await harness.write(
    'i',
    { kind: 'index', id: '1', body: { b: 1 } },
    { kind: 'index', id: '2', body: { c: true } },
  );
  const metadata = harness.engine.index('i')!;
  expect(metadata.mappings).toEqual({
    properties: { a: { type: 'long' }, b: { type: 'long' }, c: { type: 'boolean' } },
  });
  expect(metadata.mappingVersion).toBe(2);
});

test('an index whose mapping could not be read again is not made, and leaves nothing behind', async () => {
  const disk = new MemoryDisk();
  const harness = await EngineHarness.start(disk);
  const written = vi.spyOn(Mapping.prototype, 'toJson').mockReturnValueOnce({ properties: { _id: {} } });
  await expect(harness.create('i')).rejects.toThrow();
  written.mockRestore();
  expect(disk.list('/data/indices')).toEqual([]);
  await harness.create('i');
  await harness.engine.close();
  expect(disk.list('/data/indices').length).toBe(1);
});
