import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { EngineHarness } from '../testing/engine-harness.ts';
import { WatchedDisk } from '../testing/watched-disk.ts';
import { turns, WriterHarness } from '../testing/writer-harness.ts';

const put = (id: string) => ({ kind: 'index', id, body: { a: 1 } }) as const;
const many = Array.from({ length: 20 }, (_, i) => put(String(i)));

test('what shards found when they were opened together is made durable one by one, and writes come in between', async () => {
  const disk = new WatchedDisk(new MemoryDisk());
  const first = new WriterHarness(disk);
  for (const name of ['a', 'b']) {
    await first.create(name, { settings: { 'index.number_of_shards': '2' } });
    await first.write(name, ...many);
  }
  await first.create('other', { settings: { 'index.refresh_interval': '-1' } });
  // The process is killed, and the next one begins.
  const harness = new WriterHarness(disk);
  const order: string[] = [];
  disk.before = (operation, path) => {
    if (operation === 'rename' && path.endsWith('translog.ckp')) order.push('secured');
  };
  harness.clock.advance(1_000);
  expect(order).toEqual(['secured']);
  await harness.write('other', put('1'));
  order.push('answer');
  await turns(30);
  const secured = order.filter((each) => each === 'secured').length;
  // The fifth is of the log that the write begins.
  expect(secured).toBe(5);
  expect(order.indexOf('answer')).toBeLessThan(order.lastIndexOf('secured'));
});

/** The process is killed, with its timers, and the next one begins. */
async function killed({ disk }: EngineHarness): Promise<EngineHarness> {
  return await EngineHarness.start(disk);
}

async function replayed(harness: EngineHarness): Promise<number> {
  return (await harness.engine.stats(['i']))[0]![0]!.recovery.translogOperations;
}

test('what took long to replay is flushed soon after the start, so that a service killed again and again starts fast', async () => {
  const first = await EngineHarness.start();
  await first.create('i', { settings: { 'index.refresh_interval': '-1' } });
  await first.write('i', ...Array.from({ length: 10_001 }, (_, i) => put(String(i))));
  const second = await killed(first);
  expect(await replayed(second)).toBe(10_001);
  expect(await replayed(await killed(second))).toBe(10_001);
  second.clock.advance(1_000);
  const third = await killed(second);
  expect(await replayed(third)).toBe(0);
  expect(await third.get('i', '10000')).toEqual({ a: 1 });
});

test('so is what is long in bytes', async () => {
  const first = await EngineHarness.start();
  await first.create('i', { settings: { 'index.refresh_interval': '-1' }, mappings: { enabled: false } });
  const text = 'x'.repeat(100_000);
  for (let i = 0; i < 9; i++) await first.write('i', { kind: 'index', id: String(i), body: { text } });
  const settings = { 'index.translog.flush_threshold_size': '300kb' };
  await first.engine.updateMetadata(new Map([['i', { settings }]]));
  const second = await killed(first);
  expect(await replayed(second)).toBe(9);
  second.clock.advance(1_000);
  expect(await replayed(await killed(second))).toBe(0);
});

test('a few operations are flushed when nothing is written for a while, and not before', async () => {
  const first = await EngineHarness.start();
  await first.create('i');
  await first.write('i', put('1'));
  const second = await killed(first);
  second.clock.advance(60_000);
  const third = await killed(second);
  expect(await replayed(third)).toBe(1);
  third.clock.advance(1_000);
  await turns(5);
  third.clock.advance(6 * 60_000);
  expect(await replayed(await killed(third))).toBe(0);
});

test('a full disk keeps nothing from being read: what was found waits for room', async () => {
  const disk = new WatchedDisk(new MemoryDisk());
  const first = await EngineHarness.start(disk);
  await first.create('i');
  await first.write('i', ...Array.from({ length: 10_001 }, (_, i) => put(String(i))));
  const second = await killed(first);
  disk.refuse((operation) => operation === 'create' || operation === 'append' || operation === 'write');
  second.clock.advance(1_000);
  expect(second.engine.failures('i')).toEqual([]);
  expect(await second.get('i', '1')).toEqual({ a: 1 });
});
