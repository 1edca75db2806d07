import { apiError, Double, type Json, type JsonMap, unrecognized } from '@sextant/contract';
import type { ShardStats } from '@sextant/engine';
import { splitNames } from '../../../cluster/index-names.ts';
import { bytesText } from '../../../config/units.ts';
import type { NodeFigures } from '../../../observe/node-probe.ts';
import type { BackendRequest, BackendResponse, Dialect } from '../../backend.ts';
import { indexMetricOf } from '../../index-metric.ts';
import { type AbsentNodePart, absentNodeParts } from '../absent-figures.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { elasticsearchFigures, elasticsearchIngest } from '../elasticsearch-figures.ts';
import { humanFigures } from '../human-figures.ts';
import { ingestStats } from '../ingest/ingest-stats.ts';
import { searchPipelineStats } from '../search-pipelines/search-pipeline-stats.ts';
import { shardBody } from '../shard-body.ts';
import { type IndexStats, statsOfIndices } from '../shard-stats.ts';
import { StatsDetails } from '../stats-details.ts';
import { refuseAllBesideOthers, refuseUnreadParams } from '../stats-params.ts';
import { type StatsSection, statsSections } from '../stats-sections.ts';
import { fsPart, jvmPart, osPart, processPart } from './machine-parts.ts';
import { isThisNode, nodeAddress, nodesHeader, roleNames } from './node-rim.ts';
import { searchBackpressure } from './search-backpressure.ts';
import { threadPoolStats } from './thread-pools.ts';

type Metric =
  | AbsentNodePart
  | 'indices'
  | 'os'
  | 'process'
  | 'jvm'
  | 'thread_pool'
  | 'fs'
  | 'transport'
  | 'http'
  | 'breaker'
  | 'script'
  | 'discovery'
  | 'ingest'
  | 'search_pipeline'
  | 'indexing_pressure'
  | 'search_backpressure'
  | 'script_cache'
  | 'task_cancellation'
  | 'resource_usage_stats'
  | 'caches';

const metrics: readonly Metric[] = [
  'indices',
  'os',
  'process',
  'jvm',
  'thread_pool',
  'fs',
  'transport',
  'http',
  'breaker',
  'script',
  'discovery',
  'ingest',
  'adaptive_selection',
  'script_cache',
  'indexing_pressure',
  'shard_indexing_pressure',
  'search_backpressure',
  'cluster_manager_throttling',
  'weighted_routing',
  'file_cache',
  'task_cancellation',
  'search_pipeline',
  'resource_usage_stats',
  'segment_replication_backpressure',
  'repositories',
  'admission_control',
  'caches',
  'remote_store',
];

/** Nodes talk over HTTP alone. */
const transport = {
  server_open: 0,
  total_outbound_connections: 0,
  rx_count: 0,
  rx_size_in_bytes: 0,
  tx_count: 0,
  tx_size_in_bytes: 0,
} as const;

/** One node publishes its state to nobody. */
const discovery = {
  cluster_state_queue: { total: 0, pending: 0, committed: 0 },
  published_cluster_states: { full_states: 0, incompatible_diffs: 0, compatible_diffs: 0 },
  cluster_state_stats: { overall: { update_count: 0, total_time_in_millis: 0, failed_count: 0 } },
} as const;

const noPressure = {
  combined_coordinating_and_primary_in_bytes: 0,
  coordinating_in_bytes: 0,
  primary_in_bytes: 0,
  replica_in_bytes: 0,
  all_in_bytes: 0,
} as const;

/** Writes are not limited by their memory, so none is counted and none refused; a limit of 0 says so. */
export const indexingPressure = {
  memory: {
    current: noPressure,
    total: { ...noPressure, coordinating_rejections: 0, primary_rejections: 0, replica_rejections: 0 },
    limit_in_bytes: 0,
  },
} as const;

/** What is counted of the memory; the limits of Lucene's caches that are not here are not listed. */
function breakers({ memory: accounts, requestMemory }: EmbeddedContext): JsonMap {
  const all = accounts.map((account) => account.figures());
  const sum = (figure: 'limitBytes' | 'usedBytes' | 'tripped'): number =>
    all.reduce((total, account) => total + account[figure], 0);
  // Each account has a limit of its own, so that all together have no other one.
  const parent = {
    name: 'parent',
    limitBytes: sum('limitBytes'),
    usedBytes: sum('usedBytes'),
    tripped: 0,
  };
  const fielddata = requestMemory.lastingFigures('fielddata');
  const entries = [...all, fielddata, parent].map(({ name, limitBytes, usedBytes, tripped }) => {
    const figures = {
      limit_size_in_bytes: limitBytes,
      limit_size: bytesText(limitBytes),
      estimated_size_in_bytes: usedBytes,
      estimated_size: bytesText(usedBytes),
      overhead: new Double(1),
      tripped,
    };
    return [name, figures] as const;
  });
  return Object.fromEntries(entries);
}

