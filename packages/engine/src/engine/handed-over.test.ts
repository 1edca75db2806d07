import { FaultyDisk, MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { EngineHarness, type PlainOperation } from '../testing/engine-harness.ts';
import { WriterHarness } from '../testing/writer-harness.ts';

const put = (id: string, body: unknown = { n: 1 }): PlainOperation => ({ kind: 'index', id, body });

test('an index whose mapping cannot be written stays as it is: nothing that was acknowledged is lost', async () => {
  const disk = new FaultyDisk(new MemoryDisk());
  const harness = new WriterHarness(disk);
  await harness.create('a', { settings: { 'index.translog.durability': 'async' } });
  await harness.write('a', put('first'));
  await harness.write('a', put('second'));
  disk.full = true;
  // As any other, which is in memory alone: neither it nor its new field has to be durable yet.
  expect((await harness.write('a', put('third', { other: 1 }))).outcomes).toEqual(['created']);
  expect(await harness.writer.handOver('a')).toBeUndefined();
  disk.full = false;
  for (const id of ['first', 'third']) expect((await harness.writer.get('a', 0, id)).found).toBe(true);
  expect((await harness.write('a', put('first'))).versions[0]).toBe(2);
  await harness.writer.close();
});

test('a refresh that is under way finds its index where it was asked for', async () => {
  const harness = await EngineHarness.start(new MemoryDisk(), 2);
  await harness.create('a');
  await harness.create('b');
  const { engine } = harness;
  const calls = [
    harness.write('a', put('1')),
    harness.write('b', put('1')),
    engine.refresh('b'),
    engine.flush('b', { force: true }),
    engine.forceMerge('b', {}),
    engine.refreshShards('b', [0], 'true'),
  ];
  await Promise.all(calls);
  expect((await engine.search({ indices: ['b'], body: { size: 0 }, maxBuckets: 1 })).total!.value).toBe(1);
  await engine.close();
});

test('a writer that is closed makes no index: it would hide the one of that name that it had', async () => {
  const harness = new WriterHarness();
  await harness.create('a');
  await harness.write('a', put('1'));
  await harness.writer.close();
  await expect(harness.create('a')).rejects.toThrow('the writer is closed');
  harness.open();
  expect((await harness.writer.get('a', 0, '1')).found).toBe(true);
  await harness.writer.close();
});
