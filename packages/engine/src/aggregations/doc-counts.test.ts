import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { docCountField } from '../mapping/doc-count-field.ts';
import { aggregate, shardOf } from '../testing/run-aggregations.ts';
import { type TestDocument, testField } from '../testing/segments.ts';

const fields = [
  testField('n', 'long'),
  testField('several', 'integer'),
  testField('date', 'date', { format: 'strict_date_optional_time||epoch_millis' }),
  testField('k', 'keyword'),
  testField('tags', 'keyword'),
  testField('ip', 'ip'),
  docCountField,
];

const sources = [{ t: { terms: { field: 'tags' } } }, { h: { histogram: { field: 'n', interval: 9 } } }];
const byTag = { t: { terms: { field: 'tags' } } };

/** Of each kind, alone and with others in it; none with figures of values. */
const kinds: readonly Readonly<Record<string, unknown>>[] = [
  { terms: { field: 'k' } },
  { terms: { field: 'tags', min_doc_count: 7, order: { _key: 'asc' } } },
  { terms: { field: 'n', size: 7 } },
  { terms: { field: 'several' } },
  { terms: { field: 'k', missing: 'none', show_term_doc_count_error: true, size: 2, shard_size: 3 } },
  { multi_terms: { terms: [{ field: 'k' }, { field: 'tags' }] } },
  { rare_terms: { field: 'tags', max_doc_count: 60 } },
  { histogram: { field: 'n', interval: 7, offset: 2 } },
  { histogram: { field: 'several', interval: 10, min_doc_count: 3 } },
  { date_histogram: { field: 'date', calendar_interval: 'month' } },
  { date_histogram: { field: 'date', fixed_interval: '36h', min_doc_count: 1 } },
  { auto_date_histogram: { field: 'date', buckets: 5 } },
  { range: { field: 'n', ranges: [{ to: 5 }, { from: 5, to: 40 }, { from: 30 }] } },
  { range: { field: 'several', ranges: [{ to: 50 }, { from: 20 }] } },
  { date_range: { field: 'date', ranges: [{ to: '2020-06-01' }, { from: '2020-03-01' }] } },
  { ip_range: { field: 'ip', ranges: [{ mask: '10.0.0.0/25' }, { from: '10.0.0.100' }] } },
  { missing: { field: 'k' } },
  { composite: { size: 50, sources } },
];

function randomDocuments(random: SeededRandom, count: number): TestDocument[] {
  const list = <T>(make: () => T): T[] => Array.from({ length: random.below(3) }, make);
  return Array.from({ length: count }, () => ({
    ...(random.below(9) > 0 && { n: random.below(60) }),
    several: list(() => random.below(90)),
    ...(random.below(9) > 0 && { date: 1_580_000_000_000 + random.below(30_000) * 1_000_000 }),
    ...(random.below(9) > 0 && { k: `k${random.below(5)}` }),
    tags: list(() => `t${random.below(8)}`),
    ip: Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 0, 0, random.below(250)]),
    // Nobody can store this; the test says for how many each stands.
    _version: 1 + random.below(5),
  }));
}

test('a document that stands for several is counted as if it were there so often', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  const documents = [200, 300, 1].map((count) => randomDocuments(random, count));
  // Of the first segment each stands for itself.
  const times = ({ _version = 1 }: TestDocument, segment: number): number => (segment === 0 ? 1 : _version);
  const counted = documents.map((segment, i) =>
    segment.map((each) => (times(each, i) === 1 ? each : { ...each, _doc_count: times(each, i) })),
  );
  const copied = documents.map((segment, i) =>
    segment.flatMap((each) => Array<TestDocument>(times(each, i)).fill(each)),
  );
  const [short, long] = [shardOf(fields, counted), shardOf(fields, copied)];
  for (const kind of kinds) {
    const bodies = [{ a: kind }, { a: { ...kind, aggs: byTag } }];
    // A composite stands in no other.
    if (!('composite' in kind)) bodies.push({ a: { terms: { field: 'k' }, aggs: { a: kind } } });
    for (const body of bodies) {
      const what = `seed ${seed} ${JSON.stringify(body)}`;
      const expected = aggregate([long], body);
      expect([what, aggregate([short], body)]).toEqual([what, expected]);
      expect([what, aggregate([short], body, { collectAll: true })]).toEqual([what, expected]);
    }
  }
});

test('counts go beyond 32 bits', () => {
  const document = { k: 'a', _doc_count: 4_000_000_000 };
  const shard = shardOf(fields, [[document, document], [{ k: 'a' }]]);
  expect(aggregate([shard], { a: { terms: { field: 'k' } } })).toContain('"doc_count":8000000001');
});
