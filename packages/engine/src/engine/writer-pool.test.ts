import { FaultyDisk, MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { EngineHarness, type PlainOperation } from '../testing/engine-harness.ts';
import { turns } from '../testing/writer-harness.ts';
import { CLEAN_END_FILE } from '../writer/clean-end.ts';

const put = (id: string, body: unknown = { n: 1 }): PlainOperation => ({ kind: 'index', id, body });

async function started(disk?: MemoryDisk | FaultyDisk): Promise<EngineHarness> {
  const harness = await EngineHarness.start(disk ?? new MemoryDisk(), 2);
  await harness.create('a');
  await harness.create('b');
  return harness;
}

/** Writes to both at once, so that `b` waits behind `a`, and goes to the second writer. */
async function part(harness: EngineHarness): Promise<void> {
  await Promise.all([harness.write('a', put('first')), harness.write('b', put('first'))]);
  await turns(10);
  expect(harness.threads!.started).toHaveLength(2);
}

async function search(harness: EngineHarness, index: string): Promise<number> {
  const { engine } = harness;
  await engine.refresh(index);
  const { total } = await engine.search({ indices: [index], body: { size: 0 }, maxBuckets: 1 });
  return total!.value;
}

test('two indices are written at once: while one writer is held, the other answers', async () => {
  const harness = await started();
  await part(harness);
  const [first, second] = harness.threads!.started;
  for (const [held, waits, answers] of [
    [first!, 'a', 'b'],
    [second!, 'b', 'a'],
  ] as const) {
    held.hold();
    let answered = false;
    const write = harness.write(waits, put('x')).finally(() => (answered = true));
    expect((await harness.write(answers, put('x'))).outcomes[0]).toMatch(/created|updated/);
    await turns(10);
    expect(answered).toBe(false);
    held.letGo();
    await write;
  }
  await harness.engine.close();
});

test('one writer is enough for one index, and for indices that do not wait for each other', async () => {
  const harness = await started();
  await Promise.all([harness.write('a', put('1')), harness.write('a', put('2'))]);
  await harness.write('b', put('1'));
  await harness.write('a', put('3'));
  await turns(10);
  expect(harness.threads!.started).toHaveLength(1);
  await harness.engine.close();
});

test('an index that changes hands goes on as it was: numbers, versions, term, deletes, statistics, what is searched', async () => {
  const harness = await started();
  const { engine } = harness;
  await harness.write('b', put('1'), put('2'), put('3'));
  await harness.write('b', put('1'), { kind: 'delete', id: '2' });
  await harness.write('b', { kind: 'delete', id: 'old', version: 9, versionType: 'external' });
  const [before] = (await engine.stats(['b']))[0]!;
  await part(harness);
  const { versions, seqNos, primaryTerms } = await harness.write('b', put('1'));
  expect([versions[0], seqNos[0], primaryTerms[0]]).toEqual([3, 7, 1]);
  const late = await harness.write('b', {
    kind: 'index',
    id: 'old',
    body: {},
    version: 5,
    versionType: 'external',
  });
  expect(late.errors.get(0)!.type).toBe('version_conflict_engine_exception');
  expect(await harness.get('b', '2')).toBeUndefined();
  expect(await search(harness, 'b')).toBe(3);
  const [after] = (await engine.stats(['b']))[0]!;
  expect(after!.indexing.indexTotal).toBe(before!.indexing.indexTotal + 2);
  expect(after!.indexing.deleteTotal).toBe(2);
  expect(after!.recovery).toEqual(before!.recovery);
  expect(engine.index('b')!.version).toBe(2);
  await engine.close();
});

test('what is asked of an index while it changes hands is done afterwards, in order', async () => {
  const harness = await started();
  const writes = [harness.write('a', put('0')), harness.write('b', put('0'))];
  await Promise.resolve();
  for (let i = 1; i < 20; i++) writes.push(harness.write('b', put('0', { i })));
  const stats = harness.engine.stats(['a', 'b']);
  const results = await Promise.all(writes);
  expect(results.slice(1).map(({ versions }) => versions[0])).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  );
  expect((await stats).map((shards) => shards?.length)).toEqual([1, 1]);
  expect(await harness.get('b', '0')).toEqual({ i: 19 });
  expect(harness.threads!.started).toHaveLength(2);
  await harness.engine.close();
});

test('what takes several turns is done where it began, and the index goes later', async () => {
  const harness = await started();
  const { engine, clock, threads } = harness;
  await harness.write('b', put('0'));
  const writes = [harness.write('a', put('1')), harness.write('b', put('1'))];
  const calls = [
    engine.refresh('b'),
    engine.flush('b', { force: false }),
    engine.refreshShards('b', [0], 'true'),
    engine.forceMerge('b', { maxNumSegments: 1 }),
  ];
  await Promise.all([...writes, ...calls]);
  await turns(10);
  const [stats] = (await engine.stats(['b']))[0]!;
  expect([stats!.docsCount, stats!.segments.length]).toEqual([2, 1]);
  clock.advance(1_000);
  await Promise.all([harness.write('a', put('2')), harness.write('b', put('2'))]);
  await turns(10);
  threads!.started[0]!.hold();
  expect((await harness.write('b', put('3'))).outcomes).toEqual(['created']);
  threads!.started[0]!.letGo();
  await engine.close();
});

