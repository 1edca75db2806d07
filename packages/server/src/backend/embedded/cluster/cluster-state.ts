import { apiError, dictionary, type Json, type JsonMap } from '@sextant/contract';
import { type AliasMetadata, FOLLOWER_SETTING, type IndexMetadata, routingShards } from '@sextant/engine';
import { nestSettings } from '../../../cluster/flat-settings.ts';
import { resolveIndices, splitNames } from '../../../cluster/index-names.ts';
import { everyIndex, indicesOptions, metadataIndices } from '../../../cluster/indices-options.ts';
import type { BackendResponse } from '../../backend.ts';
import {
  allocationId,
  primaryOf,
  replicaOf,
  routingEntry,
  type ShardCopy,
} from '../allocation/shard-copy.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { asSeen } from '../document/visible-documents.ts';
import { thisNode } from '../nodes/node-rim.ts';
import { customSections, legacyBodies } from './state-sections.ts';

const metrics: readonly string[] = [
  'version',
  'master_node',
  'cluster_manager_node',
  'blocks',
  'nodes',
  'metadata',
  'routing_table',
  'routing_nodes',
];

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

/** Made by the service for everybody to see; what is its own alone is in no answer. */
const systemNames: readonly string[] = ['.tasks'];

function byShard(index: IndexMetadata, value: (shard: number) => Json): JsonMap {
  return Object.fromEntries(shardNumbers(index).map((shard) => [String(shard), value(shard)]));
}

/** What is written to an index has one term, whichever the shard. */
function primaryTerms({ engine }: EmbeddedContext, index: IndexMetadata): JsonMap {
  const term = engine.primaryTerm(index.name);
  const terms = byShard(index, () => term);
  return { primary_terms: terms, primary_terms_map: terms };
}

/** Of a state of named indices, what is of none of them is left out. */
function metadataOf(context: EmbeddedContext, { named, ofSome }: StateIndices, flat: boolean): JsonMap {
  const { identity, votingExclusions } = context;
  const { clusterUuid, nodeId } = identity;
  const entries = named.map((index) => [
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
      ...primaryTerms(context, index),
      in_sync_allocations: byShard(index, (shard) => [allocationId(index, shard)]),
      rollover_info: rolloverInfo(index),
      system: systemNames.includes(index.name),
      // Nothing is read from a stream, and no shard is split while it lives.
      ingestion_status: { is_paused: false },
      split_shards_metadata: {
        num_of_root_shards: index.numberOfShards,
        max_shard_id: index.numberOfShards - 1,
        active_shard_ids: shardNumbers(index),
        root_shards_to_all_children: {},
        parent_to_child_shards: {},
      },
    },
  ]);
  return {
    cluster_uuid: clusterUuid,
    cluster_uuid_committed: true,
    cluster_coordination: {
      term: 1,
      last_committed_config: [nodeId],
      last_accepted_config: [nodeId],
      voting_config_exclusions: votingExclusions.body(),
    },
    templates: ofSome ? {} : legacyBodies(context, flat),
    indices: Object.fromEntries(entries),
    ...(ofSome ? {} : customSections(context, flat)),
    'index-graveyard': { tombstones: [] },
  };
}

interface StateOptions {
  readonly flat: boolean;
  /** See `Dialect`. */
  readonly openSearchKeys: boolean;
}

function shardCopies(
  { engine, identity }: EmbeddedContext,
  index: IndexMetadata,
  shard: number,
  { openSearchKeys }: StateOptions,
): JsonMap[] {
  const entry = (copy: ShardCopy): JsonMap => routingEntry(copy, identity.nodeId, openSearchKeys);
  const replica = replicaOf(index, shard);
  const replicas =
    replica === undefined ? [] : Array.from({ length: index.numberOfReplicas }, () => entry(replica));
  return [entry(primaryOf(engine, index, shard)), ...replicas];
}

function routingTable(
  context: EmbeddedContext,
  indices: readonly IndexMetadata[],
  options: StateOptions,
): JsonMap {
  const entries = indices.map((index) => {
    const shards = Object.fromEntries(
      shardNumbers(index).map((shard) => [String(shard), shardCopies(context, index, shard, options)]),
    );
    return [index.name, { shards }] as const;
  });
  return { indices: Object.fromEntries(entries) };
}

