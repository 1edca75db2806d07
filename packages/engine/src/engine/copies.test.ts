import { MemoryDisk } from '@sextant/base/testing';
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
