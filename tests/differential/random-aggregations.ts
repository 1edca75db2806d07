import type { Dice } from './random-search.ts';
import { address, chance, dateText, type Json, options, pick, point, someOf } from './random-values.ts';

const numbers = ['i', 'l', 'f', 'p', 'h', 'z'] as const;
/** Doubles whose sums are exact in any order. */
const terms = ['k', 'q', 'i', 'b', 'a', 'd', 't.raw', 'h', 'l'] as const;

const metrics: readonly ((roll: Dice) => Json)[] = [
  (roll) => ({
    [pick(['avg', 'sum', 'min', 'max', 'stats', 'value_count'], roll)]: { field: pick(numbers, roll) },
  }),
  (roll) => ({ [pick(['min', 'max', 'value_count', 'stats'], roll)]: { field: 'd' } }),
  (roll) => ({ value_count: { field: pick(terms, roll) } }),
  (roll) => ({
    [pick(['avg', 'max', 'sum'], roll)]: { field: pick(numbers, roll), missing: roll.below(20) },
  }),
  (roll) => ({
    extended_stats: { field: pick(['i', 'h', 'f'], roll), ...options(roll, { sigma: [3, () => 1.5] }) },
  }),
  (roll) => ({ cardinality: { field: pick(terms, roll) } }),
  (roll) => ({
    percentiles: {
      field: pick(numbers, roll),
      ...options(roll, { percents: [4, () => [10, 50, 99]], keyed: [3, () => false] }),
    },
  }),
  (roll) => ({ percentile_ranks: { field: pick(numbers, roll), values: [1, 5, 20] } }),
  (roll) => ({ median_absolute_deviation: { field: pick(numbers, roll) } }),
  (roll) => ({
    weighted_avg: {
      value: { field: 'i', ...options(roll, { missing: [3, () => 1] }) },
      weight: { field: 'h', missing: 1 },
    },
  }),
  (roll) => ({
    matrix_stats: {
      fields: someOf(numbers, roll, 3),
      ...options(roll, {
        mode: [4, () => pick(['min', 'max', 'sum', 'median'], roll)],
        missing: [3, () => ({ i: 3, p: -1.5 })],
      }),
    },
  }),
  () => ({ geo_bounds: { field: 'g' } }),
  () => ({ geo_centroid: { field: 'g' } }),
  (roll) => ({
    top_hits: {
      size: 1 + roll.below(3),
      _source: false,
      sort: [{ p: pick(['asc', 'desc'], roll) }, '_doc'],
      ...options(roll, {
        from: [2, () => 1],
        docvalue_fields: [4, () => ['i', 'k']],
        version: [2, () => true],
      }),
    },
  }),
];

type Inner = (roll: Dice) => Json;

