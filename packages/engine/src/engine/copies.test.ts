import { DiskError } from '@sextant/base';
import { FaultyDisk, MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { EngineHarness } from '../testing/engine-harness.ts';
import type { CopiedShard } from './outgoing-copies.ts';

const chunk = 1000;

async function transfer(from: EngineHarness, to: EngineHarness, spoil?: (bytes: Uint8Array) => Uint8Array) {
  const copy = await from.engine.copies.begin('i');
  const incoming = to.engine.receive('x');
  for (const { shard, files } of copy.shards) {
    for (const { name, length } of files) {
      for (let at = 0; at < length; at += chunk) {
        const bytes = from.engine.copies.read(copy.id, shard, name, at, chunk);
        incoming.append(shard, name, at, spoil?.(bytes) ?? bytes);
      }
    }
  }
  return { copy, incoming };
}

const settings = { 'index.number_of_shards': '2' };
const request = (harness: EngineHarness) => {
  const { mappings } = harness.engine.index('i')!;
  return { name: 'i', settings, mappings, aliases: {} };
};

async function everything(harness: EngineHarness): Promise<unknown> {
  const documents = [];
  for (let i = 0; i < 200; i++) {
    documents.push(await harness.engine.get({ index: 'i', id: String(i), realtime: true }));
  }
  return documents;
}

async function filled(): Promise<EngineHarness> {
  const harness = await EngineHarness.start();
  await harness.create('i', { settings });
  for (let i = 0; i < 150; i++)
    await harness.write('i', { kind: 'index', id: String(i), body: { n: i, t: 'a b' } });
  await harness.engine.refresh('i');
  for (let i = 0; i < 150; i += 3) await harness.write('i', { kind: 'delete', id: String(i) });
  for (let i = 1; i < 150; i += 3)
    await harness.write('i', { kind: 'index', id: String(i), body: { n: -i } });
  return harness;
}

async function follow(from: EngineHarness, to: EngineHarness, shards: readonly CopiedShard[]): Promise<void> {
  for (const { shard, checkpoint } of shards) {
    const operations = await from.engine.history.read('i', shard, checkpoint + 1, 1e9, 1e9);
    await to.engine.history.apply('i', shard, operations);
  }
}

test('an index made of the files of another one goes on with its operations, and both are the same', async () => {
  const from = await filled();
  const to = await EngineHarness.start();
  const { copy, incoming } = await transfer(from, to);
  for (let i = 100; i < 200; i++) await from.write('i', { kind: 'index', id: String(i), body: { later: i } });
  await from.engine.forceMerge('i', { maxNumSegments: 1 });
  await incoming.finish(request(from), copy.shards);
  from.engine.copies.end(copy.id);
  incoming.remove();
  await follow(from, to, copy.shards);
  expect(await everything(to)).toEqual(await everything(from));
  await to.engine.close();
  await to.open();
  expect(await everything(to)).toEqual(await everything(from));
  for (const shard of [0, 1]) {
    const { checkpoint, maxSeqNo } = await from.engine.history.state('i', shard);
    expect(await to.engine.history.state('i', shard)).toMatchObject({ checkpoint, maxSeqNo });
  }
});

test('operations that the files have already, and deletes, come once more without harm', async () => {
  const from = await filled();
  const to = await EngineHarness.start();
  const { copy, incoming } = await transfer(from, to);
  const earlier = copy.shards.map((each) => ({ ...each, checkpoint: Math.max(-1, each.checkpoint - 60) }));
  await incoming.finish(request(from), earlier);
  await follow(from, to, earlier);
  expect(await everything(to)).toEqual(await everything(from));
});

test('what was changed or cut on the way makes no index, and nothing is left of it', async () => {
  const from = await filled();
  const to = await EngineHarness.start();
  let spoiled = false;
  const changed = await transfer(from, to, (bytes) => {
    const copy = bytes.slice();
    if (!spoiled) copy[copy.length >> 1]! ^= 4;
    spoiled = true;
    return copy;
  });
  await expect(changed.incoming.finish(request(from), changed.copy.shards)).rejects.toThrow('damaged');
  changed.incoming.remove();
  const { copy, incoming } = await transfer(from, to);
  const longer = copy.shards.map((each) => ({
    ...each,
    files: each.files.map(({ name, length }) => ({ name, length: length + 1 })),
  }));
  await expect(incoming.finish(request(from), longer)).rejects.toThrow('bytes');
  incoming.remove();
  expect(to.engine.indices()).toEqual([]);
});

test('only the next bytes of files of segments are taken', async () => {
  const { engine } = await EngineHarness.start(new MemoryDisk());
  const incoming = engine.receive('x');
  const bytes = new Uint8Array(3);
  for (const name of ['../a.seg', '_1.seg/x', 'commit.point', '_1.liv', '_A.seg', '']) {
    expect(() => incoming.append(0, name, 0, bytes), name).toThrow('cannot be taken');
  }
  incoming.append(0, '_1.seg', 0, bytes);
  expect(() => incoming.append(0, '_1.seg', 0, bytes)).toThrow('cannot be taken');
  incoming.append(0, '_1.seg', 3, bytes);
});

test('a file of no bytes cannot be named outside of its copy, nor a copy outside of its folder', async () => {
  const harness = await filled();
  await harness.engine.flush('i', { force: true });
  const incoming = harness.engine.receive('x');
  const { uuid } = harness.engine.index('i')!;
  const copy = await harness.engine.copies.begin('i');
  const [shard] = copy.shards;
  const outside = shard!.files
    .filter(({ name }) => name.endsWith('.seg'))
    .map(({ name }) => ({ name: `../../../indices/${uuid}/0/${name}`, length: 0 }));
  const shards = [{ ...shard!, files: outside }];
  expect(() => incoming.expect(shards)).toThrow('cannot be taken');
  const stolen = { ...request(harness), name: 'stolen', settings: { 'index.number_of_shards': '1' } };
  await expect(incoming.finish(stolen, shards)).rejects.toThrow('cannot be taken');
  expect(harness.engine.index('stolen')).toBeUndefined();
  for (const id of ['../../home/.ssh', '..', 'a/b', 'a\\b', 'a\0b', '']) {
    expect(() => harness.engine.receive(id), id).toThrow('cannot be taken');
  }
});

test('a copy that has ended, or whose index was deleted, gives nothing more', async () => {
  const { engine } = await filled();
  const copy = await engine.copies.begin('i');
  const [file] = copy.shards[0]!.files;
  expect(engine.copies.read(copy.id, 0, file!.name, 0, 9)).toHaveLength(9);
  expect(() => engine.copies.read(copy.id, 0, '_zz.seg', 0, 9)).toThrow('there is no part');
  engine.copies.end(copy.id);
  expect(() => engine.copies.read(copy.id, 0, file!.name, 0, 9)).toThrow('there is no part');
  const other = await engine.copies.begin('i');
  await engine.deleteIndex('i');
  expect(() => engine.copies.read(other.id, 0, file!.name, 0, 9)).toThrow('there is no part');
});

test('a copy holds its files when another one of them ends, and when the index moves on', async () => {
  const { engine, clock } = await filled();
  const copies = [];
  for (let i = 0; i < 3; i++) copies.push(await engine.copies.begin('i'));
  const [kept, other] = [copies[0]!, copies[1]!];
  const readAll = (): void => {
    for (const { shard, files } of kept.shards) {
      for (const { name, length } of files) {
        expect(engine.copies.read(kept.id, shard, name, 0, length), name).toHaveLength(length);
      }
    }
  };
  engine.copies.end(other.id);
  readAll();
  await engine.forceMerge('i', { maxNumSegments: 1 });
  await engine.flush('i', { force: true });
  clock.advance(120_000);
  readAll();
});

test('what a copy has can be lost no more, also where writes are not synced at once', async () => {
  const disk = new MemoryDisk();
  const from = await EngineHarness.start(disk);
  await from.create('i', { settings: { 'index.translog.durability': 'async' } });
  await from.write('i', { kind: 'index', id: '1', body: { n: 1 } });
  const { shards } = await from.engine.copies.begin('i');
  expect(shards[0]!.files).not.toEqual([]);
  disk.crash();
  const after = await EngineHarness.start(disk);
  expect(await after.engine.history.state('i', 0)).toMatchObject({ checkpoint: shards[0]!.checkpoint });
  expect(await after.get('i', '1')).toEqual({ n: 1 });
});

class UnreadableSizes extends MemoryDisk {
  areUnreadable = false;

  override sizeOf(path: string): number {
    if (this.areUnreadable) throw new DiskError('failed', path, 'cannot be read');
    return super.sizeOf(path);
  }
}

test('a copy that cannot be begun because of the disk holds no files', async () => {
  const disk = new UnreadableSizes();
  const harness = await EngineHarness.start(disk);
  const { engine, clock } = harness;
  await harness.create('i');
  await harness.write('i', { kind: 'index', id: '1', body: { n: 1 } });
  disk.areUnreadable = true;
  await expect(engine.copies.begin('i')).rejects.toThrow('cannot be read');
  disk.areUnreadable = false;
  await harness.write('i', { kind: 'index', id: '1', body: { n: 2 } });
  await engine.forceMerge('i', { maxNumSegments: 1 });
  await engine.flush('i', { force: true });
  clock.advance(120_000);
  const segments = disk
    .list(`/data/indices/${engine.index('i')!.uuid}/0`)
    .filter((name) => name.endsWith('.seg'));
  expect(segments).toHaveLength(1);
});

test('a write to a copy that follows no further is kept, also where its files had later ones of the document', async () => {
  const from = await EngineHarness.start();
  await from.create('i');
  for (let n = 0; n < 9; n++) await from.write('i', { kind: 'index', id: '1', body: { n } });
  const disk = new MemoryDisk();
  const to = await EngineHarness.start(disk);
  const { copy, incoming } = await transfer(from, to);
  const { mappings } = from.engine.index('i')!;
  const earlier = copy.shards.map((each) => ({ ...each, checkpoint: 3 }));
  await incoming.finish({ name: 'i', settings: {}, mappings, aliases: {} }, earlier);
  await to.engine.history.promote('i', 0);
  expect((await to.write('i', { kind: 'index', id: '1', body: { n: 100 } })).outcomes).toEqual(['updated']);
  disk.crash();
  const after = await EngineHarness.start(disk);
  expect(await after.get('i', '1')).toEqual({ n: 100 });
  expect(await after.engine.history.state('i', 0)).toMatchObject({ checkpoint: 9, maxSeqNo: 9 });
});

/** All that a follower does at first, on a disk that breaks somewhere. */
async function bootstrap(from: EngineHarness, to: EngineHarness): Promise<void> {
  const { copy, incoming } = await transfer(from, to);
  try {
    await incoming.finish(request(from), copy.shards);
  } finally {
    incoming.remove();
    from.engine.copies.end(copy.id);
  }
  await follow(from, to, copy.shards);
}

async function operationsOfBootstrap(
  from: EngineHarness,
): Promise<{ readonly first: number; readonly last: number }> {
  const disk = new FaultyDisk(new MemoryDisk());
  const to = await EngineHarness.start(disk);
  const first = disk.operations + 1;
  await bootstrap(from, to);
  return { first, last: disk.operations };
}

test('a machine that stops while files come leaves the whole index or nothing, and no file of them', async () => {
  const from = await filled();
  const whole = await everything(from);
  const { first, last } = await operationsOfBootstrap(from);
  const seen = new Set<boolean>();
  for (let at = first; at <= last; at += 2) {
    const memory = new MemoryDisk();
    const to = await EngineHarness.start(new FaultyDisk(memory, { at, kind: 'stop' }));
    await bootstrap(from, to).catch(() => undefined);
    memory.crash(new SeededRandom(at));
    const after = await EngineHarness.start(memory);
    const isThere = after.engine.index('i') !== undefined;
    seen.add(isThere);
    // With which nobody goes on.
    after.engine.receiveOnly(new Set());
    expect(memory.exists('/data/incoming'), `stopped at ${at}`).toBe(false);
    expect(after.engine.damagedFolders(), `stopped at ${at}`).toEqual([]);
    if (isThere) {
      for (const shard of [0, 1]) {
        const { checkpoint } = await after.engine.history.state('i', shard);
        const operations = await from.engine.history.read('i', shard, checkpoint + 1, 1e9, 1e9);
        await after.engine.history.apply('i', shard, operations);
      }
    } else await bootstrap(from, after);
    expect(await everything(after), `stopped at ${at}`).toEqual(whole);
    await after.engine.close();
  }
  expect([...seen].sort()).toEqual([false, true]);
});

test.each(['fail', 'full'] as const)(
  'where the disk is %s in the middle it can be done again',
  async (kind) => {
    const from = await filled();
    const whole = await everything(from);
    const { first, last } = await operationsOfBootstrap(from);
    for (let at = first; at <= last; at += 3) {
      const memory = new MemoryDisk();
      const disk = new FaultyDisk(memory, { at, kind });
      const to = await EngineHarness.start(disk);
      await bootstrap(from, to).catch(() => undefined);
      disk.full = false;
      // A shard that the disk has failed is opened again.
      to.clock.advance(60_000);
      if (to.engine.index('i') === undefined) await bootstrap(from, to);
      for (const shard of [0, 1]) {
        const { checkpoint } = await to.engine.history.state('i', shard);
        await to.engine.history.apply(
          'i',
          shard,
          await from.engine.history.read('i', shard, checkpoint + 1, 1e9, 1e9),
        );
      }
      expect(await everything(to), `${kind} at ${at}`).toEqual(whole);
    }
  },
);

const rounds = Number(process.env.COPY_ROUNDS ?? 40);
const firstSeed = Number(process.env.COPY_SEED ?? 1);

/** One of the things that happen to a leader, or to what follows it. */
async function event(random: SeededRandom, leader: EngineHarness, follower: EngineHarness): Promise<void> {
  const id = String(Math.floor(random.float() * 200));
  const roll = random.float();
  if (roll < 0.6)
    await leader.write('i', { kind: 'index', id, body: { n: Math.floor(random.float() * 99) } });
  else if (roll < 0.75) await leader.write('i', { kind: 'delete', id });
  else if (roll < 0.8) await leader.engine.refresh('i');
  else if (roll < 0.84) await leader.engine.flush('i', { force: true });
  else if (roll < 0.87) await leader.engine.forceMerge('i', { maxNumSegments: 1 });
  else if (roll < 0.9) await restarted(leader);
  else if (roll < 0.93) await restarted(follower);
  else if (follower.engine.index('i') !== undefined) await catchUp(random, leader, follower);
}

async function restarted(harness: EngineHarness): Promise<void> {
  await harness.engine.close();
  await harness.open();
}

/** A few of the next operations of each shard, some of which it has already. */
async function catchUp(random: SeededRandom, leader: EngineHarness, follower: EngineHarness): Promise<void> {
  for (const shard of [0, 1]) {
    const { checkpoint } = await follower.engine.history.state('i', shard);
    const from = Math.max(0, checkpoint + 1 - Math.floor(random.float() * 3));
    const operations = await leader.engine.history.read(
      'i',
      shard,
      from,
      from + Math.floor(random.float() * 20),
      1e9,
    );
    await follower.engine.history.apply('i', shard, operations);
    await leader.engine.history.renewLease('i', shard, 'f', Math.max(0, checkpoint - 5));
  }
}

test('whatever happens to both, a follower has in the end what the leader has', async () => {
  for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
    const random = new SeededRandom(seed);
    const writers = seed % 4 === 0 ? 2 : 1;
    const leader = await EngineHarness.start(new MemoryDisk(), writers);
    const follower = await EngineHarness.start(new MemoryDisk(), writers);
    await leader.create('i', { settings });
    for (const shard of [0, 1]) {
      const lease = { id: 'f', retainingSeqNo: 0, timestamp: leader.clock.now(), source: 'test' };
      await leader.engine.history.addLease('i', shard, lease);
    }
    const copiedAfter = Math.floor(random.float() * 80);
    for (let step = 0; step < 160; step++) {
      await event(random, leader, follower);
      if (step === copiedAfter) await bootstrap(leader, follower);
    }
    await follow(
      leader,
      follower,
      await Promise.all(
        [0, 1].map(async (shard) => ({
          shard,
          files: [],
          ...(await follower.engine.history.state('i', shard)),
        })),
      ),
    );
    expect(await everything(follower), `COPY_SEED=${seed} COPY_ROUNDS=1`).toEqual(await everything(leader));
    await leader.engine.close();
    await follower.engine.close();
  }
});
