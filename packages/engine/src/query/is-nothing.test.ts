import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
const properties = { n: { type: 'long' }, d: { type: 'date' } };
const shard = searchableShard({ properties, segments: [[{ n: 1, d: '2020-01-01' }, { n: 2 }]] });

function found(query: object): number | string {
  try {
    return searchShards([shard], { query }).hits.length;
  } catch (error) {
    return (error as ApiError).error.type;
  }
}

const nested = { nested: { path: 'none', query: { match_all: {} } } };
const innerHits = { inner_hits: { sort: ['none.n'] } };
const child = { has_child: { type: 'a', query: { match_all: {} } } };
const factor = { field_value_factor: { field: 'none' } };
const nothing = [
  { term: { none: 1 } },
  { terms: { none: [1] } },
  { range: { none: { gte: 1 } } },
  { range: { d: { gte: '2030-01-01' } } },
  { prefix: { none: 'a' } },
  { wildcard: { none: 'a*' } },
  { exists: { field: 'none' } },
  { ids: { values: [] } },
  { match_none: {} },
];

test('what an index does not know is no error beside what is not in it', () => {
  for (const one of nothing) {
    expect(found({ bool: { filter: [one], must: [nested], should: [child] } })).toBe(0);
    expect(found({ function_score: { query: one, ...factor } })).toBe(0);
    expect(found({ bool: { must: [one, { nested: { ...nested.nested, ...innerHits } }] } })).toBe(0);
    expect(found({ bool: { must_not: [{ bool: { must: [nested, one] } }] } })).toBe(2);
  }
  const one = { constant_score: { filter: { bool: { should: nothing, must_not: [nested] } } } };
  expect(found({ boosting: { positive: one, negative: child, negative_boost: 1 } })).toBe(0);
});

test('it is an error beside what only a search can tell to be nothing', () => {
  const unknown = 'search_phase_execution_exception';
  for (const one of [
    { match: { none: 'a' } },
    { range: { n: { gte: 9 } } },
    { query_string: { query: 'none:a' } },
  ]) {
    expect(found({ bool: { filter: [one], must: [nested] } })).toBe(unknown);
    expect(found({ bool: { filter: [one], should: [child] } })).toBe(unknown);
  }
  expect(found({ bool: { should: [...nothing, { match_all: {} }], must_not: [nested] } })).toBe(unknown);
});
