import { crc32 } from 'node:zlib';
import type { DiskFile } from '@sextant/base';
import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { sampleDictionary } from './source-dictionary.ts';
import { SourceReader } from './source-reader.ts';
import {
  bestPacking,
  fastPacking,
  type SourceLayout,
  type SourcePacking,
  SourceWriter,
} from './source-writer.ts';

const PATH = '/d/_1.src';

function document(doc: number): Uint8Array {
  return new TextEncoder().encode(doc % 7 === 0 ? '' : `{"n":${doc},"text":"${'x'.repeat(doc % 90)}"}`);
}

interface Written extends SourceLayout {
  readonly disk: MemoryDisk;
}

/** Over a file that is mapped when a document is read, or one that is read where it is asked for. */
function readerOf({ disk, ...layout }: Written, kind: 'mapped' | 'read' = 'mapped'): SourceReader {
  disk.mapFromBytes = kind === 'mapped' ? 0 : Number.POSITIVE_INFINITY;
  return new SourceReader(disk, PATH, layout);
}

function written(documents: readonly Uint8Array[], packing: SourcePacking): Written {
  const disk = new MemoryDisk();
  disk.makeDirectory('/d');
  const file = disk.open(PATH, 'create');
  const writer = new SourceWriter(packing, { file, generation: 1 });
  const bytes = documents.reduce((sum, { length }) => sum + length, 0);
  const dictionary = sampleDictionary(documents.length, bytes, (doc) => documents[doc]);
  if (dictionary.length > 0) writer.useDictionary(dictionary);
  for (const document of documents) writer.add(document, 0, document.length);
  const layout = writer.finish();
  file.close();
  return { ...layout, disk };
}

const documentsOf = (count: number): Uint8Array[] => Array.from({ length: count }, (_, doc) => document(doc));

test.each([
  ['packed quickly', 'mapped', fastPacking],
  ['packed quickly', 'read', fastPacking],
  ['packed small', 'mapped', bestPacking],
  ['packed small', 'read', bestPacking],
] as const)('a document is read again and again: %s, the file %s', (_, kind, packing) => {
  const reader = readerOf(written(documentsOf(75), packing), kind);
  for (let round = 0; round < 3; round++) {
    for (let doc = 74; doc >= 0; doc--) expect(reader.read(doc), `document ${doc}`).toEqual(document(doc));
  }
});

/** Random documents of all lengths and kinds: alike, unlike, none. */
function randomDocuments(random: SeededRandom, count: number): Uint8Array[] {
  const words = Array.from({ length: 200 }, () =>
    Buffer.from(random.bytes(1 + random.below(9))).toString('hex'),
  );
  return Array.from({ length: count }, () => {
    const kind = random.below(12);
    if (kind === 0) return new Uint8Array(0);
    if (kind === 1) return random.bytes(random.below(600));
    const length = kind === 2 && random.below(8) === 0 ? random.below(12_000) : random.below(60);
    const text = Array.from({ length }, () => words[random.below(words.length)]).join(' ');
    return new TextEncoder().encode(text);
  });
}

test('documents of all kinds are read as they came, in any order, whatever else is read in between', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  for (let round = 0; round < 6; round++) {
    const documents = [0, 1].map(() => randomDocuments(random, [1, 40, 2500][round % 3]!));
    const readers = documents.map((all, i) => {
      const packing = i === 0 || round < 3 ? fastPacking : bestPacking;
      return readerOf(written(all, packing), round % 2 === i ? 'mapped' : 'read');
    });
    for (let n = 0; n < 400; n++) {
      const which = random.below(2);
      const all = documents[which]!;
      const doc = random.below(all.length);
      for (const next of [doc, Math.min(doc + 1, all.length - 1), Math.max(0, doc - 3)]) {
        const same = Buffer.compare(readers[which]!.read(next), all[next]!) === 0;
        expect(same, `seed ${seed}, round ${round}, document ${next}`).toBe(true);
      }
    }
    for (let block = 0; block < readers[0]!.blockCount; block++) {
      const { docs, content, offsets } = readers[0]!.decoded(block);
      const first = readers[0]!.firstDocOf(block);
      for (let i = 0; i < docs; i++) {
        const found = content.subarray(offsets[i], offsets[i + 1]);
        expect(Buffer.compare(found, documents[0]![first + i]!), `seed ${seed}, block ${block}`).toBe(0);
      }
    }
  }
});

test('documents that are alike share a dictionary and take a fraction of their room', () => {
  const agents = Array.from(
    { length: 60 },
    (_, n) => `Mozilla/5.0 (system ${n * 7919}) AppleWebKit/${n * 31}`,
  );
  const documents = Array.from({ length: 2000 }, (_, n) =>
    new TextEncoder().encode(`{"number":${n * 104_729},"agent":"${agents[(n * 37) % 60]}"}`),
  );
  const bytes = documents.reduce((sum, { length }) => sum + length, 0);
  const { fileBytes, dictionaries } = written(documents, fastPacking);
  expect([...dictionaries]).toEqual([0]);
  expect(fileBytes / bytes).toBeLessThan(0.35);
});

/** A reader over a disk whose reads are told by their length. */
function watched(documents: readonly Uint8Array[]): { reads: number[]; reader: SourceReader } {
  const { disk, ...layout } = written(documents, fastPacking);
  disk.mapFromBytes = Number.POSITIVE_INFINITY;
  const reads: number[] = [];
  const open: MemoryDisk['open'] = (path, mode) => {
    const file = disk.open(path, mode);
    const read: DiskFile['read'] = (target, position) => {
      reads.push(target.length);
      return file.read(target, position);
    };
    return { size: file.size, read, close: () => file.close() } as DiskFile;
  };
  const disks = Object.assign(Object.create(disk) as MemoryDisk, { open });
  return { reads, reader: readerOf({ ...layout, disk: disks }, 'read') };
}

