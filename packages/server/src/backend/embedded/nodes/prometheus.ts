import type { ShardStats } from '@sextant/engine';
import {
  type MetricKind,
  type MetricSample,
  OpenMetrics,
  openMetricsType,
} from '../../../observe/open-metrics.ts';
import { catalogOf, type EmbeddedContext, type Handler, type RequestOf } from '../context.ts';
import { clusterTotals } from '../index-health.ts';
import { statsOfIndices } from '../shard-stats.ts';
import { dataSpace } from './data-space.ts';
import { threadPools } from './thread-pools.ts';

type Figure = (shard: ShardStats) => number;

/** Sums over all shards: the name, what it means, and where it is found. Times are told in seconds. */
const shardFamilies: readonly (readonly [name: string, kind: MetricKind, help: string, figure: Figure])[] = [
  ['sextant_documents', 'gauge', 'Documents in open indices', (s) => s.docsCount],
  [
    'sextant_documents_deleted',
    'gauge',
    'Deleted documents that merges have not removed yet',
    (s) => s.docsDeleted,
  ],
  ['sextant_store_bytes', 'gauge', 'Files of open indices', (s) => s.storeBytes],
  ['sextant_segments', 'gauge', 'Segments of open indices', (s) => s.segments.length],
  [
    'sextant_translog_uncommitted_bytes',
    'gauge',
    'What a start would replay',
    (s) => s.translog.uncommittedBytes,
  ],
  ['sextant_indexing_operations', 'counter', 'Documents written', (s) => s.indexing.indexTotal],
  [
    'sextant_indexing_seconds',
    'counter',
    'Time that writing documents took',
    (s) => s.indexing.indexTimeMs / 1_000,
  ],
  ['sextant_indexing_failed', 'counter', 'Documents that were refused', (s) => s.indexing.indexFailed],
  [
    'sextant_indexing_throttled_seconds',
    'counter',
    'Time that writes waited for merges',
    (s) => s.indexing.throttledMs / 1_000,
  ],
  ['sextant_deleting_operations', 'counter', 'Documents deleted', (s) => s.indexing.deleteTotal],
  ['sextant_search_queries', 'counter', 'Searches of shards', (s) => s.search.queryTotal],
  [
    'sextant_search_query_seconds',
    'counter',
    'Time that searches of shards took',
    (s) => s.search.queryTimeMs / 1_000,
  ],
  ['sextant_search_fetches', 'counter', 'Fetches of hits from shards', (s) => s.search.fetchTotal],
  ['sextant_search_running', 'gauge', 'Searches of shards under way', (s) => s.search.queryCurrent],
  ['sextant_gets', 'counter', 'Documents read by id', (s) => s.get.total],
  ['sextant_refreshes', 'counter', 'Refreshes', (s) => s.refresh.total],
  ['sextant_refresh_seconds', 'counter', 'Time that refreshes took', (s) => s.refresh.timeMs / 1_000],
  ['sextant_flushes', 'counter', 'Flushes', (s) => s.flush.total],
  ['sextant_merges', 'counter', 'Merges', (s) => s.merges.total],
  ['sextant_merge_seconds', 'counter', 'Time that merges took', (s) => s.merges.timeMs / 1_000],
  ['sextant_merges_running', 'gauge', 'Merges under way', (s) => s.merges.current],
  ['sextant_request_cache_bytes', 'gauge', 'Answers that are kept', (s) => s.requestCache.bytes],
  ['sextant_request_cache_hits', 'counter', 'Searches answered by what was kept', (s) => s.requestCache.hits],
];

/** The figures of the service for Prometheus and what reads the same text. */
export const prometheus: Handler<'nodes.prometheus'> = async (context, request) => {
  const metrics = new OpenMetrics();
  const indices = [...catalogOf(context, request).all()];
  const shards = (await statsOfIndices(context, indices)).flatMap((each) => each.shards);
  describe(metrics, context);
  health(metrics, context, request);
  for (const [name, kind, help, figure] of shardFamilies) {
    metrics.family(name, kind, help, [{ value: shards.reduce((sum, shard) => sum + figure(shard), 0) }]);
  }
  pools(metrics, context, shards);
  memory(metrics, context);
  machine(metrics, context);
  const body = Buffer.from(metrics.end());
  return { status: 200, kind: 'bytes', contentType: openMetricsType, body };
};

function describe(metrics: OpenMetrics, { clusterName, nodeName, node }: EmbeddedContext): void {
  const labels = { cluster: clusterName, node: nodeName, version: node.version };
  metrics.family('sextant_build', 'info', 'Who answers', [{ labels, value: 1 }]);
}

const statusNumbers = { green: 0, yellow: 1, red: 2 } as const;

