import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Disk } from '@sextant/base';
import { NodeDisk, SystemRandom } from '@sextant/base/node';
import { FakeClock, MemoryDisk, MemoryLog } from '@sextant/base/testing';
import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import type { Engine } from '../engine/engine.ts';
import { openEngine } from '../engine/open-engine.ts';
import { batchOf, EngineHarness, type PlainOperation } from '../testing/engine-harness.ts';
import { WatchedDisk } from '../testing/watched-disk.ts';
import { turns } from '../testing/writer-harness.ts';
import { CLEAN_END_FILE } from './clean-end.ts';

const document = (id: number): PlainOperation => {
  return { kind: 'index', id: String(id), body: { n: id, t: `word${id} and others` } };
};
const documents = (from: number, to: number): PlainOperation[] => {
  return Array.from({ length: to - from }, (_, i) => document(from + i));
};

async function count(engine: Engine): Promise<number> {
  const body = { query: { match: { t: 'others' } } };
  const result = await engine.search({ indices: ['i'], body, countOnly: true, maxBuckets: 10 });
  return result.total!.value;
}

/** An index with one flushed segment of 500 documents. */
async function started(disk: WatchedDisk | MemoryDisk = new MemoryDisk()): Promise<EngineHarness> {
  const harness = await EngineHarness.start(disk);
  await harness.create('i', { settings: { 'index.refresh_interval': '-1' } });
  await harness.write('i', ...documents(0, 500));
  await harness.engine.flush('i', { force: true });
  return harness;
}

function segmentPath({ engine }: EngineHarness, name = '_1'): string {
  return `/data/indices/${engine.index('i')!.uuid}/0/${name}.seg`;
}

/** The process ends without a word, and another one opens the folder. */
async function afterKill({ disk }: EngineHarness): Promise<EngineHarness> {
  return EngineHarness.start(disk);
}

async function verified(harness: EngineHarness): Promise<void> {
  harness.clock.advance(10_000);
  await turns(10);
}

test('opening an index reads header, section table and footer of its segments, and nothing between them', async () => {
  const disk = new WatchedDisk(new MemoryDisk());
  const harness = await started(disk);
  const bytes = disk.sizeOf(segmentPath(harness));
  await harness.engine.close();
  disk.bytesRead = 0;
  await harness.open();
  expect(disk.bytesRead).toBeLessThan(bytes / 5);
  await verified(harness);
  expect(disk.bytesRead).toBeLessThan(bytes / 5);
  expect(disk.mappings).toBe(0);
  expect(await count(harness.engine)).toBe(500);
  expect(disk.mappings).toBeGreaterThan(0);
  await harness.engine.close();
});

test('a damaged segment that a killed process has left makes its shard red, and is searched no more', async () => {
  const memory = new MemoryDisk();
  const first = await started(memory);
  memory.damage(segmentPath(first), 5_000);
  const harness = await afterKill(first);
  await verified(harness);
  const [failure] = harness.engine.failures('i');
  expect(failure!.cause.type).toBe('corrupt_index_exception');
  expect(failure!.cause.reason).toMatch(/segment file is damaged: section .*_1\.seg\]; run `sextant check`/);
  await expect(count(harness.engine)).rejects.toThrow('all shards failed');
  expect((await harness.write('i', document(1))).outcomes).toEqual(['failed']);
  await harness.engine.close();
  // It is looked at again, though this process did end by itself.
  const later = await afterKill(harness);
  await verified(later);
  expect(later.engine.failures('i')).toHaveLength(1);
});

test('what a process has left that ended by itself is taken on trust', async () => {
  const disk = new WatchedDisk(new MemoryDisk());
  const first = await started(disk);
  expect(disk.exists(`/data/${CLEAN_END_FILE}`)).toBe(false);
  await first.engine.close();
  expect(disk.exists(`/data/${CLEAN_END_FILE}`)).toBe(true);
  const second = await EngineHarness.start(disk);
  expect(disk.exists(`/data/${CLEAN_END_FILE}`)).toBe(false);
  const third = await afterKill(second);
  disk.bytesRead = 0;
  await verified(third);
  expect(disk.bytesRead).toBeGreaterThan(disk.sizeOf(segmentPath(third)) / 2);
  expect(third.engine.failures('i')).toEqual([]);
});

