import { apiError, Double, type JsonMap } from '@sextant/contract';
import type { ShardStats } from '@sextant/engine';
import { splitNames } from '../../../cluster/index-names.ts';
import type { NodeFigures } from '../../../observe/node-probe.ts';
import type { BackendRequest, BackendResponse } from '../../backend.ts';
import { type EmbeddedContext, type Handler, ok } from '../context.ts';
import { allShardStats } from '../shard-stats.ts';
import { type StatsSection, statsOf, statsSections } from '../stats-sections.ts';
import { isThisNode, nodeAddress, nodesHeader, roleNames } from './node-rim.ts';

type Metric =
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
  | 'ingest';

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
];

function osPart(figures: NodeFigures, now: number): JsonMap {
  const used = figures.memoryTotalBytes - figures.memoryFreeBytes;
  const percent = Math.round((100 * used) / figures.memoryTotalBytes);
  const [one, five, fifteen] = figures.load.map((load) => new Double(Math.round(load * 100) / 100));
  return {
    timestamp: now,
    cpu: { percent: figures.cpuPercent, load_average: { '1m': one, '5m': five, '15m': fifteen } },
    mem: {
      total_in_bytes: figures.memoryTotalBytes,
      free_in_bytes: figures.memoryFreeBytes,
      used_in_bytes: used,
      free_percent: 100 - percent,
      used_percent: percent,
    },
  };
}

function processPart(figures: NodeFigures, now: number): JsonMap {
  return {
    timestamp: now,
    open_file_descriptors: figures.openFiles,
    max_file_descriptors: figures.maxFiles,
    cpu: { percent: figures.cpuPercent, total_in_millis: figures.cpuTotalMs },
    mem: { resident_in_bytes: figures.residentBytes },
  };
}

/** The heap is V8's; clients look for it under this name. */
function jvmPart(figures: NodeFigures, now: number): JsonMap {
  return {
    timestamp: now,
    uptime_in_millis: figures.uptimeMs,
    mem: {
      heap_used_in_bytes: figures.heapUsedBytes,
      heap_used_percent: Math.round((100 * figures.heapUsedBytes) / figures.heapMaxBytes),
      heap_committed_in_bytes: figures.heapCommittedBytes,
      heap_max_in_bytes: figures.heapMaxBytes,
      non_heap_used_in_bytes: figures.nonHeapBytes,
      non_heap_committed_in_bytes: figures.nonHeapBytes,
      pools: {},
    },
    threads: { count: figures.threads, peak_count: figures.threads },
    gc: { collectors: {} },
    buffer_pools: {},
    classes: { current_loaded_count: 0, total_loaded_count: 0, total_unloaded_count: 0 },
  };
}

function fsPart(context: EmbeddedContext, now: number): JsonMap {
  const space = context.node.disk.space(context.node.directory);
  const sizes = {
    total_in_bytes: space.totalBytes,
    free_in_bytes: space.freeBytes,
    available_in_bytes: space.availableBytes,
  };
  return { timestamp: now, total: sizes, data: [{ path: context.node.directory, ...sizes }] };
}

function part(
  metric: Metric,
  context: EmbeddedContext,
  shards: readonly ShardStats[],
  sections: ReadonlySet<StatsSection>,
): readonly [string, JsonMap] {
  const now = context.clock.now();
  switch (metric) {
    case 'indices':
      return ['indices', statsOf(shards, sections)];
    case 'os':
      return ['os', osPart(context.probe(), now)];
    case 'process':
      return ['process', processPart(context.probe(), now)];
    case 'jvm':
      return ['jvm', jvmPart(context.probe(), now)];
    case 'fs':
      return ['fs', fsPart(context, now)];
    case 'breaker':
      return ['breakers', {}];
    case 'script':
      return ['script', { compilations: 0, cache_evictions: 0, compilation_limit_triggered: 0 }];
    case 'ingest':
      return ['ingest', { total: { count: 0, time_in_millis: 0, current: 0, failed: 0 }, pipelines: {} }];
    case 'thread_pool':
    case 'transport':
    case 'http':
    case 'discovery':
      return [metric, {}];
  }
}

function wantedMetrics(request: BackendRequest): ReadonlySet<Metric> {
  const asked = splitNames(request.pathParams.metric ?? '');
  if (asked.length === 0 || asked.includes('_all')) return new Set(metrics);
  for (const name of asked) {
    if (!metrics.includes(name as Metric)) {
      const reason = `request [${request.path}] contains unrecognized metric: [${name}]`;
      throw apiError('illegal_argument_exception', reason);
    }
  }
  return new Set(asked as Metric[]);
}

function wantedSections(request: BackendRequest): ReadonlySet<StatsSection> {
  const asked = splitNames(request.pathParams.index_metric ?? '');
  if (asked.length === 0 || asked.includes('_all')) return new Set(statsSections);
  for (const name of asked) {
    if (!statsSections.includes(name as StatsSection)) {
      const reason = `request [${request.path}] contains unrecognized index metric: [${name}]`;
      throw apiError('illegal_argument_exception', reason);
    }
  }
  return new Set(asked as StatsSection[]);
}

export const nodesStats: Handler = async (context, request): Promise<BackendResponse> => {
  const wanted = wantedMetrics(request);
  const sections = wantedSections(request);
  const level = request.params.level ?? 'node';
  if (level !== 'node')
    throw apiError('illegal_argument_exception', `level [${level}] is not supported, use [node]`);
  const header = nodesHeader(context.clusterName);
  if (!isThisNode(context, splitNames(request.pathParams.node_id ?? ''))) {
    return ok({ ...header, _nodes: { total: 0, successful: 0, failed: 0 }, nodes: {} });
  }
  const shards = wanted.has('indices') ? await allShardStats(context, request.internal) : [];
  const parts = metrics
    .filter((metric) => wanted.has(metric))
    .map((metric) => part(metric, context, shards, sections));
  const node: JsonMap = {
    timestamp: context.clock.now(),
    name: context.nodeName,
    transport_address: nodeAddress(context),
    host: context.node.host,
    ip: nodeAddress(context),
    roles: roleNames(request.dialect),
    attributes: {},
    ...Object.fromEntries(parts),
  };
  return ok({ ...header, nodes: { [context.identity.nodeId]: node } });
};
