import type { QueryNode } from '../dsl/query-node.ts';
import type { ShardOutline } from './query-type.ts';
import { queryTypes } from './query-types.ts';

/** See `QueryType.isNothing`. What the query itself tells of is looked at first, and hides what is wrong with the rest of it. */
export function isNothing(node: QueryNode, shard: ShardOutline | null): boolean {
  const type = queryTypes[node.kind];
  if (type?.isNothing === undefined) return false;
  return type.isNothing(node, null, isNothing) || (shard !== null && type.isNothing(node, shard, isNothing));
}
