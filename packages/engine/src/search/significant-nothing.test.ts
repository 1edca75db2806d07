import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const shard = searchableShard({
  properties: { k: { type: 'keyword' } },
  segments: [[{ k: 'a' }, { k: 'b' }]],
});

test('significant texts of a field that is not mapped are none among all documents', () => {
  const found = (query: object, parameters = {}) => {
    const aggs = { s: { significant_text: { field: 'nope', ...parameters } } };
    const { aggregations } = searchShards([shard], { size: 0, query, aggs });
    return (aggregations as { readonly s: unknown }).s;
  };
  const one = { term: { k: 'a' } };
  expect(found({ match_none: {} })).toEqual({ doc_count: 0, bg_count: 2, buckets: [] });
  expect(found({ match_none: {} }, { background_filter: one })).toEqual({
    doc_count: 0,
    bg_count: 1,
    buckets: [],
  });
});
