import type { QueryNode } from '../dsl/query-node.ts';
import type { ShardOutline } from './query-type.ts';
import { queryTypes } from './query-types.ts';

/** See `QueryType.isNothing`. */
export function isNothing(node: QueryNode, shard: ShardOutline): boolean {
  return queryTypes[node.kind]?.isNothing?.(node, shard, isNothing) === true;
}
