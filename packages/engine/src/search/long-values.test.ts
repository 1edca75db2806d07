import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/** Beyond what V8 hashes whole. */
const long = (end: string): string => 'x'.repeat(20_000) + end;
const properties = { k: { type: 'keyword' } };
const shards = [
  searchableShard({ properties, segments: [[{ k: long('a') }, { k: long('b') }], [{ k: 'short' }]] }),
  searchableShard({ properties, segments: [[{ k: long('b') }, { k: long('c') }, { k: 'short' }]] }),
];

function bucketsOf(agg: object): unknown {
  const { aggregations } = searchShards(shards, { size: 0, aggs: { a: agg } });
  const { buckets } = (aggregations as unknown as { a: { buckets: { key: string; doc_count: number }[] } }).a;
  return buckets.map(({ key, doc_count: count }) => [key, count]);
}

test('long values are told apart, and are one over shards, in buckets', () => {
  expect(bucketsOf({ terms: { field: 'k', order: { _key: 'asc' } } })).toEqual([
    ['short', 2],
    [long('a'), 1],
    [long('b'), 2],
    [long('c'), 1],
  ]);
  expect(bucketsOf({ rare_terms: { field: 'k' } })).toEqual([
    [long('a'), 1],
    [long('c'), 1],
  ]);
});

test('long values are terms of texts, told apart', () => {
  const significant = { significant_text: { field: 'k', min_doc_count: 1 } };
  const query = { prefix: { k: 'x' } };
  const { aggregations } = searchShards(shards, { size: 0, query, aggs: { a: significant } });
  const { buckets } = (aggregations as unknown as { a: { buckets: { key: string }[] } }).a;
  expect(buckets.map(({ key }) => key).sort()).toEqual([long('a'), long('b'), long('c')]);
});

test('groups of long values have one hit each', () => {
  const { hits } = searchShards(shards, { collapse: { field: 'k' }, sort: ['k'], size: 10 });
  expect(hits.map(({ sort }) => (sort as [string])[0].slice(-1))).toEqual(['t', 'a', 'b', 'c']);
});

test('maps of scripts have long keys', () => {
  const source = `def m = new HashMap(); m[doc['k'].value] = 1; m[doc['k'].value + 'z'] = 2; m[doc['k'].value] += 2;
    return m.size() * 10 + m[doc['k'].value]`;
  const { hits } = searchShards(shards, { script_fields: { s: { script: source } } });
  expect(hits.map(({ fields }) => (fields as { s: unknown }).s)).toEqual(hits.map(() => [23]));
});
