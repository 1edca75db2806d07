import { type SettingName, type SettingRow as StartRow, settingsTable } from '../../config/settings-table.ts';
import { allocationRows } from './allocation-rows.ts';
import { autoCreateType } from './auto-create-type.ts';
import { SettingRegistry } from './registry.ts';
import { remoteClusterRows } from './remote-cluster-rows.ts';
import { replicationRows } from './replication-rows.ts';
import { searchBackpressureRows } from './search-backpressure-rows.ts';
import { dynamic, fixed, type SettingRow } from './setting-row.ts';
import {
  booleanType,
  bytesType,
  intType,
  keptMemoryType,
  levelType,
  loggerLevelType,
  memoryType,
  slowLogLevelType,
  stringType,
  timeType,
  watermarkType,
} from './setting-type.ts';
import { writeThrottleRows } from './write-throttle-rows.ts';

/** A setting that the file of a start has too: its default is said there. */
function ofStart(name: SettingName): string {
  const row: StartRow = settingsTable[name];
  return row.default?.toString() ?? '';
}

/**
 * Every cluster setting that is understood. Those of allocation and recovery are kept, shown and explained; on one
 * node there is nothing to move.
 */
const clusterRows = {
  'action.auto_create_index': dynamic(
    autoCreateType,
    ofStart('action.auto_create_index'),
    'writes to a missing index',
  ),
  'action.destructive_requires_name': dynamic(
    booleanType,
    ofStart('action.destructive_requires_name'),
    'deleting and closing indices',
  ),
  'cluster.blocks.create_index': dynamic(booleanType, 'false', 'making indices'),
  'cluster.blocks.create_index.auto_release': dynamic(
    booleanType,
    'true',
    'whether the block of a full disk goes when there is space again',
  ),
  'cluster.blocks.read_only': dynamic(booleanType, 'false', 'every change'),
  'cluster.blocks.read_only_allow_delete': dynamic(booleanType, 'false', 'every change but deleting'),
  'cluster.indices.close.enable': dynamic(booleanType, 'true', 'closing indices'),
  'cluster.info.update.interval': dynamic(
    timeType({ ms: 10_000, text: '10s' }),
    '30s',
    'how often the space of the disk is looked at',
  ),
  'cluster.max_shards_per_node': dynamic(
    intType({ min: 1 }),
    ofStart('cluster.max_shards_per_node'),
    'making and opening indices',
  ),
  'cluster.metadata.*': dynamic(stringType, undefined, 'nothing: a note of whoever runs the cluster'),
  'cluster.name': fixed(stringType, ofStart('cluster.name'), 'name of the cluster'),
  'cluster.routing.allocation.disk.auto_release': dynamic(
    booleanType,
    'true',
    'whether the block of the flood stage goes when there is space again',
  ),
  'cluster.routing.allocation.disk.threshold_enabled': dynamic(
    booleanType,
    'true',
    'whether the space of the disk is looked at',
  ),
  'cluster.routing.allocation.disk.watermark.flood_stage': dynamic(
    watermarkType,
    '95%',
    'from where on indices are read-only',
  ),
  'cluster.routing.allocation.disk.watermark.high': dynamic(
    watermarkType,
    '90%',
    'from where on shards go to another data path, and, where there is none, no index can be made',
  ),
  'cluster.routing.allocation.disk.watermark.low': dynamic(
    watermarkType,
    '85%',
    'from where on the log tells of it, and new shards go to another data path',
  ),
  'http.max_content_length': fixed(bytesType, ofStart('http.max_content_length'), 'bodies'),
  'indices.breaker.request.limit': dynamic(memoryType, '60%', 'memory of searches'),
  'indices.recovery.max_bytes_per_sec': dynamic(
    bytesType,
    '40mb',
    'files that indices copy of those that they follow, of all of them together; 0: as fast as they come',
  ),
  'indices.requests.cache.maximum_cacheable_size': dynamic(
    intType({ min: 0, max: 10_000 }),
    '0',
    'which answers are kept: those of searches of this `size` at most',
  ),
  'indices.requests.cache.size': fixed(
    keptMemoryType,
    ofStart('indices.requests.cache.size'),
    'memory of the request cache',
  ),
  'logger.format': fixed(stringType, ofStart('logger.format'), 'the log on the console'),
  'logger.level': fixed(levelType, ofStart('logger.level'), 'the log'),
  'node.name': fixed(stringType, ofStart('node.name'), 'name of the node'),
  'point_in_time.max_keep_alive': dynamic(timeType(), '24h', 'points in time'),
  'script.max_size_in_bytes': dynamic(
    intType({ min: 0, max: 1024 * 1024 }),
    '65535',
    'scripts and templates of searches',
  ),
  'search.allow_expensive_queries': dynamic(
    booleanType,
    'true',
    'queries that are slow by their kind: `prefix`, `wildcard`, `regexp`, `fuzzy`, `script`, `script_score`, `nested`, `has_child`, `has_parent`, `parent_id`, ranges of texts',
  ),
  'search.default_keep_alive': dynamic(timeType(), '5m', 'scrolls and points in time'),
  'search.derived_field.enabled': dynamic(
    booleanType,
    'true',
    'fields that scripts make: where it is false, searches may define none, and those of mappings are not there',
  ),
  'search.keep_alive_interval': dynamic(timeType(), '1m', 'scrolls and points in time'),
  'search.max_keep_alive': dynamic(timeType(), '24h', 'scrolls'),
  'search.max_open_pit_context': dynamic(intType({ min: 0 }), '300', 'points in time'),
  'search.max_open_scroll_context': dynamic(intType({ min: 0 }), '500', 'scrolls'),
  'search.query.max_query_string_length': dynamic(
    intType({ min: 1 }),
    '32000',
    'characters of a `query_string`',
  ),
  'search.query.max_query_string_length_monitor_only': dynamic(
    booleanType,
    'false',
    'whether longer ones are answered all the same',
  ),
  ...allocationRows,
  ...replicationRows,
  ...searchBackpressureRows,
  'search.default_search_timeout': dynamic(timeType(), '-1', 'search'),
  'search.phase_took_enabled': dynamic(
    booleanType,
    'false',
    'searches tell what each phase took, where the request says nothing (`phase_took`)',
  ),
  'cluster.search.request.slowlog.level': dynamic(
    slowLogLevelType,
    'TRACE',
    'slow log of searches as a whole',
  ),
  'cluster.search.request.slowlog.threshold.debug': dynamic(
    timeType(),
    '-1',
    'slow log of searches as a whole',
  ),
  'cluster.search.request.slowlog.threshold.info': dynamic(
    timeType(),
    '-1',
    'slow log of searches as a whole',
  ),
  'cluster.search.request.slowlog.threshold.trace': dynamic(
    timeType(),
    '-1',
    'slow log of searches as a whole',
  ),
  'cluster.search.request.slowlog.threshold.warn': dynamic(
    timeType(),
    '-1',
    'slow log of searches as a whole',
  ),
  'search.max_buckets': dynamic(intType({ min: 0 }), ofStart('search.max_buckets'), 'aggregations'),
  'thread_pool.flush.queue_size': dynamic(
    intType({ min: -1 }),
    ofStart('thread_pool.flush.queue_size'),
    'flushes that may wait',
  ),
  'thread_pool.get.queue_size': dynamic(
    intType({ min: -1 }),
    ofStart('thread_pool.get.queue_size'),
    'reads by id that may wait',
  ),
  'thread_pool.management.queue_size': dynamic(
    intType({ min: -1 }),
    ofStart('thread_pool.management.queue_size'),
    'calls for figures and states that may wait',
  ),
  'thread_pool.refresh.queue_size': dynamic(
    intType({ min: -1 }),
    ofStart('thread_pool.refresh.queue_size'),
    'refreshes that may wait',
  ),
  'thread_pool.search.divide_limit': fixed(
    timeType(),
    ofStart('thread_pool.search.divide_limit'),
    'which searches several threads do together',
  ),
  'thread_pool.search.inline_limit': fixed(
    timeType(),
    ofStart('thread_pool.search.inline_limit'),
    'which searches go to a thread',
  ),
  'thread_pool.search.queue_size': dynamic(
    intType({ min: -1 }),
    ofStart('thread_pool.search.queue_size'),
    'searches that may wait for a thread',
  ),
  'thread_pool.search.size': fixed(
    intType({ min: 0 }),
    ofStart('thread_pool.search.size'),
    'threads that search',
  ),
  'thread_pool.snapshot.queue_size': dynamic(
    intType({ min: -1 }),
    ofStart('thread_pool.snapshot.queue_size'),
    'calls for snapshots that may wait',
  ),
  'thread_pool.write.queue_size': dynamic(
    intType({ min: -1 }),
    ofStart('thread_pool.write.queue_size'),
    'writes that may wait for a thread',
  ),
  'thread_pool.write.size': fixed(
    intType({ min: 0 }),
    ofStart('thread_pool.write.size'),
    'threads that write',
  ),
  ...remoteClusterRows,
  ...writeThrottleRows,
  'logger.*': dynamic(
    loggerLevelType,
    undefined,
    'the log: `logger._root`, or a part such as `logger.http`, also by the names of OpenSearch',
  ),
} as const satisfies Record<string, SettingRow>;

export type ClusterRows = typeof clusterRows;
export type ClusterSettingName = keyof ClusterRows;

export const clusterSettings = new SettingRegistry(clusterRows);
