import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { MODEL_FIELDS, pick, randomDocument } from '../testing/segment-model.ts';
import { addTo, segmentDataOf, TEST_DIRECTORY, type TestDocument, testField } from '../testing/segments.ts';
import { checkSegment } from './check-segment.ts';
import { LiveDocs, withLiveDocs } from './live-docs.ts';
import { mergeSegments } from './merge-segments.ts';
import { SegmentBuilder } from './segment-builder.ts';
import { type SegmentData, segmentName, segmentPath } from './segment-data.ts';
import { loadSegment, openSegment } from './segment-file.ts';

function targetOf(disk: MemoryDisk, generation: number) {
  return { disk, directory: TEST_DIRECTORY, name: segmentName(generation), generation };
}

/** Random segments with dead documents, some dead from the start; and the live documents in order. */
function randomInputs(random: SeededRandom, disk: MemoryDisk, most: number) {
  const live: TestDocument[] = [];
  const inputs: SegmentData[] = [];
  let number = 0;
  for (let generation = 1; generation <= 1 + pick(random, 5); generation++) {
    const deletes = random.float() < 0.5 ? random.float() : 0;
    const documents = Array.from({ length: 1 + pick(random, most) }, () => randomDocument(random, number++));
    const fields = MODEL_FIELDS.filter(() => random.float() < 0.9);
    const dead = documents.map(() => random.float() < deletes);
    const builder = new SegmentBuilder();
    documents.forEach((document, doc) => {
      addTo(builder, fields, document);
      if (dead[doc] && random.float() < 0.5) builder.delete(doc);
      const known = new Set(fields.map((field) => field.name));
      const kept = Object.entries(document).filter(([key]) => key.startsWith('_') || known.has(key));
      if (!dead[doc]) live.push({ ...Object.fromEntries(kept), _source: sourceOf(document) });
    });
    disk.makeDirectory(TEST_DIRECTORY);
    const built = builder.build(targetOf(disk, generation));
    const bits = new LiveDocs(built.maxDoc, built.liveDocs);
    dead.forEach((isDead, doc) => {
      if (isDead) bits.delete(doc);
    });
    inputs.push(withLiveDocs(built, bits.snapshot()));
  }
  return { inputs, live };
}

function sourceOf(document: TestDocument): string {
  return JSON.stringify(Object.fromEntries(Object.entries(document).filter(([key]) => !key.startsWith('_'))));
}

test('a merge writes the same bytes as building from the live documents', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  for (let round = 0; round < 12; round++) {
    const disk = new MemoryDisk();
    const { inputs, live } = randomInputs(random, disk, round === 0 ? 400 : 60);
    const { segment, remaps } = mergeSegments(inputs, targetOf(disk, 100), disk);
    const other = new MemoryDisk();
    const built = segmentDataOf(other, 100, MODEL_FIELDS, live);
    const problem = `seed ${seed}, round ${round}`;
    expect(segment.maxDoc, problem).toBe(live.length);
    expect(sectionsOf(disk, segment), problem).toEqual(sectionsOf(other, built));
    expect(Math.max(-1, ...remaps.flatMap((remap) => [...remap])), problem).toBe(live.length - 1);
    expect(loadSegment(disk, TEST_DIRECTORY, segment.name), problem).toEqual(segment);
    expect(checkSegment(disk, TEST_DIRECTORY, segment.name), problem).toEqual([]);
    const reader = openSegment(segment, disk);
    const sources = live.map((_, doc) => new TextDecoder().decode(reader.sourceOf(doc)!));
    expect(sources, problem).toEqual(live.map((document) => document._source));
  }
});

