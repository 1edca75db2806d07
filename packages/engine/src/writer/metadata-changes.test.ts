import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { checkDataDirectory } from '../engine/check-data-directory.ts';
import type { MetadataChange } from '../shard/index/index-metadata.ts';
import { EngineHarness } from '../testing/engine-harness.ts';
import { WatchedDisk } from '../testing/watched-disk.ts';

type Action = (harness: EngineHarness) => Promise<unknown>;

const names = ['a', 'b'];
const both =
  (change: MetadataChange): Action =>
  ({ engine }) =>
    engine.updateMetadata(new Map(names.map((name) => [name, change])));
const one =
  (change: MetadataChange): Action =>
  ({ engine }) =>
    engine.updateMetadata(new Map([['a', change]]));
const keyword: MetadataChange = { mapping: { properties: { k: { type: 'keyword' } } } };

const actions: Readonly<Record<string, Action>> = {
  'a mapping': one(keyword),
  'the mappings of two indices': both(keyword),
  settings: one({ settings: { 'index.refresh_interval': '7s' } }),
  'the settings of two indices': both({ settings: { 'index.refresh_interval': '7s' } }),
  aliases: one({ aliases: { x: {} } }),
  'an alias that moves from one index to the other': ({ engine }) =>
    engine.updateMetadata(
      new Map([
        ['a', { aliases: {} }],
        ['b', { aliases: { moving: {} } }],
      ]),
    ),
  'closing an index': ({ engine }) => engine.closeIndex('a'),
  'opening an index': ({ engine }) => engine.openIndex('closed'),
  'creating an index': (harness) => harness.create('new'),
  'deleting an index': ({ engine }) => engine.deleteIndex('a'),
};

interface Started {
  readonly memory: MemoryDisk;
  readonly disk: WatchedDisk;
  readonly harness: EngineHarness;
}

/** Two indices with a document each, the first with the alias `moving`, and a closed one. */
async function start(): Promise<Started> {
  const memory = new MemoryDisk();
  const disk = new WatchedDisk(memory);
  const harness = await EngineHarness.start(disk);
  for (const name of names) {
    await harness.create(name, name === 'a' ? { aliases: { moving: {} } } : {});
    await harness.write(name, { kind: 'index', id: '1', body: { n: 1 } });
  }
  await harness.create('closed');
  await harness.engine.closeIndex('closed');
  return { memory, disk, harness };
}

/** Everything that a caller can see of the metadata. */
function view({ engine }: EngineHarness): string {
  return JSON.stringify(engine.indices().map(({ uuid: _, creationDate: __, ...rest }) => rest));
}

/** What a write with a new field makes of it shows which mapping is in effect. */
async function probe(harness: EngineHarness): Promise<unknown> {
  await harness.engine.openIndex('a').catch(() => {});
  await harness.write('a', { kind: 'index', id: 'probe', body: { k: 'text' } });
  return harness.engine.index('a')?.mappings;
}

for (const [what, action] of Object.entries(actions)) {
  test(`${what}: whatever operation of the disk fails, all of it is done or nothing`, async () => {
    const untouched = await start();
    const before = view(untouched.harness);
    const probeBefore = await probe(untouched.harness);
    const done = await start();
    await action(done.harness);
    const after = view(done.harness);
    expect(after).not.toBe(before);
    for (let nth = 1; ; nth++) {
      const { memory, disk, harness } = await start();
      const { operations } = disk.refuseNth(nth);
      const failed = await action(harness).then(
        () => false,
        () => true,
      );
      disk.before = () => {};
      if (operations() < nth) break;
      const now = view(harness);
      expect(now, `operation ${nth}`).toBe(failed ? before : after);
      await harness.open();
      expect(view(harness), `operation ${nth}, after a restart`).toBe(now);
      memory.crash(nth % 2 === 0 ? undefined : new SeededRandom(nth));
      await harness.open();
      expect(view(harness), `operation ${nth}, after a power failure`).toBe(now);
      expect(harness.engine.damagedFolders()).toEqual([]);
      if (failed) expect(await probe(harness), `operation ${nth}`).toEqual(probeBefore);
      await harness.engine.close();
      expect(checkDataDirectory(memory, '/data'), `operation ${nth}`).toEqual([]);
    }
  });

  test(`${what}: whatever operation the power fails in, all of it is done or nothing`, async () => {
    const before = view((await start()).harness);
    const done = await start();
    await action(done.harness);
    const after = view(done.harness);
    for (let nth = 1; ; nth++) {
      const { memory, disk, harness } = await start();
      let count = 0;
      disk.refuse(() => ++count >= nth);
      const failed = await action(harness).then(
        () => false,
        () => true,
      );
      disk.before = () => {};
      if (count < nth) break;
      memory.crash(nth % 3 === 0 ? undefined : new SeededRandom(nth));
      const again = await EngineHarness.start(memory);
      const found = view(again);
      expect([before, after], `operation ${nth}`).toContain(found);
      if (!failed) expect(found, `operation ${nth}`).toBe(after);
      await again.engine.close();
      expect(checkDataDirectory(memory, '/data'), `operation ${nth}`).toEqual([]);
    }
  });
}