test('to read a document one block is read, and nothing where the block was unpacked up to there', () => {
  const documents = Array.from({ length: 3000 }, (_, n) =>
    new TextEncoder().encode(`{"n":${n},"m":${n % 17}}`),
  );
  const { reads, reader } = watched(documents);
  reader.read(1000);
  reads.length = 0;
  expect(reader.read(2000)).toEqual(documents[2000]);
  expect(reads.length).toBe(1);
  expect(reads[0]).toBeLessThan(2000);
  const block = Array.from({ length: reader.blockCount }, (_, i) => i).find(
    (i) => reader.firstDocOf(i + 1) > 2000,
  )!;
  expect(reader.read(reader.firstDocOf(block))).toEqual(documents[reader.firstDocOf(block)]);
  expect(reads.length).toBe(1);
});

test.each([10, 400])('the end of a file that was cut off meanwhile by %i bytes is an error', (bytes) => {
  const file = written(documentsOf(160), fastPacking);
  const reader = readerOf(file, 'read');
  reader.read(0);
  cutOff(file, 16 + bytes);
  expect(() => reader.read(159)).toThrow('a file of stored documents is too short');
});

function cutOff({ disk }: Written, bytes: number): void {
  const file = disk.open(PATH, 'append');
  file.truncate(file.size - bytes);
  file.close();
}

test('a file that is not as long as it was written is damage, and not mapped', () => {
  const file = written(documentsOf(160), fastPacking);
  cutOff(file, 1);
  expect(() => readerOf(file).read(0)).toThrow(/corrupt_index_exception.*cannot be mapped: .*instead of/);
});

test('a document is read from the mapping until its end, and from a new one after it', () => {
  const file = written(documentsOf(160), fastPacking);
  const reader = readerOf(file);
  expect(reader.file.mappedBytes).toBe(0);
  expect(reader.read(120)).toEqual(document(120));
  expect(reader.file.mappedBytes).toBe(file.fileBytes);
  const { content } = reader.decoded(reader.blockCount - 1);
  expect(content.length).toBeGreaterThan(0);
  reader.close();
  expect(reader.file.mappedBytes).toBe(0);
  expect(reader.read(121)).toEqual(document(121));
});

test('who reads everything maps nothing', () => {
  const reader = readerOf(written(documentsOf(160), fastPacking));
  for (let block = 0; block < reader.blockCount; block++) reader.decoded(block);
  expect(reader.file.mappedBytes).toBe(0);
});

test.each(['pinned', 'mapped'])('a file that was removed is read on where it was %s before', (how) => {
  const file = written(documentsOf(160), fastPacking);
  const reader = readerOf(file);
  if (how === 'mapped') reader.read(0);
  reader.file.pin();
  file.disk.remove(PATH);
  expect(reader.read(159)).toEqual(document(159));
  expect(reader.encoded(reader.blockCount - 1).length).toBeGreaterThan(0);
});

test.each([
  ['packed quickly', fastPacking],
  ['packed small', bestPacking],
])('a document that is none of the file is damage of its segment: %s', (_, packing) => {
  const reader = readerOf(written(documentsOf(75), packing));
  expect(reader.read(74)).toEqual(document(74));
  for (const doc of [75, 4_000_000_000, -1]) {
    expect(() => reader.read(doc), `document ${doc}`).toThrow(/corrupt_index_exception.*no document/);
  }
});

test.each([
  ['packed quickly', fastPacking],
  ['packed small', bestPacking],
])('damage that no checksum shows is found, or other bytes are read, and nothing worse: %s', (_, packing) => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  const documents = randomDocuments(random, 900);
  const { disk, ...layout } = written(documents, packing);
  const original = disk.readFile(PATH).slice();
  let found = 0;
  for (let round = 0; round < 150; round++) {
    const bytes = original.slice();
    const block = random.below(layout.blocks.length - 1);
    const content = bytes.subarray(layout.blocks[block]!, layout.blocks[block + 1]!);
    for (let flips = 1 + random.below(3); flips > 0; flips--) {
      content[4 + random.below(Math.min(content.length - 4, 40))] = random.below(256);
    }
    new DataView(content.buffer, content.byteOffset).setUint32(0, crc32(content.subarray(4)), true);
    const file = disk.open(PATH, 'create');
    file.write(bytes);
    file.close();
    const reader = readerOf({ ...layout, disk }, round % 2 === 0 ? 'mapped' : 'read');
    for (let doc = layout.blockDocs[block]!; doc < Math.min(900, layout.blockDocs[block]! + 70); doc++) {
      try {
        reader.read(doc);
      } catch (error) {
        found++;
        expect(String(error), `seed ${seed}, round ${round}`).toMatch(/corrupt_index_exception.*_1\.src/);
      }
    }
    for (const read of [() => reader.decoded(block), () => reader.encoded(block)]) {
      try {
        read();
      } catch (error) {
        expect(String(error), `seed ${seed}, round ${round}`).toMatch(/corrupt_index_exception.*_1\.src/);
      }
    }
  }
  expect(found, `seed ${seed}`).toBeGreaterThan(100);
});

test('a thread keeps the dictionaries that were used last, and opens others again', () => {
  const documents = randomDocuments(new SeededRandom(5), 3000);
  const file = written(documents, fastPacking);
  const readers = Array.from({ length: 150 }, () => readerOf(file));
  for (const doc of [17, 2900]) {
    for (const reader of readers) expect(Buffer.compare(reader.read(doc), documents[doc]!)).toBe(0);
  }
  for (const reader of readers) reader.close();
  expect(Buffer.compare(readers[0]!.read(4), documents[4]!)).toBe(0);
});
