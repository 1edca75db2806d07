import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = { f: { type: 'flat_object' } };
const documents = [
  { f: { a: { b: 'x', 'b.c': 'deep' }, n: [1, 2.5] } },
  { f: { a: { b: ['y', 'x'] } } },
  { f: { ab: 'x', a: 'top' } },
];
const shard = searchableShard({ properties, segments: [documents, [{ f: { a: { b: 'z' } } }, {}]] });

function ids(query: object): readonly string[] {
  return searchShards([shard], { query, size: 10 }).hits.map(({ id }) => id);
}

test.each([
  [{ term: { 'f.a.b': 'x' } }, ['1', '2']],
  [{ term: { 'f.a': 'top' } }, ['3']],
  [{ term: { 'f.a.b.c': 'deep' } }, ['1']],
  [{ term: { f: 'x' } }, ['1', '2', '3']],
  [{ term: { 'f.n': 2.5 } }, ['1']],
  [{ range: { 'f.a.b': { gt: 'x' } } }, ['2', '4']],
  [{ prefix: { 'f.a.b': 'z' } }, ['4']],
  [{ wildcard: { 'f.a': '*' } }, ['3']],
  [{ exists: { field: 'f.a.b' } }, ['1', '2', '4']],
  [{ exists: { field: 'f.zz' } }, []],
  [{ exists: { field: 'f' } }, ['1', '2', '3', '4']],
])('%j finds %j', (query, expected) => {
  expect(ids(query)).toEqual(expected);
});

test('a field within is sorted by and aggregated, over segments', () => {
  const { hits, aggregations } = searchShards([shard], {
    sort: [{ 'f.a.b': 'desc' }],
    aggs: { a: { terms: { field: 'f.a.b' } } },
  });
  expect(hits.map(({ sort }) => sort![0])).toEqual(['z', 'y', 'x', null, null]);
  expect(aggregations).toMatchObject({
    a: {
      buckets: [
        { key: 'x', doc_count: 2 },
        { key: 'y', doc_count: 1 },
        { key: 'z', doc_count: 1 },
      ],
    },
  });
});

test('`flattened`, as Elasticsearch calls it, is the same under its name', () => {
  const flattened = searchableShard({ properties: { f: { type: 'flattened' } }, segments: [documents] });
  const found = searchShards([flattened], { query: { term: { 'f.a.b': 'x' } }, size: 10 });
  expect(found.hits.map(({ id }) => id)).toEqual(['1', '2']);
  expect(flattened.mapping.field('f')?.type).toBe('flattened');
});
