import type { JsonMap } from '@sextant/contract';
import { type AliasMetadata, type IndexMetadata, routingShards } from '@sextant/engine';
import { nestSettings } from '../../../cluster/flat-settings.ts';
import { resolveIndices, splitNames } from '../../../cluster/index-names.ts';
import { everyIndex, indicesOptions, metadataIndices } from '../../../cluster/indices-options.ts';
import type { BackendRequest, BackendResponse } from '../../backend.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok } from '../context.ts';
import type { NodeIdentity } from '../node-identity.ts';
import { primaryShard, thisNode } from '../nodes/node-rim.ts';

const metrics = [
  'version',
  'master_node',
  'cluster_manager_node',
  'blocks',
  'nodes',
  'metadata',
  'routing_table',
  'routing_nodes',
] as const;

function indexSettings(index: IndexMetadata, flat: boolean): JsonMap {
  const settings = {
    ...index.settings,
    'index.creation_date': String(index.creationDate),
    'index.number_of_replicas': String(index.numberOfReplicas),
    'index.number_of_shards': String(index.numberOfShards),
    'index.provided_name': index.name,
    'index.uuid': index.uuid,
  };
  return flat ? settings : (nestSettings(settings) as JsonMap);
}

function aliasNames(aliases: Readonly<Record<string, AliasMetadata>>): readonly string[] {
  return Object.keys(aliases).sort();
}

function shardNumbers(index: IndexMetadata): number[] {
  return Array.from({ length: index.numberOfShards }, (_, shard) => shard);
}

function metadataOf(
  indices: readonly IndexMetadata[],
  { clusterUuid, nodeId }: NodeIdentity,
  flat: boolean,
): JsonMap {
  const entries = indices.map((index) => [
    index.name,
    {
      version: index.version,
      mapping_version: index.mappingVersion,
      settings_version: index.settingsVersion,
      aliases_version: index.aliasesVersion,
      routing_num_shards: routingShards(index),
      state: index.state,
      settings: indexSettings(index, flat),
      mappings: Object.keys(index.mappings).length === 0 ? {} : { _doc: index.mappings as JsonMap },
      aliases: aliasNames(index.aliases),
      primary_terms: Object.fromEntries(shardNumbers(index).map((shard) => [String(shard), 1])),
      rollover_info: {},
    },
  ]);
  return {
    cluster_uuid: clusterUuid,
    cluster_uuid_committed: true,
    cluster_coordination: {
      term: 1,
      last_committed_config: [nodeId],
      last_accepted_config: [nodeId],
      voting_config_exclusions: [],
    },
    templates: {},
    indices: Object.fromEntries(entries),
    'index-graveyard': { tombstones: [] },
  };
}

function shardCopies({ engine, identity }: EmbeddedContext, index: IndexMetadata, shard: number): JsonMap[] {
  const copy = { relocating_node: null, shard, index: index.name };
  const failure = engine.failures(index.name).find((each) => each.shard === shard);
  const started = primaryShard(index.name, shard, identity.nodeId, failure);
  const isOpening = engine.openingShards(index.name).includes(shard);
  const primary = isOpening ? { ...started, state: 'INITIALIZING' } : started;
  const unassigned = {
    reason: 'INDEX_CREATED',
    at: new Date(index.creationDate).toISOString(),
    delayed: false,
    allocation_status: 'no_attempt',
  };
  const replica = {
    state: 'UNASSIGNED',
    primary: false,
    node: null,
    ...copy,
    recovery_source: { type: 'PEER' },
    unassigned_info: unassigned,
  };
  return [primary, ...Array.from({ length: index.numberOfReplicas }, () => replica)];
}

function routingTable(context: EmbeddedContext, indices: readonly IndexMetadata[]): JsonMap {
  const entries = indices.map((index) => {
    const shards = Object.fromEntries(
      shardNumbers(index).map((shard) => [String(shard), shardCopies(context, index, shard)]),
    );
    return [index.name, { shards }] as const;
  });
  return { indices: Object.fromEntries(entries) };
}

