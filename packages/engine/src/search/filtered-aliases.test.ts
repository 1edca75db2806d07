import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const shard = searchableShard({
  properties: { t: { type: 'text' }, n: { type: 'integer' } },
  segments: [
    [{ t: 'fox', n: 1 }, { n: 2 }],
    [
      { t: 'fox', n: 3 },
      { t: 'dog', n: 4 },
    ],
  ],
});

test('a global aggregation has the documents that the filter of the alias leaves', () => {
  const aliasFilters = new Map([['test', { range: { n: { gte: 2 } } }]]);
  const body = { size: 0, query: { term: { n: 4 } }, aggs: { all: { global: {} } } };
  const found = (options = {}) => searchShards([shard], body, options).aggregations;
  expect(found({ aliasFilters })).toEqual({ all: { doc_count: 3 } });
  expect(found()).toEqual({ all: { doc_count: 4 } });
});

test('the boost of an index is one of its query, not of what functions add', () => {
  const query = {
    function_score: { query: { match_all: {} }, functions: [{ weight: 10 }], boost_mode: 'sum' },
  };
  const indexBoosts = new Map([['test', 2]]);
  const [hit] = searchShards([shard], { query }, { indexBoosts }).hits;
  expect(hit!.score).toBe(12);
});

test('it is no boost of a query that scores 0 without one', () => {
  const points = searchableShard({
    properties: { g: { type: 'geo_point' } },
    segments: [[{ g: { lat: 1, lon: 1 } }]],
  });
  const query = { geo_shape: { g: { shape: 'BBOX (0, 2, 2, 0)' } } };
  const [hit] = searchShards([points], { query }, { indexBoosts: new Map([['test', 2]]) }).hits;
  expect(hit!.score).toBe(0);
});
