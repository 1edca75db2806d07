import { encodeFramed } from '@sextant/base';
import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { checkDataDirectory } from '../engine/check-data-directory.ts';
import { readIndexFile } from '../shard/index/index-file.ts';
import { EngineHarness } from '../testing/engine-harness.ts';
import { WatchedDisk } from '../testing/watched-disk.ts';

const put = (id: string) => ({ kind: 'index', id, body: { a: 1 } }) as const;

interface Killed {
  readonly disk: MemoryDisk;
  /** Over the same disk, not opened again yet. */
  readonly harness: EngineHarness;
  readonly index: string;
  readonly shard: string;
}

/** An index `i` with what `write` makes of it, after which the process was killed. */
async function killed(write: (harness: EngineHarness) => Promise<unknown>): Promise<Killed> {
  const disk = new MemoryDisk();
  const harness = await EngineHarness.start(disk);
  await harness.create('i');
  await write(harness);
  const index = `/data/indices/${harness.engine.index('i')!.uuid}`;
  return { disk, harness: new EngineHarness(disk), index, shard: `${index}/0` };
}

/** Two documents in a segment of the commit point, and one in the translog alone. */
async function threeDocuments(harness: EngineHarness): Promise<void> {
  await harness.write('i', put('1'), put('2'));
  await harness.engine.flush('i', { force: false });
  await harness.write('i', put('3'));
}

/** The metadata as a version wrote them that did not note which shards were begun. */
function forgetBegun({ disk, index }: Killed): void {
  const { metadata, primaryTerm } = readIndexFile(disk, index)!;
  const file = disk.open(`${index}/index.meta`, 'create');
  file.write(encodeFramed({ magic: 'SXIM', version: 1 }, { metadata, primaryTerm }));
  file.sync();
  file.close();
}

/** The shard is red, its files stay, the check names it, and writes are refused. */
async function expectRefused({ disk, harness, shard }: Killed, reason: RegExp): Promise<void> {
  const files = disk.exists(shard) ? disk.files(shard) : [];
  expect(checkDataDirectory(disk, '/data').map(({ file }) => file)).toContain(shard);
  await harness.open();
  const [failure] = harness.engine.failures('i');
  expect(failure).toMatchObject({ shard: 0, cause: { type: 'corrupt_index_exception' } });
  expect(failure!.cause.reason).toMatch(reason);
  expect(failure!.cause.reason).toMatch(/`sextant check` and restore the index from a copy$/);
  const { errors } = await harness.write('i', put('4'));
  expect(errors.get(0)!.type).toBe('unavailable_shards_exception');
  harness.clock.advance(600_000);
  expect(disk.exists(shard) ? disk.files(shard) : []).toEqual(files);
}

test('a shard whose commit point and translog are gone is red, and keeps its segments', async () => {
  const all = await killed(threeDocuments);
  all.disk.remove(`${all.shard}/commit.point`);
  all.disk.removeTree(`${all.shard}/translog`);
  await expectRefused(
    all,
    /\/0\] holds files of a shard that was written to, but \[commit\.point\] is missing/,
  );
});

test('a shard whose folder is gone is red, and not taken for one that was never written to', async () => {
  const all = await killed(threeDocuments);
  all.disk.removeTree(all.shard);
  await expectRefused(all, /\/0\] is missing, though the shard was written to/);
});

test('a shard whose translog is gone is red, flushed or not', async () => {
  for (const write of [threeDocuments, (harness: EngineHarness) => harness.write('i', put('1'))]) {
    const { disk, harness, shard } = await killed(write);
    disk.removeTree(`${shard}/translog`);
    expect(checkDataDirectory(disk, '/data').map(({ file }) => file)).toEqual([`${shard}/translog`]);
    await harness.open();
    expect(harness.engine.failures('i')[0]!.cause.reason).toMatch(/translog in .* is missing/);
  }
});

test('a shard whose commit point alone is gone is red: what its translog lacks would vanish', async () => {
  const writes = [
    threeDocuments,
    (harness: EngineHarness) => harness.write('i', put('1')),
    async (harness: EngineHarness) => {
      await threeDocuments(harness);
      await harness.engine.close();
    },
  ];
  for (const write of writes) {
    const all = await killed(write);
    all.disk.remove(`${all.shard}/commit.point`);
    await expectRefused(all, /but \[commit\.point\] is missing/);
  }
});

test('an index that is made and written to opens, wherever a kill or a power failure ends that', async () => {
  for (let nth = 1, ended = false; !ended; nth++) {
    for (const seed of [undefined, 0, 1, 2, 3]) {
      const memory = new MemoryDisk();
      const disk = new WatchedDisk(memory);
      const first = await EngineHarness.start(disk);
      let count = 0;
      disk.refuse(() => ++count >= nth);
      await first.create('i', { settings: { 'index.number_of_shards': '2' } }).catch(() => {});
      if (first.engine.index('i') !== undefined) await first.write('i', put('1'), put('2')).catch(() => {});
      ended = count < nth;
      if (seed !== undefined) memory.crash(seed === 0 ? undefined : new SeededRandom(seed * 1000 + nth));
      expect(checkDataDirectory(memory, '/data'), `operation ${nth}, seed ${seed}`).toEqual([]);
      const harness = await EngineHarness.start(memory);
      expect(harness.engine.damagedFolders()).toEqual([]);
      if (harness.engine.index('i') === undefined) continue;
      expect(harness.engine.failures('i'), `operation ${nth}, seed ${seed}`).toEqual([]);
      expect((await harness.write('i', put('5'))).outcomes).toEqual(['created']);
      if (ended) expect(await harness.get('i', '1')).toEqual({ a: 1 });
    }
  }
});

