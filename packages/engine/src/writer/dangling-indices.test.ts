import { FaultyDisk, MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { EngineHarness } from '../testing/engine-harness.ts';
import { turns } from '../testing/writer-harness.ts';

/** An index of three documents and more, in a data folder of its own. */
async function foreign(more = 0): Promise<{ readonly disk: MemoryDisk; readonly uuid: string }> {
  const disk = new MemoryDisk();
  const harness = new EngineHarness(disk, 7);
  await harness.open();
  await harness.create('books', {});
  for (const id of ['1', '2']) await harness.write('books', { kind: 'index', id, body: { n: 1 } });
  const body = { t: 'some words of a text' };
  const others = Array.from({ length: more }, (_, i) => ({ kind: 'index', id: `more-${i}`, body }) as const);
  await harness.write('books', ...others);
  await harness.engine.flush('books', { force: true });
  await harness.write('books', { kind: 'index', id: '3', body: { n: 1 } });
  const { uuid } = harness.engine.index('books')!;
  await harness.engine.close();
  return { disk, uuid };
}

function bring({ disk, uuid }: { readonly disk: MemoryDisk; readonly uuid: string }, to: MemoryDisk): void {
  const home = '/data/indices';
  const folders = new Set<string>([home]);
  for (const path of disk.files(`${home}/${uuid}`)) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    to.makeDirectory(folder);
    for (let each = folder; each.length > home.length; each = each.slice(0, each.lastIndexOf('/'))) {
      folders.add(each);
    }
    const file = to.open(path, 'create');
    file.write(disk.readFile(path));
    file.sync();
    file.close();
  }
  for (const folder of folders) to.syncDirectory(folder);
}

async function documents(harness: EngineHarness): Promise<number> {
  const found = ['1', '2', '3'].map((id) => harness.engine.get({ index: 'books', id, realtime: true }));
  return (await Promise.all(found)).filter((each) => each.found).length;
}

test('an index whose folder is brought is taken in by the first of several writers, with all that its log holds', async () => {
  const brought = await foreign();
  const disk = new MemoryDisk();
  const harness = await EngineHarness.start(disk, 2);
  expect(await harness.engine.paths.dangling()).toEqual([]);
  bring(brought, disk);
  expect(await harness.engine.paths.dangling()).toMatchObject([{ name: 'books', uuid: brought.uuid }]);
  await harness.engine.paths.endDangling('import', brought.uuid);
  expect(await documents(harness)).toBe(3);
  expect(await harness.engine.paths.dangling()).toEqual([]);
  await expect(harness.engine.paths.endDangling('delete', brought.uuid)).rejects.toThrow('No dangling index');
  await harness.engine.close();
});

test.each([
  ['import', 'fail'],
  ['import', 'stop'],
  ['delete', 'fail'],
  ['delete', 'stop'],
] as const)(
  '%s: where the disk does %s at any of its operations, the index is whole or gone',
  async (kind, fault) => {
    const brought = await foreign();
    for (let at = 1; ; at++) {
      const memory = new MemoryDisk();
      const disk = new FaultyDisk(memory);
      const harness = await EngineHarness.start(disk);
      bring(brought, memory);
      const before = disk.operations;
      disk.breakAt({ at, kind: fault });
      const end = await harness.engine.paths.endDangling(kind, brought.uuid).then(
        () => 'done',
        () => 'failed',
      );
      const isOver = disk.operations - before < at;
      // What the fault left failed cannot be closed either.
      await harness.engine.close().catch(() => undefined);
      if (disk.stopped) memory.crash(new SeededRandom(at));
      const after = await EngineHarness.start(memory);
      const found = after.engine.index('books') === undefined ? 0 : await documents(after);
      let whole = [3];
      if (kind === 'delete') whole = end === 'done' ? [0] : [0, 3];
      expect([kind, fault, at, whole, whole.includes(found)]).toEqual([kind, fault, at, whole, true]);
      expect(after.engine.damagedFolders()).toEqual([]);
      await after.engine.close();
      if (isOver) break;
    }
  },
);

test('a disk that refuses is told as such', async () => {
  const brought = await foreign();
  const memory = new MemoryDisk();
  const disk = new FaultyDisk(memory);
  const harness = await EngineHarness.start(disk);
  bring(brought, memory);
  disk.breakAt({ at: 2, kind: 'fail' });
  const taken = harness.engine.paths.endDangling('import', brought.uuid);
  await expect(taken).rejects.toThrow('cannot take in [books]');
  await harness.engine.paths.endDangling('import', brought.uuid);
  expect(await documents(harness)).toBe(3);
  await harness.engine.close();
});

test('what is brought is read through, as nobody knows who wrote it', async () => {
  const disk = new MemoryDisk();
  await (await EngineHarness.start(disk)).engine.close();
  const harness = await EngineHarness.start(disk);
  const brought = await foreign(500);
  bring(brought, disk);
  disk.damage(`/data/indices/${brought.uuid}/0/_1.seg`, 5_000);
  await harness.engine.paths.endDangling('import', brought.uuid);
  expect(harness.engine.failures('books')).toEqual([]);
  harness.clock.advance(10_000);
  await turns(10);
  expect(harness.engine.failures('books')).toMatchObject([{ cause: { type: 'corrupt_index_exception' } }]);
  await harness.engine.close();
});