test('an index that merges stays where it is', async () => {
  const harness = await started();
  await harness.write('b', put('1'));
  await harness.engine.refresh('b');
  await harness.write('b', put('2'));
  const merge = harness.engine.forceMerge('b', { maxNumSegments: 1 });
  await Promise.all([harness.write('a', put('x')), harness.write('b', put('x'))]);
  await merge;
  harness.threads!.started[1]?.hold();
  expect((await harness.write('b', put('3'))).outcomes).toEqual(['created']);
  harness.threads!.started[1]?.letGo();
  await harness.engine.close();
});

test('a change of indices of several writers is seen at once, or refused by all', async () => {
  const harness = await started();
  await part(harness);
  const { engine, told } = harness;
  told.length = 0;
  const alias = { aliases: { all: {} } };
  await engine.updateMetadata(
    new Map([
      ['a', alias],
      ['b', alias],
    ]),
  );
  expect(told.map(([name, metadata]) => [name, metadata!.aliases])).toEqual([
    ['a', { all: {} }],
    ['b', { all: {} }],
  ]);
  const both = engine.updateMetadata(
    new Map([
      ['a', { mapping: { properties: { k: { type: 'keyword' } } } }],
      ['b', { mapping: { properties: { n: { type: 'text' } } } }],
    ]),
  );
  await expect(both).rejects.toThrow('illegal_argument_exception');
  expect(engine.index('a')!.mappings).toEqual({ properties: { n: { type: 'long' } } });
  // Neither is held.
  await Promise.all([harness.write('a', put('9', { m: 1 })), harness.write('b', put('9', { m: 1 }))]);
  expect(engine.index('b')!.mappings).toEqual({ properties: { n: { type: 'long' }, m: { type: 'long' } } });
  await engine.close();
});

test('a change of several writers survives a crash as a whole, at whatever operation of the disk', async () => {
  const change = new Map(['a', 'b'].map((name) => [name, { aliases: { [`of-${name}`]: {} } }]));
  const { before, count } = await operationsOf(change);
  expect(count).toBeGreaterThan(5);
  for (let at = 1; at <= count; at++) {
    for (const kind of ['stop', 'fail'] as const) {
      const memory = new MemoryDisk();
      const harness = await started(new FaultyDisk(memory, { at: before + at, kind, written: 0.5 }));
      await part(harness);
      const done = await harness.engine.updateMetadata(change).then(
        () => true,
        () => false,
      );
      const left = memory.clone();
      if (kind === 'stop') left.crash();
      const later = await EngineHarness.start(left, 2);
      const aliases = ['a', 'b'].map((name) => Object.keys(later.engine.index(name)!.aliases).length);
      const what = `${kind} at ${at}, ${done ? 'done' : 'refused'}: ${String(aliases)}`;
      expect(aliases[0], what).toBe(aliases[1]);
      if (done) expect(aliases, what).toEqual([1, 1]);
      else if (kind === 'fail') expect(aliases, what).toEqual([0, 0]);
    }
  }
});

async function operationsOf(
  change: ReadonlyMap<string, object>,
): Promise<{ readonly before: number; readonly count: number }> {
  const disk = new FaultyDisk(new MemoryDisk());
  const harness = await started(disk);
  await part(harness);
  const before = disk.operations;
  await harness.engine.updateMetadata(change);
  return { before, count: disk.operations - before };
}

test('names are taken once, whoever has the index; and are free again when it is deleted', async () => {
  const harness = await started();
  await part(harness);
  await expect(harness.create('b')).rejects.toThrow('already exists');
  const ends = await Promise.allSettled([harness.create('c'), harness.create('c')]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  const deleted = harness.engine.deleteIndex('b');
  // The delete is on its way to the second writer, and not answered.
  for (let i = 0; i < 3; i++) await Promise.resolve();
  const again = await Promise.allSettled([harness.create('b'), harness.create('b')]);
  await deleted;
  expect(again.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(harness.engine.indices().map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect((await harness.write('b', put('1'))).versions[0]).toBe(1);
  await harness.engine.close();
});

test('after a clean end of all writers the next start trusts what it finds, and finds everything', async () => {
  const disk = new MemoryDisk();
  const harness = await started(disk);
  await part(harness);
  await harness.write('b', put('last'));
  await harness.engine.close();
  expect(disk.exists(`/data/${CLEAN_END_FILE}`)).toBe(true);
  const later = await EngineHarness.start(disk, 2);
  expect(await later.get('b', 'last')).toEqual({ n: 1 });
  expect(later.threads!.started).toHaveLength(1);
  await later.engine.close();
});
