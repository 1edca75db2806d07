import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { checkDataDirectory } from '../engine/check-data-directory.ts';
import { EngineHarness } from '../testing/engine-harness.ts';

interface Started {
  readonly disk: MemoryDisk;
  readonly harness: EngineHarness;
  /** Of the index `i`, which has a document; the engine is closed. */
  readonly directory: string;
}

async function start(): Promise<Started> {
  const disk = new MemoryDisk();
  const harness = await EngineHarness.start(disk);
  for (const name of ['i', 'other']) await harness.create(name);
  await harness.write('i', { kind: 'index', id: '1', body: { a: 1 } });
  const directory = `/data/indices/${harness.engine.index('i')!.uuid}`;
  await harness.engine.close();
  return { disk, harness: new EngineHarness(disk), directory };
}

test('a folder whose metadata is damaged is named in the log and by the engine, and its files stay', async () => {
  const { disk, harness, directory } = await start();
  disk.damage(`${directory}/index.meta`, 30);
  await harness.open();
  expect(harness.engine.indices().map(({ name }) => name)).toEqual(['other']);
  expect(harness.engine.damagedFolders()).toMatchObject([
    { directory, reason: expect.stringContaining('checksum mismatch') },
  ]);
  const [entry] = harness.log.entries.filter(({ level }) => level === 'error');
  expect(entry).toMatchObject({ message: expect.stringContaining('`sextant check`'), fields: { directory } });
  expect(checkDataDirectory(disk, '/data').map(({ file }) => file)).toEqual([`${directory}/index.meta`]);
  disk.damage(`${directory}/index.meta`, 30);
  await harness.engine.close();
  await harness.open();
  expect(await harness.get('i', '1')).toEqual({ a: 1 });
});

test('documents whose metadata is gone are never removed', async () => {
  const { disk, harness, directory } = await start();
  disk.remove(`${directory}/index.meta`);
  await harness.open();
  expect(harness.engine.damagedFolders()).toEqual([
    { directory, reason: 'the index metadata [index.meta] is missing' },
  ]);
  expect(disk.exists(`${directory}/0/commit.point`)).toBe(true);
  expect(checkDataDirectory(disk, '/data').map(({ file }) => file)).toEqual([`${directory}/index.meta`]);
});

test('what is left of an index that was being created or deleted is removed', async () => {
  const { disk, harness, directory } = await start();
  disk.rename(`${directory}/index.meta`, `${directory}/index.deleted`);
  disk.makeDirectory('/data/indices/created');
  disk.open('/data/indices/created/index.meta.tmp', 'create').close();
  await harness.open();
  expect(harness.engine.damagedFolders()).toEqual([]);
  expect(disk.exists(directory) || disk.exists('/data/indices/created')).toBe(false);
});

test('a segment file that is gone fails its shard alone', async () => {
  const { disk, harness, directory } = await start();
  disk.remove(`${directory}/0/_1.src`);
  await harness.open();
  const [failure] = harness.engine.failures('i');
  expect(failure!.cause.reason).toMatch(/no such file or directory.*`sextant check`/);
  harness.clock.advance(600_000);
  expect(harness.log.entries.filter(({ level }) => level === 'error')).toHaveLength(1);
  expect((await harness.write('other', { kind: 'index', id: '1', body: {} })).outcomes).toEqual(['created']);
});

test('an index whose commit point is damaged is there, with its failure', async () => {
  const { disk, harness, directory } = await start();
  disk.damage(`${directory}/0/commit.point`, 30);
  await harness.open();
  expect(harness.engine.index('i')!.state).toBe('open');
  expect(harness.engine.failures('i')).toMatchObject([
    { shard: 0, cause: { type: 'corrupt_index_exception' } },
  ]);
  const { errors } = await harness.write('i', { kind: 'index', id: '2', body: {} });
  expect(errors.get(0)!.type).toBe('unavailable_shards_exception');
  await harness.engine.deleteIndex('i');
  expect(harness.engine.failures('i')).toEqual([]);
});
