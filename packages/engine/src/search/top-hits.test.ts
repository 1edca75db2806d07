import { expect, test } from 'vitest';
import { testBudget } from '../testing/query-context.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = { n: { type: 'long' }, k: { type: 'keyword' }, t: { type: 'text' } };
const shards = [
  searchableShard({
    properties,
    segments: [
      [
        { n: 1, k: 'a', t: 'red shoe' },
        { n: 9, k: 'b', t: 'red hat' },
      ],
      [{ n: 5, k: 'a', t: 'blue shoe' }],
    ],
  }),
  searchableShard({ properties, segments: [[{ n: 7, k: 'a', t: 'red red shoe' }, { n: 3 }]] }),
];

interface Hits {
  readonly total: { readonly value: number };
  readonly max_score: unknown;
  readonly hits: readonly { readonly sort?: unknown; readonly _score: unknown }[];
}

function hitsOf(aggregations: unknown): Hits {
  return (aggregations as { readonly x: { readonly hits: Hits } }).x.hits;
}

test('the first documents of all shards are shown, with the values that they are sorted by', () => {
  const top = { top_hits: { size: 2, from: 1, sort: [{ n: 'desc' }], _source: false } };
  const hits = hitsOf(searchShards(shards, { size: 0, aggs: { x: top } }).aggregations);
  expect(hits.total.value).toBe(5);
  expect(hits.max_score).toBeNull();
  expect(JSON.stringify(hits.hits.map(({ sort }) => sort))).toBe('[[7],[5]]');
  expect(hits.hits.map(({ _score }) => _score)).toEqual([null, null]);
});

test('how many there are is a number where the request wants that of its hits', () => {
  const body = { size: 0, aggs: { x: { top_hits: { size: 1, _source: false } } } };
  expect(hitsOf(searchShards(shards, body, { totalAsInt: true }).aggregations).total).toBe(5);
});

test('each bucket has documents of its own', () => {
  const x = { top_hits: { size: 1, sort: ['n'], _source: ['n'] } };
  const { aggregations } = searchShards(shards, {
    size: 0,
    aggs: { t: { terms: { field: 'k' }, aggs: { x } } },
  });
  const { t } = aggregations as unknown as { readonly t: { readonly buckets: readonly unknown[] } };
  expect(t.buckets.map((bucket) => hitsOf(bucket).total.value)).toEqual([3, 1]);
  expect(t.buckets.map((bucket) => JSON.stringify(hitsOf(bucket).hits[0]?.sort))).toEqual(['[1]', '[9]']);
});

test('documents that match best come first where no sort is given', () => {
  const body = { size: 3, query: { match: { t: 'red' } }, aggs: { x: { top_hits: {} } } };
  const result = searchShards(shards, body);
  const hits = hitsOf(result.aggregations);
  const shown = hits.hits.map(({ _score }) => (_score as { readonly value: number }).value);
  expect(shown).toEqual(result.hits.map(({ score }) => score));
  expect(hits.max_score).toMatchObject({ value: result.maxScore });
});

test('a window that is too large, and a member that is not known, are refused', () => {
  const search = (top: object): unknown => searchShards(shards, { size: 0, aggs: { x: { top_hits: top } } });
  expect(() => search({ size: 101 })).toThrow('all shards failed');
  expect(() => search({ foo: 1 })).toThrow('Unknown key for a VALUE_NUMBER in [foo].');
  expect(() => search({ size: -1 })).toThrow('[size] must be greater than or equal to 0. Found [-1] in [x]');
  expect(() => search({ explain: true })).toThrow('[explain] of the [top_hits] aggregation is not supported');
});

test('filters are counted alone and in pairs', () => {
  const filters = { x: { term: { k: 'a' } }, y: { match: { t: 'red' } }, z: { match_none: {} } };
  const { aggregations } = searchShards(shards, { size: 0, aggs: { m: { adjacency_matrix: { filters } } } });
  expect(aggregations).toEqual({
    m: {
      buckets: [
        { key: 'x', doc_count: 3 },
        { key: 'x&y', doc_count: 2 },
        { key: 'y', doc_count: 3 },
      ],
    },
  });
  const pairs = { adjacency_matrix: { filters, show_only_intersecting: true } };
  expect(searchShards(shards, { size: 0, aggs: { pairs } }).aggregations).toEqual({
    pairs: { buckets: [{ key: 'x&y', doc_count: 2 }] },
  });
});

test('a shard that cannot show the hits of a bucket fails, and nothing of it belongs to the answer', () => {
  const two = ['one', 'two'].map((index, i) =>
    searchableShard({ index, properties, segments: [[i === 0 ? { k: 'a' } : { k: 'a', n: 2 }]] }),
  );
  const x = { top_hits: { script_fields: { v: { script: "doc['n'].value" } } } };
  const { aggregations, shards: told, total } = searchShards(two, { size: 0, aggs: { x } });
  expect(told).toMatchObject({ total: 2, successful: 1, failures: [{ index: 'one' }] });
  expect(total?.value).toBe(1);
  expect(hitsOf(aggregations)).toMatchObject({ total: { value: 1 }, hits: [{ _index: 'two' }] });
  expect(() => searchShards(two.slice(0, 1), { size: 0, aggs: { x } })).toThrow('all shards failed');
});

test('however many shards cannot show the hits of their buckets, it takes two searches to tell of them', () => {
  const stepsOf = (count: number): number => {
    const shards = Array.from({ length: count }, (_, i) =>
      searchableShard({ index: `i${i}`, properties, segments: [[i === 7 ? { k: 'a', n: 2 } : { k: 'b' }]] }),
    );
    const budget = testBudget({ stepsPerLook: 1 });
    const x = { top_hits: { size: 100, script_fields: { v: { script: "doc['n'].value" } } } };
    const body = { size: 0, aggs: { a: { terms: { field: '_index', size: 100 }, aggs: { x } } } };
    expect(searchShards(shards, body, { budget }).shards).toMatchObject({ total: count, successful: 1 });
    return budget.usage().steps;
  };
  expect(stepsOf(40)).toBeLessThan(3 * stepsOf(20));
});

test('top hits of which none is wanted fail where a document comes to them, and only there', () => {
  const searched = (query: object) =>
    searchShards(shards, { size: 0, query, aggs: { x: { top_hits: { size: 0 } } } });
  expect(hitsOf(searched({ match_none: {} }).aggregations)).toMatchObject({ total: { value: 0 }, hits: [] });
  expect(() => searched({ match_all: {} })).toThrow('all shards failed');
});
