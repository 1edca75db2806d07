import { crc32 } from 'node:zlib';
import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { MODEL_FIELDS, randomDocument } from '../testing/segment-model.ts';
import { segmentDataOf, TEST_DIRECTORY } from '../testing/segments.ts';
import { checkSegment } from './check-segment.ts';
import { loadSegment, verifySegment } from './segment-file.ts';
import { NO_FIELD, SectionKind } from './segment-format.ts';

function writtenSegment(documents = 300): { disk: MemoryDisk; seg: string; src: string } {
  const disk = new MemoryDisk();
  const random = new SeededRandom(11);
  const all = Array.from({ length: documents }, (_, n) => randomDocument(random, n));
  segmentDataOf(disk, 1, MODEL_FIELDS, all, [3, 5]);
  return { disk, seg: `${TEST_DIRECTORY}/_1.seg`, src: `${TEST_DIRECTORY}/_1.src` };
}

function replace(
  disk: MemoryDisk,
  path: string,
  change: (bytes: Uint8Array) => Uint8Array | undefined,
): void {
  const bytes = disk.readFile(path).slice();
  const file = disk.open(path, 'create');
  file.write(change(bytes) ?? bytes);
  file.close();
}

const check = (disk: MemoryDisk): readonly string[] => checkSegment(disk, TEST_DIRECTORY, '_1');

test('nothing is wrong with a segment as written', () => {
  expect(check(writtenSegment().disk)).toEqual([]);
  expect(check(writtenSegment(0).disk)).toEqual([]);
});

test('any changed byte of either file is found; reading through an index refuses it, as loading does where it reads it all', () => {
  const { disk, seg, src } = writtenSegment(40);
  const random = new SeededRandom(12);
  for (const path of [seg, src]) {
    const original = disk.readFile(path).slice();
    const places = [
      0,
      5,
      9,
      original.length - 1,
      ...Array.from({ length: 60 }, () => random.below(original.length)),
    ];
    for (const place of places) {
      replace(disk, path, (bytes) => {
        bytes[place] = bytes[place]! ^ (1 << random.below(8));
        return bytes;
      });
      expect(check(disk), `byte ${place} of ${path}`).not.toEqual([]);
      if (path === seg) {
        const name = { directory: TEST_DIRECTORY, name: '_1' };
        expect(() => verifySegment(disk, name)).toThrow('segment file is damaged');
        disk.mapFromBytes = Number.POSITIVE_INFINITY;
        expect(() => loadSegment(disk, TEST_DIRECTORY, '_1')).toThrow('segment file is damaged');
        disk.mapFromBytes = 0;
      }
      replace(disk, path, () => original);
    }
  }
});

test('a cut or missing file is found', () => {
  const { disk, seg, src } = writtenSegment();
  replace(disk, src, (bytes) => bytes.slice(0, -20));
  expect(check(disk)[0]).toMatch(/the stored documents take \d+ bytes instead of/);
  expect(() => loadSegment(disk, TEST_DIRECTORY, '_1')).toThrow(/bytes instead of .*_1\.src/);
  disk.remove(src);
  expect(check(disk)[0]).toMatch(/cannot be read/);
  replace(disk, seg, (bytes) => bytes.slice(0, 100));
  expect(check(disk)).toEqual(['the segment file is cut off']);
});

/** Changes the bytes of one section and makes all checksums right again: a mistake of the writer, not of the disk. */
function tamper(
  disk: MemoryDisk,
  path: string,
  field: string | number,
  kind: number,
  change: (bytes: DataView) => void,
): void {
  const names = [...MODEL_FIELDS].map((each) => each.name).sort();
  const number = typeof field === 'number' ? field : names.indexOf(field);
  replace(disk, path, (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = view.getUint32(12, true);
    const table = view.getFloat64(16, true);
    for (let row = table; row < table + count * 24; row += 24) {
      if (view.getUint8(row) !== kind || view.getUint16(row + 2, true) !== number) continue;
      const offset = view.getFloat64(row + 8, true);
      const length = Math.ceil(view.getFloat64(row + 16, true) / 8) * 8;
      change(new DataView(bytes.buffer, bytes.byteOffset + offset, length));
      view.setUint32(row + 4, crc32(bytes.subarray(offset, offset + length)), true);
      view.setUint32(table + count * 24, crc32(bytes.subarray(table, table + count * 24)), true);
      return bytes;
    }
    throw new Error(`no section ${kind} of ${field}`);
  });
}