test('a merge that finds a damaged segment makes the shard red, and leaves the files as they are', async () => {
  const memory = new MemoryDisk();
  const harness = await started(memory);
  await harness.write('i', ...documents(500, 600));
  await harness.engine.flush('i', { force: true });
  const damaged = segmentPath(harness);
  memory.damage(damaged, 5_000);
  await expect(harness.engine.forceMerge('i', { maxNumSegments: 1 })).rejects.toThrow(
    'segment file is damaged',
  );
  expect(harness.engine.failures('i')[0]!.cause.reason).toContain(damaged);
  expect(memory.exists(damaged)).toBe(true);
  expect(memory.exists(segmentPath(harness, '_3'))).toBe(false);
});

test('mappings end when nobody uses their segment any more', async () => {
  const disk = new WatchedDisk(new MemoryDisk());
  const harness = await started(disk);
  for (let round = 1; round < 4; round++) {
    await harness.write('i', ...documents(round * 500, round * 500 + 500), document(3));
    await harness.engine.flush('i', { force: true });
    expect(await count(harness.engine)).toBe(round * 500 + 500);
  }
  const before = disk.mappings;
  await harness.engine.forceMerge('i', { maxNumSegments: 1 });
  expect(await count(harness.engine)).toBe(2000);
  await harness.engine.flush('i', { force: true });
  await turns();
  expect(disk.mappings).toBeLessThan(before);
  // The searching side has it, and the writing side at most.
  expect(disk.mappings).toBeLessThanOrEqual(2);
  await harness.engine.close();
  expect(disk.mappings).toBe(0);
});

test('a file that was cut after it was opened fails the searches of its shard, and takes nothing with it', async () => {
  const first = await started();
  await first.engine.close();
  await first.open();
  const file = first.disk.open(segmentPath(first), 'append');
  file.truncate(10_000);
  file.close();
  const error: unknown = await count(first.engine).catch((each: unknown) => each);
  const [cause] = (error as ApiError).error.rootCause ?? [];
  expect(cause).toMatchObject({ type: 'corrupt_index_exception' });
  expect(cause!.reason).toMatch(/_1\.seg has 10000 bytes instead of \d+/);
  expect(await first.engine.get({ index: 'i', id: '1', realtime: false }).catch(String)).toMatch(
    '10000 bytes',
  );
});

/** A file of which a part is zeros from now on. */
function wipe(disk: Disk, path: string, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const file = disk.open(path, 'read');
    const byte = new Uint8Array(1);
    file.read(byte, at);
    if (byte[0] !== 0) (disk as MemoryDisk).damage(path, at, byte[0]);
  }
}

test('a shard in which a search meets damage is red from then on, and the search finds what the others have', async () => {
  const memory = new MemoryDisk();
  const harness = await EngineHarness.start(memory);
  for (const name of ['i', 'sound']) {
    await harness.create(name);
    await harness.write(name, ...documents(0, 500));
    await harness.engine.flush(name, { force: true });
  }
  const stored = segmentPath(harness).replace('.seg', '.src');
  wipe(memory, stored, 100, memory.sizeOf(stored) - 100);
  const search = { indices: ['i', 'sound'], body: { size: 1000 }, maxBuckets: 10 };
  const found = await harness.engine.search(search);
  expect(found.hits.length).toBe(500);
  expect(new Set(found.hits.map(({ index }) => index))).toEqual(new Set(['sound']));
  expect(found.shards).toMatchObject({ total: 2, successful: 1, failures: [{ index: 'i', shard: 0 }] });
  expect(found.shards.failures[0]!.cause.type).toBe('corrupt_index_exception');
  await turns();
  const [failure] = harness.engine.failures('i');
  expect(failure!.cause).toEqual(found.shards.failures[0]!.cause);
  expect(harness.engine.failures('sound')).toEqual([]);
  const { cause } = (await harness.engine.search(search)).shards.failures[0]!;
  expect([cause.type, cause.causedBy?.type]).toEqual([
    'no_shard_available_action_exception',
    'corrupt_index_exception',
  ]);
});

test('a document that cannot be read because its file is damaged makes its shard red', async () => {
  for (const realtime of [true, false]) {
    const memory = new MemoryDisk();
    const harness = await started(memory);
    if (realtime) await harness.write('i', document(1000));
    const stored = segmentPath(harness).replace('.seg', '.src');
    wipe(memory, stored, 100, memory.sizeOf(stored) - 100);
    const error: unknown = await harness.engine
      .get({ index: 'i', id: '7', realtime })
      .catch((each: unknown) => each);
    expect((error as ApiError).error.type).toBe('corrupt_index_exception');
    await turns();
    expect(harness.engine.failures('i')[0]!.cause.type).toBe('corrupt_index_exception');
    expect((await harness.write('i', document(1))).outcomes).toEqual(['failed']);
  }
});

