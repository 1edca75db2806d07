import { ApiError, apiError } from '@sextant/contract';
import type { AggregationNode } from './aggregation-tree.ts';
import type { Aggregator, ShardContext } from './aggregator.ts';
import { ProfiledAggregator } from './profile/profiled-aggregator.ts';
import { derivedGiven, derivedSources } from './scripted/derived-sources.ts';
import { scriptStream } from './scripted/script-stream.ts';
import { ScriptedAggregator } from './scripted/scripted-aggregator.ts';
import { isScripted, scriptedSources } from './scripted/scripted-sources.ts';
import type { SourceSpec } from './spec-parts.ts';
import type { ValueStream } from './values/value-stream.ts';

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

/** Where a child does not fit, and what it lies in does not fit its field either, that is told, as OpenSearch looks there first. */
function childrenOf(
  node: AggregationNode,
  { within, shard }: { readonly within: ShardContext; readonly shard: ShardContext },
  above: readonly AggregationNode[],
): readonly Aggregator[] {
  try {
    return createAggregators(node.children, within, [...above, node]);
  } catch (error) {
    const own = error instanceof ApiError ? ownProblem(node, shard, above) : null;
    throw own ?? error;
  }
}

/** Values that scripts make come as documents do, where that is all that the aggregation needs; else all of them are made first. */
function scripted(
  node: AggregationNode,
  sources: readonly SourceSpec[],
  shard: ShardContext,
  make: (shard: ShardContext, stream?: ValueStream) => Aggregator,
): Aggregator {
  const [only] = sources;
  const isAlone = node.type.takesStreams === true && sources.length === 1;
  const isStream = isAlone && isScripted(only!) && derivedGiven(only, shard) === null;
  const stream = isStream ? scriptStream(node, only, shard) : null;
  return stream === null ? new ScriptedAggregator(node, sources, shard, make) : make(shard, stream);
}

/** Why an aggregation does not fit its field, whatever lies in it. */
function ownProblem(node: AggregationNode, shard: ShardContext, above: readonly AggregationNode[]): unknown {
  try {
    node.type.create(node, shard, { topLevel: above.length === 0, children: [], above });
    return null;
  } catch (error) {
    const misfit = `is not supported for aggregation [${node.type.name}]`;
    return error instanceof ApiError && error.error.reason.endsWith(misfit) ? error : null;
  }
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
  const make = (seen: ShardContext, stream?: ValueStream): Aggregator => {
    const within = type.handsOn === undefined ? seen : { ...seen, nestedPath: type.handsOn(spec, seen) };
    const children = childrenOf(node, { within, shard: seen }, above);
    return type.create(node, stream === undefined ? seen : { ...seen, stream }, {
      topLevel: above.length === 0,
      children,
      above,
    });
  };
  const sources = [...scriptedSources(node), ...derivedSources(node, shard)];
  const aggregator = sources.length === 0 ? make(shard) : scripted(node, sources, shard, make);
  if (shard.profileClock === null) return aggregator;
  return new ProfiledAggregator(aggregator, node, shard.profileClock, started);
}
