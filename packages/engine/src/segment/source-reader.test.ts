import type { DiskFile } from '@sextant/base';
import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { SourceReader } from './source-reader.ts';
import {
  bestPacking,
  fastPacking,
  plainPacking,
  type SourceLayout,
  type SourcePacking,
  SourceWriter,
} from './source-writer.ts';

const PATH = '/d/_1.src';

function document(doc: number): Uint8Array {
  return new TextEncoder().encode(doc % 7 === 0 ? '' : `{"n":${doc},"text":"${'x'.repeat(doc % 90)}"}`);
}

function written(docs: number, packing: SourcePacking): SourceLayout & { readonly disk: MemoryDisk } {
  const disk = new MemoryDisk();
  disk.makeDirectory('/d');
  const file = disk.open(PATH, 'create');
  const writer = new SourceWriter(file, 1, packing);
  for (let doc = 0; doc < docs; doc++) {
    const bytes = document(doc);
    writer.add(bytes, 0, bytes.length);
  }
  const layout = writer.finish();
  file.close();
  return { ...layout, disk };
}

test.each([
  ['as it was sent', plainPacking],
  ['packed quickly', fastPacking],
  ['packed small', bestPacking],
])('a document is read again and again: %s', (_, packing) => {
  const { disk, blocks, blockDocs } = written(75, packing);
  const reader = new SourceReader(disk, PATH, blocks, blockDocs);
  for (let round = 0; round < 3; round++) {
    for (let doc = 74; doc >= 0; doc--) expect(reader.read(doc), `document ${doc}`).toEqual(document(doc));
  }
});

/** A reader over a disk whose reads are told by their length. */
function watched(docs: number): { reads: number[]; disk: MemoryDisk; reader: SourceReader } {
  const { disk, blocks, blockDocs } = written(docs, plainPacking);
  const reads: number[] = [];
  const open: MemoryDisk['open'] = (path, mode) => {
    const file = disk.open(path, mode);
    const read: DiskFile['read'] = (target, position) => {
      reads.push(target.length);
      return file.read(target, position);
    };
    return { size: file.size, read, write() {}, sync() {}, truncate() {}, close: () => file.close() };
  };
  const disks = Object.assign(Object.create(disk) as MemoryDisk, { open });
  return { reads, disk, reader: new SourceReader(disks, PATH, blocks, blockDocs) };
}

test('of a block that is known to be sound only the document is read', () => {
  const { reads, reader } = watched(40);
  reader.read(3);
  reads.length = 0;
  expect(reader.read(5)).toEqual(document(5));
  expect(reads).toEqual([16 * 4, document(5).length]);
});

test.each([10, 4000])('the end of a file that was cut off meanwhile by %i bytes is an error', (bytes) => {
  const { disk, reader } = watched(160);
  reader.read(159);
  const file = disk.open(PATH, 'append');
  file.truncate(file.size - 16 - bytes);
  file.close();
  expect(() => reader.read(159)).toThrow('a file of stored documents is too short');
});

test.each([
  ['as they were sent', plainPacking],
  ['packed', fastPacking],
])('a document that is none of the file is damage of its segment: %s', (_, packing) => {
  const { disk, blocks, blockDocs } = written(75, packing);
  const reader = new SourceReader(disk, PATH, blocks, blockDocs);
  expect(reader.read(74)).toEqual(document(74));
  for (const doc of [75, 4_000_000_000, -1]) {
    expect(() => reader.read(doc), `document ${doc}`).toThrow(/corrupt_index_exception.*no document/);
  }
});
