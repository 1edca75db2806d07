import type { JsonMap } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = {
  k: { type: 'keyword' },
  n: { type: 'long' },
  x: { type: 'double' },
  d: { type: 'date' },
};
const shard = searchableShard({
  properties,
  segments: [
    [
      { k: 'a', n: 1, x: 1.5, d: '2024-01-03' },
      { k: 'b', n: 2, x: 2.5, d: '2024-02-03' },
    ],
    [{ k: ['a', 'c'], n: 12, x: 50, d: '2024-03-03' }],
  ],
});

interface Profile {
  readonly shards: readonly {
    readonly searches: readonly JsonMap[];
    readonly aggregations: readonly JsonMap[];
  }[];
}

function profileOf(body: object): Profile['shards'][number] {
  const { profile } = searchShards([shard], { profile: true, size: 0, ...body });
  return (profile as unknown as Profile).shards[0]!;
}

function aggregationOf(body: object, query: object = { match_all: {} }): JsonMap {
  return profileOf({ query, aggs: { one: body } }).aggregations[0]!;
}

test('a profile tells each aggregation with those within it, and how many documents came to it', () => {
  const within = { aggs: { m: { max: { field: 'n' } } } };
  const told = aggregationOf({ terms: { field: 'k', collect_mode: 'breadth_first' }, ...within });
  expect(told).toMatchObject({
    type: 'GlobalOrdinalsStringTermsAggregator',
    description: 'one',
    breakdown: {
      initialize_count: 1,
      build_leaf_collector_count: 2,
      collect_count: 3,
      build_aggregation_count: 1,
    },
    debug: {
      segments_with_single_valued_ords: 1,
      segments_with_multi_valued_ords: 1,
      result_strategy: 'terms',
      has_filter: false,
      deferred_aggregators: ['m'],
    },
    children: [{ type: 'MaxAggregator', description: 'm', breakdown: { collect_count: 4 } }],
  });
});

test('times of a profile add up: of an aggregation those of its parts', () => {
  const { breakdown, time_in_nanos: time } = aggregationOf({ avg: { field: 'n' } });
  const parts = Object.entries(breakdown as Record<string, number>).filter(
    ([name]) => !name.endsWith('_count'),
  );
  expect(parts).toHaveLength(6);
  expect(parts.reduce((sum, [, nanos]) => sum + nanos, 0)).toBe(time);
});

test('documents that are counted without a look at each are collected, as far as OpenSearch collects them', () => {
  const counted = { breakdown: { collect_count: 3 } };
  expect(aggregationOf({ terms: { field: 'n' } })).toMatchObject({
    type: 'NumericTermsAggregator',
    ...counted,
  });
  const histogram = { type: 'NumericHistogramAggregator', debug: { total_buckets: 2 }, ...counted };
  expect(aggregationOf({ histogram: { field: 'n', interval: 5 } })).toMatchObject(histogram);
  expect(aggregationOf({ max: { field: 'n' } })).toMatchObject({ breakdown: { collect_count: 0 } });
});

test('a profile tells which segments had an answer without their documents', () => {
  const months = { date_histogram: { field: 'd', calendar_interval: 'month' } };
  const all = { optimized_segments: 2, unoptimized_segments: 0, leaf_visited: 2, inner_visited: 0 };
  const debug = { total_buckets: 3, single_valued_collectors_used: 0, ...all };
  expect(aggregationOf(months)).toMatchObject({ breakdown: { collect_count: 0 }, debug });
  const some = { range: { d: { gte: '2024-01-01', lt: '2024-02-01' } } };
  expect(aggregationOf(months, some)).toMatchObject({ debug: { optimized_segments: 2, leaf_visited: 0 } });
  const range = { range: { field: 'x', ranges: [{ to: 2 }, { from: 2 }] } };
  expect(aggregationOf(range)).toMatchObject({ type: 'RangeAggregator', debug: all });
  const within = { ...months, aggs: { m: { max: { field: 'n' } } } };
  expect(aggregationOf(within)).not.toMatchObject({ debug: { optimized_segments: 2 } });
});

test.each([
  [
    { cardinality: { field: 'k' } },
    { type: 'CardinalityAggregator', debug: { hybrid_collectors_used: 2, dynamic_pruned_segments: 2 } },
  ],
  [
    { cardinality: { field: 'k', execution_hint: 'ordinals' } },
    { debug: { ordinals_collectors_used: 2, hybrid_collectors_used: 0 } },
  ],
  [
    { cardinality: { field: 'k', execution_hint: 'direct' } },
    { debug: { string_hashing_collectors_used: 2, dynamic_pruned_segments: 0 } },
  ],
  [{ cardinality: { field: 'x' } }, { debug: { numeric_collectors_used: 2, ordinals_collectors_used: 0 } }],
  [
    { terms: { field: 'k', execution_hint: 'map' } },
    { type: 'MapStringTermsAggregator', debug: { total_buckets: 3 } },
  ],
  [
    { terms: { field: 'x' } },
    { debug: { result_strategy: 'double_terms', result_selection_strategy: 'select_all' } },
  ],
  [{ terms: { field: 'nix' } }, { type: 'NonCollectingAggregator' }],
  [{ rare_terms: { field: 'nix' } }, { type: 'NonCollectingAggregator' }],
  [{ significant_terms: { field: 'nix' } }, { type: 'NonCollectingAggregator' }],
  [{ diversified_sampler: { field: 'nix' } }, { type: 'NonCollectingAggregator' }],
  [{ rare_terms: { field: 'k' } }, { type: 'StringRareTermsAggregator' }],
  [{ significant_terms: { field: 'n' } }, { debug: { result_strategy: 'significant_terms' } }],
  [{ range: { field: 'nix', ranges: [{ to: 1 }] } }, { type: 'RangeAggregator.Unmapped' }],
  [{ percentiles: { field: 'n', hdr: {} } }, { type: 'HDRPercentilesAggregator' }],
  [{ percentile_ranks: { field: 'n', values: [1] } }, { type: 'TDigestPercentileRanksAggregator' }],
  [{ multi_terms: { terms: [{ field: 'k' }, { field: 'n' }] } }, { type: 'MultiTermsAggregator' }],
  [
    { sampler: {}, aggs: { m: { max: { field: 'n' } } } },
    { type: 'SamplerAggregator', debug: { deferred_aggregators: ['m'] } },
  ],
])('a profile names what %j is done by', (body, told) => {
  expect(aggregationOf(body)).toMatchObject(told);
});

test('what takes documents for aggregations stands beside what takes them for hits, and for all documents by itself', () => {
  const aggs = { a: { max: { field: 'n' } }, b: { min: { field: 'n' } }, g: { global: {} } };
  const { searches } = profileOf({ size: 1, aggs });
  const children = [
    { name: 'TopScoreDocCollector', reason: 'search_top_hits' },
    { name: 'MultiBucketCollector: [[a, b]]', reason: 'aggregation' },
  ];
  expect(searches).toMatchObject([
    { collector: [{ name: 'MultiCollector', reason: 'search_multi', children }] },
    { collector: [{ name: 'ProfilingAggregator: [g]', reason: 'aggregation_global' }] },
  ]);
});
