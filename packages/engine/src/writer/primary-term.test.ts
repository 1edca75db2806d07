import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { EngineHarness } from '../testing/engine-harness.ts';
import { WatchedDisk } from '../testing/watched-disk.ts';

const put = (n: number) => ({ kind: 'index', id: '1', body: { n } }) as const;

async function written(harness: EngineHarness, n: number): Promise<readonly [number, number]> {
  const { seqNos, primaryTerms, outcomes } = await harness.write('i', put(n));
  expect(outcomes[0]).toMatch(/created|updated/);
  return [seqNos[0]!, primaryTerms[0]!];
}

test('a sequence number that a power failure freed does not pass as the operation that was lost', async () => {
  const disk = new MemoryDisk();
  const harness = await EngineHarness.start(disk);
  await harness.create('i', { settings: { 'index.translog.durability': 'async' } });
  expect(await written(harness, 1)).toEqual([0, 1]);
  harness.clock.advance(5_000);
  const [ifSeqNo, ifPrimaryTerm] = await written(harness, 2);
  disk.crash();
  await harness.open();
  expect(await harness.get('i', '1')).toEqual({ n: 1 });
  expect((await written(harness, 3))[0]).toBe(ifSeqNo);
  const { outcomes, errors } = await harness.write('i', { ...put(4), ifSeqNo, ifPrimaryTerm });
  expect(outcomes).toEqual(['failed']);
  expect(errors.get(0)!.type).toBe('version_conflict_engine_exception');
  expect(await harness.get('i', '1')).toEqual({ n: 3 });
});

test('nor does one that a shard freed when it failed and opened again', async () => {
  const disk = new WatchedDisk(new MemoryDisk());
  const harness = await EngineHarness.start(disk);
  await harness.create('i');
  await written(harness, 1);
  disk.refuse((operation) => operation === 'sync');
  const lost = harness.write('i', put(2));
  // A realtime read sees the operation before it is synced.
  const { seqNo: ifSeqNo, primaryTerm: ifPrimaryTerm } = await harness.engine.get({
    index: 'i',
    id: '1',
    realtime: true,
  });
  expect((await lost).outcomes).toEqual(['failed']);
  disk.before = () => {};
  harness.clock.advance(60_000);
  const [seqNo, primaryTerm] = await written(harness, 3);
  expect([seqNo, primaryTerm]).not.toEqual([ifSeqNo, ifPrimaryTerm]);
  expect(primaryTerm).toBeGreaterThan(1);
});

test('the term grows once with the first write after a start, and not with reads or starts alone', async () => {
  const harness = await EngineHarness.start();
  await harness.create('i');
  expect(await written(harness, 1)).toEqual([0, 1]);
  for (let start = 0; start < 3; start++) {
    await harness.engine.close();
    await harness.open();
    expect((await harness.engine.get({ index: 'i', id: '1', realtime: true })).primaryTerm).toBe(1);
    expect(harness.engine.primaryTerm('i')).toBe(1);
  }
  expect(await written(harness, 2)).toEqual([1, 2]);
  expect(harness.engine.primaryTerm('i')).toBe(2);
  expect(await written(harness, 3)).toEqual([2, 2]);
  await harness.engine.close();
  await harness.open();
  expect(harness.engine.primaryTerm('i')).toBe(2);
  expect(await written(harness, 4)).toEqual([3, 3]);
  expect(harness.engine.primaryTerm('i')).toBe(3);
  expect(harness.engine.index('i')!.version).toBe(2);
});

test('operations carry the term that they were written with, through replay, flush and history', async () => {
  const disk = new MemoryDisk();
  const harness = await EngineHarness.start(disk);
  await harness.create('i');
  const lease = { id: 'x', retainingSeqNo: 0, timestamp: harness.clock.now(), source: 'test' };
  await harness.engine.history.addLease('i', 0, lease);
  for (let n = 0; n < 3; n++) {
    await harness.write('i', { kind: 'index', id: String(n), body: { n } });
    if (n === 1) await harness.engine.flush('i', { force: true });
    disk.crash();
    await harness.open();
  }
  const history = await harness.engine.history.read('i', 0, 0, 2, 1e9);
  expect(history.map(({ seqNo, primaryTerm }) => [seqNo, primaryTerm])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
});

test('while the term cannot be written nothing is, and each operation of the disk may be the one that fails', async () => {
  for (let nth = 1; ; nth++) {
    const memory = new MemoryDisk();
    const disk = new WatchedDisk(memory);
    const harness = await EngineHarness.start(disk);
    await harness.create('i');
    await written(harness, 1);
    await harness.engine.close();
    await harness.open();
    const { operations } = disk.refuseNth(nth);
    const { outcomes, errors } = await harness.write('i', put(2));
    disk.before = () => {};
    if (operations() < nth) break;
    expect(outcomes, `operation ${nth}`).toEqual(['failed']);
    expect(errors.get(0)!.type).toBe('unavailable_shards_exception');
    harness.clock.advance(60_000);
    const [, term] = await written(harness, 3);
    expect(term).toBeGreaterThan(1);
    memory.crash();
    await harness.open();
    expect(await harness.get('i', '1'), `operation ${nth}`).toEqual({ n: 3 });
    expect((await written(harness, 4))[1]).toBeGreaterThan(term);
  }
});
