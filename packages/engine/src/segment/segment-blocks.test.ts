import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { wordsFor } from '../codec/bits.ts';
import { DocumentParser } from '../mapping/document-parser.ts';
import type { ParsedDocument } from '../mapping/mapped-field.ts';
import { Mapping } from '../mapping/mapping.ts';
import { TEST_DIRECTORY } from '../testing/segments.ts';
import { checkSegment } from './check-segment.ts';
import { nextBit, previousBit } from './segment-blocks.ts';
import { SegmentBuilder } from './segment-builder.ts';
import type { SegmentData } from './segment-data.ts';
import { openForSearch, openSegment } from './segment-file.ts';

const mapping = Mapping.create(
  {
    properties: {
      t: { type: 'keyword' },
      a: { type: 'nested', properties: { k: { type: 'keyword' }, b: { type: 'nested' } } },
    },
  },
  {},
);

function add(builder: SegmentBuilder, id: string, document: unknown): number {
  const source = new TextEncoder().encode(JSON.stringify(document));
  const parsed: ParsedDocument = { length: 0, fields: [], values: [] };
  new DocumentParser().parse(mapping, source, parsed, id);
  return builder.add(parsed, {
    id,
    routing: null,
    seqNo: builder.maxDoc,
    primaryTerm: 1,
    version: 1,
    source,
  });
}

function built(builder: SegmentBuilder): { readonly data: SegmentData; readonly disk: MemoryDisk } {
  const disk = new MemoryDisk();
  disk.makeDirectory(TEST_DIRECTORY);
  return { disk, data: builder.build({ disk, directory: TEST_DIRECTORY, name: '_1', generation: 1 }) };
}

test('the next and the previous set bit are found across words', () => {
  const words = new Uint32Array(wordsFor(130));
  for (const bit of [0, 31, 32, 127]) words[bit >>> 5]! |= 1 << (bit & 31);
  expect([0, 1, 31, 32, 33, 127, 128, 500].map((from) => nextBit(words, from))).toEqual([
    0, 31, 31, 32, 127, 127, -1, -1,
  ]);
  expect([-1, 0, 30, 31, 63, 126, 127, 129].map((from) => previousBit(words, from))).toEqual([
    -1, 0, 0, 31, 32, 32, 127, 127,
  ]);
});

test('objects stand before the document that they lie in, each after those within it', () => {
  const builder = new SegmentBuilder();
  add(builder, 'x', { a: [{ k: '1', b: [{}, {}] }, { k: '2' }] });
  add(builder, 'y', { t: 'none' });
  add(builder, 'z', { a: { k: '3' } });
  const { data, disk } = built(builder);
  const segment = openSegment(data, disk);
  const blocks = segment.blocks!;
  const docs = Array.from({ length: segment.maxDoc }, (_, doc) => doc);
  expect(docs.map((doc) => blocks.pathOf(doc))).toEqual(['a.b', 'a.b', 'a', 'a', null, null, 'a', null]);
  expect(docs.map((doc) => blocks.rootOf(doc))).toEqual([4, 4, 4, 4, 4, 5, 7, 7]);
  expect([4, 5, 7].map((root) => blocks.startOf(root))).toEqual([0, 5, 6]);
  expect([...'xyz'].map((id) => segment.docOf(new TextEncoder().encode(id)))).toEqual([4, 5, 7]);
  const searched = openForSearch(data, disk);
  expect([segment.numDocs, searched.numDocs, searched.within('a').numDocs]).toEqual([8, 3, 3]);
  expect(checkSegment(disk, TEST_DIRECTORY, '_1')).toEqual([]);
});

test('a document that is refused leaves nothing alive of its block', () => {
  const builder = new SegmentBuilder();
  expect(() => add(builder, 'bad', { a: [{ k: 'fine' }, { b: {}, k: 'x'.repeat(40_000) }] })).toThrow();
  add(builder, 'good', { a: { k: '1' } });
  const parsed: ParsedDocument = { length: 0, fields: [], values: [] };
  const immense = { ...parsed, length: 1, fields: [mapping.field('t')!], values: ['y'.repeat(40_000)] };
  const meta = {
    id: 'worse',
    routing: null,
    seqNo: 9,
    primaryTerm: 1,
    version: 1,
    source: new Uint8Array(1),
  };
  expect(() => builder.add({ ...parsed, nested: [parsed, immense] }, meta)).toThrow('immense term');
  const { data, disk } = built(builder);
  expect([data.maxDoc, data.deletedDocs]).toEqual([5, 3]);
  expect(openForSearch(data, disk).numDocs).toBe(1);
});

test('a segment without nested objects has no blocks, and is of the format that it was', () => {
  const builder = new SegmentBuilder();
  add(builder, 'x', { t: 'a' });
  const { data, disk } = built(builder);
  expect([data.hasBlocks, openForSearch(data, disk).blocks, openForSearch(data, disk).liveDocs]).toEqual([
    false,
    null,
    null,
  ]);
});
