import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { compareBytes } from '../codec/bytes.ts';
import { DocumentParser } from '../mapping/document-parser.ts';
import { coarseOf, ofBig } from '../mapping/fine-number.ts';
import type { ParsedDocument } from '../mapping/mapped-field.ts';
import { Mapping } from '../mapping/mapping.ts';
import { MODEL_FIELDS, pick, randomDocument } from '../testing/segment-model.ts';
import { addTo, segmentDataOf, TEST_DIRECTORY, type TestDocument, testField } from '../testing/segments.ts';
import { checkSegment } from './check-segment.ts';
import { LiveDocs, withLiveDocs } from './live-docs.ts';
import { mergeSegments } from './merge-segments.ts';
import { SegmentBuilder } from './segment-builder.ts';
import { type SegmentData, segmentName, segmentPath } from './segment-data.ts';
import { openSegment } from './segment-file.ts';
import type { SegmentSort, SegmentSortKey } from './segment-sort.ts';
import { writeSegment } from './write-segment.ts';

const SORTED_BY = [
  'size',
  'sizes',
  'price',
  'rare',
  'unsorted',
  'kind',
  'labels',
  'listed',
  'address',
  'none',
];

function targetOf(disk: MemoryDisk, generation: number) {
  disk.makeDirectory(TEST_DIRECTORY);
  return { disk, directory: TEST_DIRECTORY, name: segmentName(generation), generation };
}

function randomSort(random: SeededRandom): SegmentSort {
  const fields = SORTED_BY.filter(() => random.float() < 0.4);
  return fields.map((field) => ({
    field,
    descending: random.float() < 0.5,
    mode: random.float() < 0.5 ? 'min' : 'max',
    missing: random.float() < 0.5 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
  }));
}

type Value = number | Uint8Array;

/** Of the values of a document the one that counts; undefined where it has none. */
function countedValue(document: TestDocument, { field, mode }: SegmentSortKey): Value | undefined {
  const given = document[field] ?? [];
  const values = (Array.isArray(given) ? given : [given]).map(
    (value): Value => (typeof value === 'string' ? new TextEncoder().encode(value) : (value as Value)),
  );
  values.sort(compareValues);
  return mode === 'min' ? values[0] : values.at(-1);
}

function compareValues(a: Value, b: Value): number {
  return typeof a === 'number' ? a - Number(b) : compareBytes(a, b as Uint8Array);
}

function compareDocuments(sort: SegmentSort, a: TestDocument, b: TestDocument): number {
  for (const key of sort) {
    const left = countedValue(a, key);
    const right = countedValue(b, key);
    if (left === undefined && right === undefined) continue;
    if (left === undefined || right === undefined) {
      const first = key.descending ? coarseOf(key.missing) > 0 : coarseOf(key.missing) < 0;
      return (left === undefined) === first ? -1 : 1;
    }
    const order = compareValues(left, right);
    if (order !== 0) return key.descending ? -order : order;
  }
  return 0;
}

/** Every section by kind and field, but not where the stored documents lie. */
function sectionsOf(disk: MemoryDisk, { directory, name }: SegmentData): Record<string, string> {
  const { buffer: index } = new Uint8Array(disk.readFile(segmentPath(directory, name)));
  const view = new DataView(index);
  const table = view.getFloat64(16, true);
  const sections: Record<string, string> = {};
  for (let row = table; row < table + view.getUint32(12, true) * 24; row += 24) {
    const kind = view.getUint8(row);
    if (kind >= 10 && kind <= 12) continue;
    const bytes = Buffer.from(index, view.getFloat64(row + 8, true), view.getFloat64(row + 16, true));
    sections[`${view.getUint16(row + 2, true)}:${kind}:${view.getUint8(row + 1)}`] = bytes.toString('hex');
  }
  return sections;
}

