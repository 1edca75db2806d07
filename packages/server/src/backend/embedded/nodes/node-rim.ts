import { type JsonMap, matchesWildcard } from '@sextant/contract';
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
    attributes: context.nodeAttributes,
  };
}

/** `{name}{id}{ephemeral id}{host}{address}{roles}{attributes}`, as OpenSearch's texts name a node. */
export function nodeText(context: EmbeddedContext): string {
  const { nodeName, identity, node } = context;
  const parts = [nodeName, identity.nodeId, identity.nodeId, node.host, nodeAddress(context), roleLetters];
  const attributes = Object.entries(context.nodeAttributes).map(([name, value]) => `${name}=${value}`);
  if (attributes.length > 0) parts.push(attributes.join(', '));
  return parts.map((part) => `{${part}}`).join('');
}

/** Whether a list of node filters (ids, names, addresses, roles, wildcards) means this node. */
export function isThisNode(context: EmbeddedContext, filters: readonly string[]): boolean {
  if (filters.length === 0) return true;
  const { identity, nodeName, node } = context;
  const names = [identity.nodeId, nodeName, node.host, nodeAddress(context)];
  // Filters go one after another, and one of a role that the node has not takes it away again.
  let isMeant = false;
  for (const filter of filters) {
    const role = roleFilter(filter);
    if (role === false) isMeant = false;
    else isMeant ||= role === true || isName(filter, names) || isAttribute(filter, context.nodeAttributes);
  }
  return isMeant;
}

/** `rack:r*`. */
function isAttribute(filter: string, attributes: Readonly<Record<string, string>>): boolean {
  const at = filter.indexOf(':');
  if (at < 0) return false;
  const [name, value] = [filter.slice(0, at), filter.slice(at + 1)];
  return Object.entries(attributes).some(
    ([key, has]) => matchesWildcard(name, key) && matchesWildcard(value, has),
  );
}

function isName(filter: string, names: readonly string[]): boolean {
  if (['_all', '_local', '_master', '_cluster_manager', '*'].includes(filter)) return true;
  return names.some((name) => matchesWildcard(filter, name));
}

/** `data:true`, `master:false`: whether the node belongs there; undefined for what is no such filter. */
function roleFilter(filter: string): boolean | undefined {
  const match =
    /^(data|ingest|master|cluster_manager|remote_cluster_client|coordinating_only):(true|false)$/.exec(
      filter,
    );
  if (match === null) return undefined;
  return (match[1] !== 'coordinating_only') === (match[2] === 'true');
}
