import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { EngineHarness } from '../../testing/engine-harness.ts';
import { VersionMap } from './version-map.ts';

const MISSING_PER_BATCH = 20_000;

function deletes(batch: number): readonly { readonly kind: 'delete'; readonly id: string }[] {
  return Array.from({ length: MISSING_PER_BATCH }, (_, i) => ({ kind: 'delete', id: `${batch}-${i}` }));
}

async function memoryOf(harness: EngineHarness): Promise<{ versions: number; refreshes: number }> {
  const [stats] = (await harness.engine.stats(['i']))[0]!;
  return { versions: stats!.versionMapBytes, refreshes: stats!.refresh.total };
}

const tombstone = (seqNo: number, timeMs = 0) =>
  ({ seqNo, primaryTerm: 1, version: 1, deleted: true, timeMs }) as const;

test('deletes take bounded memory, replayed ones too, and cause no refresh, which would not free it', async () => {
  const disk = new MemoryDisk();
  const harness = await EngineHarness.start(disk);
  await harness.create('i', { settings: { 'index.refresh_interval': '-1' } });
  await harness.write('i', { kind: 'index', id: 'x', body: { a: 1 } });
  for (let batch = 0; batch < 18; batch++) await harness.write('i', ...deletes(batch));
  const { versions, refreshes } = await memoryOf(harness);
  expect(refreshes).toBe(0);
  expect(versions).toBeLessThanOrEqual(65 * 1024 * 1024);
  disk.crash();
  await harness.open();
  const [stats] = (await harness.engine.stats(['i']))[0]!;
  expect(stats!.recovery.translogOperations).toBe(18 * MISSING_PER_BATCH + 1);
  expect(stats!.versionMapBytes).toBeLessThanOrEqual(65 * 1024 * 1024);
}, 60_000);

test('deletes of missing documents are forgotten after gc_deletes, though nothing is refreshed', async () => {
  const harness = await EngineHarness.start();
  await harness.create('i');
  await harness.write('i', ...deletes(1));
  expect((await memoryOf(harness)).versions).toBeGreaterThan(1e6);
  harness.clock.advance(61_000);
  await harness.write('i', { kind: 'delete', id: 'another' });
  expect((await memoryOf(harness)).versions).toBeLessThan(1000);
});

test('an index that is left alone forgets its deletes when it is flushed for being idle', async () => {
  const harness = await EngineHarness.start();
  await harness.create('i');
  await harness.write('i', ...deletes(1));
  harness.clock.advance(6 * 60_000);
  expect((await memoryOf(harness)).versions).toBe(0);
});

test('beyond the bound the oldest deletes are forgotten first', () => {
  const versions = new VersionMap(null, 100 * 200);
  for (let i = 0; i < 1000; i++) versions.delete(String(i), tombstone(i), i);
  expect(versions.bytes).toBeLessThanOrEqual(101 * 200);
  expect(versions.get('999')).toBeDefined();
  expect(versions.get('0')).toBeUndefined();
});

test('the bound counts long ids in full: a delete may name one of 64 KB', () => {
  const versions = new VersionMap(null, 1024 * 1024);
  const long = 'x'.repeat(50_000);
  for (let i = 0; i < 100; i++) versions.delete(long + i, tombstone(i), i);
  let kept = 0;
  for (let i = 0; i < 100; i++) if (versions.get(long + i) !== undefined) kept++;
  expect(kept).toBeGreaterThan(0);
  expect(kept * long.length).toBeLessThanOrEqual(1024 * 1024);
  expect(versions.bytes).toBeGreaterThan(kept * long.length);
  versions.prune(1_000, 99);
  expect(versions.bytes).toBe(0);
});

test('a delete beyond the local checkpoint is kept: an older write of the document may still come', () => {
  const versions = new VersionMap(null, 10 * 200);
  versions.delete('early', tombstone(500), -1);
  for (let i = 0; i < 100; i++) versions.delete(String(i), tombstone(i), i);
  versions.prune(1_000, 99);
  expect(versions.get('early')).toBeDefined();
  expect(versions.bytes).toBe(200);
  versions.prune(1_000, 500);
  expect(versions.bytes).toBe(0);
});

test('a document that is written again is no longer remembered as deleted', () => {
  const versions = new VersionMap();
  versions.delete('a', tombstone(0), 0);
  const location = { generation: 1, position: 0, length: 0 };
  versions.put('a', { seqNo: 1, primaryTerm: 1, version: 2, deleted: false, doc: 0, buffer: 0, location });
  expect(versions.get('a')!.deleted).toBe(false);
  expect([versions.liveBytes, versions.bytes]).toEqual([121, 121]);
  versions.clearLive();
  expect(versions.bytes).toBe(0);
});
