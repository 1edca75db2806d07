import { FaultyDisk, MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { batchOf } from '../testing/engine-harness.ts';
import { WatchedDisk } from '../testing/watched-disk.ts';
import { turns, WriterHarness } from '../testing/writer-harness.ts';

const document = (id: string) => ({ kind: 'index', id, body: { a: 1 } }) as const;
const shards = { 'index.number_of_shards': '3' };

function waiting(harness: WriterHarness, ...ids: readonly string[]) {
  return harness.batch(batchOf('i', ids.map(document), { refresh: 'wait_for' }));
}

test('who waits for a refresh is answered when the shard fails, for the document is durable', async () => {
  const disk = new FaultyDisk(new MemoryDisk());
  const harness = new WriterHarness(disk);
  await harness.create('i', { settings: { 'index.refresh_interval': '-1' } });
  const answer = waiting(harness, '1');
  await turns();
  disk.full = true;
  expect((await harness.write('i', document('2'))).outcomes).toEqual(['failed']);
  expect((await answer).outcomes).toEqual(['created']);
});

test('who waits for a refresh is answered when the index is closed or deleted', async () => {
  const harness = new WriterHarness();
  for (const end of ['closeIndex', 'deleteIndex'] as const) {
    await harness.create('i', { settings: { 'index.refresh_interval': '-1' } });
    const answer = waiting(harness, '1');
    await turns();
    await harness.writer[end]('i');
    expect((await answer).outcomes).toEqual(['created']);
    if (end === 'closeIndex') await harness.writer.deleteIndex('i');
  }
});

for (const refresh of ['true', 'wait_for'] as const) {
  test(`a shard that fails while it is refreshed (${refresh}) does not take the answers of the others`, async () => {
    const disk = new WatchedDisk(new MemoryDisk());
    const harness = new WriterHarness(disk);
    await harness.create('i', {
      settings: { ...shards, 'index.max_refresh_listeners': '0', 'index.refresh_interval': '-1' },
    });
    disk.refuse((_, path) => path.includes('/1/_'));
    const ids = Array.from({ length: 12 }, (_, i) => String(i));
    const result = await harness.batch(batchOf('i', ids.map(document), { refresh }));
    const failed = result.outcomes.flatMap((each, i) => (each === 'failed' ? [result.shards[i]] : []));
    expect(new Set(failed)).toEqual(new Set([1]));
    expect(result.outcomes.filter((each) => each === 'created').length).toBeGreaterThan(0);
    expect(harness.shown(0)).toHaveLength(1);
  });
}