function health(
  metrics: OpenMetrics,
  context: EmbeddedContext,
  request: RequestOf<'nodes.prometheus'>,
): void {
  const indices = [...catalogOf(context, request).all()];
  const { status, active, initializing, unassigned, unassignedPrimaries } = clusterTotals(
    context.engine,
    indices,
  );
  const open = indices.filter(({ state }) => state === 'open').length;
  metrics.family('sextant_cluster_status', 'gauge', 'Health: 0 green, 1 yellow, 2 red', [
    { value: statusNumbers[status] },
  ]);
  metrics.family('sextant_indices', 'gauge', 'Indices by state', [
    { labels: { state: 'open' }, value: open },
    { labels: { state: 'close' }, value: indices.length - open },
  ]);
  metrics.family('sextant_shards', 'gauge', 'Copies of shards by state', [
    { labels: { state: 'started' }, value: active },
    { labels: { state: 'initializing' }, value: initializing },
    { labels: { state: 'unassigned' }, value: unassigned },
  ]);
  metrics.family('sextant_primaries_unassigned', 'gauge', 'Primaries that failed', [
    { value: unassignedPrimaries },
  ]);
}

function pools(metrics: OpenMetrics, context: EmbeddedContext, shards: readonly ShardStats[]): void {
  const all = threadPools(shards, context);
  const each = (value: (pool: (typeof all)[number]) => number): MetricSample[] =>
    all.map((pool) => ({ labels: { pool: pool.name }, value: value(pool) }));
  const name = 'sextant_thread_pool';
  metrics.family(
    `${name}_active`,
    'gauge',
    'Threads of the pool at work',
    each(({ active }) => active),
  );
  metrics.family(
    `${name}_queue`,
    'gauge',
    'Work that waits for the pool',
    each(({ queue }) => queue),
  );
  metrics.family(
    `${name}_rejected`,
    'counter',
    'Work that was refused',
    each(({ rejected }) => rejected),
  );
  metrics.family(
    `${name}_completed`,
    'counter',
    'Work that was done',
    each(({ completed }) => completed),
  );
}

function memory(metrics: OpenMetrics, context: EmbeddedContext): void {
  const accounts = context.memory.map((account) => account.figures());
  const each = (value: (account: (typeof accounts)[number]) => number): MetricSample[] =>
    accounts.map((account) => ({ labels: { breaker: account.name }, value: value(account) }));
  const name = 'sextant_breaker';
  metrics.family(
    `${name}_used_bytes`,
    'gauge',
    'What is counted',
    each(({ usedBytes }) => usedBytes),
  );
  metrics.family(
    `${name}_limit_bytes`,
    'gauge',
    'What may be counted',
    each(({ limitBytes }) => limitBytes),
  );
  metrics.family(
    `${name}_tripped`,
    'counter',
    'Requests that it refused',
    each(({ tripped }) => tripped),
  );
}

function machine(metrics: OpenMetrics, context: EmbeddedContext): void {
  const { probe, connections, tasks } = context;
  const figures = probe();
  const { totalBytes, availableBytes } = dataSpace(context);
  const gauge = (name: string, help: string, value: number): void =>
    metrics.family(name, 'gauge', help, [{ value }]);
  metrics.family('sextant_process_cpu_seconds', 'counter', 'Processor time of the process', [
    { value: figures.cpuTotalMs / 1_000 },
  ]);
  gauge('sextant_process_cpu_percent', 'Share of all processors that the process uses', figures.cpuPercent);
  gauge('sextant_process_resident_bytes', 'Memory of the process', figures.residentBytes);
  gauge('sextant_process_open_files', 'Files that are open', figures.openFiles);
  gauge('sextant_process_max_files', 'Files that may be open', figures.maxFiles);
  gauge('sextant_process_uptime_seconds', 'Since the start', figures.uptimeMs / 1_000);
  gauge('sextant_heap_used_bytes', 'Heap of the main thread that is used', figures.heapUsedBytes);
  gauge('sextant_heap_max_bytes', 'Heap that the main thread may use', figures.heapMaxBytes);
  gauge('sextant_machine_memory_bytes', 'Memory of the machine', figures.memoryTotalBytes);
  gauge('sextant_machine_memory_free_bytes', 'Memory that the machine could give', figures.memoryFreeBytes);
  gauge('sextant_machine_processors', 'Processors of the machine', figures.processors);
  gauge('sextant_machine_load_1m', 'Load of the machine over one minute', figures.load[0]);
  gauge('sextant_disk_bytes', 'Disks of the data folders', totalBytes);
  gauge('sextant_disk_available_bytes', 'Space that is left on them', availableBytes);
  gauge('sextant_http_connections', 'Connections that are open', connections.count);
  metrics.family('sextant_http_connections_opened', 'counter', 'Connections since the start', [
    { value: connections.opened },
  ]);
  gauge('sextant_tasks', 'Tasks under way', [...tasks.running()].length);
}