const buckets: readonly ((roll: Dice) => Json)[] = [
  (roll) => ({
    terms: {
      field: pick(terms, roll),
      ...options(roll, {
        size: [6, () => 1 + roll.below(8)],
        min_doc_count: [2, () => roll.below(4)],
        order: [
          5,
          () =>
            pick<unknown>(
              [{ _key: 'asc' }, { _key: 'desc' }, { _count: 'asc' }, [{ _count: 'desc' }, { _key: 'desc' }]],
              roll,
            ),
        ],
        show_term_doc_count_error: [2, () => true],
      }),
    },
  }),
  (roll) => ({
    terms: {
      field: pick(['k', 'q'], roll),
      include: pick<unknown>(['.*e.*', ['acme', 'x']], roll),
      ...options(roll, { exclude: [4, () => ['x', 'zeta']] }),
    },
  }),
  () => ({ terms: { field: 'k', missing: 'none', order: { _key: 'asc' } } }),
  (roll) => ({
    rare_terms: { field: pick(['k', 'q'], roll), max_doc_count: 1 + roll.below(20) },
  }),
  (roll) => ({
    multi_terms: {
      terms: [{ field: 'k' }, { field: pick(['b', 'i', 'q'], roll) }],
      size: 5,
      order: { _key: 'asc' },
    },
  }),
  (roll) => ({
    histogram: {
      field: pick(['i', 'f', 'p', 'h', 'z'], roll),
      interval: pick([2, 5, 12.5, 50], roll),
      ...options(roll, {
        offset: [3, () => 1],
        min_doc_count: [4, () => roll.below(3)],
        missing: [2, () => 3],
        keyed: [2, () => true],
        extended_bounds: [2, () => ({ min: -20, max: 60 })],
        order: [3, () => ({ _count: 'desc' })],
      }),
    },
  }),
  (roll) => ({
    date_histogram: {
      field: 'd',
      ...pick<Json>(
        [
          { calendar_interval: 'month' },
          { calendar_interval: 'week' },
          { calendar_interval: 'year' },
          { fixed_interval: '30d' },
          { fixed_interval: '36h' },
        ],
        roll,
      ),
      ...options(roll, {
        time_zone: [4, () => pick(['Europe/Berlin', '-05:00', 'Asia/Kathmandu'], roll)],
        min_doc_count: [5, () => 1],
        format: [3, () => pick(['yyyy-MM-dd', 'epoch_second', "yyyy-'W'ww"], roll)],
        offset: [2, () => '+6h'],
        keyed: [2, () => true],
      }),
    },
  }),
  (roll) => ({
    auto_date_histogram: {
      field: 'd',
      buckets: 1 + roll.below(30),
      ...options(roll, { time_zone: [3, () => 'Europe/Berlin'] }),
    },
  }),
  (roll) => ({
    range: {
      field: pick(numbers, roll),
      ranges: [{ to: 5 }, { from: 2, to: 9 }, { from: 5, key: 'high' }],
      ...options(roll, { keyed: [3, () => true], missing: [2, () => 4] }),
    },
  }),
  (roll) => ({
    date_range: {
      field: 'd',
      ranges: [
        { to: dateText(roll) },
        { from: dateText(roll).slice(0, 10) },
        { from: '2024-01-01||/M', to: '2024-06-15||+1d/d' },
      ],
      ...options(roll, { format: [2, () => 'strict_date_optional_time'], time_zone: [3, () => '+03:00'] }),
    },
  }),
  (roll) => ({
    ip_range: {
      field: 'a',
      ranges: [{ to: address(roll) }, { from: address(roll) }, { mask: '10.1.0.0/16' }],
    },
  }),
  () => ({ missing: { field: 'i' } }),
  (roll) => ({ filter: { range: { i: { gte: roll.below(20) } } } }),
  (roll) => ({
    filters: {
      filters: { a: { term: { k: 'acme' } }, n: { range: { i: { lt: 5 } } } },
      ...options(roll, { other_bucket: [5, () => true], other_bucket_key: [3, () => 'rest'] }),
    },
  }),
  (roll) => ({
    filters: {
      filters: [{ term: { b: true } }, { prefix: { k: 'h' } }],
      ...options(roll, { other_bucket: [4, () => true] }),
    },
  }),
  () => ({
    adjacency_matrix: {
      filters: { a: { term: { k: 'acme' } }, b: { term: { b: true } }, n: { range: { i: { lt: 5 } } } },
    },
  }),
  (roll) => ({
    geohash_grid: { field: 'g', precision: 1 + roll.below(3), ...options(roll, { size: [3, () => 4] }) },
  }),
  (roll) => ({
    geotile_grid: { field: 'g', precision: roll.below(6), ...options(roll, { size: [3, () => 4] }) },
  }),
  (roll) => ({
    geo_distance: {
      field: 'g',
      origin: point(roll),
      unit: 'km',
      ranges: [{ to: 3000 }, { from: 3000, to: 8000 }, { from: 8000 }],
    },
  }),
  () => ({ global: {} }),
  (roll) => ({ sampler: { shard_size: 5 + roll.below(50) } }),
  (roll) => ({
    significant_terms: {
      field: pick(['k', 'q'], roll),
      min_doc_count: 1 + roll.below(4),
      ...options(roll, { jlh: [2, () => ({})], chi_square: [2, () => ({ include_negatives: false })] }),
    },
  }),
  (roll) => ({ composite: composite(roll) }),
];

