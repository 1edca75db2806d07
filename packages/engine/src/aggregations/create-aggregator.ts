import { apiError } from '@sextant/contract';
import type { AggregationNode } from './aggregation-tree.ts';
import type { Aggregator, ShardContext } from './aggregator.ts';
import { ProfiledAggregator } from './profile/profiled-aggregator.ts';

/**
 * The aggregators of one shard for a list of nodes. Throws ApiError where one does not fit the field it
 * names. `above`: what they lie in, outermost first.
 */
export function createAggregators(
  nodes: readonly AggregationNode[],
  shard: ShardContext,
  above: readonly AggregationNode[],
): readonly Aggregator[] {
  return nodes.map((node) => createAggregator(node, shard, above));
}

function createAggregator(
  node: AggregationNode,
  shard: ShardContext,
  above: readonly AggregationNode[],
): Aggregator {
  for (const child of node.children) {
    if (child.type.everything !== true) continue;
    const rule = 'Global aggregations can only be defined as top level aggregations';
    const reason = `Aggregation [${node.name}] cannot have a global sub-aggregation [${child.name}]. ${rule}`;
    throw apiError('aggregation_execution_exception', reason);
  }
  const { type, spec } = node;
  const started = shard.profileClock?.nanos() ?? 0;
  const within = type.handsOn === undefined ? shard : { ...shard, nestedPath: type.handsOn(spec, shard) };
  const children = createAggregators(node.children, within, [...above, node]);
  const aggregator = type.create(node, shard, { topLevel: above.length === 0, children, above });
  if (shard.profileClock === null) return aggregator;
  return new ProfiledAggregator(aggregator, node, shard.profileClock, started);
}