/** A sorted segment; the documents that live, in their order. */
function randomInput(
  random: SeededRandom,
  disk: MemoryDisk,
  sort: SegmentSort,
  generation: number,
  first: number,
) {
  const documents = Array.from({ length: 1 + pick(random, 60) }, (_, i) => randomDocument(random, first + i));
  const fields = MODEL_FIELDS.filter(() => random.float() < 0.9);
  const known = new Set(fields.map(({ name }) => name));
  const dead = documents.map(() => random.float() < 0.2);
  const builder = new SegmentBuilder();
  documents.forEach((document, doc) => {
    addTo(builder, fields, document);
    if (dead[doc] && random.float() < 0.5) builder.delete(doc);
  });
  const { segment, remap } = writeSegment(builder.freeze(sort), targetOf(disk, generation));
  const bits = new LiveDocs(segment.maxDoc, segment.liveDocs);
  dead.forEach((isDead, doc) => {
    if (isDead) bits.delete(remap === null ? doc : remap[doc]!);
  });
  const kept = documents.map(
    (document): TestDocument => ({
      ...Object.fromEntries(
        Object.entries(document).filter(([key]) => key.startsWith('_') || known.has(key)),
      ),
      _source: JSON.stringify({ id: document._id }),
    }),
  );
  const live = kept.filter((_, doc) => !dead[doc]).sort((a, b) => compareDocuments(sort, a, b));
  return { input: withLiveDocs(segment, bits.snapshot()), live, count: documents.length };
}

test('sorted segments, and what is merged of them, are as if the documents had come in their order', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  for (let round = 0; round < 30; round++) {
    const disk = new MemoryDisk();
    const sort = randomSort(random);
    const problem = `seed ${seed}, round ${round}, ${JSON.stringify(sort)}`;
    const inputs: SegmentData[] = [];
    const live: TestDocument[] = [];
    for (let generation = 1, first = 0; generation <= 1 + pick(random, 5); generation++) {
      const made = randomInput(random, disk, sort, generation, first);
      expect(idsOf(disk, made.input), problem).toEqual(made.live.map((document) => document._id));
      inputs.push(made.input);
      live.push(...made.live);
      first += made.count;
    }
    live.sort((a, b) => compareDocuments(sort, a, b));
    const { segment, remaps } = mergeSegments(inputs, targetOf(disk, 100), disk, { sort });
    const other = new MemoryDisk();
    expect(sectionsOf(disk, segment), problem).toEqual(
      sectionsOf(other, segmentDataOf(other, 100, MODEL_FIELDS, live)),
    );
    expect(checkSegment(disk, TEST_DIRECTORY, segment.name), problem).toEqual([]);
    inputs.forEach((input, i) => {
      const from = openSegment(input, disk);
      const to = openSegment(segment, disk);
      remaps[i]!.forEach((doc, old) => {
        if (doc >= 0) expect(to.idOf(doc), problem).toBe(from.idOf(old));
      });
    });
  }
});

/** Of the live documents. */
function idsOf(disk: MemoryDisk, data: SegmentData): string[] {
  const segment = openSegment(data, disk);
  const bits = new LiveDocs(data.maxDoc, data.liveDocs);
  return Array.from({ length: data.maxDoc }, (_, doc) => doc)
    .filter((doc) => bits.isLive(doc))
    .map((doc) => segment.idOf(doc));
}

const n = testField('n', 'long');
const byNumber: SegmentSort = [
  { field: 'n', descending: false, mode: 'min', missing: Number.POSITIVE_INFINITY },
];

test.each(['default', 'best_compression'] as const)(
  'stored documents of a sorted %s merge stand in its order',
  (codec) => {
    const disk = new MemoryDisk();
    const builders = [new SegmentBuilder(), new SegmentBuilder()];
    for (let i = 999; i >= 0; i--)
      addTo(builders[i % 2]!, [n], { n: i, text: `${i} `.repeat(200), _id: String(i) });
    const inputs = builders.map(
      (builder, i) => writeSegment(builder.freeze(byNumber), targetOf(disk, i + 1)).segment,
    );
    const { segment } = mergeSegments(inputs, targetOf(disk, 3), disk, { codec, sort: byNumber });
    const reader = openSegment(segment, disk);
    for (let doc = 0; doc < 1000; doc++) {
      expect(JSON.parse(new TextDecoder().decode(reader.sourceOf(doc)!)).n).toBe(doc);
    }
  },
);

