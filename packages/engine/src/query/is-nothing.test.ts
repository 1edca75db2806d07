import type { ApiError } from '@sextant/contract';
import { expect, test, vi } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
const properties = { n: { type: 'long' }, d: { type: 'date' }, r: { type: 'date_range' } };
const shard = searchableShard({ properties, segments: [[{ n: 1, d: '2020-01-01' }, { n: 2 }]] });

function found(query: object): number | string {
  try {
    return searchShards([shard], { query }).hits.length;
  } catch (error) {
    return (error as ApiError).error.type;
  }
}

function reasonOf(query: object): string | undefined {
  try {
    searchShards([shard], { query });
  } catch (error) {
    return (error as ApiError).error.rootCause![0]!.reason;
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
  { fuzzy: { none: 'a' } },
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

test('a date that cannot be read is an error wherever it stands, but beside what the query itself says to be nothing', () => {
  const bad = { range: { d: { gte: 'bad' } } };
  const [none] = nothing;
  for (const query of [
    { bool: { must: [nested, none], should: [bad] } },
    { bool: { must: [nested, none], must_not: [{ has_child: { ...child.has_child, query: bad } }] } },
    { bool: { must: [none], filter: [nested, { nested: { ...nested.nested, query: bad } }] } },
    { dis_max: { queries: [nested, bad] } },
    { boosting: { positive: nested, negative: bad, negative_boost: 1 } },
    { function_score: { query: nested, functions: [{ filter: bad, weight: 1 }] } },
    { nested: { ...nested.nested, query: bad } },
  ]) {
    expect(reasonOf(query)).toContain('failed to parse date field [bad]');
  }
  for (const one of [{ match_none: {} }, { ids: { values: [] } }, { terms: { n: [] } }]) {
    expect(found({ bool: { must: [one], should: [bad] } })).toBe(0);
  }
  expect(found({ boosting: { positive: none, negative: bad, negative_boost: 1 } })).toBe(0);
  expect(found({ function_score: { query: none, functions: [{ filter: bad, weight: 1 }] } })).toBe(0);
});

test('dates that are read when a query is built are no error beside what is not in the index', () => {
  const origin = { distance_feature: { field: 'd', origin: 'bad', pivot: '1d' } };
  expect(found({ bool: { must: [{ term: { none: 1 } }, origin] } })).toBe(0);
  expect(found({ bool: { must: [{ term: { none: 1 } }, { range: { r: { gte: 'bad' } } }] } })).toBe(0);
});

test('what is wrong with a query is told though the filter of an alias has nothing', () => {
  const unknown = 'search_phase_execution_exception';
  for (const one of nothing) {
    const aliasFilters = new Map([['test', one]]);
    const work = (query: object) => () => searchShards([shard], { query }, { aliasFilters });
    expect(work(nested)).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ type: unknown }) }),
    );
    expect(work({ bool: { must: [nested, one] } })().hits).toEqual([]);
  }
});

test('a part of a query is looked at as often however deep it lies', () => {
  const lookUps = (depth: number): number => {
    let query: object = { bool: { should: [{ range: { d: { gte: '2020-01-01' } } }, nested] } };
    for (let i = 0; i < depth; i++) query = { bool: { should: [query] } };
    const spy = vi.spyOn(shard.mapping, 'field');
    expect(found(query)).toBe('search_phase_execution_exception');
    const { length } = spy.mock.calls;
    spy.mockRestore();
    return length;
  };
  expect(lookUps(20)).toBe(lookUps(1));
});