function routingNodes(
  context: EmbeddedContext,
  indices: readonly IndexMetadata[],
  options: StateOptions,
): JsonMap {
  const copies = indices.flatMap((index) =>
    shardNumbers(index).flatMap((shard) => shardCopies(context, index, shard, options)),
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

const followerBlock = {
  description: 'index read-only(cross-cluster-replication)',
  retryable: false,
  levels: ['metadata_write', 'write'],
} as const;

const closedBlock = { description: 'index closed', retryable: false, levels: ['read', 'write'] } as const;

const globalBlocks = [
  ['cluster.blocks.read_only', '6', 'cluster read-only (api)', ['write', 'metadata_write']],
  ['cluster.blocks.create_index', '10', 'cluster create-index blocked (api)', ['create_index']],
  [
    'cluster.blocks.read_only_allow_delete',
    '13',
    'cluster read-only / allow delete (api)',
    ['write', 'metadata_write'],
  ],
] as const;

/** Blocks of the cluster and of all indices, whichever were asked for. */
function blocksOf({ settings }: EmbeddedContext, indices: readonly IndexMetadata[]): JsonMap {
  const set = globalBlocks.filter(([name]) => settings.get(name));
  const global = set.map(([, id, description, levels]) => [id, { description, retryable: false, levels }]);
  return {
    ...(global.length === 0 ? {} : { global: Object.fromEntries(global) as JsonMap }),
    ...indexBlocks(indices),
  };
}

function indexBlocks(indices: readonly IndexMetadata[]): JsonMap {
  const entries = indices.flatMap((index) => {
    const set = Object.entries(blockIds).filter(([name]) => index.settings[name] === 'true');
    const blocks = set.map(([, [id, description, levels]]): [string, JsonMap] => [
      id,
      { description, retryable: false, levels },
    ]);
    if (index.settings[FOLLOWER_SETTING] !== undefined) blocks.unshift(['1000', followerBlock]);
    if (index.state === 'close') blocks.unshift(['4', closedBlock]);
    if (blocks.length === 0) return [];
    return [[index.name, Object.fromEntries(blocks)] as const];
  });
  return entries.length === 0 ? {} : { indices: Object.fromEntries(entries) };
}

interface StateIndices {
  /** Those that the path means. */
  readonly named: readonly IndexMetadata[];
  /** The path names some. */
  readonly ofSome: boolean;
  /** All that the caller may see. */
  readonly visible: readonly IndexMetadata[];
}

function part(
  metric: string,
  context: EmbeddedContext,
  indices: StateIndices,
  options: StateOptions,
): JsonMap {
  const { named, visible } = indices;
  const { nodeId, clusterUuid } = context.identity;
  switch (metric) {
    case 'version':
      return { version: context.changes.version, state_uuid: clusterUuid };
    case 'master_node':
    case 'cluster_manager_node':
      return { [metric]: nodeId };
    case 'blocks':
      return { blocks: blocksOf(context, visible) };
    case 'nodes':
      return {
        nodes: {
          [nodeId]: thisNode(context),
        },
      };
    case 'metadata':
      return { metadata: metadataOf(context, indices, options.flat) };
    case 'routing_table':
      return { routing_table: routingTable(context, named, options) };
    case 'routing_nodes':
      return { routing_nodes: routingNodes(context, named, options) };
    default:
      return {};
  }
}

/** The metrics of these names, in the order of the state; all where none is named. Others are nothing. */
export function stateMetrics(asked: readonly string[] | undefined): readonly string[] {
  if (asked === undefined || asked.length === 0 || asked.includes('_all')) return metrics;
  return metrics.filter((metric) => asked.includes(metric));
}

/** These parts of the state. */
export function stateParts(
  context: EmbeddedContext,
  wanted: readonly string[],
  indices: StateIndices,
  options: StateOptions,
): JsonMap {
  return Object.assign({}, ...wanted.map((metric) => part(metric, context, indices, options)));
}

export const clusterState: Handler<'cluster.state'> = async (context, request): Promise<BackendResponse> => {
  const waited = await metadataWait(context, request);
  if (waited.wait_for_timed_out === true) {
    return ok({ ...waited, cluster_name: context.clusterName, cluster_uuid: context.identity.clusterUuid });
  }
  const names = request.indices;
  const asked = indicesOptions(request.params, { ...metadataIndices, ignoreUnavailable: true });
  // What wildcards match makes no difference to who names none.
  const options = names.length === 0 ? everyIndex : asked;
  const catalog = catalogOf(context, request);
  const named = resolveIndices(catalog, names, options).map(({ index }) => asSeen(context, request, index));
  const indices = { named, ofSome: names.length > 0, visible: [...catalog.all()] };
  const { openSearchKeys } = request.dialect;
  const shape = { flat: request.params.flat_settings === true, openSearchKeys };
  const wanted = stateMetrics(splitNames(request.pathParams.metric));
  return ok({
    ...waited,
    cluster_name: context.clusterName,
    cluster_uuid: context.identity.clusterUuid,
    ...stateParts(context, wanted, indices, shape),
  });
};

/** Waits for the version that is asked for; what the answer says of it. */
async function metadataWait(
  { changes }: EmbeddedContext,
  { params, signal }: RequestOf<'cluster.state'>,
): Promise<{ readonly wait_for_timed_out?: boolean }> {
  const { wait_for_metadata_version: version, wait_for_timeout: timeoutMs = 60_000 } = params;
  if (version === undefined) return {};
  if (version < 1) {
    const reason = `provided waitForMetadataVersion should be >= 1, but instead is [${version}]`;
    throw apiError('illegal_argument_exception', reason);
  }
  const isThere = await changes.until(() => changes.version >= version, { timeoutMs, signal });
  return { wait_for_timed_out: !isThere };
}

function rolloverInfo({ rollovers = {} }: IndexMetadata): JsonMap {
  const infos = Object.entries(rollovers).map(
    ([alias, { time, metConditions }]) => [alias, { met_conditions: metConditions, time }] as const,
  );
  return dictionary(Object.fromEntries(infos));
}
