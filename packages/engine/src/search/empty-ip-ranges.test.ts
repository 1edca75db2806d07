import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const shard = searchableShard({
  properties: { n: { type: 'integer' }, a: { type: 'ip' }, g: { type: 'geo_point' } },
  segments: [
    [
      { n: 1, a: '10.0.0.1', g: '10,20' },
      { n: 3, a: '10.0.0.2' },
    ],
  ],
});

test('an empty bucket of a histogram shows no ranges of addresses', () => {
  const ranges = { ip_range: { field: 'a', ranges: [{ to: '10.0.0.2' }] } };
  const aggs = { h: { histogram: { field: 'n', interval: 1 }, aggs: { r: ranges } } };
  const { aggregations } = searchShards([shard], { size: 0, aggs });
  const { buckets } = aggregations!.h as unknown as { buckets: { r: { buckets: unknown[] } }[] };
  expect(buckets.map(({ r }) => r.buckets.length)).toEqual([1, 0, 1]);
});

test('a query for points near another one is explained by its circle', () => {
  const query = { geo_distance: { g: '10,20', distance: '10km' } };
  const { hits } = searchShards([shard], { query, explain: true });
  expect(JSON.stringify(hits)).toContain(
    'g:INTERSECTS:geometries([Circle([10.0,20.0] radius = 10000.0 meters)])',
  );
});

test('addresses of a request are told apart without a look at all others for each', () => {
  const masks = Array.from({ length: 50_000 }, (_, i) => ({ mask: `10.${i >> 8}.${i & 255}.0/24` }));
  const aggs = { r: { ip_range: { field: 'a', ranges: [...masks, ...masks.slice(0, 2)] } } };
  const { aggregations } = searchShards([shard], { size: 0, aggs });
  const { buckets } = aggregations!.r as unknown as { buckets: { doc_count: number }[] };
  expect(buckets.slice(0, 5).map(({ doc_count }) => doc_count)).toEqual([2, 2, 0, 0, 0]);
});
