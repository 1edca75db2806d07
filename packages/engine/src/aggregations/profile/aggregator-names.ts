import { className } from '@sextant/contract';
import type { AggregationNode } from '../aggregation-tree.ts';

/** Names of OpenSearch's aggregators that are not those of the REST interface with large first letters. */
const names: ReadonlyMap<string, string> = new Map([
  ['auto_date_histogram', 'AutoDateHistogramAggregator.FromSingle'],
  ['children', 'ParentToChildrenAggregator'],
  ['date_range', 'RangeAggregator'],
  ['geo_distance', 'RangeAggregator'],
  ['geohash_grid', 'GeoHashGridAggregator'],
  ['geotile_grid', 'GeoTileGridAggregator'],
  ['histogram', 'NumericHistogramAggregator'],
  ['ip_range', 'BinaryRangeAggregator'],
  ['parent', 'ChildrenToParentAggregator'],
]);

/** Aggregations of which OpenSearch tells how many segments it had no need to collect. */
const OPTIMIZED: ReadonlySet<string> = new Set(['date_histogram', 'date_range', 'range']);

/** Those of which it collects nothing in such a segment, and tells nothing. */
const SHORTENED: ReadonlySet<string> = new Set(['max', 'min']);

/** How a profile names an aggregation of which the type alone decides that. */
export function aggregatorName({ type, spec }: AggregationNode): string {
  const known = type.profiledAs?.(spec) ?? names.get(type.name);
  return known ?? `${className(type.name)}Aggregator`;
}

/** Whether it is told which segments were answered by what is known of them. */
export function tellsOptimized({ type }: AggregationNode): boolean {
  return OPTIMIZED.has(type.name);
}

/** Whether documents of such segments count as collected, as OpenSearch collects them. */
export function countsAnswered({ type }: AggregationNode): boolean {
  return !OPTIMIZED.has(type.name) && !SHORTENED.has(type.name);
}
