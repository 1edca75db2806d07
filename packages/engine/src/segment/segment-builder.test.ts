import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { SpareArrays } from '../codec/spare-arrays.ts';
import { plainBm25 } from '../mapping/similarities.ts';
import { addTo, segmentOf, testField } from '../testing/segments.ts';
import { NO_MORE_DOCS } from './doc-iterator.ts';
import { SegmentBuilder } from './segment-builder.ts';
import type { SegmentReader } from './segment-reader.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function positionsOf(segment: SegmentReader, field: string, term: string): Record<number, number[]> {
  const terms = segment.terms(field)!;
  const postings = terms.postings(terms.lookup(utf8(term)));
  const found: Record<number, number[]> = {};
  for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
    found[doc] = [...postings.positions(new Int32Array(0)).subarray(0, postings.freq())];
  }
  return found;
}

test('terms are sorted by bytes and carry document and total frequencies', () => {
  const segment = segmentOf([testField('t', 'text')], [{ t: 'b a b' }, { t: 'é b' }, {}, { t: 'aa' }]);
  const terms = segment.terms('t')!;
  const rows = Array.from({ length: terms.size }, (_, i) => [
    terms.termText(i),
    terms.docFreq(i),
    terms.totalTermFreq(i),
  ]);
  expect(rows).toEqual([
    ['a', 1, 1],
    ['aa', 1, 1],
    ['b', 2, 3],
    ['é', 1, 1],
  ]);
  expect([terms.docCount, terms.sumDocFreq, terms.sumTotalTermFreq]).toEqual([3, 5, 6]);
  expect(terms.lookup(utf8('ab'))).toBe(-1);
  expect(terms.ceiling(utf8('ab'))).toBe(2);
  expect(terms.ceiling(utf8('ü'))).toBe(4);
});

test('positions follow gaps, overlaps and the gap between values', () => {
  const documents = [{ t: ['a + a |c', 'a +', 'a'] }, { t: 'c' }];
  const segment = segmentOf([testField('t', 'text', { positionIncrementGap: 10 })], documents);
  // a0 gap a2(c2) | +10+1 = 13, one left over | 13 + 1 + 10 + 1 = 25
  expect(positionsOf(segment, 't', 'a')).toEqual({ 0: [0, 2, 13, 25] });
  expect(positionsOf(segment, 't', 'c')).toEqual({ 0: [2], 1: [0] });
});

test('norms encode the length with overlapping tokens where the similarity counts them', () => {
  const similarity = { ...plainBm25, discountsOverlaps: false };
  const segment = segmentOf([testField('t', 'text', { similarity })], [{ t: 'a |b c' }, { t: 'a' }]);
  expect([...segment.norms('t')!]).toEqual([3, 1]);
});

test('norms encode the length without overlapping tokens, 0 where there is none', () => {
  const segment = segmentOf(
    [testField('t', 'text'), testField('d', 'text', { indexOptions: 'docs' })],
    [{ t: 'a |b c', d: 'x x y' }, {}, { t: '' }],
  );
  expect([...segment.norms('t')!]).toEqual([2, 0, 0]);
  expect([...segment.norms('d')!]).toEqual([2, 0, 0]);
  expect(segment.terms('t')!.docCount).toBe(1);
  expect([...(segment.exists('t') as Uint32Array)]).toEqual([0b101]);
  expect(segment.exists('nothing')).toBeNull();
});

test('number columns take the narrowest array and know their extent', () => {
  const fields = [
    testField('n', 'long'),
    testField('m', 'long'),
    testField('x', 'double'),
    testField('z', 'double'),
  ];
  const segment = segmentOf(fields, [
    { n: 1000, m: [7, 3, 3], x: 1.5, z: -0 },
    { n: 1255, m: [], x: -2, z: 0 },
  ]);
  const n = segment.numeric('n')!;
  expect(n.data).toBeInstanceOf(Uint8Array);
  expect([n.base, ...n.data, n.min, n.max, n.present, n.offsets]).toEqual([
    1000,
    0,
    255,
    1000,
    1255,
    null,
    null,
  ]);
  const m = segment.numeric('m')!;
  expect([...m.data].map((value) => value + m.base)).toEqual([3, 3, 7]);
  expect([...m.offsets!]).toEqual([0, 3, 3]);
  expect([m.valueCount, m.docCount]).toEqual([3, 1]);
  const x = segment.numeric('x')!;
  expect([...x.sorted!.values]).toEqual([-2, 1.5]);
  expect([...x.sorted!.docs]).toEqual([1, 0]);
  expect(Object.is(segment.numeric('z')!.data[0], -0)).toBe(true);
});

test('ordinals are ascending and distinct per document', () => {
  const segment = segmentOf([testField('k', 'keyword')], [{ k: ['b', 'a', 'b'] }, { k: 'c' }, {}]);
  const column = segment.ordinals('k')!;
  expect([...column.data]).toEqual([0, 1, 2]);
  expect([...column.offsets!]).toEqual([0, 2, 3, 3]);
  const single = segmentOf([testField('k', 'keyword')], [{ k: 'b' }, {}, { k: 'a' }]).ordinals('k')!;
  expect([...single.data]).toEqual([1, 0, 0]);
  expect([...single.present!]).toEqual([0b101]);
});