test('a shard that an earlier version left without a commit point starts from its translog, and gets one', async () => {
  const all = await killed((harness) => harness.write('i', put('1')));
  const { disk, harness, index, shard } = all;
  forgetBegun(all);
  disk.remove(`${shard}/commit.point`);
  expect(checkDataDirectory(disk, '/data')).toEqual([]);
  await harness.open();
  expect(harness.engine.failures('i')).toEqual([]);
  expect(await harness.get('i', '1')).toEqual({ a: 1 });
  await harness.write('i', put('2'));
  expect(disk.exists(`${shard}/commit.point`)).toBe(true);
  expect(readIndexFile(disk, index)!.begunShards).toEqual([0]);
  disk.crash();
  await harness.open();
  for (const id of ['1', '2']) expect(await harness.get('i', id)).toEqual({ a: 1 });
});

test('an index of an earlier version that was never written to opens', async () => {
  const all = await killed(async () => {});
  forgetBegun(all);
  await all.harness.open();
  expect(all.harness.engine.failures('i')).toEqual([]);
  expect((await all.harness.write('i', put('1'))).outcomes).toEqual(['created']);
});

test('a shard of an earlier version is refused where its translog does not hold all that was written', async () => {
  const flushedAgain = async (harness: EngineHarness): Promise<void> => {
    await threeDocuments(harness);
    // The checkpoint of the translog forgets what was let go.
    for (const id of ['4', '5']) {
      await harness.open();
      await harness.write('i', put(id));
    }
  };
  const later = await killed(flushedAgain);
  forgetBegun(later);
  later.disk.remove(`${later.shard}/commit.point`);
  await expectRefused(later, /was flushed, but \[commit\.point\] is missing, and the translog begins with/);

  const empty = await killed(async (harness) => {
    await flushedAgain(harness);
    await harness.engine.flush('i', { force: true });
    await harness.engine.close();
    await harness.open();
    await harness.engine.flush('i', { force: true });
  });
  forgetBegun(empty);
  empty.disk.removeTree(`${empty.shard}/translog`);
  empty.disk.remove(`${empty.shard}/commit.point`);
  await expectRefused(empty, /holds segments, but \[commit\.point\] is missing, and the translog with it/);
});

test('a translog whose checkpoint is gone is refused, and its operations stay', async () => {
  const all = await killed((harness) => harness.write('i', put('1')));
  const { disk, harness, shard } = all;
  forgetBegun(all);
  disk.remove(`${shard}/commit.point`);
  disk.remove(`${shard}/translog/translog.ckp`);
  expect(checkDataDirectory(disk, '/data').map(({ file }) => file)).toEqual([`${shard}/translog`]);
  await harness.open();
  expect(harness.engine.failures('i')[0]!.cause).toMatchObject({ type: 'translog_corrupted_exception' });
  expect(disk.files(shard)).toEqual([`${shard}/translog/translog-1.tlog`]);
});

test('a closed index, and one that a killed process left in between, note their shards once', async () => {
  const disk = new WatchedDisk(new MemoryDisk());
  const harness = await EngineHarness.start(disk);
  await harness.create('i', { mappings: { dynamic: false }, settings: { 'index.number_of_shards': '3' } });
  let writes = 0;
  disk.before = (operation, path) => {
    if (operation === 'rename' && path.endsWith('index.meta')) writes++;
  };
  await harness.write('i', ...Array.from({ length: 20 }, (_, i) => put(String(i))));
  await harness.write('i', ...Array.from({ length: 20 }, (_, i) => put(String(i))));
  expect(writes).toBe(1);
  const index = `/data/indices/${harness.engine.index('i')!.uuid}`;
  expect(readIndexFile(disk, index)!.begunShards).toEqual([0, 1, 2]);
  await harness.engine.closeIndex('i');
  await harness.engine.openIndex('i');
  await harness.write('i', put('1'));
  expect(readIndexFile(disk, index)!.begunShards).toEqual([0, 1, 2]);
});

test('live documents of commits that no longer count are removed when the shard is opened', async () => {
  const memory = new MemoryDisk();
  const disk = new WatchedDisk(memory);
  const harness = await EngineHarness.start(disk);
  const settings = { 'index.merge.policy.deletes_pct_allowed': '50' };
  await harness.create('i', { settings });
  await harness.write('i', ...['1', '2', '3', '4', '5', '6', '7', '8'].map(put));
  await harness.engine.flush('i', { force: false });
  disk.refuse((operation, path) => operation === 'remove' && path.endsWith('.liv'));
  for (const id of ['1', '2']) {
    await harness.write('i', { kind: 'delete', id });
    await harness.engine.flush('i', { force: false }).catch(() => {});
  }
  disk.before = () => {};
  const shard = `/data/indices/${harness.engine.index('i')!.uuid}/0`;
  const liveDocs = (): string[] => disk.list(shard).filter((name) => name.endsWith('.liv'));
  expect(liveDocs()).toHaveLength(2);
  await harness.open();
  expect(liveDocs()).toEqual(['_1_2.liv']);
  expect(await harness.get('i', '2')).toBeUndefined();
  expect(checkDataDirectory(memory, '/data')).toEqual([]);
});
