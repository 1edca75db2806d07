import { apiError, Double, type JsonMap } from '@sextant/contract';
import { booleanField, type IndexMetadata, intField, textField } from '@sextant/engine';
import type { BackendRequest } from '../../backend.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import { type PathSpace, pathSpaces } from '../nodes/data-space.ts';
import { isThisNode, thisNode } from '../nodes/node-rim.ts';
import { readBodyFields } from '../read-object.ts';
import { statsOfIndices } from '../shard-stats.ts';
import { allocationDecisions, decisionsBody, rebalanceDecisions, remainDecisions } from './deciders.ts';
import { noMatchingNode, requiredIndex } from './named-places.ts';
import {
  copyText,
  primaryOf,
  replicaOf,
  type ShardCopy,
  unassignedCopies,
  unassignedInfo,
} from './shard-copy.ts';

interface Asked {
  index?: string;
  shard?: number;
  primary?: boolean;
  currentNode?: string;
}

/** Why a copy of a shard is where it is, or nowhere. */
export const explainAllocation: Handler<'cluster.allocation_explain'> = async (context, request) => {
  const asked = await readAsked(request);
  const withYes = request.params.include_yes_decisions === true;
  const copy = chosenCopy(context, request, asked, withYes);
  const info =
    request.params.include_disk_info === true ? { cluster_info: await clusterInfo(context, request) } : {};
  const { index, shard, primary, state } = copy;
  const about = { index: index.name, shard, primary, current_state: state.toLowerCase() };
  if (state === 'UNASSIGNED') {
    const { reason, at, details, status } = unassignedInfo(copy);
    const unassigned = {
      reason,
      at,
      ...(details === undefined ? {} : { failed_allocation_attempts: 1, details }),
      last_allocation_status: status,
    };
    return ok({
      ...about,
      unassigned_info: unassigned,
      ...info,
      ...explainUnassigned(context, copy, withYes),
    });
  }
  const { name, transport_address, attributes } = thisNode(context);
  const node = { id: context.identity.nodeId, name, transport_address, attributes };
  const stays = remainDecisions(context, index);
  const ranked = stays.length === 0 && state === 'STARTED' ? { ...node, weight_ranking: 1 } : node;
  if (state === 'INITIALIZING') {
    const explanation = `the shard is in the process of initializing on node [${name}], wait until initialization has completed`;
    return ok({ ...about, current_node: ranked, ...info, explanation });
  }
  const anyUnassigned = !unassignedCopies(context.engine, context.engine.indices()).next().done;
  return ok({
    ...about,
    current_node: ranked,
    ...info,
    ...explainStarted(context, copy, { withYes, anyUnassigned }),
  });
};

async function readAsked(request: BackendRequest): Promise<Asked> {
  const asked: Asked = {};
  await readBodyFields(request, 'cluster/allocation/explain', {
    index: textField((value) => {
      asked.index = value;
    }),
    shard: intField((value) => {
      asked.shard = value;
    }),
    primary: booleanField((value) => {
      asked.primary = value;
    }),
    current_node: textField((value) => {
      asked.currentNode = value;
    }),
  });
  const { index, shard, primary } = asked;
  if (Object.keys(asked).length === 0) return asked;
  const missing = Object.entries({ index, shard, primary }).filter(([, value]) => value === undefined);
  if (missing.length > 0) throw validationFailed(missing.map(([name]) => `${name} must be specified`));
  return asked;
}

function chosenCopy(
  context: EmbeddedContext,
  request: RequestOf<'cluster.allocation_explain'>,
  asked: Asked,
  withYes: boolean,
): ShardCopy {
  const catalog = catalogOf(context, request);
  if (asked.index === undefined) {
    const first = unassignedCopies(context.engine, catalog.all()).next();
    if (first.done !== true) return first.value;
    throw nothingFound(
      `any unassigned shards to explain [ClusterAllocationExplainRequest[useAnyUnassignedShard=true,includeYesDecisions?=${withYes}]`,
    );
  }
  const index = requiredIndex(catalog, asked.index);
  const shard = asked.shard!;
  const primary = primaryOf(context.engine, index, shard);
  const { currentNode } = asked;
  if (currentNode !== undefined) {
    if (!isThisNode(context, [currentNode])) throw noMatchingNode(currentNode);
    if (asked.primary !== true) throw nothingFound(`a replica shard assigned to node [${currentNode}]`);
    if (primary.state === 'UNASSIGNED') {
      throw apiError(
        'illegal_argument_exception',
        `unable to find a primary shard assigned to node [${currentNode}]`,
      );
    }
  }
  const copy = asked.primary === true ? primary : replicaOf(index, shard);
  if (copy !== undefined) return copy;
  const what = `index=${index.name},shard=${shard},primary?=false,includeYesDecisions?=${withYes}`;
  throw nothingFound(`any shards to explain [ClusterAllocationExplainRequest[${what}] in the routing table`);
}

