import { readFramed, writeFramed } from '@sextant/base';
import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { checkDataDirectory } from '../engine/check-data-directory.ts';
import type { CreateIndex } from '../shard/index/index-metadata.ts';
import { EngineHarness } from '../testing/engine-harness.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Written {
  readonly metadata: Fields;
}

const format = { magic: 'SXIM', version: 1 };

/** Metadata that are framed well, and that no version has written. */
const changes: readonly (readonly [what: string, metadata: Fields, top?: Fields])[] = [
  ['a name that leads out of the folder', { name: '../x' }],
  ['a name that is no text', { name: 7 }],
  ['no name', { name: '' }],
  ['a uuid that leads out of the folder', { uuid: '../../etc' }],
  ['the uuid of another folder', { uuid: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ['more shards than anybody has', { numberOfShards: 100_000_000 }],
  ['no shards', { numberOfShards: 0 }],
  ['shards that are no number', { numberOfShards: 'x' }],
  ['no mapping', { mappings: null }],
  ['a mapping of no type', { mappings: { properties: { a: { type: 'nope' } } } }],
  ['no settings', { settings: null }],
  ['no aliases', { aliases: null }],
  ['a state that is none', { state: 'weird' }],
  ['a primary term that is no number', {}, { primaryTerm: 'x' }],
  ['shards begun that there are not', {}, { begunShards: [99] }],
  ['shards begun that are no list', {}, { begunShards: 'x' }],
  ['a name that stands for all indices', { name: '_all' }],
  ['a name with capitals', { name: 'Books' }],
  ['a name that is a list', { name: 'a,b' }],
  ['no metadata', {}, { metadata: null }],
  ['metadata that are a list', {}, { metadata: [] }],
  ['a version that is no number', { version: '1' }],
  ['a version below 0', { mappingVersion: -1 }],
  ['no version of its settings', { settingsVersion: null }],
  ['a version of its aliases with a fraction', { aliasesVersion: 1.5 }],
  ['a setting that is an object', { settings: { 'index.number_of_replicas': {} } }],
  ['a setting with a list of numbers', { settings: { 'index.sort.field': [1] } }],
  ['an order by a field that is not there', { settings: { 'index.sort.field': 'nope' } }],
  ['an order of more than its fields', { settings: { 'index.sort.order': ['asc'] } }],
  ['an alias with the name of the index', { aliases: { theirs: {} } }],
  ['an alias that nobody can name', { aliases: { 'a,b': {} } }],
  ['an alias that is a text', { aliases: { a: 'x' } }],
  ['an alias that is null', { aliases: { a: null } }],
  ['an alias whose filter is a text', { aliases: { a: { filter: 'x' } } }],
  ['an alias whose routing is a number', { aliases: { a: { searchRouting: 7 } } }],
  ['an alias whose flag is a text', { aliases: { a: { isWriteIndex: 'yes' } } }],
  ['rollovers that are a list', { rollovers: [] }],
  ['a rollover without a time', { rollovers: { a: { metConditions: {} } } }],
  ['rollovers without conditions', { rollovers: { a: { time: 1 } } }],
  ['shards of routing that are no number', { routingShards: 'x' }],
  ['no shards of routing', { routingShards: 0 }],
];

for (const [what, metadata, top] of changes) {
  test(`${what}: the folder is left aside, named by the check, and the others are served`, async () => {
    const disk = new MemoryDisk();
    const before = await EngineHarness.start(disk);
    await before.create('mine');
    await before.create('theirs');
    const folder = `/data/indices/${before.engine.index('theirs')!.uuid}`;
    const written = readFramed(disk, folder, 'index.meta', format) as Written;
    writeFramed(disk, folder, 'index.meta', format, {
      ...written,
      metadata: { ...written.metadata, ...metadata },
      ...top,
    });
    const files = disk.files(folder);
    const harness = new EngineHarness(disk);
    await harness.open();
    expect(harness.engine.indices().map(({ name }) => name)).toEqual(['mine']);
    expect(harness.engine.damagedFolders().map(({ directory }) => directory)).toEqual([folder]);
    expect(disk.files(folder)).toEqual(files);
    expect(checkDataDirectory(disk, '/data').map(({ file }) => file)).toEqual([`${folder}/index.meta`]);
  });
}

test('metadata that are no object at all leave the folder aside', async () => {
  const disk = new MemoryDisk();
  const before = await EngineHarness.start(disk);
  await before.create('theirs');
  const folder = `/data/indices/${before.engine.index('theirs')!.uuid}`;
  writeFramed(disk, folder, 'index.meta', format, null);
  const harness = new EngineHarness(disk);
  await harness.open();
  expect(harness.engine.damagedFolders().map(({ directory }) => directory)).toEqual([folder]);
});

test('a journal that is that of no change is told, and keeps nothing from being opened', async () => {
  const journals = [
    null,
    [],
    {},
    { files: 'x' },
    { files: [] },
    { files: [null] },
    { files: [{ metadata: 7 }] },
  ];
  for (const journal of journals) {
    const disk = new MemoryDisk();
    const before = await EngineHarness.start(disk);
    await before.create('mine');
    writeFramed(disk, '/data', 'metadata.journal', { magic: 'SXMJ', version: 1 }, journal);
    expect(checkDataDirectory(disk, '/data').map(({ file }) => file)).toEqual(['/data/metadata.journal']);
    const harness = new EngineHarness(disk);
    await harness.open();
    expect(harness.engine.indices().map(({ name }) => name)).toEqual(['mine']);
    const told = harness.log.entries.filter(({ fields }) =>
      String(fields.reason).includes('is that of no change'),
    );
    expect([journal, told.length]).toEqual([journal, 1]);
  }
});

test('an index of any name that a request can give is there after a start', async () => {
  const names = ['\0', 'a\n', '{}', '\u007f', 'ünï', 'x'.repeat(255)].sort();
  const disk = new MemoryDisk();
  const before = await EngineHarness.start(disk);
  for (const name of names) await before.create(name);
  const harness = new EngineHarness(disk);
  await harness.open();
  expect(
    harness.engine
      .indices()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(names);
});

/** Two indices, of which the older one's metadata are then changed. */
async function withOlder(younger: Partial<CreateIndex>, change: Fields) {
  const disk = new MemoryDisk();
  const before = await EngineHarness.start(disk);
  await before.create('older');
  before.clock.advance(1);
  await before.create('younger', younger);
  const folder = `/data/indices/${before.engine.index('older')!.uuid}`;
  const written = readFramed(disk, folder, 'index.meta', format) as Written;
  const metadata = { ...written.metadata, ...change };
  writeFramed(disk, folder, 'index.meta', format, { ...written, metadata });
  const harness = new EngineHarness(disk);
  await harness.open();
  const dangling = await harness.engine.paths.dangling();
  const lines = harness.log.entries.filter(({ level }) => level === 'error');
  return {
    names: harness.engine.indices().map(({ name }) => name),
    dangling: dangling.map(({ name }) => name),
    told: lines.map(({ message, fields }) => [message, fields.directory === folder]),
  };
}

const leftOut = (why: string): unknown => [[`${why}; this one is left out: see GET /_dangling`, true]];

test('an index with an alias that is the name of a younger index is left out, and can be brought in', async () => {
  expect(await withOlder({}, { aliases: { younger: {} } })).toEqual({
    names: ['younger'],
    dangling: ['older'],
    told: leftOut('another index has the name of the alias [younger]'),
  });
});

test('an index with the name of an alias of a younger index is left out, and can be brought in', async () => {
  expect(await withOlder({ aliases: { books: {} } }, { name: 'books' })).toEqual({
    names: ['younger'],
    dangling: ['books'],
    told: leftOut('another index has an alias of this name'),
  });
});

test('a second index that writes to an alias go to is left out, and can be brought in', async () => {
  const writes = { aliases: { books: { isWriteIndex: true } } };
  expect(await withOlder(writes, writes)).toEqual({
    names: ['younger'],
    dangling: ['older'],
    told: leftOut('writes to the alias [books] go to another index'),
  });
});

test('where only one of two indices can be had, it is the one that was written to', async () => {
  const disk = new MemoryDisk();
  const before = await EngineHarness.start(disk);
  await before.create('older');
  await before.write('older', { kind: 'index', id: '1', body: {} });
  before.clock.advance(1);
  await before.create('younger');
  const folder = `/data/indices/${before.engine.index('older')!.uuid}`;
  await before.engine.close();
  const written = readFramed(disk, folder, 'index.meta', format) as Written;
  const metadata = { ...written.metadata, aliases: { younger: {} } };
  writeFramed(disk, folder, 'index.meta', format, { ...written, metadata });
  const harness = new EngineHarness(disk);
  await harness.open();
  expect(harness.engine.indices().map(({ name }) => name)).toEqual(['older']);
});
