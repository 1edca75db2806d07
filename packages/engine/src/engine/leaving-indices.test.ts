import { FakeClock, MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import { EngineHarness, type PlainOperation } from '../testing/engine-harness.ts';
import { turns } from '../testing/writer-harness.ts';

const documents = (from: number): readonly PlainOperation[] =>
  Array.from({ length: 300 }, (_, n) => ({ kind: 'index', id: String(from + n), body: { n } }) as const);

/** An index with a segment, and documents that wait for their refresh. */
async function started(): Promise<EngineHarness> {
  const harness = await EngineHarness.start(new MemoryDisk(), 2);
  await harness.create('i');
  await harness.write('i', ...documents(0));
  await harness.engine.refresh('i');
  await harness.write('i', ...documents(300));
  return harness;
}

test.each(['deleteIndex', 'closeIndex'] as const)(
  'a search reads to its end that begins when a segment was published after a %s was asked for',
  async (method) => {
    const { engine, threads, clock } = await started();
    const [writer] = threads!.started;
    writer!.hold();
    const leaving = engine[method]('i');
    await turns();
    // The timer of the index refreshes it: the writer does not know yet that it is to go.
    clock.advance(1_000);
    await turns();
    const budget = new WorkBudget({ clock: new FakeClock(), stepsPerLook: 1, sliceSteps: 1 });
    const search = engine.search({ indices: ['i'], body: { size: 600 }, maxBuckets: 1, budget });
    writer!.letGo();
    await leaving;
    const { hits } = await search;
    expect(hits.every(({ source }) => source!.length > 0)).toBe(true);
    expect(hits.length).toBe(300);
    await engine.close();
  },
);

test('an index that was to go and stays shows what was published meanwhile', async () => {
  const harness = await started();
  const { engine, threads, clock } = harness;
  const [writer] = threads!.started;
  writer!.hold();
  const leaving = engine.deleteIndex('i');
  await turns();
  clock.advance(1_000);
  await turns();
  const disk = harness.disk as MemoryDisk;
  const { uuid } = engine.index('i')!;
  const { rename } = disk;
  disk.rename = () => {
    throw new Error('no');
  };
  writer!.letGo();
  await expect(leaving).rejects.toThrow();
  disk.rename = rename;
  expect(engine.index('i')!.uuid).toBe(uuid);
  const { total } = await engine.search({ indices: ['i'], body: { size: 0 }, maxBuckets: 1 });
  expect(total!.value).toBe(600);
});
