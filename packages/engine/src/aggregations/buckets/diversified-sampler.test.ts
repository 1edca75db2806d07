import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../../testing/searchable.ts';

const blanks = Array.from({ length: 20 }, () => ({ k: 'a' }));
const shard = searchableShard({
  properties: { k: { type: 'keyword' }, x: { type: 'double' }, n: { type: 'long' } },
  segments: [[{ k: 'b', x: 1.5, n: 1 }, { k: 'b', x: 2.5, n: [1, 2] }, ...blanks]],
});

function sampled(field: string, query: object = { match_all: {} }): unknown {
  const within = { aggs: { k: { value_count: { field: 'k' } } } };
  const aggs = { one: { diversified_sampler: { field, shard_size: 5 }, ...within } };
  return searchShards([shard], { query, size: 0, aggs }).aggregations;
}

test('a field of fractions that few documents have is no field of several values', () => {
  expect(sampled('x')).toEqual({ one: { doc_count: 3, k: { value: 3 } } });
});

test('several values are refused only of a document that is among the best so far', () => {
  const properties = { t: { type: 'text' }, n: { type: 'long' } };
  const documents = [
    { t: 'a', n: 1 },
    { t: 'a', n: 2 },
    { t: 'a', n: [3, 4] },
    { t: 'a a', n: 5 },
  ];
  const own = searchableShard({ properties, segments: [documents, [{ t: 'b', n: [6, 7] }]] });
  const found = (size: number, query: object) => {
    const within = { aggs: { k: { value_count: { field: 'n' } } } };
    const aggs = { one: { diversified_sampler: { field: 'n', shard_size: size }, ...within } };
    return searchShards([own], { query, size: 0, aggs }).aggregations;
  };
  expect(found(2, { match_all: {} })).toEqual({ one: { doc_count: 2, k: { value: 2 } } });
  expect(() => found(3, { match_all: {} })).toThrow('all shards failed');
  expect(() => found(2, { match: { t: 'b' } })).toThrow('all shards failed');
});

test('several values are refused where a document has them that is looked at', () => {
  expect(() => sampled('n')).toThrow('all shards failed');
  expect(sampled('n', { term: { n: 9 } })).toEqual({ one: { doc_count: 0, k: { value: 0 } } });
});
