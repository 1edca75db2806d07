import type { JsonMap } from '@sextant/contract';
import { aggregationNames } from '@sextant/engine';

/** By the kinds of values that they take, as OpenSearch tells them. */
const byValues: readonly (readonly [types: string, names: string])[] = [
  [
    'other',
    'adjacency_matrix children composite filter filters global matrix_stats nested parent reverse_nested sampler scripted_metric significant_text top_hits',
  ],
  [
    'boolean date numeric',
    'auto_date_histogram avg date_range extended_stats max min percentile_ranks percentiles range stats sum',
  ],
  ['boolean bytes date geo_shape geopoint ip numeric range', 'cardinality missing value_count'],
  ['boolean date numeric range', 'date_histogram histogram'],
  ['boolean bytes date numeric', 'diversified_sampler'],
  ['geopoint', 'geo_bounds geo_centroid geo_distance geohash_grid geotile_grid'],
  ['ip', 'ip_range'],
  ['numeric', 'median_absolute_deviation variable_width_histogram weighted_avg'],
  ['boolean bytes date ip numeric other', 'multi_terms'],
  ['boolean bytes date ip numeric', 'rare_terms significant_terms terms'],
];

/** The aggregations that can be asked for, but those over the results of others. */
export function aggregationsPart(): JsonMap {
  const served = new Set(aggregationNames);
  const known = byValues.flatMap(([types, names]) =>
    names.split(' ').map((name) => [name, { types: types.split(' ') }] as const),
  );
  return Object.fromEntries(known.filter(([name]) => served.has(name)).sort(([a], [b]) => (a < b ? -1 : 1)));
}
