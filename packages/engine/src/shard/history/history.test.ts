import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { EngineHarness } from '../../testing/engine-harness.ts';
import { WatchedDisk } from '../../testing/watched-disk.ts';
import { turns } from '../../testing/writer-harness.ts';
import type { HistoryOperation } from '../index/write-batch.ts';
import { FOLLOWER_SETTING } from './history-port.ts';

const body = { a: 1 };
const lease = (retainingSeqNo: number, timestamp: number) => ({
  id: 'replication:follower',
  retainingSeqNo,
  timestamp,
  source: 'replication',
});

async function leader(): Promise<EngineHarness> {
  const harness = await EngineHarness.start();
  await harness.create('i');
  return harness;
}

function seqNosOf(operations: readonly HistoryOperation[]): number[] {
  return operations.map((each) => each.seqNo);
}

test('history applied in any order, and twice, makes the same documents with the same numbers', async () => {
  const from = await leader();
  for (let i = 0; i < 30; i++) {
    await from.write(
      'i',
      { kind: 'index', id: String(i % 7), body: { n: i } },
      { kind: 'delete', id: String((i * 3) % 7) },
    );
  }
  const operations = await from.engine.history.read('i', 0, 0, 1000, 1e9);
  expect(seqNosOf(operations)).toEqual(Array.from({ length: 60 }, (_, i) => i));
  const to = await leader();
  const shuffled = operations.toSorted((a, b) => ((a.seqNo * 37) % 61) - ((b.seqNo * 37) % 61));
  await to.engine.history.apply('i', 0, shuffled.slice(0, 40));
  await to.engine.refresh('i');
  await to.engine.flush('i', { force: true });
  await to.engine.history.apply('i', 0, shuffled.slice(20));
  await to.open();
  for (let id = 0; id < 7; id++) {
    const request = { index: 'i', id: String(id), realtime: true };
    expect(await to.engine.get(request), String(id)).toEqual(await from.engine.get(request));
  }
  expect((await to.engine.stats(['i']))[0]![0]!.seqNo).toEqual({
    maxSeqNo: 59,
    localCheckpoint: 59,
    globalCheckpoint: 59,
  });
});

test('history is read in pieces', async () => {
  const harness = await leader();
  for (let i = 0; i < 10; i++) await harness.write('i', { kind: 'index', id: String(i), body });
  expect(seqNosOf(await harness.engine.history.read('i', 0, 3, 5, 1e9))).toEqual([3, 4, 5]);
  expect(seqNosOf(await harness.engine.history.read('i', 0, 3, 9, 1))).toEqual([3]);
  expect(await harness.engine.history.read('i', 0, 10, 20, 1e9)).toEqual([]);
});

test('a flush lets history go, except what a lease holds', async () => {
  const harness = await leader();
  for (let i = 0; i < 5; i++) await harness.write('i', { kind: 'index', id: String(i), body });
  await harness.engine.flush('i', { force: true });
  await expect(harness.engine.history.read('i', 0, 0, 4, 1e9)).rejects.toThrow('no longer kept');
  await harness.engine.history.addLease('i', 0, lease(6, harness.clock.now()));
  for (let i = 5; i < 9; i++) await harness.write('i', { kind: 'index', id: String(i), body });
  await harness.engine.flush('i', { force: true });
  await harness.engine.close();
  await harness.open();
  expect(seqNosOf(await harness.engine.history.read('i', 0, 6, 8, 1e9))).toEqual([6, 7, 8]);
  await harness.engine.history.removeLease('i', 0, 'replication:follower');
  await harness.write('i', { kind: 'index', id: 'x', body });
  await harness.engine.flush('i', { force: true });
  await expect(harness.engine.history.read('i', 0, 6, 8, 1e9)).rejects.toThrow('no longer kept');
});

test('a lease that was not renewed for its period holds nothing', async () => {
  const harness = await leader();
  await harness.engine.history.addLease('i', 0, lease(0, harness.clock.now()));
  await harness.write('i', { kind: 'index', id: '1', body });
  harness.clock.setNow(harness.clock.now() + 13 * 3_600_000);
  await harness.engine.flush('i', { force: true });
  await expect(harness.engine.history.read('i', 0, 0, 0, 1e9)).rejects.toThrow('no longer kept');
});