const sources: readonly ((roll: Dice, order: Json) => Json)[] = [
  (roll, order) => ({
    k: {
      terms: {
        field: pick(['k', 'q', 'b', 'i', 'a'], roll),
        ...order,
        ...options(roll, { missing_bucket: [3, () => true] }),
      },
    },
  }),
  (roll, order) => ({
    h: { histogram: { field: pick(['p', 'i', 'h'], roll), interval: pick([3, 20], roll), ...order } },
  }),
  (roll, order) => ({
    d: {
      date_histogram: {
        field: 'd',
        calendar_interval: 'month',
        ...order,
        ...options(roll, { format: [4, () => 'yyyy-MM'], time_zone: [3, () => 'Europe/Berlin'] }),
      },
    },
  }),
  (roll, order) => ({ g: { geotile_grid: { field: 'g', precision: 1 + roll.below(4), ...order } } }),
];

function composite(roll: Dice): Json {
  const order = (): Json => options(roll, { order: [4, () => pick(['asc', 'desc'], roll)] });
  return {
    size: 1 + roll.below(12),
    sources: someOf(sources, roll, 3).map((source) => source(roll, order())),
  };
}

const pipelines: readonly ((roll: Dice) => Json)[] = [
  (roll) => ({
    [pick(
      ['avg_bucket', 'max_bucket', 'min_bucket', 'sum_bucket', 'stats_bucket', 'percentiles_bucket'],
      roll,
    )]: { buckets_path: 'h>m' },
  }),
  (roll) => ({
    extended_stats_bucket: {
      buckets_path: 'h>_count',
      ...options(roll, { gap_policy: [4, () => 'insert_zeros'] }),
    },
  }),
];

const siblings: readonly ((roll: Dice) => Json)[] = [
  () => ({ derivative: { buckets_path: 'm' } }),
  (roll) => ({ cumulative_sum: { buckets_path: pick(['m', '_count'], roll) } }),
  (roll) => ({ serial_diff: { buckets_path: 'm', lag: 1 + roll.below(3) } }),
  (roll) => ({ bucket_sort: { sort: [{ m: { order: pick(['asc', 'desc'], roll) } }], size: 3 } }),
];

function withPipeline(roll: Dice): Json {
  const histogram = { histogram: { field: pick(['i', 'h'], roll), interval: 4, min_doc_count: 0 } };
  const inner = options(roll, { s: [6, () => pick(siblings, roll)(roll)] });
  return {
    h: { ...histogram, aggs: { m: { sum: { field: 'i' } }, ...inner } },
    o: pick(pipelines, roll)(roll),
  };
}

function nested(roll: Dice, inside: Inner): Json {
  const inner = chance(roll, 5)
    ? { back: { reverse_nested: {}, aggs: { x: inside(roll) } } }
    : { s: { stats: { field: 'n.v' } } };
  return { n: { nested: { path: 'n' }, aggs: { c: { terms: { field: 'n.c' }, aggs: inner } } } };
}

/** A tree of aggregations, not deep and not wide. */
export function randomAggregations(roll: Dice, depth = 0): Json {
  if (depth === 0 && chance(roll, 2)) return withPipeline(roll);
  if (depth === 0 && chance(roll, 1)) {
    return {
      w: {
        variable_width_histogram: {
          field: pick(['i', 'f', 'p', 'h', 'z'], roll),
          buckets: 1 + roll.below(12),
        },
      },
    };
  }
  if (depth === 0 && chance(roll, 1)) return nested(roll, (dice) => pick(metrics, dice)(dice));
  const named: Record<string, unknown> = {};
  for (const name of ['x', 'y'].slice(0, 1 + roll.below(2))) {
    if (depth >= 2 || chance(roll, 4)) named[name] = pick(metrics, roll)(roll);
    else named[name] = bucket(roll, depth);
  }
  return named;
}

function bucket(roll: Dice, depth: number): Json {
  const [kind, body] = Object.entries(pick(buckets, roll)(roll))[0]!;
  // These are allowed, or OpenSearch is right, at the top alone.
  if (kind === 'global' && depth > 0) return { missing: { field: 'i' } };
  if (['composite', 'sampler'].includes(kind) && depth > 0) return { missing: { field: 'k' } };
  if (kind === 'sampler') return { [kind]: body, aggs: { s: { stats: { field: 'i' } } } };
  // Below these OpenSearch mixes up the figures of several buckets, or counts a document once for each of its values.
  const isLeaf = ['rare_terms', 'adjacency_matrix', 'composite'].includes(kind);
  const inner = !isLeaf && chance(roll, 5) ? { aggs: randomAggregations(roll, depth + 1) } : {};
  return { [kind]: body, ...inner };
}