test.each([
  ['terms out of order', 'body', SectionKind.termBytes, /not above the one before/],
  ['postings of other documents', 'body', SectionKind.blockLastDoc, /does not end at its last document/],
  ['a wrong bound of frequencies', 'body', SectionKind.blockMaxFreq, /another highest frequency/],
  ['a wrong bound of norms', 'body', SectionKind.blockMinNorm, /another lowest norm/],
  [
    'a wrong document frequency',
    'kind',
    SectionKind.termDocFreq,
    /the dictionary says|instead of|is past the end|does not end at its last document/,
  ],
  ['an ordinal that does not exist', 'kind', SectionKind.columnData, /has ordinal 2\d\d of 5/],
  [
    'a column that differs from the sorted values',
    'size',
    SectionKind.columnData,
    /is not in the column|is wrong/,
  ],
  [
    'sorted values that fall',
    'price',
    SectionKind.sortedDocs,
    /below the one before|not in the column|past the end/,
  ],
  ['offsets that do not span the values', 'sizes', SectionKind.columnOffsets, /do not span/],
  ['wrong block extents', 'price', SectionKind.columnBlockMin, /lowest values of blocks/],
  [
    'a dictionary where there is none',
    NO_FIELD,
    SectionKind.sourceDictionaries,
    /dictionaries are not those/,
  ],
  ['blocks of documents elsewhere', NO_FIELD, SectionKind.sourceBlocks, /block 0: .*(checksum|expected one)/],
  [
    'bounds of ids that leave some out',
    NO_FIELD,
    SectionKind.idBounds,
    /table of ids has 298 entries, \d+ of them/,
  ],
  ['presence that does not fit', 'price', SectionKind.presence, /not marked, or the reverse|values/],
])('%s with right checksums are found', (_name, field, kind, message) => {
  const { disk, seg } = writtenSegment();
  tamper(disk, seg, field, kind, (bytes) => bytes.setUint8(0, bytes.getUint8(0) ^ 0xff));
  expect(check(disk).join('\n')).toMatch(message);
});

test('bounds of ids that are wider than the ids are found', () => {
  const disk = new MemoryDisk();
  const documents = ['a', 'b', 'c', 'd'].map((_id) => ({ _id }));
  segmentDataOf(disk, 1, [], documents, [0, 3]);
  expect(check(disk)).toEqual([]);
  const path = `${TEST_DIRECTORY}/_1.seg`;
  for (const [place, doc, was] of [
    [0, 0, 1],
    [4, 3, 2],
  ] as const) {
    tamper(disk, path, NO_FIELD, SectionKind.idBounds, (bytes) => bytes.setUint32(place, doc, true));
    expect(check(disk)).toEqual(['the bounds of the ids are not those of the first and the last one']);
    tamper(disk, path, NO_FIELD, SectionKind.idBounds, (bytes) => bytes.setUint32(place, was, true));
  }
  expect(check(disk)).toEqual([]);
});

test('a section that is not known is passed over: one that can be done without needs no other version', () => {
  const { disk, seg } = writtenSegment();
  replace(disk, seg, (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const table = view.getFloat64(16, true);
    const end = table + view.getUint32(12, true) * 24;
    for (let row = table; row < end; row += 24) {
      if (view.getUint8(row) === SectionKind.idBounds) view.setUint8(row, 250);
    }
    view.setUint32(end, crc32(bytes.subarray(table, end)), true);
    return bytes;
  });
  expect(check(disk)).toEqual([]);
});
