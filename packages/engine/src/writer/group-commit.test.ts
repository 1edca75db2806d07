import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { WatchedDisk } from '../testing/watched-disk.ts';
import { WriterHarness } from '../testing/writer-harness.ts';

const KILOBYTE = 1024;

/** Notes the syncs of the log; each takes so long. */
async function observed(syncMs: number): Promise<{ harness: WriterHarness; order: string[] }> {
  const disk = new WatchedDisk(new MemoryDisk());
  const order: string[] = [];
  const harness = new WriterHarness(disk);
  disk.before = (operation, path) => {
    if (operation !== 'sync' || !path.endsWith('.tlog')) return;
    order.push('sync');
    harness.clock.advance(syncMs);
  };
  await harness.create('i', { settings: { 'index.refresh_interval': '-1' } });
  const first = { kind: 'index', id: 'first', body: { a: '' } } as const;
  await harness.write('i', first);
  order.length = 0;
  return { harness, order };
}

/** As many bodies as there are sizes, which have come in one turn; what happened until all were answered. */
async function orderOf(
  { harness, order }: Awaited<ReturnType<typeof observed>>,
  kilobytes: readonly number[],
): Promise<string[]> {
  const answers = kilobytes.map(async (size, i) => {
    const body = { a: 'x '.repeat((size * KILOBYTE) / 2) };
    const written = harness.write('i', { kind: 'index', id: String(i), body });
    order.push(`applied ${i}`);
    expect((await written).outcomes).toEqual(['created']);
    order.push(`answered ${i}`);
  });
  await Promise.all(answers);
  return order;
}

test('small bodies that come together share a sync', async () => {
  const order = await orderOf(await observed(0), [1, 1, 1]);
  expect(order.slice(0, 4)).toEqual(['applied 0', 'applied 1', 'applied 2', 'sync']);
});

test('a large body is durable before the next one is applied that came with it', async () => {
  const order = await orderOf(await observed(0), [600, 1, 600]);
  const syncs = order.flatMap((what, i) => (what === 'sync' ? [i] : []));
  expect(order[syncs[0]! + 1]).toBe('applied 0');
  expect(order.filter((what) => what.startsWith('answered'))).toEqual([
    'answered 0',
    'answered 1',
    'answered 2',
  ]);
  expect(syncs).toHaveLength(2);
});

test('where a sync takes long, large bodies that come together share it', async () => {
  const order = await orderOf(await observed(10), [600, 600, 600]);
  expect(order.filter((what) => what === 'sync')).toHaveLength(1);
});
