import { DiskError } from '@sextant/base';
import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { batchOf } from '../testing/engine-harness.ts';
import { WriterHarness } from '../testing/writer-harness.ts';

/** A folder in which a merge makes a file while it is removed is not empty. */
class BusyDisk extends MemoryDisk {
  busy: string | undefined;

  override removeTree(path: string): void {
    if (this.busy !== undefined && path.endsWith(this.busy)) {
      throw new DiskError('failed', path, `Directory not empty: ${path}`);
    }
    super.removeTree(path);
  }
}

async function deleted() {
  const disk = new BusyDisk();
  const harness = new WriterHarness(disk);
  const uuid = await harness.create('i', { settings: { 'index.number_of_shards': '3' } });
  const documents = Array.from(
    { length: 20 },
    (_, n) => ({ kind: 'index', id: `${n}`, body: { n } }) as const,
  );
  await harness.writer.write(batchOf('i', documents));
  disk.busy = '/0';
  await harness.writer.deleteIndex('i');
  return { disk, harness, folder: `/data/indices/${uuid}` };
}

test('a folder of a deleted index that cannot be removed keeps nothing of its other shards', async () => {
  const { disk, folder } = await deleted();
  expect(disk.list(folder)).toEqual(['0', 'index.deleted']);
});

test('what could not be removed of a deleted index is removed later, without a restart', async () => {
  const { disk, harness, folder } = await deleted();
  harness.clock.advance(60_000);
  expect(disk.exists(folder)).toBe(true);
  disk.busy = undefined;
  harness.clock.advance(10_000);
  expect(disk.exists(folder)).toBe(false);
  const messages = harness.log.entries.map(({ message }) => message);
  expect(messages.filter((message) => message === 'files are left behind')).toHaveLength(1);
  expect(messages.at(-1)).toBe('files that were left behind are removed');
});

test('a writer that is closed leaves it to the next start', async () => {
  const { disk, harness, folder } = await deleted();
  await harness.writer.close();
  disk.busy = undefined;
  harness.clock.advance(60_000);
  expect(disk.exists(folder)).toBe(true);
  harness.open();
  expect(disk.exists(folder)).toBe(false);
});
