import { FaultyDisk, MemoryDisk } from '@sextant/base/testing';
import { expect, test, vi } from 'vitest';
import { EngineHarness } from '../testing/engine-harness.ts';
import { CLEAN_END_FILE } from './clean-end.ts';

const mark = `/data/${CLEAN_END_FILE}`;
const names = ['a', 'b', 'c'];

async function filled(disk: MemoryDisk, durability = 'request'): Promise<EngineHarness> {
  const harness = await EngineHarness.start(disk);
  for (const name of names) {
    await harness.create(name, { settings: { 'index.translog.durability': durability } });
    await harness.write(name, { kind: 'index', id: '1', body: { name } });
  }
  return harness;
}

/** Ends as if each look at the clock took a second. */
async function endSlowly({ engine, clock }: EngineHarness): Promise<void> {
  let nanos = 0;
  vi.spyOn(clock, 'nanos').mockImplementation(() => (nanos += 1e9));
  await engine.close();
}

function logsOf(disk: MemoryDisk, uuid: string): readonly string[] {
  return disk.list(`/data/indices/${uuid}/0/translog`).filter((name) => name.endsWith('.tlog'));
}

test.each([['request'], ['async']])(
  'an end that would take long leaves flushes to the next start, which relies on what it finds (%s)',
  async (durability) => {
    const disk = new MemoryDisk();
    const first = await filled(disk, durability);
    const uuids = names.map((name) => first.engine.index(name)!.uuid);
    await endSlowly(first);
    expect(disk.exists(mark)).toBe(true);
    disk.crash();
    const before = uuids.map((uuid) => logsOf(disk, uuid));
    const next = await EngineHarness.start(disk);
    for (const name of names) expect(await next.get(name, '1')).toEqual({ name });
    const stats = await next.engine.stats(names);
    const replayed = stats.map((shards) => shards![0]!.recovery.translogOperations);
    expect(replayed).toContain(1);
    // Nothing of it is written anew.
    next.clock.advance(2_000);
    expect(uuids.map((uuid) => logsOf(disk, uuid))).toEqual(before);
    await next.write('c', { kind: 'index', id: '2', body: { name: 'more' } });
    // By then what is written asynchronously is synced.
    next.clock.advance(6_000);
    disk.crash();
    const last = await EngineHarness.start(disk);
    expect(await last.get('c', '2')).toEqual({ name: 'more' });
    expect(await last.get('c', '1')).toEqual({ name: 'c' });
  },
);

test('where a shard has failed, or a killed process left what was not made sure of, the end leaves no mark', async () => {
  const disk = new MemoryDisk();
  const faulty = new FaultyDisk(disk);
  const harness = await EngineHarness.start(faulty);
  await harness.create('a');
  await harness.write('a', { kind: 'index', id: '1', body: {} });
  faulty.full = true;
  await harness.write('a', { kind: 'index', id: '2', body: {} }).catch(() => undefined);
  faulty.full = false;
  await harness.engine.close();
  expect(disk.exists(mark)).toBe(false);
  const next = await EngineHarness.start(disk);
  await endSlowly(next);
  expect(disk.exists(mark)).toBe(false);
});
