import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { EngineHarness } from '../testing/engine-harness.ts';
import { StatsReceiver, StatsSender } from './stats-exchange.ts';

const NAMES = ['a', 'b', 'missing'];

/** Two indices of an engine, with both ends of an exchange of their figures. */
async function setUp() {
  const harness = await EngineHarness.start(new MemoryDisk());
  for (const name of ['a', 'b']) {
    await harness.create(name, { settings: { 'index.number_of_shards': '2' } });
    await harness.write(name, { kind: 'index', id: '1', body: { n: 1 } });
    await harness.engine.refresh(name);
  }
  const sender = new StatsSender();
  const receiver = new StatsReceiver();
  const exchange = async () => {
    const stats = await harness.engine.stats(NAMES);
    const sent = sender.send(NAMES, stats);
    expect(receiver.receive(NAMES, structuredClone(sent))).toEqual(stats);
    return sent.map((each) => (each instanceof Float64Array ? 'ages' : typeof each));
  };
  return { harness, sender, receiver, exchange };
}

test('figures that have not changed are not sent again, however much time has passed', async () => {
  const { harness, exchange } = await setUp();
  expect(await exchange()).toEqual(['object', 'object', 'undefined']);
  harness.clock.advance(1_000);
  expect(await exchange()).toEqual(['ages', 'ages', 'undefined']);
});

test('whatever changes figures has them sent', async () => {
  const { harness, exchange } = await setUp();
  const { engine } = harness;
  await exchange();
  const changes: (() => Promise<unknown>)[] = [
    () => harness.write('a', { kind: 'index', id: '2', body: { n: 2 } }),
    () => engine.refresh('a'),
    () => harness.write('a', { kind: 'delete', id: '1' }),
    () => engine.flush('a', { force: true }),
    () => harness.write('a', { kind: 'update', id: '2', body: { doc: { n: 2 } } }),
    () => engine.search({ indices: ['a'], body: {}, maxBuckets: 1 }),
    () => harness.get('a', '2', false),
  ];
  for (const change of changes) {
    await change();
    expect(await exchange()).toEqual(['object', 'ages', 'undefined']);
  }
});

test('an index that was made in the place of another has figures of its own', async () => {
  const { harness, sender, receiver, exchange } = await setUp();
  await exchange();
  await harness.engine.deleteIndex('b');
  sender.forget('b');
  receiver.forget('b');
  expect(await exchange()).toEqual(['ages', 'undefined', 'undefined']);
  await harness.create('b');
  expect(await exchange()).toEqual(['ages', 'object', 'undefined']);
});

test('a name that is no more among the figures has them sent', async () => {
  const { harness } = await setUp();
  const [shards] = await harness.engine.stats(['a']);
  const sender = new StatsSender();
  const named = shards!.map((shard) => ({
    ...shard,
    commit: { ...shard.commit, userData: { ...shard.commit.userData, gone: 'x' } },
  }));
  sender.send(['a'], [named]);
  expect(sender.send(['a'], [shards])).toEqual([shards]);
});
