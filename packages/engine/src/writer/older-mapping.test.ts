import { readFramed, writeFramed } from '@sextant/base';
import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { EngineHarness } from '../testing/engine-harness.ts';

const format = { magic: 'SXIM', version: 1 };

interface Written {
  readonly metadata: object;
}

test('an index opens whose mapping an earlier version gave fields with the names of metadata', async () => {
  const disk = new MemoryDisk();
  const before = await EngineHarness.start(disk);
  const properties = { a: { type: 'text', copy_to: ['_id'] }, b: { type: 'long' } };
  await before.create('i', { mappings: { properties: { b: properties.b } } });
  await before.write('i', { kind: 'index', id: '1', body: { b: 1 } });
  const folder = `/data/indices/${before.engine.index('i')!.uuid}`;
  const written = readFramed(disk, folder, 'index.meta', format) as Written;
  const mappings = { properties: { ...properties, _id: { type: 'text' }, _doc_count: { type: 'long' } } };
  writeFramed(disk, folder, 'index.meta', format, {
    ...written,
    metadata: { ...written.metadata, mappings },
  });
  const harness = new EngineHarness(disk);
  await harness.open();
  expect(harness.engine.index('i')?.mappings).toEqual({ properties });
  expect(await harness.get('i', '1')).toEqual({ b: 1 });
  expect((await harness.write('i', { kind: 'index', id: '2', body: { b: 2, c: 'new' } })).outcomes).toEqual([
    'created',
  ]);
});
