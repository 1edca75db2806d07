import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const shard = searchableShard({
  properties: { n: { type: 'long' } },
  segments: [[{ n: 3 }, { n: 1 }], [{ n: 2 }]],
});

function found(query: object, sort?: readonly unknown[]): readonly (readonly [string, number | null])[] {
  const body = { query, ...(sort === undefined ? {} : { sort }), track_scores: true };
  return searchShards([shard], body).hits.map(({ id, score }) => [id, score]);
}

const byField = { field_value_factor: { field: 'n' }, weight: 2 };

// As OpenSearch 3.6 answers.
test('one function for all documents alone is not averaged with its weight', () => {
  const scored = (functions: readonly object[]): object => ({
    function_score: { functions, score_mode: 'avg', boost_mode: 'replace' },
  });
  expect(found(scored([byField]))).toEqual([
    ['1', 6],
    ['3', 4],
    ['2', 2],
  ]);
  expect(found(scored([byField, byField]))).toEqual([
    ['1', 3],
    ['3', 2],
    ['2', 1],
  ]);
});

test('after the first function that is for a document no other is asked about it', () => {
  const negative = { script_score: { script: { source: '-1' } } };
  const first = (filter: object): object => ({
    function_score: {
      functions: [{ filter, weight: 2 }, negative],
      score_mode: 'first',
      boost_mode: 'replace',
    },
  });
  expect(found(first({ match_all: {} }))).toEqual([
    ['1', 2],
    ['2', 2],
    ['3', 2],
  ]);
  expect(() => found(first({ range: { n: { gt: 1 } } }))).toThrow('all shards failed');
});

test('scores beyond all floats leave the order to the next key', () => {
  const query = { script_score: { query: { match_all: {} }, script: { source: '1e39' } } };
  expect(found(query, ['_score', { n: 'asc' }]).map(([id]) => id)).toEqual(['2', '3', '1']);
});
