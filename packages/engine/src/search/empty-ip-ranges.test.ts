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
