import type { ApiError } from '@sextant/contract';
import { expect, test, vi } from 'vitest';
import { searchableShard, searchShards, stillClock } from '../testing/searchable.ts';
import type { SearchOptions, SearchResult } from './search-api.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
const properties = {
  k: { type: 'keyword' },
  n: { type: 'integer' },
  t: { type: 'text' },
  z: { type: 'scaled_float', scaling_factor: 10 },
};
const documents = [
  { k: 'a', n: 1, t: 'fox' },
  { k: 'a', n: 2, t: 'fox fox dog' },
  { k: 'b', n: 3, t: 'dog' },
  { n: 4, t: 'fox' },
];
const shard = searchableShard({ properties, segments: [documents.slice(0, 2), documents.slice(2)] });

test('only the best hit of each group is given, and all are counted', () => {
  const { hits, total } = searchShards([shard], { collapse: { field: 'k' }, sort: [{ n: 'desc' }] });
  expect(hits.map(({ id, fields }) => [id, fields])).toEqual([
    ['4', undefined],
    ['3', { k: ['b'] }],
    ['2', { k: ['a'] }],
  ]);
  expect(total?.value).toBe(4);
});

test('groups are found however many hits those before them have', () => {
  const many = Array.from({ length: 2000 }, (_, i) => ({ k: i < 1990 ? 'large' : `g${i}`, n: i }));
  const large = searchableShard({ properties, segments: [many.slice(0, 700), many.slice(700)] });
  const body = { collapse: { field: 'k' }, sort: ['n'], aggs: { k: { value_count: { field: 'k' } } } };
  const { hits, aggregations } = searchShards([large], { ...body, size: 2, from: 1 });
  expect(hits.map(({ sort }) => sort)).toEqual([[1990], [1991]]);
  expect(aggregations).toEqual({ k: { value: 2000 } });
});

// As OpenSearch 3.6 answers.
test('boosts of indices are those of hits, not of what is shown of their groups', () => {
  const collapse = { field: 'k', inner_hits: { name: 'more', size: 1 } };
  const body = { collapse, size: 1, query: { match: { t: 'fox' } } };
  const scores = (options: Partial<SearchOptions>): unknown => {
    const [hit] = searchShards([shard], body, options).hits;
    return [hit!.score, (hit!.innerHits![0]![1] as SearchResult).hits[0]!.score];
  };
  const [score, inner] = scores({}) as number[];
  expect(inner).toBe(score);
  expect(scores({ indexBoosts: new Map([[shard.searcher.index, 2]]) })).toEqual([2 * score!, score]);
});

test('inner hits show more of a group, in an order of their own', () => {
  const collapse = { field: 'k', inner_hits: { name: 'more', size: 1, sort: [{ n: 'desc' }] } };
  const { hits } = searchShards([shard], { collapse, query: { match: { t: 'fox' } } });
  const inner = hits.map(({ innerHits }) => {
    return innerHits!.map(([name, found]) => [name, found.total?.value, found.hits.map(({ id }) => id)]);
  });
  expect(inner).toEqual([[['more', 2, ['2']]], [['more', 1, ['4']]]]);
});

test('nothing of a shard that fails by its groups is counted, nor hides a group of others', () => {
  const several = searchableShard({ index: 'a', properties, segments: [[{ k: 'a' }, { k: ['a', 'b'] }]] });
  const { hits, total, shards } = searchShards([several, shard], { collapse: { field: 'k' }, size: 2 });
  expect(hits.map(({ index, id }) => [index, id])).toEqual([
    ['test', '1'],
    ['test', '3'],
  ]);
  expect([total?.value, shards.failures.length]).toEqual([4, 1]);
});

test('shards that fail by their groups one behind the other are left out at once', () => {
  const searches = (count: number): number => {
    const failing = Array.from({ length: count }, (_, i) => {
      const docs = [
        { k: `${i}`, n: 2 * i - 100 },
        { k: ['a', 'b'], n: 2 * i - 99 },
      ];
      return searchableShard({ index: `f${i}`, properties, segments: [docs] });
    });
    const spy = vi.spyOn(stillClock, 'nanos');
    const body = { collapse: { field: 'k' }, size: 2, sort: ['n'], query: { exists: { field: 'n' } } };
    const { shards } = searchShards([...failing, shard], body);
    expect(shards.failures.length).toBe(count);
    const { length } = spy.mock.calls;
    spy.mockRestore();
    return length;
  };
  expect(searches(4)).toBe(searches(2));
});

test('documents of a shard that fails by its groups are among the inner hits of the groups of others', () => {
  const several = searchableShard({ index: 'a', properties, segments: [[{ k: 'b' }, { k: ['a', 'b'] }]] });
  const inner_hits = { name: 'more', sort: [{ n: { order: 'desc', missing: '_first' } }] };
  const { hits } = searchShards([several, shard], { collapse: { field: 'k', inner_hits }, sort: ['n'] });
  const [more] = hits.map(({ innerHits }) => innerHits![0]![1] as SearchResult);
  expect(hits.map(({ index }) => index)).not.toContain('a');
  expect(more!.hits.map(({ index }) => index)).toContain('a');
});

test('hits of a shard that fails by its groups are not asked for', () => {
  const several = searchableShard({ properties, segments: [[{ k: 'a' }, { k: ['a', 'b'] }]] });
  const body = { collapse: { field: 'k' }, fields: [{ field: 'n', format: '0' }] };
  const work = (): unknown => searchShards([several], body);
  const groups = 'failed to collapse 1, the collapse field must be single valued';
  expect(work).toThrow(
    expect.objectContaining({
      error: expect.objectContaining({ rootCause: [expect.objectContaining({ reason: groups })] }),
    }),
  );
});

test('documents behind the last group that is shown are not asked for theirs', () => {
  const late = searchableShard({
    properties,
    segments: [
      [
        { k: 'a', n: 1 },
        { k: ['a', 'b'], n: 2 },
      ],
    ],
  });
  const body = { collapse: { field: 'k' }, size: 1, sort: ['n'] };
  expect(searchShards([late], body).hits.map(({ id }) => id)).toEqual(['1']);
});

test('a document of several groups fails its shard', () => {
  const several = searchableShard({ index: 'several', properties, segments: [[{ k: ['x', 'y'] }]] });
  const { hits, shards } = searchShards([several, shard], { collapse: { field: 'k' } });
  expect(hits.map(({ id }) => id)).toEqual(['1', '3', '4']);
  expect(shards.failures[0]!.cause.reason).toBe(
    'failed to collapse 0, the collapse field must be single valued',
  );
});

test('what has no groups says so', () => {
  const reason = (body: object): string => {
    try {
      searchShards([shard], { collapse: { field: 'k' }, ...body });
      return '';
    } catch (error) {
      return (error as ApiError).error.causedBy?.reason ?? (error as ApiError).error.reason;
    }
  };
  expect(reason({ collapse: { field: 'zz' } })).toBe('no mapping found for `zz` in order to collapse on');
  expect(reason({ collapse: { field: 't' } })).toMatch('only keywords and numbers are accepted');
  expect(reason({ collapse: { field: 'z' } })).toMatch('only keywords and numbers are accepted');
  expect(reason({ rescore: { query: { rescore_query: { match_all: {} } } } })).toMatch('`rescore`');
  expect(reason({ sort: ['n'], search_after: [1] })).toMatch('must be the same');
  expect(reason({ collapse: { field: 'k', inner_hits: {} } })).toBe('Field name cannot be null');
});
