import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';
import type { SearchOptions } from './search-api.ts';

/*
 * Which shards are skipped is what OpenSearch 3.6.0 answers over three indices of these documents.
 */
const properties = {
  d: { type: 'date' },
  dn: { type: 'date_nanos' },
  dv: { type: 'date', index: false },
  n: { type: 'long' },
  e: { type: 'date' },
};
const shards = [1, 2, 3].map((i) => {
  const day = `201${5 + i}-01-01`;
  const own = i === 3 ? { only3: { type: 'keyword' } } : {};
  const ck = { type: 'constant_keyword', value: `c${i}` };
  const document = { d: day, dn: day, dv: day, n: i };
  return searchableShard({
    index: `i${i}`,
    properties: { ...properties, ...own, ck },
    segments: [[document]],
  });
});
const between = { gte: '2016-02-01', lt: '2018-02-01' };
const range = { range: { d: between } };

function skipped(body: SearchOptions['body'], options: Partial<SearchOptions> = { preFilterShardSize: 1 }) {
  const { shards: told, total } = searchShards(shards, body, options);
  expect([told.total, told.successful, told.failures]).toEqual([3, 3, []]);
  return [told.skipped, total?.value];
}

test.each([
  ['a range of dates', range, 1, 2],
  ['a range that ends where another begins', { range: { d: { gt: '2016-01-01', lt: '2017-01-01' } } }, 2, 0],
  ['a range of nanoseconds', { range: { dn: between } }, 1, 2],
  ['dates that are not indexed', { range: { dv: between } }, 0, 2],
  ['numbers', { range: { n: { gte: 2, lt: 3 } } }, 0, 1],
  ['a field without values', { range: { e: between } }, 2, 0],
  ['a field that is not mapped', { range: { nope: between } }, 2, 0],
  ['exists of a field of one index', { exists: { field: 'only3' } }, 2, 0],
  ['the name of an index', { term: { _index: 'i2' } }, 2, 1],
  ['names of indices', { terms: { _index: ['i1', 'i2'] } }, 1, 2],
  ['a pattern in place of a name', { term: { _index: 'i*' } }, 0, 3],
  ['a pattern among names', { terms: { _index: ['x', '*2'] } }, 2, 1],
  ['a pattern of names', { wildcard: { _index: '*2' } }, 2, 1],
  ['the beginning of a constant', { prefix: { ck: 'c2' } }, 2, 1],
  ['what has to match', { bool: { must: [{ match_all: {} }], filter: [range] } }, 1, 2],
  ['what may match alone', { bool: { should: [range, { term: { _index: 'zz' } }] } }, 1, 2],
  ['what may match beside others', { bool: { must: [{ match_all: {} }], should: [range] } }, 0, 3],
  ['what must not match', { bool: { must_not: [range] } }, 0, 1],
  ['the best of several', { dis_max: { queries: [range] } }, 0, 2],
  ['functions', { function_score: { query: range } }, 1, 2],
  ['nothing', { match_none: {} }, 2, 0],
])('shards that cannot match are skipped, but for one: %s', (_, query, count, total) => {
  expect(skipped({ query })).toEqual([count, total]);
});

test('shards are judged where there are more than the request says, or where a field sorts', () => {
  expect(skipped({ query: range }, {})).toEqual([0, 2]);
  expect(skipped({ query: range }, { preFilterShardSize: 3 })).toEqual([0, 2]);
  expect(skipped({ query: range, sort: ['n'] }, {})).toEqual([1, 2]);
  expect(skipped({ query: range, sort: ['_score'] }, {})).toEqual([0, 2]);
  expect(skipped({ query: range }, { preFilterShardSize: 1, page: { ahead: 0 } })).toEqual([0, 2]);
});

test('shards that cannot sort fail, and are not skipped', () => {
  const sorted = (sort: unknown): unknown => {
    const told = searchShards(shards, { query: { term: { only3: 'x' } }, sort: [sort] }).shards;
    return [told.skipped, told.failures.length];
  };
  expect(sorted('only3')).toEqual([0, 2]);
  expect(sorted({ only3: { unmapped_type: 'keyword' } })).toEqual([2, 0]);
  expect(sorted('_doc')).toEqual([2, 0]);
});

