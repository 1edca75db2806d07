import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { WatchedDisk } from '../testing/watched-disk.ts';
import { turns, WriterHarness } from '../testing/writer-harness.ts';

const document = (id: string) => ({ kind: 'index', id, body: { a: 1 } }) as const;
const manual = { settings: { 'index.refresh_interval': '-1' } };

interface Started {
  readonly disk: WatchedDisk;
  readonly harness: WriterHarness;
  readonly uuid: string;
  /** Whether the stored documents of the segment can be read. */
  readonly has: (segment: string) => boolean;
  /** Searches use what was published last. */
  readonly release: () => void;
}

/** An index with a segment `_1` that is searchable and in no commit. */
async function start(): Promise<Started> {
  const disk = new WatchedDisk(new MemoryDisk());
  const harness = new WriterHarness(disk);
  const uuid = await harness.create('i', manual);
  await harness.write('i', document('1'));
  await harness.writer.refresh('i');
  expect(harness.shown()).toEqual(['_1']);
  const release = (): void => harness.writer.released(uuid, 0, harness.publications.at(-1)!.number);
  release();
  const has = (segment: string): boolean => disk.exists(`/data/indices/${uuid}/0/${segment}.src`);
  return { disk, harness, uuid, has, release };
}

async function fail({ disk, harness }: Started): Promise<void> {
  disk.refuse((operation) => operation === 'sync');
  expect((await harness.write('i', document('2'))).outcomes).toEqual(['failed']);
}

test('a shard that opens again keeps the segments that searches still use', async () => {
  const started = await start();
  const { disk, harness, has, release } = started;
  await fail(started);
  disk.before = () => {};
  harness.clock.advance(5_000);
  expect(harness.shown()).not.toContain('_1');
  expect(has('_1')).toBe(true);
  release();
  expect(has('_1')).toBe(false);
  for (const name of harness.shown()) expect(has(name), name).toBe(true);
});

test('they are kept as well while the shard cannot be opened, and over several failures', async () => {
  const started = await start();
  const { disk, harness, has, release } = started;
  await fail(started);
  disk.refuse((operation, path) => operation === 'create' && path.endsWith('.seg'));
  for (let i = 0; i < 3; i++) {
    harness.clock.advance(60_000);
    await turns(20);
    expect(has('_1')).toBe(true);
  }
  disk.before = () => {};
  harness.clock.advance(60_000);
  await turns(20);
  await fail(started);
  disk.before = () => {};
  harness.clock.advance(60_000);
  await turns(20);
  expect(has('_1')).toBe(true);
  release();
  expect(has('_1')).toBe(false);
  await harness.writer.refresh('i');
  for (const name of harness.shown()) expect(has(name), name).toBe(true);
});

test('an index that cannot be closed, or is opened again at once, keeps them too', async () => {
  const { disk, harness, has, release, uuid } = await start();
  await harness.write('i', document('2'));
  await harness.writer.refresh('i');
  const forced = harness.writer.forceMerge('i', { maxNumSegments: 1 });
  while (harness.merger.held.length === 0) await new Promise((resolve) => setImmediate(resolve));
  harness.merger.held[0]!.proceed();
  await forced;
  // `_1` is merged away, and nobody has said yet that searches use the result.
  expect(has('_1')).toBe(true);
  disk.refuse((_, path) => path.includes('index.meta'));
  await expect(harness.writer.closeIndex('i')).rejects.toThrow('no space left on device');
  expect(has('_1')).toBe(true);
  disk.before = () => {};
  await harness.writer.closeIndex('i');
  await harness.writer.openIndex('i');
  expect(has('_1')).toBe(true);
  release();
  expect(has('_1')).toBe(false);
  const segments = disk.list(`/data/indices/${uuid}/0`).filter((name) => name.endsWith('.seg'));
  expect(segments).toEqual(harness.shown().map((name) => `${name}.seg`));
});

test('segments of the durable commit go only when the name of the one that replaces it is durable', async () => {
  const memory = new MemoryDisk();
  const disk = new WatchedDisk(memory);
  const harness = new WriterHarness(disk);
  memory.syncDirectory('/');
  const uuid = await harness.create('i', manual);
  for (const id of ['1', '2']) {
    await harness.write('i', document(id));
    await harness.writer.flush('i', { force: true });
  }
  const forced = harness.writer.forceMerge('i', { maxNumSegments: 1 });
  while (harness.merger.held.length === 0) await new Promise((resolve) => setImmediate(resolve));
  harness.merger.held[0]!.proceed();
  await forced;
  let named = false;
  disk.refuse((operation, path) => {
    named ||= operation === 'rename' && path.endsWith('commit.point');
    return named && operation === 'syncDirectory';
  });
  await expect(harness.writer.closeIndex('i')).rejects.toThrow('no space left');
  disk.before = () => {};
  harness.writer.released(uuid, 0, harness.publications.at(-1)!.number);
  for (let seed = 0; seed < 40; seed++) {
    const after = memory.clone();
    after.crash(new SeededRandom(seed));
    const later = new WriterHarness(after);
    expect(await later.writer.get('i', 0, '1'), `seed ${seed}`).toMatchObject({ found: true });
  }
});

test('a shard whose commit point is gone loses no segment with it, and keeps no file open', async () => {
  const { disk, harness, has, uuid } = await start();
  await harness.writer.flush('i', { force: true });
  await harness.writer.close();
  expect(disk.openFiles).toBe(0);
  const commitPoint = `/data/indices/${uuid}/0/commit.point`;
  disk.rename(commitPoint, '/data/aside');
  harness.open();
  await expect(harness.writer.get('i', 0, '1')).rejects.toThrow('is missing');
  await harness.writer.close();
  expect(has('_1')).toBe(true);
  expect(disk.openFiles).toBe(0);
  disk.rename('/data/aside', commitPoint);
  harness.open();
  expect(await harness.writer.get('i', 0, '1')).toMatchObject({ found: true });
});

test('a shard that cannot be opened because of its leases keeps no file open', async () => {
  const { disk, harness, uuid } = await start();
  await harness.writer.flush('i', { force: true });
  await harness.writer.close();
  const file = disk.open(`/data/indices/${uuid}/0/retention.leases`, 'create');
  file.write(new Uint8Array(40));
  file.close();
  harness.open();
  await expect(harness.writer.get('i', 0, '1')).rejects.toThrow('retention leases');
  expect(disk.openFiles).toBe(0);
});

test('files that the disk does not let go of when searches have fail their shard, not whoever searched', async () => {
  const { disk, harness, has, release } = await start();
  // Nothing of the first segment is left.
  await harness.write('i', document('1'));
  await harness.writer.refresh('i');
  expect(harness.shown()).not.toContain('_1');
  expect(has('_1')).toBe(true);
  disk.refuse((operation) => operation === 'remove');
  expect(release).not.toThrow();
  expect((await harness.write('i', document('3'))).outcomes).toEqual(['failed']);
});
