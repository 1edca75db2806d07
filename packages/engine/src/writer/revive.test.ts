import { MemoryDisk } from '@sextant/base/testing';
import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { EngineHarness } from '../testing/engine-harness.ts';
import { WatchedDisk } from '../testing/watched-disk.ts';

const put = (id: string) => ({ kind: 'index', id, body: { a: 1 } }) as const;

interface Lost {
  readonly harness: EngineHarness;
  readonly memory: MemoryDisk;
  readonly disk: WatchedDisk;
}

/** An index `i` with two shards and some documents, of which the files of the first shard are gone. */
async function lostShard(): Promise<Lost> {
  const memory = new MemoryDisk();
  const disk = new WatchedDisk(memory);
  const harness = await EngineHarness.start(disk);
  await harness.create('i', { settings: { 'index.number_of_shards': '2' } });
  await harness.write('i', ...Array.from({ length: 10 }, (_, id) => put(String(id))));
  await harness.engine.refresh('i');
  const index = `/data/indices/${harness.engine.index('i')!.uuid}`;
  await harness.engine.close();
  memory.removeTree(`${index}/0`);
  memory.syncDirectory(index);
  await harness.open();
  return { harness, memory, disk };
}

const idsOf = (harness: EngineHarness, shard: number): string[] =>
  Array.from({ length: 10 }, (_, id) => String(id)).filter((id) => harness.engine.shardOf('i', id) === shard);

test('a shard whose files are gone begins anew, empty, and stays so over restarts; the others keep theirs', async () => {
  const { harness } = await lostShard();
  const [lost] = idsOf(harness, 0);
  const [kept] = idsOf(harness, 1);
  expect(harness.engine.failures('i')).toHaveLength(1);
  await harness.engine.reviveShard('i', 0, { empty: true });
  expect(harness.engine.failures('i')).toEqual([]);
  expect(await harness.get('i', lost!)).toBeUndefined();
  expect(await harness.get('i', kept!)).toEqual({ a: 1 });
  await harness.engine.close();
  await harness.open();
  expect(harness.engine.failures('i')).toEqual([]);
  expect((await harness.write('i', put(lost!))).outcomes).toEqual(['created']);
  await harness.engine.close();
  await harness.open();
  expect(await harness.get('i', lost!)).toEqual({ a: 1 });
});

test('what is written to a shard that began anew has a term that nothing of before had', async () => {
  const { harness } = await lostShard();
  const [id] = idsOf(harness, 0);
  const other = idsOf(harness, 1)[0]!;
  const before = await harness.engine.get({ index: 'i', id: other, realtime: true });
  await harness.engine.reviveShard('i', 0, { empty: true });
  await harness.write('i', put(id!));
  const after = await harness.engine.get({ index: 'i', id: id!, realtime: true });
  if (!before.found || !after.found) throw new Error('both are there');
  expect(after.primaryTerm).toBeGreaterThan(before.primaryTerm);
});

test('a shard that is opened once more works where its files are back, and fails again where they are not', async () => {
  const memory = new MemoryDisk();
  const harness = await EngineHarness.start(memory);
  await harness.create('i');
  await harness.write('i', put('1'));
  await harness.engine.close();
  const shard = `/data/indices/${harness.engine.index('i')!.uuid}/0`;
  memory.rename(`${shard}/commit.point`, `${shard}/taken`);
  await harness.open();
  const again = (): Promise<void> => harness.engine.reviveShard('i', 0, { empty: false });
  await expect(again()).rejects.toThrow(/but \[commit\.point\] is missing/);
  expect(harness.engine.failures('i')).toHaveLength(1);
  memory.rename(`${shard}/taken`, `${shard}/commit.point`);
  await again();
  expect(harness.engine.failures('i')).toEqual([]);
  expect(await harness.get('i', '1')).toEqual({ a: 1 });
  await expect(again()).rejects.toThrow('[i][0] works: there is nothing to revive');
});

test('wherever the disk refuses, a shard either begins anew or stays failed and can be revived later', async () => {
  for (let nth = 1, ended = false; !ended; nth++) {
    const { harness, memory, disk } = await lostShard();
    const kept = idsOf(harness, 1);
    let count = 0;
    disk.refuse(() => ++count === nth);
    const error = await harness.engine
      .reviveShard('i', 0, { empty: true })
      .catch((thrown: unknown) => thrown);
    disk.refuse(() => false);
    ended = count < nth;
    if (error !== undefined) expect(error).toBeInstanceOf(ApiError);
    memory.crash();
    await harness.open();
    if (harness.engine.failures('i').length > 0) {
      expect(error, `operation ${nth}`).toBeDefined();
      await harness.engine.reviveShard('i', 0, { empty: true });
    }
    expect(harness.engine.failures('i'), `operation ${nth}`).toEqual([]);
    for (const id of kept) expect(await harness.get('i', id)).toEqual({ a: 1 });
    const [id] = idsOf(harness, 0);
    expect((await harness.write('i', put(id!))).outcomes).toEqual(['created']);
  }
});