test('where a search breaks down its shard is read through in the background, and is red where it is damaged', async () => {
  const memory = new MemoryDisk();
  const harness = await started(memory);
  const path = segmentPath(harness);
  const broken = async (): Promise<string> => {
    let looks = 0;
    const nanos = (): number => {
      if (looks++ > 3) throw new RangeError('nonsense was read');
      return looks;
    };
    const search = { indices: ['i'], body: { query: { match: { t: 'others' } } }, maxBuckets: 10 };
    const budget = new WorkBudget({ clock: { nanos }, stepsPerLook: 1 });
    return String(await harness.engine.search({ ...search, budget }).catch(String));
  };
  expect(await broken()).toContain('nonsense was read');
  await verified(harness);
  expect(harness.engine.failures('i')).toEqual([]);
  memory.damage(path, 5_000);
  await broken();
  await verified(harness);
  expect(harness.engine.failures('i')).toEqual([]);
  // What was found sound is not read again at once.
  harness.clock.advance(10 * 60_000);
  await broken();
  await verified(harness);
  expect(harness.engine.failures('i')[0]!.cause.type).toBe('corrupt_index_exception');
});

test('where files are not mapped, segments are in shared memory, and checked when they are opened', async () => {
  const memory = new MemoryDisk();
  memory.mapFromBytes = Number.POSITIVE_INFINITY;
  const first = await started(memory);
  expect(await count(first.engine)).toBe(500);
  const bytes = memory.sizeOf(segmentPath(first));
  expect(first.engine.segmentMemory()).toEqual({ shared: 1, sharedBytes: bytes, mapped: 0, mappedBytes: 0 });
  await first.engine.close();
  memory.damage(segmentPath(first), 5_000);
  await first.open();
  expect(first.engine.failures('i')[0]!.cause.reason).toContain('segment file is damaged');
});

test('memory that the runtime does not count is told', async () => {
  const harness = await started();
  const mappedBytes = harness.disk.sizeOf(segmentPath(harness));
  expect(harness.engine.segmentMemory()).toEqual({ shared: 0, sharedBytes: 0, mapped: 1, mappedBytes });
  await harness.write('i', { kind: 'delete', id: '1' });
  await harness.engine.refresh('i');
  expect(harness.engine.segmentMemory()).toMatchObject({ shared: 1, sharedBytes: 64, mapped: 1 });
});

test('a real file that was cut makes its shard red at the start; the other indices are served', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sextant-mapped-'));
  const open = (): Promise<Engine> =>
    openEngine({
      disk: new NodeDisk({ mapFromBytes: 1 }),
      directory,
      threads: 'inline',
      clock: new FakeClock(),
      random: new SystemRandom(),
      log: new MemoryLog(),
    });
  let engine = await open();
  for (const name of ['i', 'sound']) {
    await engine.createIndex({ name, settings: {}, mappings: {}, aliases: {} });
    await engine.write(batchOf(name, documents(0, 500)));
    await engine.flush(name, { force: true });
  }
  expect(await count(engine)).toBe(500);
  expect(engine.segmentMemory().mapped).toBe(2);
  const { uuid } = engine.index('i')!;
  await engine.close();
  truncateSync(`${directory}/indices/${uuid}/0/_1.seg`, 8192);
  engine = await open();
  expect(engine.failures('i')[0]!.cause.reason).toContain('the segment file is cut off');
  expect(engine.failures('sound')).toEqual([]);
  await expect(count(engine)).rejects.toThrow('all shards failed');
  await engine.close();
  rmSync(directory, { recursive: true });
});

test('a write that meets damage makes its shard red, as a read does', async () => {
  const memory = new MemoryDisk();
  const first = await started(memory);
  const path = segmentPath(first);
  await first.engine.close();
  const harness = await EngineHarness.start(memory);
  memory.remove(path);
  const { outcomes, errors } = await harness.write('i', document(1));
  expect(outcomes).toEqual(['failed']);
  expect(errors.get(0)!.type).toBe('unavailable_shards_exception');
  expect(harness.engine.failures('i')[0]!.cause.reason).toMatch(/segment file cannot be mapped/);
  await expect(count(harness.engine)).rejects.toThrow('all shards failed');
  await harness.engine.close();
  expect(memory.exists(`/data/${CLEAN_END_FILE}`)).toBe(false);
});
