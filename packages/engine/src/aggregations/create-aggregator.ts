import { apiError } from '@sextant/contract';
import type { AggregationNode, AggregationTree } from './aggregation-tree.ts';
import type { Aggregator, ShardContext } from './aggregator.ts';
import { FiltersAggregator } from './buckets/filters-aggregator.ts';
import { HistogramAggregator } from './buckets/histogram-aggregator.ts';
import { RangeAggregator } from './buckets/range-aggregator.ts';
import { everyDocument, filterAggregator, missingAggregator } from './buckets/single-bucket.ts';
import { termsAggregator } from './buckets/terms-aggregator.ts';
import { CardinalityAggregator } from './metrics/cardinality.ts';
import { StatsAggregator } from './metrics/stats-aggregator.ts';
import { ValueCountAggregator } from './metrics/value-count.ts';

/**
 * The aggregators of one shard for a list of nodes. Throws ApiError where one does not fit the field it
 * names.
 */
export function createAggregators(
  tree: AggregationTree,
  shard: ShardContext,
  topLevel: boolean,
): readonly Aggregator[] {
  return tree.map((node) => createAggregator(node, shard, topLevel));
}

function createAggregator(node: AggregationNode, shard: ShardContext, topLevel: boolean): Aggregator {
  for (const child of node.children) {
    if (child.spec.kind !== 'global') continue;
    const rule = 'Global aggregations can only be defined as top level aggregations';
    const reason = `Aggregation [${node.name}] cannot have a global sub-aggregation [${child.name}]. ${rule}`;
    throw apiError('aggregation_execution_exception', reason);
  }
  const { spec } = node;
  const children = createAggregators(node.children, shard, false);
  switch (spec.kind) {
    case 'terms':
      return termsAggregator(node, spec, shard, { topLevel, children });
    case 'date_histogram':
    case 'histogram':
      return new HistogramAggregator(node, spec, shard, { topLevel, children });
    case 'range':
    case 'date_range':
      return new RangeAggregator(node, spec, shard, { topLevel, children });
    case 'missing':
      return missingAggregator(node, spec, shard, children);
    case 'global':
      return everyDocument(node, shard, children);
    case 'filter':
      return filterAggregator(node, spec, shard, children);
    case 'filters':
      return new FiltersAggregator(node, spec, shard, children);
    case 'cardinality':
      return new CardinalityAggregator(node, spec, shard, topLevel);
    case 'value_count':
      return new ValueCountAggregator(node, spec, shard);
    default:
      return new StatsAggregator(node, spec, shard);
  }
}