/** All sections by kind and field, but not where the stored documents lie, which depends on the way there. */
function sectionsOf(disk: MemoryDisk, { directory, name }: SegmentData): Record<string, string> {
  const { buffer: index } = new Uint8Array(disk.readFile(segmentPath(directory, name)));
  const view = new DataView(index);
  const count = view.getUint32(12, true);
  const table = view.getFloat64(16, true);
  const sections: Record<string, string> = {};
  for (let row = table; row < table + count * 24; row += 24) {
    const kind = view.getUint8(row);
    if (kind >= 10 && kind <= 12) continue;
    const bytes = Buffer.from(index, view.getFloat64(row + 8, true), view.getFloat64(row + 16, true));
    sections[`${view.getUint16(row + 2, true)}:${kind}:${view.getUint8(row + 1)}`] = bytes.toString('hex');
  }
  return sections;
}

const codecs = ['default', 'best_compression'] as const;

test.each(codecs.flatMap((first) => codecs.map((then) => [first, then] as const)))(
  'documents of a %s merge survive another one with %s, dead ones are left out',
  (before, after) => {
    const disk = new MemoryDisk();
    const fields = [testField('n', 'long')];
    const documents = Array.from({ length: 1000 }, (_, n) => ({ n, text: `${n} `.repeat(300) }));
    const dead = [0, 17, 18, 500];
    const first = segmentDataOf(disk, 1, fields, documents, dead);
    const second = segmentDataOf(disk, 2, fields, documents);
    const merged = mergeSegments([first, second], targetOf(disk, 3), disk, { codec: before }).segment;
    const again = mergeSegments([merged, second], targetOf(disk, 4), disk, { codec: after }).segment;
    // The same documents came twice.
    const problems = checkSegment(disk, TEST_DIRECTORY, again.name).filter(
      (text) => !text.includes('table of ids'),
    );
    expect(problems).toEqual([]);
    const reader = openSegment(again, disk);
    const expected = [...documents.filter((_, doc) => !dead.includes(doc)), ...documents, ...documents];
    expected.forEach((document, doc) => {
      expect(JSON.parse(new TextDecoder().decode(reader.sourceOf(doc)!))).toEqual(document);
    });
  },
);

test('stored documents take little room from the first segment on, and less with best_compression', () => {
  const disk = new MemoryDisk();
  const random = new SeededRandom(3);
  const words = Array.from({ length: 2000 }, (_, n) => `word${n}`);
  const documents = Array.from({ length: 2000 }, (_, n) => ({
    number: n,
    words: Array.from({ length: 30 }, () => words[random.below(random.below(2000) + 1)]).join(' '),
  }));
  const plain = documents.reduce((sum, document) => sum + JSON.stringify(document).length, 0);
  const sourceBytes = ({ sizeInBytes, indexBytes }: SegmentData): number => sizeInBytes - indexBytes;
  const fresh = segmentDataOf(disk, 1, [], documents);
  expect(sourceBytes(fresh)).toBeLessThan(plain * 0.65);
  const best = mergeSegments([fresh], targetOf(disk, 2), disk, { codec: 'best_compression' }).segment;
  expect(sourceBytes(best)).toBeLessThan(sourceBytes(fresh) * 0.8);
});

test('norms that one input has dropped are dropped', () => {
  const disk = new MemoryDisk();
  const first = segmentDataOf(disk, 1, [testField('t', 'text')], [{ t: 'a' }]);
  const second = segmentDataOf(disk, 2, [testField('t', 'text', { norms: false })], [{ t: 'a b' }]);
  const reader = openSegment(mergeSegments([first, second], targetOf(disk, 3), disk).segment, disk);
  expect(reader.norms('t')).toBeNull();
  expect(reader.terms('t')!.docFreq(0)).toBe(2);
});

test('a merge of dead documents only is an empty segment', () => {
  const disk = new MemoryDisk();
  const input = segmentDataOf(disk, 1, MODEL_FIELDS, [{ kind: 'a', body: 'x' }], [0]);
  const { segment, remaps } = mergeSegments([input], targetOf(disk, 2), disk);
  expect([segment.maxDoc, segment.minSeqNo, ...remaps[0]!]).toEqual([0, -1, -1]);
  expect(openSegment(loadSegment(disk, TEST_DIRECTORY, segment.name), disk).fieldNames()).toEqual([]);
});
