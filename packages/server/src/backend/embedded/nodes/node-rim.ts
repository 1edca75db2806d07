import { type JsonMap, matchesWildcard } from '@sextant/contract';
import type { ShardFailure } from '@sextant/engine';
import type { Dialect } from '../../backend.ts';
import type { EmbeddedContext } from '../context.ts';

/** Roles of the one node. Clients of Elasticsearch fail on a role that they do not know. */
export function roleNames(dialect: Dialect): readonly string[] {
  const manager = dialect.family === 'elasticsearch' ? 'master' : 'cluster_manager';
  return [manager, 'data', 'ingest', 'remote_cluster_client'].sort();
}

/** One letter per role, as the cat calls print them. */
export const roleLetters = 'dimr';

export function nodesHeader(clusterName: string): JsonMap {
  return { _nodes: { total: 1, successful: 1, failed: 0 }, cluster_name: clusterName };
}

/** `127.0.0.1:9200`. The node has no transport of its own between nodes: its address is that of HTTP. */
export function nodeAddress(context: EmbeddedContext): string {
  return `${context.node.host}:${context.node.httpPort}`;
}

/** How the cluster state and the list of shards of a search describe this node. */
export function thisNode(context: EmbeddedContext): JsonMap {
  return {
    name: context.nodeName,
    ephemeral_id: context.identity.nodeId,
    transport_address: nodeAddress(context),
    attributes: {},
  };
}

/** The copy of a shard that this node has; it is without a place where it failed. */
export function primaryShard(
  index: string,
  shard: number,
  nodeId: string,
  failure: ShardFailure | undefined,
): JsonMap {
  if (failure !== undefined) return failedShard(index, failure);
  return { state: 'STARTED', primary: true, node: nodeId, relocating_node: null, shard, index };
}

function failedShard(index: string, { shard, since, cause }: ShardFailure): JsonMap {
  return {
    state: 'UNASSIGNED',
    primary: true,
    node: null,
    relocating_node: null,
    shard,
    index,
    recovery_source: { type: 'EXISTING_STORE', bootstrap_new_history_uuid: false },
    unassigned_info: {
      reason: 'ALLOCATION_FAILED',
      at: new Date(since).toISOString(),
      delayed: false,
      details: cause.reason,
      allocation_status: 'no_valid_shard_copy',
    },
  };
}

/** Whether a list of node filters (ids, names, addresses, roles, wildcards) means this node. */
export function isThisNode(context: EmbeddedContext, filters: readonly string[]): boolean {
  if (filters.length === 0) return true;
  const { identity, nodeName, node } = context;
  const names = [identity.nodeId, nodeName, node.host, nodeAddress(context)];
  return filters.some((filter) => isName(filter, names) || isRole(filter));
}

function isName(filter: string, names: readonly string[]): boolean {
  if (['_all', '_local', '_master', '_cluster_manager', '*'].includes(filter)) return true;
  return names.some((name) => matchesWildcard(filter, name));
}

/** `data:true`, `master:false`. */
function isRole(filter: string): boolean {
  const match =
    /^(data|ingest|master|cluster_manager|remote_cluster_client|coordinating_only):(true|false)$/.exec(
      filter,
    );
  if (match === null) return false;
  return (match[1] !== 'coordinating_only') === (match[2] === 'true');
}
