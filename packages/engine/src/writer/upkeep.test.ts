import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { batchOf } from '../testing/engine-harness.ts';
import { WatchedDisk } from '../testing/watched-disk.ts';
import { turns, WriterHarness } from '../testing/writer-harness.ts';

const document = (id: string) => ({ kind: 'index', id, body: { a: 1 } }) as const;
const eager = { 'index.translog.flush_threshold_size': '1b', 'index.refresh_interval': '-1' };

/** Notes when a log is synced and when a segment is begun. */
function observed(): { readonly harness: WriterHarness; readonly order: string[] } {
  const disk = new WatchedDisk(new MemoryDisk());
  const order: string[] = [];
  disk.before = (operation, path) => {
    if (operation === 'sync' && path.endsWith('.tlog')) order.push('sync');
    if (operation === 'create' && path.endsWith('.seg')) order.push('segment');
  };
  return { harness: new WriterHarness(disk), order };
}

test('a write is answered when it is synced, before the segment that it fills is built', async () => {
  const { harness, order } = observed();
  await harness.create('i', { settings: eager });
  await harness.write('i', document('1'));
  order.push('answer');
  await turns();
  expect(order.slice(order.indexOf('answer') - 1).slice(0, 3)).toEqual(['sync', 'answer', 'segment']);
});

test('a write that shares a turn with one that is refreshed at once does not wait for its segment', async () => {
  const { harness, order } = observed();
  await harness.create('i', { settings: { 'index.refresh_interval': '-1' } });
  const refreshed = harness.batch(batchOf('i', [document('1')], { refresh: 'true' }));
  const plain = harness.write('i', document('2')).then(() => order.push('answer'));
  await Promise.all([refreshed, plain]);
  expect(order.slice(-2)).toEqual(['answer', 'segment']);
});

test('a write goes out before a refresh that is asked for in the same turn', async () => {
  const { harness, order } = observed();
  await harness.create('i', { settings: { 'index.refresh_interval': '-1' } });
  const plain = harness.write('i', document('1')).then(() => order.push('answer'));
  await Promise.all([plain, harness.writer.refresh('i')]);
  expect(order.slice(-2)).toEqual(['answer', 'segment']);
});

test('a write comes in between the shards of an index that are refreshed together', async () => {
  for (const refresh of ['timer', 'call'] as const) {
    const { harness, order } = observed();
    const interval = refresh === 'timer' ? '1s' : '-1';
    await harness.create('i', {
      settings: { 'index.number_of_shards': '2', 'index.refresh_interval': interval },
    });
    await harness.create('other', { settings: { 'index.refresh_interval': '-1' } });
    await harness.write('i', ...Array.from({ length: 10 }, (_, i) => document(String(i))));
    let refreshed: Promise<void> | undefined;
    if (refresh === 'call') refreshed = harness.writer.refresh('i');
    await Promise.resolve();
    const plain = harness.write('other', document('1')).then(() => order.push('answer'));
    if (refresh === 'timer') harness.clock.advance(1_000);
    await Promise.all([plain, refreshed]);
    await turns(5);
    expect(order.filter((each) => each !== 'sync')).toEqual(['segment', 'answer', 'segment']);
  }
});

test('a write comes in between indices whose refreshes, or flushes for being idle, fall due together', async () => {
  for (const [interval, dueMs] of [
    ['1s', 1_000],
    ['-1', 5 * 60_000],
  ] as const) {
    const { harness, order } = observed();
    for (const name of ['a', 'b', 'c']) {
      await harness.create(name, { settings: { 'index.refresh_interval': interval } });
      await harness.write(name, document('1'));
    }
    await harness.create('other', { settings: { 'index.refresh_interval': '-1' } });
    order.length = 0;
    harness.clock.advance(dueMs);
    const plain = harness.write('other', document('1')).then(() => order.push('answer'));
    await plain;
    await turns(20);
    const seen = order.filter((each) => each !== 'sync');
    expect(seen.filter((each) => each === 'segment')).toHaveLength(3);
    expect(seen.indexOf('answer')).toBe(1);
  }
});

test('bodies that come faster than segments are built wait for them, so that memory is bounded', async () => {
  const { harness, order } = observed();
  await harness.create('i', { settings: eager, mappings: { enabled: false } });
  const large = { kind: 'index', id: 'x', body: { text: 'x'.repeat(1024 * 1024) } } as const;
  // The answers of the first turn are out, its upkeep is due, and no turn passes from here on.
  await harness.write('i', large);
  const writes = Array.from({ length: 40 }, () => harness.write('i', large));
  expect(order).toContain('segment');
  await Promise.all(writes);
});

test('an index that is deleted while work on it is due leaves nothing behind', async () => {
  const { harness } = observed();
  const uuid = await harness.create('i', { settings: eager });
  await harness.write('i', document('1'));
  await harness.writer.deleteIndex('i');
  await turns();
  expect(harness.disk.exists(`/data/indices/${uuid}`)).toBe(false);
});
