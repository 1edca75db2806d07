import { describe, expect, test } from 'vitest';
import { searchableShard, searchShards } from '../../testing/searchable.ts';

const properties = {
  name: { type: 'keyword' },
  c: {
    type: 'nested',
    properties: {
      t: { type: 'keyword' },
      n: { type: 'long' },
      ip: { type: 'ip' },
      d: { type: 'nested', properties: { x: { type: 'text' } } },
    },
  },
};

const documents = [
  {
    name: 'one',
    c: [
      { t: 'a', n: 1, ip: '::1', d: [{ x: 'foo' }, { x: 'bar' }] },
      { t: 'b', n: 2 },
    ],
  },
  { name: 'two', c: { t: 'b', n: 1, ip: '::1', d: { x: 'foo foo' } } },
  { name: 'three' },
  { name: 'four', c: [{ t: 'a', n: 2, ip: '::1' }, null, {}] },
];

const shard = (deleted: readonly string[] = []): ReturnType<typeof searchableShard> =>
  searchableShard({ properties, segments: [documents.slice(0, 2), documents.slice(2)], deleted });

function ids(query: Record<string, unknown>, deleted: readonly string[] = []): string[] {
  const { hits } = searchShards([shard(deleted)], { query, size: 100 });
  return hits.map(({ id }) => id).sort();
}

function nested(path: string, query: Record<string, unknown>): Record<string, unknown> {
  return { nested: { path, query } };
}

