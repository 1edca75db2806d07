import { readFramed, writeFramed } from '@sextant/base';
import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { checkDataDirectory } from '../engine/check-data-directory.ts';
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
      ...top,
      metadata: { ...written.metadata, ...metadata },
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