/** An index whose log is cut after each of these batches of sequence numbers; applied as a follower does. */
async function logOf(
  ...generations: readonly (readonly number[])[]
): Promise<{ readonly harness: EngineHarness; readonly disk: WatchedDisk }> {
  const disk = new WatchedDisk(new MemoryDisk());
  const harness = await EngineHarness.start(disk);
  await harness.create('i', { settings: { 'index.translog.generation_threshold_size': '1b' } });
  await harness.engine.history.addLease('i', 0, lease(0, harness.clock.now()));
  for (const numbers of generations) {
    await harness.engine.history.apply('i', 0, numbers.map(operationOf));
    // The generation is rolled in a later turn.
    await turns(5);
  }
  return { harness, disk };
}

function operationOf(seqNo: number): HistoryOperation {
  const source = new TextEncoder().encode(JSON.stringify({ text: 'x'.repeat(500) }));
  return { kind: 'index', seqNo, primaryTerm: 1, version: 1, id: String(seqNo), routing: null, source };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

test('operations before what is kept are refused at once, without reading the log', async () => {
  const { harness, disk } = await logOf(range(0, 500), range(500, 1000));
  await harness.engine.history.removeLease('i', 0, 'replication:follower');
  await harness.engine.history.addLease('i', 0, lease(500, harness.clock.now()));
  await harness.engine.flush('i', { force: true });
  const before = disk.bytesRead;
  await expect(harness.engine.history.read('i', 0, 100, 900, 1e9)).rejects.toThrow('no longer kept');
  expect(disk.bytesRead - before).toBe(0);
  expect(seqNosOf(await harness.engine.history.read('i', 0, 500, 999, 1e9))).toEqual(range(500, 1000));
});

test('one that is gone from among what is kept is refused after the part of the log that might hold it', async () => {
  // 499 goes with the first part of the log, for the others alone have room; the second surrounds it.
  const { harness, disk } = await logOf(
    [...range(0, 490), 499],
    [...range(490, 499), 500],
    range(501, 1000),
    range(1000, 1500),
  );
  const settings = { 'index.replication.translog.retention_size': '700kb' };
  await harness.engine.updateMetadata(new Map([['i', { settings }]]));
  await harness.engine.flush('i', { force: true });
  expect(seqNosOf(await harness.engine.history.read('i', 0, 490, 498, 1e9))).toEqual(range(490, 499));
  const before = disk.bytesRead;
  await expect(harness.engine.history.read('i', 0, 499, 1400, 1e9)).rejects.toThrow('no longer kept');
  expect(disk.bytesRead - before).toBeLessThan(50_000);
});

test('history across parts of a log that overlap is complete and in order', async () => {
  const { harness } = await logOf([0, 1, 5, 6], [3, 2, 8], [4, 7, 9]);
  expect(seqNosOf(await harness.engine.history.read('i', 0, 0, 9, 1e9))).toEqual(range(0, 10));
  expect(seqNosOf(await harness.engine.history.read('i', 0, 4, 8, 1e9))).toEqual(range(4, 9));
  expect(seqNosOf(await harness.engine.history.read('i', 0, 8, 8, 1e9))).toEqual([8]);
  await harness.engine.close();
  await harness.open();
  expect(seqNosOf(await harness.engine.history.read('i', 0, 3, 9, 1e9))).toEqual(range(3, 10));
});

test('leases are made once, renewed forwards, and at most 64', async () => {
  const { engine, clock } = await leader();
  const now = clock.now();
  await engine.history.addLease('i', 0, lease(5, now));
  await expect(engine.history.addLease('i', 0, lease(9, now))).rejects.toThrow('already exists');
  await engine.history.renewLease('i', 0, 'replication:follower', 8);
  await expect(engine.history.renewLease('i', 0, 'replication:follower', 7)).rejects.toThrow(
    'the current retention lease with [replication:follower] is retaining a higher sequence number [8] ' +
      'than the new retaining sequence number [7] from [replication]',
  );
  await expect(engine.history.renewLease('i', 0, 'x', 9)).rejects.toThrow('[x] not found');
  await expect(engine.history.removeLease('i', 0, 'x')).rejects.toThrow('[x] not found');
  for (let i = 0; i < 63; i++) await engine.history.addLease('i', 0, { ...lease(0, now), id: String(i) });
  await expect(engine.history.addLease('i', 0, { ...lease(0, now), id: 'y' })).rejects.toThrow('most');
  clock.setNow(now + 13 * 3_600_000);
  await expect(engine.history.renewLease('i', 0, 'replication:follower', 9)).rejects.toThrow('not found');
  await engine.history.addLease('i', 0, lease(9, clock.now()));
  expect((await engine.history.state('i', 0)).leases).toHaveLength(1);
});

test('a lease that somebody has made is renewed and ended by him alone, until it has expired', async () => {
  const harness = await leader();
  const { clock } = harness;
  const { history } = harness.engine;
  const id = 'replication:follower';
  await history.addLease('i', 0, { ...lease(0, clock.now()), owner: 'CN=a' });
  const refusal = 'retention lease with ID [replication:follower] was made by [CN=a] and not by [';
  await expect(history.renewLease('i', 0, id, 1, { owner: 'CN=b' })).rejects.toThrow(`${refusal}CN=b]`);
  await expect(history.renewLease('i', 0, id, 1)).rejects.toThrow(`${refusal}]`);
  await expect(history.removeLease('i', 0, id, 'CN=b')).rejects.toThrow(`${refusal}CN=b]`);
  await history.renewLease('i', 0, id, 1, { owner: 'CN=a' });
  expect((await history.state('i', 0)).leases).toMatchObject([{ retainingSeqNo: 1, owner: 'CN=a' }]);
  clock.setNow(clock.now() + 13 * 3_600_000);
  await history.addLease('i', 0, { ...lease(2, clock.now()), owner: 'CN=b' });
  await history.removeLease('i', 0, id, 'CN=b');
  expect((await history.state('i', 0)).leases).toEqual([]);
});

test('a lease that an earlier version has made becomes that of who renews it next, also after a restart', async () => {
  const harness = await leader();
  const id = 'replication:follower';
  await harness.engine.history.addLease('i', 0, lease(0, harness.clock.now()));
  await harness.engine.history.renewLease('i', 0, id, 1, { owner: 'CN=a' });
  await harness.engine.close();
  await harness.open();
  await expect(harness.engine.history.removeLease('i', 0, id, 'CN=b')).rejects.toThrow('made by [CN=a]');
  await harness.engine.history.removeLease('i', 0, id, 'CN=a');
});

test('a renewal that was not made durable keeps more after a restart, never less', async () => {
  const harness = await leader();
  await harness.engine.history.addLease('i', 0, lease(0, harness.clock.now()));
  for (let i = 0; i < 5; i++) await harness.write('i', { kind: 'index', id: String(i), body });
  await harness.engine.history.renewLease('i', 0, 'replication:follower', 3);
  await harness.engine.close();
  await harness.open();
  const { leases } = await harness.engine.history.state('i', 0);
  expect(leases.map(({ retainingSeqNo }) => retainingSeqNo)).toEqual([0]);
  harness.clock.setNow(harness.clock.now() + 31_000);
  await harness.engine.history.renewLease('i', 0, 'replication:follower', 4);
  await harness.engine.close();
  await harness.open();
  expect((await harness.engine.history.state('i', 0)).leases[0]!.retainingSeqNo).toBe(4);
});

test('who waits for an operation is told when it is done, when the time is over, and when the index goes', async () => {
  const { engine, clock, ...harness } = await EngineHarness.start().then(async (made) => {
    await made.create('i');
    return { engine: made.engine, clock: made.clock, write: made.write.bind(made) };
  });
  const wait = (from: number, signal?: AbortSignal) =>
    engine.history.wait('i', 0, from, { timeoutMs: 60_000, signal });
  const first = wait(0);
  const second = wait(1);
  await harness.write('i', { kind: 'index', id: 'a', body });
  expect(await first).toMatchObject({ checkpoint: 0 });
  await harness.write('i', { kind: 'delete', id: 'a' });
  expect(await second).toMatchObject({ checkpoint: 1, maxSeqNo: 1 });
  const late = wait(5);
  await turns(5);
  clock.advance(60_000);
  expect(await late).toMatchObject({ checkpoint: 1 });
  const gone = new AbortController();
  const left = wait(5, gone.signal);
  gone.abort();
  expect(await left).toMatchObject({ checkpoint: 1 });
  const deleted = wait(5);
  await turns(5);
  await engine.deleteIndex('i');
  await expect(deleted).rejects.toThrow('no such index');
});

test('a follower brings in no fields by itself: it tells how far it came, and goes on with the mapping', async () => {
  const from = await leader();
  await from.write(
    'i',
    { kind: 'index', id: '1', body: { a: 1 } },
    { kind: 'index', id: '2', body: { a: 2, b: 'x' } },
  );
  const operations = await from.engine.history.read('i', 0, 0, 9, 1e9);
  const to = await EngineHarness.start();
  const settings = { [FOLLOWER_SETTING]: 'i' };
  await to.create('i', { settings, mappings: { properties: { a: { type: 'long' } } } });
  const apply = () => to.engine.history.apply('i', 0, operations);
  expect(await apply()).toEqual({ applied: 1, needsMapping: true });
  expect((await to.engine.history.state('i', 0)).checkpoint).toBe(0);
  const { mappings } = from.engine.index('i')!;
  await to.engine.updateMetadata(new Map([['i', { mapping: mappings }]]));
  expect(await apply()).toEqual({ applied: 2, needsMapping: false });
  expect(to.engine.index('i')!.mappings).toEqual(mappings);
});

test('who reads an operation that is not acknowledged yet finds the mapping that it brought', async () => {
  const { engine, ...harness } = await leader().then((made) => ({
    engine: made.engine,
    write: made.write.bind(made),
  }));
  const writing = harness.write('i', { kind: 'index', id: '1', body: { another: 1 } });
  const operations = await engine.history.read('i', 0, 0, 9, 1e9);
  expect(operations).toHaveLength(1);
  expect(engine.index('i')!.mappings).toMatchObject({ properties: { another: { type: 'long' } } });
  await writing;
});

test('an operation that does not fit the mapping names its document, and those before it are done', async () => {
  const { engine } = await leader();
  await engine.updateMetadata(new Map([['i', { mapping: { properties: { n: { type: 'long' } } } }]]));
  const wrong = { ...operationOf(1), id: 'w', source: new TextEncoder().encode('{"n":"x"}') };
  await expect(engine.history.apply('i', 0, [operationOf(0), wrong, operationOf(2)])).rejects.toThrow(
    'document [w] with seq_no [1]: ',
  );
  expect((await engine.history.state('i', 0)).checkpoint).toBe(0);
});

test('what is promoted has no gaps in its history, and writes with a term above all that it was given', async () => {
  const harness = await leader();
  const { engine } = harness;
  await engine.history.apply('i', 0, [operationOf(0), { ...operationOf(4), primaryTerm: 7 }]);
  expect(await engine.history.state('i', 0)).toMatchObject({ checkpoint: 0, maxSeqNo: 4 });
  await engine.history.promote('i', 0);
  expect(await engine.history.state('i', 0)).toMatchObject({ checkpoint: 4, maxSeqNo: 4 });
  const { seqNos, primaryTerms } = await harness.write('i', { kind: 'index', id: 'own', body });
  expect([seqNos[0], primaryTerms[0]]).toEqual([5, 8]);
  expect(seqNosOf(await engine.history.read('i', 0, 0, 9, 1e9))).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a renewal that lets go of nothing is not written each time, and yet long before the lease would expire', async () => {
  const harness = await leader();
  const { clock, disk } = harness;
  const { history } = harness.engine;
  await history.addLease('i', 0, lease(0, clock.now()));
  const path = `/data/indices/${harness.engine.index('i')!.uuid}/0/retention.leases`;
  const written = () => Buffer.from(disk.readFile(path)).toString('latin1');
  let writes = 0;
  for (let i = 0; i < 60; i++) {
    clock.advance(60_000);
    const before = written();
    await history.renewLease('i', 0, 'replication:follower', 0);
    if (written() !== before) writes++;
  }
  expect(writes).toBe(6);
  const before = written();
  clock.advance(60_000);
  await history.renewLease('i', 0, 'replication:follower', 1);
  expect(written()).not.toBe(before);
});