function routingNodes(context: EmbeddedContext, indices: readonly IndexMetadata[]): JsonMap {
  const copies = indices.flatMap((index) =>
    shardNumbers(index).flatMap((shard) => shardCopies(context, index, shard)),
  );
  return {
    unassigned: copies.filter((copy) => copy.node === null),
    nodes: { [context.identity.nodeId]: copies.filter((copy) => copy.node !== null) },
  };
}

const blockIds = {
  'index.blocks.read_only': ['5', 'index read-only (api)', ['write', 'metadata_write']],
  'index.blocks.read': ['7', 'index read (api)', ['read']],
  'index.blocks.write': ['8', 'index write (api)', ['write']],
  'index.blocks.metadata': ['9', 'index metadata (api)', ['metadata_read', 'metadata_write']],
  'index.blocks.read_only_allow_delete': [
    '12',
    'disk usage exceeded flood-stage watermark, index has read-only-allow-delete block',
    ['metadata_write', 'write'],
  ],
} as const;

const closedBlock = { description: 'index closed', retryable: false, levels: ['read', 'write'] } as const;

/** Blocks of all indices, whichever were asked for. */
function blocksOf(indices: readonly IndexMetadata[]): JsonMap {
  const entries = indices.flatMap((index) => {
    const set = Object.entries(blockIds).filter(([name]) => index.settings[name] === 'true');
    const blocks = set.map(([, [id, description, levels]]): [string, JsonMap] => [
      id,
      { description, retryable: false, levels },
    ]);
    if (index.state === 'close') blocks.unshift(['4', closedBlock]);
    if (blocks.length === 0) return [];
    return [[index.name, Object.fromEntries(blocks)] as const];
  });
  return entries.length === 0 ? {} : { indices: Object.fromEntries(entries) };
}

interface StateIndices {
  /** Those that the path means. */
  readonly named: readonly IndexMetadata[];
  /** All that the caller may see. */
  readonly visible: readonly IndexMetadata[];
}

function part(
  metric: string,
  context: EmbeddedContext,
  { named, visible }: StateIndices,
  flat: boolean,
): JsonMap {
  const { nodeId, clusterUuid } = context.identity;
  switch (metric) {
    case 'version': {
      const version = named.reduce((sum, index) => sum + index.version, 1);
      return { version, state_uuid: clusterUuid };
    }
    case 'master_node':
    case 'cluster_manager_node':
      return { [metric]: nodeId };
    case 'blocks':
      return { blocks: blocksOf(visible) };
    case 'nodes':
      return {
        nodes: {
          [nodeId]: thisNode(context),
        },
      };
    case 'metadata':
      return { metadata: metadataOf(named, context.identity, flat) };
    case 'routing_table':
      return { routing_table: routingTable(context, named) };
    case 'routing_nodes':
      return { routing_nodes: routingNodes(context, named) };
    default:
      return {};
  }
}

function wantedMetrics(request: BackendRequest): readonly string[] {
  const asked = splitNames(request.pathParams.metric ?? '');
  if (asked.length === 0 || asked.includes('_all')) return metrics;
  return metrics.filter((metric) => asked.includes(metric));
}

export const clusterState: Handler<'cluster.state'> = async (context, request): Promise<BackendResponse> => {
  const names = request.indices;
  const defaults = names.length === 0 ? everyIndex : { ...metadataIndices, ignoreUnavailable: true };
  const options = indicesOptions(request.params, defaults);
  const catalog = catalogOf(context, request);
  const named = resolveIndices(catalog, names, options).map(({ index }) => index);
  const indices = { named, visible: [...catalog.all()] };
  const flat = request.params.flat_settings === true;
  const parts = wantedMetrics(request).map((metric) => part(metric, context, indices, flat));
  return ok({
    cluster_name: context.clusterName,
    cluster_uuid: context.identity.clusterUuid,
    ...Object.assign({}, ...parts),
  });
};
