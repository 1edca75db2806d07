import { FakeClock, MemoryDisk, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { routeTable } from '@sextant/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { IndexSettingChanges } from '../cluster/settings/index-setting-changes.ts';
import { internalCalls } from '../http/internal-call.ts';
import { LogLevels } from '../observe/log-levels.ts';
import { OpenConnections } from '../observe/open-connections.ts';
import { ShardEvents } from '../observe/shard-events.ts';
import { RecordBackend } from '../testing/record-backend.ts';
import { recordSuite } from '../testing/record-suite.ts';
import { testEmbedded } from '../testing/test-embedded.ts';
import { testScheduler, testTasks } from '../testing/test-tasks.ts';
import { type RecordKind, recordFields, textField } from './record-kind.ts';
import { Records } from './records.ts';

describe('over a map', () => recordSuite(async () => new RecordBackend().call, true));

describe('over the embedded engine', () => {
  const running: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const backend of running.splice(0)) await backend.stop();
  });
  recordSuite(async () => {
    const clock = new FakeClock();
    const log = new MemoryLog();
    const random = new SeededRandom(1);
    const backend = testEmbedded({
      disk: new MemoryDisk(),
      random,
      clusterName: 'test',
      logLevels: new LogLevels('info'),
      clock,
      log,
      tasks: testTasks(clock, log),
      scheduler: testScheduler(clock, log).scheduler,
      shardEvents: new ShardEvents(),
      indexSettings: new IndexSettingChanges(log),
      connections: new OpenConnections(),
      memory: [],
    });
    await backend.start();
    running.push(backend);
    return internalCalls(routeTable, backend);
  }, false);
});

const wordKind: RecordKind<{ readonly word: string }> = {
  name: 'word',
  parse: (value) => ({ word: textField(recordFields(value), 'word') }),
};

/** Two instances over one cluster. */
async function pair() {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const log = new MemoryLog();
  const make = () =>
    new Records({
      call: backend.call,
      clock,
      log,
      scheduler: testScheduler(clock, log).scheduler,
      isShared: true,
      pageSize: 10,
    });
  const [here, there] = [make(), make()];
  await here.prepare();
  await there.prepare();
  const mirror = here.mirror(wordKind);
  await mirror.ready();
  return { backend, clock, log, here, there, mirror, others: there.store(wordKind) };
}

async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

test('what another instance writes and removes is seen within two seconds', async () => {
  const { clock, mirror, others } = await pair();
  const made = await others.create('a', { word: 'one' });
  expect(mirror.get('a')).toBeUndefined();
  clock.advance(2_000);
  await settle();
  expect(mirror.get('a')?.value.word).toBe('one');
  await others.remove(made!);
  clock.advance(2_000);
  await settle();
  expect(mirror.get('a')).toBeUndefined();
});

test('a quiet look costs one small search', async () => {
  const { backend, clock, here, there } = await pair();
  there.stop();
  clock.advance(40_000);
  await settle();
  backend.calls.length = 0;
  clock.advance(2_000);
  await settle();
  expect(backend.calls).toEqual(['POST /.sextant-security/_search']);
  here.stop();
  clock.advance(10_000);
  await settle();
  expect(backend.calls).toHaveLength(1);
});

test('more changes than can be told make the mirror read everything anew', async () => {
  const { clock, mirror, others } = await pair();
  for (let i = 0; i < 150; i++) await others.create(`w${i}`, { word: 'x' });
  clock.advance(2_000);
  await settle();
  expect(mirror.isCurrent()).toBe(false);
  await mirror.ready();
  expect([...mirror.values()]).toHaveLength(150);
});

test('an index that was made anew is read anew', async () => {
  const { backend, clock, mirror, others } = await pair();
  for (let i = 0; i < 5; i++) await others.create(`w${i}`, { word: 'x' });
  clock.advance(2_000);
  await settle();
  expect([...mirror.values()]).toHaveLength(5);
  backend.documents.clear();
  clock.advance(2_000);
  await settle();
  await mirror.ready();
  expect([...mirror.values()]).toEqual([]);
});