describe('nested documents', () => {
  test('are no hits of their own', () => {
    const result = searchShards([shard()], { query: { match_all: {} }, size: 100 });
    expect(result.hits.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
    expect(result.total).toEqual({ value: 4, relation: 'eq' });
    expect(ids({ term: { 'c.t': 'a' } })).toEqual([]);
    expect(ids({ bool: { must_not: { term: { name: 'one' } } } })).toEqual(['2', '3', '4']);
    expect(ids({ exists: { field: 'c.t' } })).toEqual([]);
  });

  test('match as one object', () => {
    const both = (t: string, n: number): Record<string, unknown> =>
      nested('c', { bool: { must: [{ term: { 'c.t': t } }, { term: { 'c.n': n } }] } });
    expect(ids(both('a', 2))).toEqual(['4']);
    expect(ids(both('b', 2))).toEqual(['1']);
    expect(ids(nested('c', { match_all: {} }))).toEqual(['1', '2', '4']);
    expect(ids(nested('c', { bool: { must_not: { exists: { field: 'c.t' } } } }))).toEqual(['4']);
  });

  test('lie in each other', () => {
    expect(ids(nested('c.d', { match: { 'c.d.x': 'foo' } }))).toEqual(['1', '2']);
    const inner = nested('c.d', { match: { 'c.d.x': 'foo' } });
    expect(ids(nested('c', { bool: { must: [{ term: { 'c.t': 'b' } }, inner] } }))).toEqual(['2']);
    expect(ids(nested('c', { bool: { must: [{ term: { 'c.t': 'a' } }, inner] } }))).toEqual(['1']);
  });

  test('are found within their own path', () => {
    const a = nested('c', { term: { 'c.t': 'a' } });
    expect(ids(nested('c', a))).toEqual(['1', '4']);
    expect(ids(nested('c', { bool: { must_not: a } }))).toEqual(['1', '2', '4']);
    const unscored = { nested: { path: 'c', query: { term: { 'c.t': 'a' } }, score_mode: 'none' } };
    const { hits } = searchShards([shard()], { query: nested('c', unscored) });
    expect(hits.map(({ score }) => score)).toEqual([0, 0]);
    const f = { filter: nested('c', { term: { 'c.t': 'b' } }) };
    const aggs = { objects: { nested: { path: 'c' }, aggs: { f } } };
    const { aggregations } = searchShards([shard()], { size: 0, aggs });
    expect(aggregations).toEqual({ objects: { doc_count: 5, f: { doc_count: 2 } } });
  });

  test('go with their document', () => {
    expect(ids(nested('c', { match_all: {} }), ['1'])).toEqual(['2', '4']);
    expect(searchShards([shard(['1', '2'])], { query: { match_all: {} } }).total?.value).toBe(2);
  });
});

test.each([
  ['avg', 1.5],
  ['sum', 3],
  ['min', 1],
  ['max', 2],
  ['none', 0],
])('the scores of objects become one by [%s]', (mode, score) => {
  const should = [{ constant_score: { filter: { term: { 'c.t': 'a' } }, boost: 1 } }];
  const query = {
    bool: { should: [...should, { constant_score: { filter: { term: { 'c.t': 'b' } }, boost: 2 } }] },
  };
  const result = searchShards([shard()], { query: { nested: { path: 'c', score_mode: mode, query } } });
  expect(result.hits.find(({ id }) => id === '1')?.score).toBe(score);
});

describe('inner hits', () => {
  const inner = (body: Record<string, unknown>): unknown => {
    const { hits } = searchShards([shard()], { query: { nested: { path: 'c', ...body } } });
    const [found] = hits.find(({ id }) => id === '1')?.innerHits ?? [];
    return found?.[1].hits.map(({ nested: at, source, innerHits }) => {
      const own = JSON.parse(new TextDecoder().decode(source));
      return innerHits === undefined ? [at, own.t ?? own] : [at, own.t ?? own, innerHits[0]![1].total];
    });
  };

  test('are the objects that match, with where they lie', () => {
    const byNumber = [{ 'c.n': 'desc' }];
    expect(inner({ query: { match_all: {} }, inner_hits: { sort: byNumber } })).toEqual([
      [{ field: 'c', offset: 1 }, 'b'],
      [{ field: 'c', offset: 0 }, 'a'],
    ]);
    expect(inner({ query: { match_all: {} }, inner_hits: { sort: byNumber, from: 1, size: 1 } })).toEqual([
      [{ field: 'c', offset: 0 }, 'a'],
    ]);
  });

  test('hold those of the objects within them', () => {
    const within = { nested: { path: 'c.d', query: { match_all: {} }, inner_hits: {} } };
    expect(inner({ query: within, inner_hits: {} })).toEqual([
      [{ field: 'c', offset: 0 }, 'a', { value: 2, relation: 'eq' }],
    ]);
    const deep = { path: 'c.d', query: { match: { 'c.d.x': 'bar' } }, inner_hits: {} };
    expect(inner(deep)).toEqual([
      [{ field: 'c', offset: 0, _nested: { field: 'd', offset: 1 } }, { x: 'bar' }],
    ]);
  });
});

test('objects are counted by their fields, and lead back to their documents', () => {
  const terms = { terms: { field: 'c.t' }, aggs: { docs: { reverse_nested: {} } } };
  const aggs = {
    objects: { nested: { path: 'c' }, aggs: { t: terms, f: { filter: { term: { 'c.n': 2 } } } } },
  };
  const { aggregations } = searchShards([shard(['2'])], { size: 0, aggs });
  const bucket = (key: string, count: number) => ({ key, doc_count: count, docs: { doc_count: count } });
  expect(JSON.parse(JSON.stringify(aggregations))).toEqual({
    objects: {
      doc_count: 4,
      t: {
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: 0,
        buckets: [bucket('a', 2), bucket('b', 1)],
      },
      f: { doc_count: 2 },
    },
  });
});

test.each(['n', 'ip'])('how often a value of objects is elsewhere is counted among objects: %s', (name) => {
  const significant = { significant_terms: { field: `c.${name}`, min_doc_count: 1 } };
  const aggs = { objects: { nested: { path: 'c' }, aggs: { significant } } };
  const { aggregations } = searchShards([shard(['4'])], { query: { term: { name: 'two' } }, size: 0, aggs });
  expect(aggregations).toMatchObject({
    objects: { significant: { buckets: [{ doc_count: 1, bg_count: 2 }] } },
  });
});