test('what a start shows of a change that a kill interrupted is durable', async () => {
  for (const [what, action] of Object.entries(actions)) {
    for (let nth = 1; ; nth++) {
      const { memory, disk, harness } = await start();
      let count = 0;
      disk.refuse(() => ++count >= nth);
      await action(harness).catch(() => {});
      disk.before = () => {};
      if (count < nth) break;
      const shown = view(await EngineHarness.start(memory));
      memory.crash(nth % 2 === 0 ? undefined : new SeededRandom(nth));
      const again = await EngineHarness.start(memory);
      expect(view(again), `${what}, operation ${nth}`).toBe(shown);
      for (const { name, state } of again.engine.indices()) {
        if (state === 'open') expect(again.engine.failures(name), `${what}, operation ${nth}`).toEqual([]);
      }
    }
  }
});

test('a mapping that does not fit one of the indices changes none', async () => {
  const { harness } = await start();
  const text = { mapping: { properties: { n: { type: 'text' } } } };
  await harness.create('fits');
  const before = view(harness);
  await expect(
    harness.engine.updateMetadata(
      new Map([
        ['fits', text],
        ['a', text],
      ]),
    ),
  ).rejects.toThrow('n');
  expect(view(harness)).toBe(before);
});

test('a change of several indices whose files cannot be written yet holds, and later ones build on it', async () => {
  const { disk, harness } = await start();
  disk.refuse((_, path) => path.includes('index.meta'));
  await both(keyword)(harness);
  disk.before = () => {};
  await harness.open();
  for (const name of names) {
    expect(harness.engine.index(name)!.mappings).toMatchObject({ properties: { k: { type: 'keyword' } } });
  }
  disk.refuse((_, path) => path.includes('index.meta'));
  await both({ aliases: { first: {} } })(harness);
  await expect(one({ aliases: { second: {} } })(harness)).rejects.toThrow('no space left on device');
  disk.before = () => {};
  await one({ aliases: { third: {} } })(harness);
  await harness.open();
  expect(names.map((name) => Object.keys(harness.engine.index(name)!.aliases))).toEqual([
    ['third'],
    ['first'],
  ]);
  expect(disk.exists('/data/metadata.journal')).toBe(false);
});

test('a damaged journal is found by the check and named in the log, and the indices open', async () => {
  const { memory, disk, harness } = await start();
  disk.refuse((_, path) => path.includes('index.meta'));
  await both(keyword)(harness);
  memory.damage('/data/metadata.journal', 30);
  disk.before = () => {};
  expect(checkDataDirectory(memory, '/data').map(({ file }) => file)).toEqual(['/data/metadata.journal']);
  await harness.open();
  expect(harness.engine.indices()).toHaveLength(3);
  expect(harness.log.entries.filter(({ level }) => level === 'error')).toHaveLength(1);
});

test('a change that was refused does not come up in place of a later one, though its journal could not be removed', async () => {
  const { disk, harness } = await start();
  let named = false;
  disk.refuse((operation, path) => {
    const refused = named;
    named ||= operation === 'rename' && path.endsWith('metadata.journal');
    return refused;
  });
  await expect(both({ aliases: { refused: {} } })(harness)).rejects.toThrow('no space left on device');
  disk.before = () => {};
  await one({ aliases: { later: {} } })(harness);
  await harness.open();
  expect(Object.keys(harness.engine.index('a')!.aliases)).toEqual(['later']);
  expect(Object.keys(harness.engine.index('b')!.aliases)).toEqual([]);
});

test('nor in place of a mapping that a document has made since', async () => {
  const { disk, harness } = await start();
  let named = false;
  disk.refuse((operation, path) => {
    const refused = named;
    named ||= operation === 'rename' && path.endsWith('metadata.journal');
    return refused;
  });
  await expect(both({ aliases: { refused: {} } })(harness)).rejects.toThrow('no space left on device');
  disk.refuse((_, path) => path.includes('metadata.journal'));
  const { outcomes } = await harness.write('a', { kind: 'index', id: 'x', body: { later: 'text' } });
  expect(outcomes).toEqual(['created']);
  await harness.engine.flush('a', { force: true });
  await harness.open();
  expect(harness.engine.index('a')!.mappings).toMatchObject({ properties: { later: { type: 'text' } } });
});
