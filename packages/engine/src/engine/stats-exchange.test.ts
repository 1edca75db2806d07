import { expect, test } from 'vitest';
import type { ShardStats } from '../shard/index/stats.ts';
import { batchOf } from '../testing/engine-harness.ts';
import { turns, WriterHarness } from '../testing/writer-harness.ts';
import { StatsReceiver, StatsSender } from './stats-exchange.ts';

const NAMES = ['a', 'b', 'missing'];

/** Two indices of a writer, with both ends of an exchange of their figures. */
async function setUp() {
  const harness = new WriterHarness();
  for (const name of ['a', 'b']) {
    const mappings = { properties: { k: { type: 'keyword' } } };
    await harness.create(name, { settings: { 'index.number_of_shards': '2' }, mappings });
    await harness.write(name, { kind: 'index', id: '1', body: { n: 1 } });
    await harness.writer.refresh(name);
  }
  const sender = new StatsSender();
  const receiver = new StatsReceiver();
  /** The names whose figures crossed. */
  const exchange = async (asked: readonly string[] = NAMES) => {
    const names = sender.namesOf(structuredClone(receiver.ask(asked)));
    expect(names).toEqual(asked);
    const stats = await harness.writer.stats(names);
    const sent = sender.send(names, stats);
    expect(receiver.receive(asked, structuredClone(sent))).toEqual(stats);
    return sent.flatMap(([place, figures]) => (figures === undefined ? [] : [names[place]]));
  };
  return { harness, sender, receiver, exchange };
}

test('figures that have not changed are not sent again, however much time has passed', async () => {
  const { harness, exchange } = await setUp();
  expect(await exchange()).toEqual(['a', 'b']);
  harness.clock.advance(1_000);
  expect(await exchange()).toEqual([]);
});

function listeners({ refresh }: ShardStats): number {
  return refresh.listeners;
}

test('names are sent again only where they are others', async () => {
  const { receiver, exchange } = await setUp();
  await exchange();
  expect(receiver.ask(NAMES.slice())).toBeNull();
  expect(await exchange(['b', 'a'])).toEqual([]);
  expect(await exchange(['a'])).toEqual([]);
  expect(await exchange()).toEqual([]);
});

test('whatever changes figures has them sent, and shows in them', async () => {
  const { harness, exchange } = await setUp();
  const { writer } = harness;
  await exchange();
  const total = async (figure: (shard: ShardStats) => number): Promise<number> => {
    const [shards] = await writer.stats(['a']);
    return shards!.reduce((sum, shard) => sum + figure(shard), 0);
  };
  const index = (id: string) => harness.write('a', { kind: 'index', id, body: { n: 2 } });
  const noop = { kind: 'update', id: '2', body: { doc: { n: 2 } } } as const;
  const long = { kind: 'index', id: '3', body: { k: 'x'.repeat(40_000) } } as const;
  const waiting = { refresh: 'wait_for' } as const;
  const changes: (readonly [() => unknown, (shard: ShardStats) => number, by: number])[] = [
    [() => index('2'), ({ indexing }) => indexing.indexTotal, 1],
    [() => index('2'), ({ seqNo }) => seqNo.maxSeqNo, 1],
    [() => index('2'), ({ translog }) => translog.operations, 1],
    [() => writer.refresh('a'), ({ docsCount }) => docsCount, 1],
    [() => harness.write('a', noop), ({ indexing }) => indexing.noopUpdateTotal, 1],
    [() => harness.write('a', { kind: 'delete', id: '1' }), ({ indexing }) => indexing.deleteTotal, 1],
    [() => writer.refresh('a'), ({ docsCount }) => docsCount, -1],
    [() => harness.write('a', long), ({ indexing }) => indexing.indexFailed, 1],
    [() => void harness.batch(batchOf('a', [{ kind: 'index', id: '2', body: {} }], waiting)), listeners, 1],
    [() => writer.refresh('a'), listeners, -1],
    [() => writer.flush('a', { force: true }), ({ flush }) => flush.total, 2],
    [() => index('9'), ({ translog }) => translog.uncommittedOperations, 1],
  ];
  for (const [number, [change, figure, by]] of changes.entries()) {
    const before = await total(figure);
    await change();
    await turns();
    expect((await total(figure)) - before, `change ${number}`).toBe(by);
    expect(await exchange(), `change ${number}`).toEqual(['a']);
  }
});

test('a merge shows while it runs and after it', async () => {
  const { harness, exchange } = await setUp();
  const { writer, merger } = harness;
  for (const id of ['1', '2', '3', '4']) {
    await harness.write('a', { kind: 'index', id, body: {} });
    await writer.refresh('a');
  }
  await exchange();
  const merged = writer.forceMerge('a', { maxNumSegments: 1 });
  await turns();
  const current = async () => (await writer.stats(['a']))[0]!.map(({ merges }) => merges.current);
  const running = await current();
  expect(Math.max(...running)).toBe(1);
  expect(await exchange()).toEqual(['a']);
  while (merger.held.length > 0) {
    for (const each of merger.held.splice(0)) each.proceed();
    await turns();
  }
  await merged;
  expect(await current()).toEqual([0, 0]);
  expect(await exchange()).toEqual(['a']);
});

test('an index that was made in the place of another has figures of its own', async () => {
  const { harness, sender, receiver, exchange } = await setUp();
  await exchange();
  await harness.writer.deleteIndex('b');
  sender.forget('b');
  receiver.forget('b');
  expect(await exchange()).toEqual([]);
  await harness.create('b');
  expect(await exchange()).toEqual(['b']);
});
