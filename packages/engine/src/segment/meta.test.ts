import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { segmentDataOf, TEST_DIRECTORY, type TestDocument } from '../testing/segments.ts';
import { checkSegment } from './check-segment.ts';
import { IdTable } from './id-table.ts';
import { type OpenSegment, openSegment } from './open-segment.ts';
import { NO_FIELD, SectionKind } from './segment-format.ts';

function written(documents: readonly TestDocument[], dead: readonly number[] = []): OpenSegment {
  const disk = new MemoryDisk();
  const data = segmentDataOf(disk, 1, [], documents, dead);
  expect(checkSegment(disk, TEST_DIRECTORY, '_1')).toEqual([]);
  return openSegment(data, disk) as OpenSegment;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  ['one by one', (n: number) => 1000 + n],
  ['with gaps', (n: number) => 5 + n * 3 + (n > 40 ? 100_000 : 0)],
  ['falling', (n: number) => 900 - n],
  ['in two rows', (n: number) => (n < 50 ? 700 + n : n)],
  ['far apart', (n: number) => n * 2 ** 40],
  ['all alike', () => 7],
])('sequence numbers are kept: %s', (_, seqNoOf) => {
  const documents = Array.from({ length: 100 }, (__, n) => ({ _id: `${n}`, _seqNo: seqNoOf(n) }));
  const segment = written(documents);
  const found = documents.map((__, doc) => segment.seqNoOf(doc));
  expect(found).toEqual(documents.map(({ _seqNo }) => _seqNo));
});

test('sequence numbers that rise one by one take no room', () => {
  const segment = written(Array.from({ length: 5000 }, (_, n) => ({ _id: `${n}`, _seqNo: 70_000 + n })));
  const { sections } = segment.index;
  expect(sections.has(SectionKind.seqNo, NO_FIELD)).toBe(false);
  expect(sections.bytes(SectionKind.seqNoLine, NO_FIELD)).toHaveLength(8);
});

test.each([0, 1, 2, 3000])('ids of the same length are found without their places, %i of them', (docs) => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  const ids = Array.from(
    { length: docs },
    (_, n) => `${(random.below(4096) * 4096 + n).toString(16).padStart(7, '0')}`,
  );
  const dead = docs > 2 ? [1, docs - 1] : [];
  const segment = written(
    ids.map((_id) => ({ _id })),
    dead,
  );
  expect(segment.index.sections.has(SectionKind.idOffsets, NO_FIELD)).toBe(false);
  ids.forEach((id, doc) => {
    expect(segment.idOf(doc), `seed ${seed}`).toBe(id);
    expect(segment.docOf(utf8(id)), `seed ${seed}`).toBe(dead.includes(doc) ? -1 : doc);
    expect(segment.docOf(utf8(`${id}0`))).toBe(-1);
  });
});

test('the table of ids is three quarters full, whatever the number of documents', () => {
  for (const docs of [1000, 1365, 1366, 1500, 2049, 4000]) {
    const segment = written(Array.from({ length: docs }, (_, n) => ({ _id: `id-${n}` })));
    expect(segment.index.ids.slots.length / docs).toBeCloseTo(4 / 3, 2);
    for (let doc = 0; doc < docs; doc++) expect(segment.docOf(utf8(`id-${doc}`))).toBe(doc);
  }
});

test('a damaged table of ids in which no slot is free is met as damage, and not gone round for ever', () => {
  const segment = written(Array.from({ length: 5 }, (_, n) => ({ _id: `id-${n}` })));
  const { ids } = segment.index;
  ids.slots.fill(0xabcdef01);
  expect(() => segment.docOf(utf8('id-3x'))).toThrow('corrupt_index_exception');
});

test('ids beyond the first and the last one, by their bytes, are not looked for in the table', () => {
  const segment = written(
    ['b1', 'é', 'b', 'a', 'z'].map((_id) => ({ _id })),
    [3],
  );
  const { ids } = segment.index;
  // A look at it would be met as damage.
  ids.slots.fill(0xabcdef01);
  for (const outside of ['', 'A', 'a', 'az', 'é1', 'ê', '中']) {
    expect(segment.docOf(utf8(outside)), outside).toBe(-1);
  }
  for (const inside of ['b', 'b0', 'b1', 'z', 'zz', 'é']) {
    expect(() => segment.docOf(utf8(inside)), inside).toThrow('corrupt_index_exception');
  }
});

test('random ids are found within their bounds, and no others', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  const idOf = (): string =>
    Array.from({ length: 1 + random.below(4) }, () => 'aé中\u{1f600}'.slice(random.below(4))).join('');
  const all = [...new Set(Array.from({ length: 60 }, idOf))];
  const [here, elsewhere] = [all.slice(0, all.length >> 1), all.slice(all.length >> 1)];
  const segment = written(here.map((_id) => ({ _id })));
  here.forEach((id, doc) => {
    expect(segment.docOf(utf8(id)), `seed ${seed}`).toBe(doc);
  });
  for (const id of elsewhere) expect(segment.docOf(utf8(id)), `seed ${seed}`).toBe(-1);
});

test('bounds that name documents which are not there are met as damage where an id is looked for, and not before', () => {
  const bytes = utf8('ab');
  const offsets = Uint32Array.of(0, 1, 2);
  const slots = new Uint32Array(8);
  for (const bounds of [Uint32Array.of(0, 2), Uint32Array.of(5, 1), Uint32Array.of(0)]) {
    const ids = new IdTable({ bytes, offsets, bounds, maxDoc: 2 }, slots);
    expect(ids.idOf(1)).toEqual(utf8('b'));
    for (let times = 0; times < 2; times++) {
      expect(() => ids.find(utf8('a'))).toThrow(
        'a table of ids is damaged: its bounds are those of no documents',
      );
    }
  }
});