function nothingFound(what: string): Error {
  return apiError('illegal_argument_exception', `unable to find ${what}`);
}

function explainUnassigned(context: EmbeddedContext, copy: ShardCopy, withYes: boolean): JsonMap {
  const { identity } = context;
  const node = {
    node_id: identity.nodeId,
    node_name: context.nodeName,
    transport_address: thisNode(context).transport_address!,
    node_attributes: context.nodeAttributes,
    node_decision: 'no',
  };
  if (copy.failure !== undefined) {
    const { type, reason } = copy.failure.cause;
    return {
      can_allocate: 'no_valid_shard_copy',
      allocate_explanation:
        'cannot allocate because all found copies of the shard are either stale or corrupt',
      node_allocation_decisions: [{ ...node, store: { in_sync: true, store_exception: { type, reason } } }],
    };
  }
  const decisions = allocationDecisions(context, copy, false);
  const shown = withYes ? decisions : decisions.filter(({ decision }) => decision === 'NO');
  return {
    can_allocate: 'no',
    allocate_explanation: 'cannot allocate because allocation is not permitted to any of the nodes',
    node_allocation_decisions: [{ ...node, weight_ranking: 1, deciders: decisionsBody(shown) }],
  };
}

function explainStarted(
  context: EmbeddedContext,
  copy: ShardCopy,
  { withYes, anyUnassigned }: { readonly withYes: boolean; readonly anyUnassigned: boolean },
): JsonMap {
  const against = remainDecisions(context, copy.index);
  if (against.length > 0) {
    return {
      can_remain_on_current_node: 'no',
      can_remain_decisions: decisionsBody(against),
      can_move_to_other_node: 'no',
      move_explanation:
        'cannot move shard to another node, even though it is not allowed to remain on its current node',
    };
  }
  const decisions = rebalanceDecisions(context, copy, anyUnassigned);
  const refused = decisions.filter(({ decision }) => decision === 'NO');
  if (refused.length === 0) {
    return {
      can_remain_on_current_node: 'yes',
      can_rebalance_cluster: 'yes',
      can_rebalance_to_other_node: 'no',
      rebalance_explanation:
        'cannot rebalance as no target node exists that can both allocate this shard and improve the cluster balance',
    };
  }
  return {
    can_remain_on_current_node: 'yes',
    can_rebalance_cluster: 'no',
    can_rebalance_cluster_decisions: decisionsBody(withYes ? decisions : refused),
    can_rebalance_to_other_node: 'no',
    rebalance_explanation: 'rebalancing is not allowed',
  };
}

/** What is known of the disk and the sizes of shards; nothing while `threshold_enabled` is off, as in OpenSearch. */
async function clusterInfo(context: EmbeddedContext, request: BackendRequest): Promise<JsonMap> {
  const isOn = context.settings.get('cluster.routing.allocation.disk.threshold_enabled');
  if (!isOn) return { nodes: {}, shard_sizes: {}, shard_paths: {}, reserved_sizes: [] };
  const { identity, node, nodeName } = context;
  const { nodeId } = identity;
  const open = [...catalogOf(context, request).all()].filter(({ state }) => state === 'open');
  const stats = await statsOfIndices(context, open);
  const shards = stats.flatMap(({ index, shards: each }) => each.map((shard) => ({ index, shard })));
  const byRoom = [...pathSpaces(context)].sort((a, b) => a.availableBytes - b.availableBytes);
  const [least, most] = [diskUsage(byRoom[0]!), diskUsage(byRoom.at(-1)!)];
  return {
    nodes: { [nodeId]: { node_name: nodeName, least_available: least, most_available: most } },
    shard_sizes: Object.fromEntries(
      shards.map(({ index, shard }) => [`[${index.name}][${shard.shard}][p]_bytes`, shard.storeBytes]),
    ),
    shard_paths: Object.fromEntries(
      shards.map(({ index, shard }) => [
        pathKey(context, index, shard.shard),
        `${shard.dataPath ?? node.directory}/indices`,
      ]),
    ),
    reserved_sizes: [],
  };
}

function pathKey({ engine, identity }: EmbeddedContext, index: IndexMetadata, shard: number): string {
  return copyText(primaryOf(engine, index, shard), identity.nodeId);
}

function diskUsage({ path, totalBytes, availableBytes }: PathSpace): JsonMap {
  const freePercent = totalBytes === 0 ? 100 : (100 * availableBytes) / totalBytes;
  const rounded = (percent: number): Double => new Double(Math.round(percent * 10) / 10);
  return {
    path,
    total_bytes: totalBytes,
    used_bytes: totalBytes - availableBytes,
    free_bytes: availableBytes,
    free_disk_percent: rounded(freePercent),
    used_disk_percent: rounded(100 - freePercent),
  };
}