test('numbers that a double cannot hold are told apart', () => {
  const disk = new MemoryDisk();
  const big = 9_007_199_254_740_992n;
  const segments = [
    [3n, 1n, 5n],
    [2n, 4n],
  ].map((rests, i) => {
    const builder = new SegmentBuilder();
    for (const rest of rests) addFine(builder, big + rest);
    return writeSegment(builder.freeze(byNumber), targetOf(disk, i + 1)).segment;
  });
  expect(idsOf(disk, segments[0]!)).toEqual(['1', '3', '5']);
  const { segment } = mergeSegments(segments, targetOf(disk, 3), disk, { sort: byNumber });
  expect(idsOf(disk, segment)).toEqual(['1', '2', '3', '4', '5']);
});

test('objects of nested fields stay before the document that they lie in', () => {
  const definition = { n: { type: 'long' }, a: { type: 'nested', properties: { k: { type: 'keyword' } } } };
  const mapping = Mapping.create({ properties: definition }, {});
  const disk = new MemoryDisk();
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  const inputs = [1, 2, 3].map((generation) => {
    const builder = new SegmentBuilder();
    for (let i = 0; i < 40; i++) {
      const number = pick(random, 1000);
      const a = Array.from({ length: pick(random, 3) }, () => ({ k: `of ${number}` }));
      const source = new TextEncoder().encode(JSON.stringify({ n: number, a }));
      const parsed: ParsedDocument = { length: 0, fields: [], values: [] };
      new DocumentParser().parse(mapping, source, parsed, 'x');
      const numbers = { seqNo: builder.maxDoc, primaryTerm: 1, version: 1 };
      builder.add(parsed, { id: `${number}-${generation}-${i}`, routing: null, ...numbers, source });
    }
    return writeSegment(builder.freeze(byNumber), targetOf(disk, generation)).segment;
  });
  const { segment } = mergeSegments(inputs, targetOf(disk, 9), disk, { sort: byNumber });
  expect(checkSegment(disk, TEST_DIRECTORY, segment.name)).toEqual([]);
  for (const data of [...inputs, segment]) {
    const reader = openSegment(data, disk);
    const found: number[] = [];
    let inner = 0;
    for (let doc = 0; doc < data.maxDoc; doc++) {
      const words = reader.ordinals('a.k')!;
      if (reader.blocks!.rootOf(doc) !== doc) {
        const word = reader.terms('a.k')!.termText(words.data[doc]!);
        expect(word, `seed ${seed}`).toBe(`of ${reader.idOf(reader.blocks!.rootOf(doc)).split('-')[0]}`);
        inner++;
        continue;
      }
      found.push(Number(reader.idOf(doc).split('-')[0]));
    }
    expect(inner).toBe(data.maxDoc - found.length);
    expect(found, `seed ${seed}`).toEqual([...found].sort((a, b) => a - b));
  }
});

function addFine(builder: SegmentBuilder, value: bigint): void {
  const parsed: ParsedDocument = { length: 1, fields: [n], values: [ofBig(value)] };
  const id = String(value - 9_007_199_254_740_992n);
  const numbers = { seqNo: builder.maxDoc, primaryTerm: 1, version: 1 };
  builder.add(parsed, { id, routing: null, ...numbers, source: new Uint8Array(0) });
}

test('a document without a value stands with those that have the greatest', () => {
  const disk = new MemoryDisk();
  const greatest = ofBig(2n ** 63n - 1n);
  const sort: SegmentSort = [{ field: 'n', descending: false, mode: 'min', missing: greatest }];
  const builder = new SegmentBuilder();
  for (const [id, value] of [
    ['none', undefined],
    ['most', greatest],
    ['least', 1],
    ['nothing', undefined],
  ] as const) {
    const parsed: ParsedDocument = { length: 0, fields: [], values: [] };
    if (value !== undefined) Object.assign(parsed, { length: 1, fields: [n], values: [value] });
    const numbers = { seqNo: builder.maxDoc, primaryTerm: 1, version: 1 };
    builder.add(parsed, { id, routing: null, ...numbers, source: new Uint8Array(0) });
  }
  const { segment } = writeSegment(builder.freeze(sort), targetOf(disk, 1));
  expect(idsOf(disk, segment)).toEqual(['least', 'none', 'most', 'nothing']);
});