test('after ten seconds without a look nothing that is held is trusted, until a look succeeds', async () => {
  const { backend, clock, mirror } = await pair();
  backend.fault = new Error('the cluster is away');
  clock.advance(8_000);
  await settle();
  expect(mirror.isCurrent()).toBe(true);
  await mirror.ready();
  for (let i = 0; i < 3; i++) {
    clock.advance(2_000);
    await settle();
  }
  expect(mirror.isCurrent()).toBe(false);
  await expect(mirror.ready()).rejects.toThrow('away');
  backend.fault = undefined;
  await mirror.ready();
  expect(mirror.isCurrent()).toBe(true);
});

test('a cluster that takes questions and never answers holds nobody up for longer than five seconds', async () => {
  const { backend, clock, mirror } = await pair();
  backend.isSilent = true;
  for (let i = 0; i < 6; i++) {
    clock.advance(2_000);
    await settle();
  }
  const waiting = mirror.ready();
  const refused = expect(waiting).rejects.toMatchObject({ status: 503 });
  await settle();
  clock.advance(5_000);
  await refused;
  backend.isSilent = false;
  await mirror.ready();
  expect(mirror.isCurrent()).toBe(true);
});

test('changes that could not be read are read later, however long that takes', async () => {
  const { backend, clock, others } = await pair();
  let isBroken = true;
  // The number of the latest change is told, the changes are not.
  const call: typeof backend.call = async (request) => {
    if (isBroken && JSON.stringify(request.body ?? '').includes('_seq_no":{"gt"')) throw new Error('broken');
    return backend.call(request);
  };
  const { scheduler } = testScheduler(clock);
  const here = new Records({ call, clock, log: new MemoryLog(), scheduler, isShared: true });
  await here.prepare();
  const late = here.mirror(wordKind);
  await late.ready();
  await others.create('a', { word: 'one' });
  for (let i = 0; i < 60; i++) {
    clock.advance(2_000);
    await settle();
  }
  expect([late.isCurrent(), late.get('a')]).toEqual([false, undefined]);
  isBroken = false;
  await late.ready();
  expect(late.get('a')?.value.word).toBe('one');
});

test('after an hour without a look everything is read anew', async () => {
  const { backend, clock, mirror, others } = await pair();
  const made = await others.create('a', { word: 'one' });
  clock.advance(2_000);
  await settle();
  expect(mirror.get('a')).toBeDefined();
  // The machine slept: its own clock stood still, and the mark of the removed record is gone.
  await others.remove(made!);
  backend.documents.delete('word:a');
  backend.keep('word:z', { id: 'word:z', kind: 'word', record: '{"word":"z"}' });
  clock.setNow(clock.now() + 20 * 86_400_000);
  clock.advance(2_000);
  await settle();
  await mirror.ready();
  expect([...mirror.values()].map(({ id }) => id)).toEqual(['z']);
});

test('records of the first version stay readable and are brought up to date', async () => {
  const backend = new RecordBackend();
  backend.mapping = { dynamic: false, properties: { kind: { type: 'keyword' } } };
  for (let i = 0; i < 25; i++) {
    backend.keep(`word:w${i}`, { kind: 'word', login: `w${i}@a`, record: JSON.stringify({ word: `${i}` }) });
  }
  const records = new Records({
    call: backend.call,
    clock: new FakeClock(),
    log: new MemoryLog(),
    scheduler: testScheduler().scheduler,
    isShared: false,
    pageSize: 10,
  });
  await records.prepare();
  const words = records.store(wordKind);
  expect(await words.list()).toHaveLength(25);
  expect((await words.find('email', 'w7@a')).map(({ value }) => value.word)).toEqual(['7']);
  expect(backend.mapping).toMatchObject({ _meta: { version: 2 }, properties: { id: { type: 'keyword' } } });
  const calls = backend.calls.length;
  await records.prepare();
  expect(backend.calls.slice(calls)).toEqual(['GET /.sextant-security/_mapping']);
});