/** Scripts that were compiled are not counted. */
const noScriptCache = { compilations: 0, cache_evictions: 0, compilation_limit_triggered: 0 } as const;

/** Searches that run on although they were cancelled; a moment later they have ended. */
function taskCancellation({ tasks }: EmbeddedContext): JsonMap {
  let current = 0;
  for (const { action, cancelReason } of tasks.running()) {
    if (cancelReason !== undefined && action.startsWith('indices:data/read/search')) current++;
  }
  const none = { current_count_post_cancel: 0, total_count_post_cancel: 0 };
  return { search_task: { ...none, current_count_post_cancel: current }, search_shard_task: none };
}

/** How busy a node is, where several could be chosen from; the devices are not looked at for it. */
function resourceUsage(figures: NodeFigures, now: number): JsonMap {
  const memory = (100 * figures.heapUsedBytes) / figures.heapMaxBytes;
  return {
    timestamp: now,
    cpu_utilization_percent: figures.cpuPercent.toFixed(1),
    memory_utilization_percent: memory.toFixed(1),
    io_usage_stats: { max_io_utilization_percent: '0.0' },
  };
}

function requestCacheFigures(shards: readonly ShardStats[]): JsonMap {
  const sum = (figure: keyof ShardStats['requestCache']): number =>
    shards.reduce((total, { requestCache }) => total + requestCache[figure], 0);
  return {
    size_in_bytes: Math.round(sum('bytes')),
    evictions: sum('evictions'),
    hit_count: sum('hits'),
    miss_count: sum('misses'),
    item_count: sum('items'),
    store_name: 'sextant_onheap',
  };
}

/** Metrics that are made of the figures of shards. */
const ofShards: ReadonlySet<Metric> = new Set(['indices', 'thread_pool', 'caches']);

/** What several parts of an answer show. */
interface Measured {
  readonly shards: readonly ShardStats[];
  readonly figures: () => NodeFigures;
  readonly dialect: Dialect;
}

function part(
  metric: Exclude<Metric, 'indices'>,
  context: EmbeddedContext,
  { shards, figures, dialect }: Measured,
): readonly [string, Json | undefined] {
  const now = context.clock.now();
  switch (metric) {
    case 'os':
      return ['os', osPart(figures(), now)];
    case 'process':
      return ['process', processPart(figures(), now)];
    case 'jvm':
      return ['jvm', jvmPart(figures(), context.engine.segmentMemory(), now)];
    case 'fs':
      return ['fs', fsPart(context, now)];
    case 'breaker':
      return ['breakers', breakers(context)];
    case 'script':
      return ['script', noScriptCache];
    case 'ingest':
      return ['ingest', ingestPart(context, dialect)];
    case 'search_pipeline':
      return [metric, searchPipelineStats(context.searchPipelines)];
    case 'thread_pool':
      return [metric, threadPoolStats(shards, context)];
    case 'discovery':
      return [metric, discovery];
    case 'indexing_pressure':
      return [metric, indexingPressure];
    case 'search_backpressure':
      return [metric, searchBackpressure(context)];
    case 'transport':
      return [metric, transport];
    case 'http':
      return [metric, httpPart(context, dialect)];
    case 'script_cache':
      return [metric, { sum: noScriptCache, contexts: [{ context: 'all', ...noScriptCache }] }];
    case 'task_cancellation':
      return [metric, taskCancellation(context)];
    case 'resource_usage_stats':
      return [metric, { [context.identity.nodeId]: resourceUsage(figures(), now) }];
    case 'caches':
      return [metric, { request_cache: requestCacheFigures(shards) }];
    default:
      return [metric, absentNodeParts[metric]];
  }
}

/** Clients of Elasticsearch decode figures of each route and client, which are not measured. */
function httpPart({ connections }: EmbeddedContext, { openSearchKeys }: Dialect): JsonMap {
  const sums = { current_open: connections.count, total_opened: connections.opened };
  return openSearchKeys ? sums : { ...sums, clients: [], routes: {} };
}

function wantedMetrics(request: BackendRequest): ReadonlySet<Metric> {
  const asked = splitNames(request.pathParams.metric ?? '');
  if (asked.length === 0 || (asked.length === 1 && asked[0] === '_all')) return new Set(metrics);
  refuseAllBesideOthers(request, asked);
  checkNames(request, 'metric', asked, metrics);
  return new Set(asked as Metric[]);
}

/** Of the indices; none where they are not asked for. */
function wantedSections(request: BackendRequest, wanted: ReadonlySet<Metric>): ReadonlySet<StatsSection> {
  const asked = splitNames(request.pathParams.index_metric ?? '').map(indexMetricOf);
  if (asked.length > 0) requireIndices(request, wanted);
  if (!wanted.has('indices')) return new Set();
  if (asked.length === 0 || (asked.length === 1 && asked[0] === '_all')) return new Set(statsSections);
  checkNames(request, 'index metric', asked, statsSections);
  return new Set(asked as StatsSection[]);
}

