import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = {
  rank: { type: 'rank_feature' },
  low: { type: 'rank_feature', positive_score_impact: false },
  topics: { type: 'rank_features' },
  rare: { type: 'rank_features', positive_score_impact: false },
  k: { type: 'keyword' },
};
const shard = searchableShard({
  properties,
  segments: [
    [
      { rank: 8, low: 2, topics: { a: 3, ab: 100 }, k: 'x' },
      { rank: 12.345678, low: 0.001, topics: { a: 30 } },
    ],
    [{ rank: 100, topics: [{ b: 1 }, { c: 2 }] }, { k: 'x' }],
  ],
});

function scores(query: object): [string, number][] {
  return searchShards([shard], { query: { rank_feature: query } }).hits.map(({ id, score }) => [
    id,
    score as number,
  ]);
}

test('nine significant bits of a feature are kept, and are its score where the function is linear', () => {
  expect(scores({ field: 'rank', linear: {} })).toEqual([
    ['3', 100],
    ['2', 12.34375],
    ['1', 8],
  ]);
});

test('where a greater value is to score less, the inverse is kept', () => {
  expect(scores({ field: 'low', linear: {} })).toEqual([
    ['2', 998],
    ['1', 0.5],
  ]);
});

test('saturation without a pivot takes the mean of the kept bits over all segments', () => {
  const [best] = scores({ field: 'rank' });
  expect(best).toEqual(['3', Math.fround(1 - Math.fround(21.875 / 121.875))]);
});

test('features of a field are found by their whole name', () => {
  expect(scores({ field: 'topics.a', linear: {} })).toEqual([
    ['2', 30],
    ['1', 3],
  ]);
  expect(scores({ field: 'topics.c', linear: {}, boost: 2 })).toEqual([['3', 4]]);
  expect(scores({ field: 'topics.none' })).toEqual([]);
});

test('a logarithm is refused for a field whose greater values score less, and not for features of such a field', () => {
  const part = searchableShard({ properties, segments: [[{ low: 3, rare: { a: 3 } }]] });
  const search = (field: string): unknown => {
    const query = { rank_feature: { field, log: { scaling_factor: 1 } } };
    return searchShards([part], { query }).hits.map(({ score }) => score);
  };
  expect(search('rare.a')).toEqual([Math.fround(0.28743792)]);
  expect(() => search('low')).toThrow();
});

test('in a filter and beside others only those with the feature are found', () => {
  const query = { bool: { filter: [{ rank_feature: { field: 'topics.a' } }, { term: { k: 'x' } }] } };
  expect(searchShards([shard], { query }).hits.map(({ id }) => id)).toEqual(['1']);
  const should = {
    bool: { must: { term: { k: 'x' } }, should: { rank_feature: { field: 'rank', linear: {} } } },
  };
  const hits = searchShards([shard], { query: should }).hits.map(({ id }) => id);
  expect(hits).toEqual(['1', '4']);
});

test('deleted documents count for the mean, as in Lucene', () => {
  const segments = [[{ rank: 1 }, { rank: 4 }]];
  const part = searchableShard({ properties, segments, deleted: ['1'] });
  const { hits } = searchShards([part], { query: { rank_feature: { field: 'rank' } } });
  expect(hits.map(({ score }) => score)).toEqual([Math.fround(1 - Math.fround(2 / 6))]);
});

test.each([
  [{ rank: [1, 2] }, 'multiple values for the same field [rank]'],
  [{ rank: 0 }, 'must be a positive normal float, got: 0.0'],
  [{ topics: [{ a: 1 }, { a: 2 }] }, 'multiple values for the same rank feature [topics.a]'],
  [{ topics: 3 }, 'expected a START_OBJECT but got: VALUE_NUMBER'],
])('a document %j is refused', (document, reason) => {
  let cause = '';
  try {
    searchableShard({ properties, segments: [[document]] });
  } catch (error) {
    cause = (error as { error: { causedBy: { reason: string } } }).error.causedBy.reason;
  }
  expect(cause).toContain(reason);
});

test('a multi-field of a number has its values', () => {
  const part = searchableShard({
    properties: { n: { type: 'integer', fields: { r: { type: 'rank_feature' } } } },
    segments: [[{ n: 3 }]],
  });
  const query = { rank_feature: { field: 'n.r', linear: {} } };
  expect(searchShards([part], { query }).hits.map(({ score }) => score)).toEqual([3]);
});

test('a feature that is hidden or masked is none, also beside others of its field', () => {
  const query = (field: string, rules: object): number => {
    const fieldRules = new Map([[shard.searcher.index, { includes: [], excludes: [], ...rules }]]);
    const found = searchShards([shard], { query: { rank_feature: { field, linear: {} } } }, { fieldRules });
    return found.hits.length;
  };
  expect(query('topics.a', { excludes: ['topics.a'] })).toBe(0);
  expect(query('topics.a', { excludes: ['*.a'] })).toBe(0);
  expect(query('topics.c', { excludes: ['topics.a'] })).toBe(1);
  expect(query('topics.a', { masks: [{ pattern: 'topics.a', mask: { kind: 'hash' } }] })).toBe(0);
  expect(query('topics.a', { includes: ['topics'] })).toBe(2);
});
