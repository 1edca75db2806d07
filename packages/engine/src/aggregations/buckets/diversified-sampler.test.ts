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

test('several values are refused where a document has them that is looked at', () => {
  expect(() => sampled('n')).toThrow('all shards failed');
  expect(sampled('n', { term: { n: 9 } })).toEqual({ one: { doc_count: 0, k: { value: 0 } } });
});