test('a field writes only what its flags ask for', () => {
  const fields = [
    testField('points', 'long', { docValues: false }),
    testField('column', 'long', { indexed: false }),
    testField('neither', 'long', { indexed: false, docValues: false }),
    testField('words', 'keyword', { docValues: false }),
    testField('listed', 'keyword', { indexed: false }),
  ];
  const segment = segmentOf(fields, [{ points: 5, column: 6, neither: 7, words: 'w', listed: 'l' }]);
  expect(segment.numeric('points')!.data).toHaveLength(0);
  expect([...segment.numeric('points')!.sorted!.docs]).toEqual([0]);
  expect(segment.numeric('column')!.sorted).toBeNull();
  expect(segment.numeric('neither')).toBeNull();
  expect(segment.exists('neither')).toBe('all');
  expect(segment.ordinals('words')).toBeNull();
  expect(segment.terms('listed')!.docFreq(0)).toBe(1);
  expect(() => segment.terms('listed')!.postings(0)).toThrow('no postings');
});

test('what stands beside the fields comes back, and dead documents are not found by id', () => {
  const segment = segmentOf(
    [],
    [
      { _id: 'x', _routing: 'ü', _seqNo: 4, _version: 2, _source: '{"a":1}' },
      { _id: 'y', _seqNo: 9, _primaryTerm: 3 },
      { _id: 'x', _seqNo: 12, _source: '' },
    ],
    [0],
  );
  expect(segment.numDocs).toBe(2);
  expect(segment.docOf(utf8('x'))).toBe(2);
  expect(segment.docOf(utf8('y'))).toBe(1);
  expect(segment.docOf(utf8('z'))).toBe(-1);
  expect([segment.idOf(0), segment.routingOf(0), segment.routingOf(1)]).toEqual(['x', 'ü', null]);
  expect([0, 1, 2].map((doc) => segment.seqNoOf(doc))).toEqual([4, 9, 12]);
  expect([0, 1, 2].map((doc) => segment.primaryTermOf(doc))).toEqual([1, 3, 1]);
  expect([0, 1, 2].map((doc) => segment.versionOf(doc))).toEqual([2, 1, 1]);
  expect(new TextDecoder().decode(segment.sourceOf(0)!)).toBe('{"a":1}');
  expect(segment.sourceOf(2)).toBeNull();
});

test('ids of any length and any characters come back, one after another', () => {
  const ids = ['a', 'b'.repeat(40), 'c'.repeat(41), `${'d'.repeat(20)}ü`, 'é', 'e'.repeat(21), 'f'];
  const segment = segmentOf(
    [],
    ids.map((id, n) => ({ _id: id, _seqNo: n })),
  );
  expect(ids.map((_, doc) => segment.idOf(doc))).toEqual(ids);
});

test('an immense term is refused in the words of Lucene and its document is dead', () => {
  const builder = new SegmentBuilder();
  const fields = [testField('k', 'keyword'), testField('t', 'text')];
  expect(() => addTo(builder, fields, { k: 'ab€'.repeat(8000) })).toThrow(
    /field="k" .*'\[97, 98, -30, -126, -84, 97, .*got 40000$/,
  );
  expect(() => addTo(builder, fields, { t: 'x'.repeat(32_767) })).toThrow('got 32767');
  expect([builder.maxDoc, builder.numDocs]).toEqual([2, 0]);
});

test('thousands of ids are found and others are not', () => {
  const random = new SeededRandom(7);
  const ids = new Set<string>();
  while (ids.size < 5000) ids.add(`${Math.floor(random.float() * 1e9).toString(36)}`);
  const segment = segmentOf(
    [],
    [...ids].map((_id) => ({ _id })),
  );
  let doc = 0;
  for (const id of ids) expect(segment.docOf(utf8(id))).toBe(doc++);
  for (const id of ids) expect(segment.docOf(utf8(`${id}!`))).toBe(-1);
});

test('a buffer in memory that others have used freezes to the same', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  const fields = [testField('t', 'text'), testField('k', 'keyword'), testField('n', 'long')];
  const spare = new SpareArrays(48 << 20);
  spare.open();
  for (let round = 0; round < 3; round++) {
    const [plain, used] = [new SegmentBuilder(), new SegmentBuilder(spare)];
    for (let doc = 0; doc < 3000; doc++) {
      const word = (): string => Math.floor(random.float() * 1e6).toString(36);
      const document = { t: `${word()} ${word()} ${word()}`, k: word(), n: Math.floor(random.float() * 1e6) };
      for (const builder of [plain, used]) addTo(builder, fields, document);
    }
    expect(used.freeze(), `seed ${seed}, round ${round}`).toEqual(plain.freeze());
    used.release();
    expect(spare.bytesKept).toBeGreaterThan(0);
  }
});

test('building leaves nothing open on the disk', () => {
  const disk = new MemoryDisk();
  disk.makeDirectory('/d');
  const builder = new SegmentBuilder();
  addTo(builder, [testField('t', 'text')], { t: 'x' });
  const data = builder.build({ disk, directory: '/d', name: '_a', generation: 10 });
  expect(disk.list('/d')).toEqual(['_a.seg', '_a.src']);
  expect(data.sizeInBytes).toBe(disk.sizeOf('/d/_a.seg') + disk.sizeOf('/d/_a.src'));
});