/** Metrics of indices are named only where `indices` is. */
function requireIndices({ askedPath, pathParams }: BackendRequest, wanted: ReadonlySet<Metric>): void {
  const isAll = pathParams.metric === '_all';
  if (!isAll && wanted.has('indices')) return;
  const why = isAll ? 'all stats requested' : 'indices stats not requested';
  const reason = `request [${askedPath}] contains index metrics [${pathParams.index_metric}] but ${why}`;
  throw apiError('illegal_argument_exception', reason);
}

function checkNames(
  request: BackendRequest,
  what: 'metric' | 'index metric',
  asked: readonly string[],
  known: readonly string[],
): void {
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw unrecognized(request.askedPath, what, unknown, known);
}

/** Figures of the indices: summed, and with `level` also of each index or each shard. */
function indicesPart(
  context: EmbeddedContext,
  stats: readonly IndexStats[],
  figures: (shards: readonly ShardStats[]) => JsonMap,
  level: Level,
): JsonMap {
  const sums: JsonMap = {
    ...figures(stats.flatMap(({ shards }) => shards)),
    status_counter: context.statuses.body(),
  };
  if (level === 'node') return sums;
  const ofShard = (shard: ShardStats): JsonMap => ({
    [String(shard.shard)]: shardBody(context, shard, figures([shard])),
  });
  const entries =
    level === 'indices'
      ? stats.map(({ index, shards }) => [index.name, figures(shards)])
      : stats
          .filter(({ shards }) => shards.length > 0)
          .map(({ index, shards }) => [index.name, shards.map(ofShard)]);
  return { ...sums, [level]: Object.fromEntries(entries) };
}

function ingestPart({ pipelines }: EmbeddedContext, { openSearchKeys }: Measured['dialect']): JsonMap {
  const stats = ingestStats(pipelines);
  return openSearchKeys ? stats : elasticsearchIngest(stats);
}

type Level = 'node' | 'indices' | 'shards';

function levelOf(request: RequestOf<'nodes.stats'>): Level {
  const level = request.params.level ?? 'node';
  if (level === 'node' || level === 'indices' || level === 'shards') return level;
  throw apiError(
    'illegal_argument_exception',
    `level parameter must be one of [indices] or [node] or [shards] but was [${level}]`,
  );
}

export const nodesStats: Handler<'nodes.stats'> = async (context, request): Promise<BackendResponse> => {
  const wanted = wantedMetrics(request);
  const sections = wantedSections(request, wanted);
  refuseUnreadParams(request, sections);
  const details = new StatsDetails(sections, request.params, context.clock.now());
  const figuresOf = (shards: readonly ShardStats[]): JsonMap => {
    const told = details.figures(shards);
    if (request.dialect.openSearchKeys) return told;
    return elasticsearchFigures(
      told,
      shards.reduce((sum, { storeBytes }) => sum + storeBytes, 0),
    );
  };
  const level = wanted.has('indices') ? levelOf(request) : 'node';
  const header = nodesHeader(context.clusterName);
  if (!isThisNode(context, splitNames(request.pathParams.node_id ?? ''))) {
    return ok({ ...header, _nodes: { total: 0, successful: 0, failed: 0 }, nodes: {} });
  }
  const asked = metrics.filter((metric) => wanted.has(metric));
  const counted = asked.some((metric) => ofShards.has(metric));
  const indices = counted ? [...catalogOf(context, request).all()] : [];
  let probed: NodeFigures | undefined;
  const figures = (): NodeFigures => {
    probed ??= context.probe();
    return probed;
  };
  const { dialect } = request;
  const partOf = (
    metric: Metric,
    stats: readonly IndexStats[],
    shards: readonly ShardStats[],
  ): readonly [string, Json | undefined] =>
    metric === 'indices'
      ? [metric, indicesPart(context, stats, figuresOf, level)]
      : part(metric, context, { shards, figures, dialect });
  const beside = async () =>
    new Map(
      asked.filter((metric) => !ofShards.has(metric)).map((metric) => [metric, partOf(metric, [], [])]),
    );
  // What is not of shards is measured while the threads that write tell of theirs.
  const [stats, others] = await Promise.all([statsOfIndices(context, indices), beside()]);
  const shards = stats.flatMap((index) => index.shards);
  const parts = asked.map((metric) => others.get(metric) ?? partOf(metric, stats, shards));
  const node: JsonMap = {
    timestamp: context.clock.now(),
    name: context.nodeName,
    transport_address: nodeAddress(context),
    host: context.node.host,
    ip: nodeAddress(context),
    roles: roleNames(request.dialect),
    attributes: context.nodeAttributes,
    ...Object.fromEntries(parts),
  };
  const shown = request.params.human === true ? humanFigures(node) : node;
  return ok({ ...header, nodes: { [context.identity.nodeId]: shown } });
};