test('where all shards fail that may match, the skipped ones answer, but for aggregations', () => {
  const script = 'int i = 0; return 1 / i > 0';
  const query = { bool: { filter: [{ range: { d: { gte: '2018-01-01' } } }, { script: { script } }] } };
  const result = searchShards(shards, { query, track_total_hits: false }, { preFilterShardSize: 1 });
  const { failures, ...told } = result.shards;
  expect(told).toEqual({ total: 3, successful: 2, skipped: 2 });
  expect(failures).toMatchObject([{ index: 'i3', shard: 0, cause: { type: 'script_exception' } }]);
  expect(result).toMatchObject({ hits: [], maxScore: 0, total: { value: 0, relation: 'eq' } });
  const aggs = { a: { terms: { field: 'n' } } };
  expect(() => searchShards(shards, { query, aggs }, { preFilterShardSize: 1 })).toThrow('all shards failed');
});

test('a shard that cannot show what it found fails alone, where others were skipped', () => {
  const query = { range: { d: { gte: '2018-01-01' } } };
  const script = 'int i = 0; return 1 / i';
  const body = { query, script_fields: { a: { script } }, aggs: { a: { max: { field: 'n' } } } };
  const result = searchShards(shards, body, { preFilterShardSize: 1 });
  expect(result).toMatchObject({ hits: [], maxScore: 1, total: { value: 1 }, aggregations: { a: {} } });
  const { failures, ...told } = result.shards;
  expect(told).toEqual({ total: 3, successful: 2, skipped: 2 });
  expect(failures).toMatchObject([{ index: 'i3', isOfFetch: true, cause: { type: 'script_exception' } }]);
});

test('of a search whose shards failed no profile is told, nor that it ended early', () => {
  const two = ['text', 'keyword'].map((type, i) => {
    const properties = { d: { type: 'date' }, t: { type } };
    return searchableShard({ index: type, properties, segments: [[{ d: `201${i}-01-01`, t: 'x' }]] });
  });
  const query = { range: { d: { lt: '2010-06-01' } } };
  const asked = { query, sort: ['t'], profile: true, terminate_after: 3 };
  const result = searchShards(two, asked, { preFilterShardSize: 1 });
  expect(result.shards).toMatchObject({ total: 2, skipped: 1, failures: [{ index: 'text' }] });
  expect(result).not.toHaveProperty('profile');
  expect(result).not.toHaveProperty('terminatedEarly');
});

test('shards with a field that is not sorted by fail, though nothing of them matches', () => {
  const failing = [1, 2].map((i) => {
    const properties = { d: { type: 'date' }, t: { type: 'text' } };
    return searchableShard({ index: `f${i}`, properties, segments: [[{ d: `201${i}-01-01`, t: 'x' }]] });
  });
  const body = { query: { range: { d: { gte: '2012-01-01' } } }, sort: ['t'] };
  try {
    searchShards(failing, body);
    expect.unreachable();
  } catch (error) {
    expect((error as ApiError).error.rootCause).toHaveLength(2);
  }
});

test('none is skipped where all documents count', () => {
  const all = { global: {} };
  const zero = { terms: { field: 'n', min_doc_count: 0 } };
  expect(skipped({ query: range, aggs: { all } })).toEqual([0, 2]);
  expect(skipped({ query: range, aggs: { zero } })).toEqual([0, 2]);
  expect(skipped({ query: range, aggs: { some: { terms: { field: 'n' } } } })).toEqual([1, 2]);
  expect(skipped({ post_filter: range })).toEqual([0, 2]);
});

test('limits of documents that are hidden from the caller are not told', () => {
  const documentFilters = new Map(shards.map(({ searcher }) => [searcher.index, { term: { n: 9 } }]));
  expect(skipped({ query: range }, { preFilterShardSize: 1, documentFilters })).toEqual([0, 0]);
});
