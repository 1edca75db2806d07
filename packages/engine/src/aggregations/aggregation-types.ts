import { table } from '@sextant/contract';
import type { AggregationType } from './aggregation-tree.ts';
import { adjacencyMatrix } from './types/adjacency-matrix.ts';
import { autoDateHistogram } from './types/auto-date-histogram.ts';
import { cardinality } from './types/cardinality.ts';
import { children, parent } from './types/children.ts';
import { composite } from './types/composite.ts';
import { dateHistogram } from './types/date-histogram.ts';
import { diversifiedSampler } from './types/diversified-sampler.ts';
import { extendedStats } from './types/extended-stats.ts';
import { filter } from './types/filter.ts';
import { filters } from './types/filters.ts';
import { geoBounds } from './types/geo-bounds.ts';
import { geoCentroid } from './types/geo-centroid.ts';
import { geoDistance } from './types/geo-distance.ts';
import { geohashGrid, geotileGrid } from './types/geo-grid.ts';
import { global } from './types/global.ts';
import { histogram } from './types/histogram.ts';
import { ipRange } from './types/ip-range.ts';
import { matrixStats } from './types/matrix-stats.ts';
import { medianAbsoluteDeviation } from './types/median-absolute-deviation.ts';
import { missing } from './types/missing.ts';
import { multiTerms } from './types/multi-terms.ts';
import { nested } from './types/nested.ts';
import { percentileRanks, percentiles } from './types/percentiles.ts';
import { dateRange, range } from './types/range.ts';
import { rareTerms } from './types/rare-terms.ts';
import { reverseNested } from './types/reverse-nested.ts';
import { sampler } from './types/sampler.ts';
import { scriptedMetric } from './types/scripted-metric.ts';
import { significantTerms } from './types/significant-terms.ts';
import { significantText } from './types/significant-text.ts';
import { avg, max, min, stats, sum } from './types/stats.ts';
import { terms } from './types/terms.ts';
import { topHits } from './types/top-hits.ts';
import { valueCount } from './types/value-count.ts';
import { variableWidthHistogram } from './types/variable-width-histogram.ts';
import { weightedAvg } from './types/weighted-avg.ts';

/** Every kind of aggregation, by the name that requests give it. */
export const aggregationTypes: Readonly<Record<string, AggregationType>> = table({
  adjacency_matrix: adjacencyMatrix,
  auto_date_histogram: autoDateHistogram,
  avg,
  cardinality,
  children,
  composite,
  date_histogram: dateHistogram,
  date_range: dateRange,
  diversified_sampler: diversifiedSampler,
  extended_stats: extendedStats,
  filter,
  filters,
  geo_bounds: geoBounds,
  geo_centroid: geoCentroid,
  geo_distance: geoDistance,
  geohash_grid: geohashGrid,
  geotile_grid: geotileGrid,
  global,
  histogram,
  max,
  ip_range: ipRange,
  matrix_stats: matrixStats,
  median_absolute_deviation: medianAbsoluteDeviation,
  min,
  missing,
  multi_terms: multiTerms,
  nested,
  parent,
  percentile_ranks: percentileRanks,
  percentiles,
  range,
  rare_terms: rareTerms,
  reverse_nested: reverseNested,
  sampler,
  scripted_metric: scriptedMetric,
  significant_terms: significantTerms,
  significant_text: significantText,
  stats,
  sum,
  terms,
  top_hits: topHits,
  value_count: valueCount,
  variable_width_histogram: variableWidthHistogram,
  weighted_avg: weightedAvg,
});

/** What requests may call them. */
export const aggregationNames: readonly string[] = Object.keys(aggregationTypes);
