import type { JsonMap } from '@sextant/contract';
import type { ShardStats } from '@sextant/engine';
import { timeText } from '../../config/units.ts';
import {
  noConcurrentQueries,
  noMergedSegmentWarmer,
  noRemoteSegments,
  noRemoteTranslog,
  noSegmentReplication,
  noStarTreeQueries,
} from './absent-figures.ts';

/** One group of figures per metric name of the statistics calls, summed over shards. */
export type StatsSection =
  | 'docs'
  | 'store'
  | 'indexing'
  | 'get'
  | 'search'
  | 'merge'
  | 'refresh'
  | 'flush'
  | 'warmer'
  | 'query_cache'
  | 'fielddata'
  | 'completion'
  | 'segments'
  | 'translog'
  | 'request_cache'
  | 'recovery';

export const statsSections: readonly StatsSection[] = [
  'docs',
  'store',
  'indexing',
  'get',
  'search',
  'merge',
  'refresh',
  'flush',
  'warmer',
  'query_cache',
  'fielddata',
  'completion',
  'segments',
  'translog',
  'request_cache',
  'recovery',
];

type Shards = readonly ShardStats[];

function sum(shards: Shards, figure: (shard: ShardStats) => number): number {
  let total = 0;
  for (const shard of shards) total += figure(shard);
  return Math.round(total);
}

function indexing(shards: Shards): JsonMap {
  return {
    index_total: sum(shards, (shard) => shard.indexing.indexTotal),
    index_time_in_millis: sum(shards, (shard) => shard.indexing.indexTimeMs),
    index_current: sum(shards, (shard) => shard.indexing.indexCurrent),
    index_failed: sum(shards, (shard) => shard.indexing.indexFailed),
    delete_total: sum(shards, (shard) => shard.indexing.deleteTotal),
    delete_time_in_millis: sum(shards, (shard) => shard.indexing.deleteTimeMs),
    delete_current: sum(shards, (shard) => shard.indexing.deleteCurrent),
    noop_update_total: sum(shards, (shard) => shard.indexing.noopUpdateTotal),
    is_throttled: shards.some((shard) => shard.indexing.isThrottled),
    throttle_time_in_millis: sum(shards, (shard) => shard.indexing.throttledMs),
    max_last_index_request_timestamp: Math.max(0, ...shards.map((shard) => shard.indexing.lastIndexed)),
  };
}

function get(shards: Shards): JsonMap {
  const millis = sum(shards, (shard) => shard.get.timeMs);
  return {
    total: sum(shards, (shard) => shard.get.total),
    getTime: timeText(millis),
    time_in_millis: millis,
    exists_total: sum(shards, (shard) => shard.get.existsTotal),
    exists_time_in_millis: sum(shards, (shard) => shard.get.existsTimeMs),
    missing_total: sum(shards, (shard) => shard.get.missingTotal),
    missing_time_in_millis: sum(shards, (shard) => shard.get.missingTimeMs),
    current: sum(shards, (shard) => shard.get.current),
  };
}

function search(shards: Shards): JsonMap {
  return {
    open_contexts: sum(shards, ({ search: { scroll, pointInTime } }) => scroll.current + pointInTime.current),
    query_total: sum(shards, (shard) => shard.search.queryTotal),
    query_time_in_millis: sum(shards, (shard) => shard.search.queryTimeMs),
    query_current: sum(shards, (shard) => shard.search.queryCurrent),
    query_failed: sum(shards, (shard) => shard.search.queryFailed),
    ...noConcurrentQueries,
    ...noStarTreeQueries,
    fetch_total: sum(shards, (shard) => shard.search.fetchTotal),
    fetch_time_in_millis: sum(shards, (shard) => shard.search.fetchTimeMs),
    fetch_current: sum(shards, (shard) => shard.search.fetchCurrent),
    scroll_total: sum(shards, (shard) => shard.search.scroll.total),
    scroll_time_in_millis: sum(shards, (shard) => shard.search.scroll.timeMs),
    scroll_current: sum(shards, (shard) => shard.search.scroll.current),
    point_in_time_total: sum(shards, (shard) => shard.search.pointInTime.total),
    point_in_time_time_in_millis: sum(shards, (shard) => shard.search.pointInTime.timeMs),
    point_in_time_current: sum(shards, (shard) => shard.search.pointInTime.current),
    suggest_total: 0,
    suggest_time_in_millis: 0,
    suggest_current: 0,
    search_idle_reactivate_count_total: 0,
  };
}

/** Searches by the groups that they named, for the names that `matches` lets through. */
export function searchGroups(shards: Shards, matches: (name: string) => boolean): JsonMap {
  const names = new Set(shards.flatMap((shard) => Object.keys(shard.search.groups).filter(matches)));
  const entries = [...names].sort().map((name) => {
    const figure = (key: 'queryTotal' | 'queryTimeMs' | 'fetchTotal' | 'fetchTimeMs'): number =>
      sum(shards, ({ search }) => search.groups[name]?.[key] ?? 0);
    const group = {
      query_total: figure('queryTotal'),
      query_time_in_millis: figure('queryTimeMs'),
      query_current: 0,
      fetch_total: figure('fetchTotal'),
      fetch_time_in_millis: figure('fetchTimeMs'),
      fetch_current: 0,
    };
    return [name, group] as const;
  });
  return Object.fromEntries(entries);
}

function merges(shards: Shards): JsonMap {
  return {
    current: sum(shards, (shard) => shard.merges.current),
    current_docs: sum(shards, (shard) => shard.merges.currentDocs),
    current_size_in_bytes: sum(shards, (shard) => shard.merges.currentBytes),
    total: sum(shards, (shard) => shard.merges.total),
    total_time_in_millis: sum(shards, (shard) => shard.merges.timeMs),
    total_docs: sum(shards, (shard) => shard.merges.docs),
    total_size_in_bytes: sum(shards, (shard) => shard.merges.bytes),
    total_stopped_time_in_millis: 0,
    total_throttled_time_in_millis: sum(shards, (shard) => shard.merges.throttledMs),
    total_auto_throttle_in_bytes: 0,
    unreferenced_file_cleanups_performed: 0,
    warmer: noMergedSegmentWarmer,
  };
}

function segments(shards: Shards): JsonMap {
  const memory = sum(shards, (shard) =>
    shard.segments.reduce((bytes, segment) => bytes + segment.memoryInBytes, 0),
  );
  return {
    count: sum(shards, (shard) => shard.segments.length),
    memory_in_bytes: memory,
    terms_memory_in_bytes: 0,
    stored_fields_memory_in_bytes: 0,
    term_vectors_memory_in_bytes: 0,
    norms_memory_in_bytes: 0,
    points_memory_in_bytes: 0,
    doc_values_memory_in_bytes: 0,
    index_writer_memory_in_bytes: sum(shards, (shard) => shard.indexWriterBytes),
    version_map_memory_in_bytes: sum(shards, (shard) => shard.versionMapBytes),
    fixed_bit_set_memory_in_bytes: 0,
    max_unsafe_auto_id_timestamp: -1,
    remote_store: noRemoteSegments,
    segment_replication: noSegmentReplication,
    file_sizes: {},
  };
}

function translog(shards: Shards, nowMs: number): JsonMap {
  return {
    operations: sum(shards, (shard) => shard.translog.operations),
    size_in_bytes: sum(shards, (shard) => shard.translog.bytes),
    uncommitted_operations: sum(shards, (shard) => shard.translog.uncommittedOperations),
    uncommitted_size_in_bytes: sum(shards, (shard) => shard.translog.uncommittedBytes),
    earliest_last_modified_age: Math.max(
      0,
      ...shards.map((shard) => nowMs - shard.translog.earliestLastModified),
    ),
    remote_store: noRemoteTranslog,
  };
}

/** Nothing is thrown out before it is cleared. */
function fielddata(shards: Shards): JsonMap {
  const bytes = sum(shards, (shard) => fieldBytes(shard, fielddataOf));
  return { memory_size_in_bytes: bytes, evictions: 0 };
}

/** Bytes by field of each shard. */
export type BytesByField = (shard: ShardStats) => ReadonlyMap<string, number>;

export const fielddataOf: BytesByField = (shard) => shard.fielddata;
export const completionOf: BytesByField = (shard) => shard.completion;

/** Of the fields of a shard that `matches` lets through, together. */
export function fieldBytes(
  shard: ShardStats,
  bytesOf: BytesByField,
  matches = (_field: string): boolean => true,
): number {
  let total = 0;
  for (const [field, bytes] of bytesOf(shard)) if (matches(field)) total += bytes;
  return total;
}

/** Of each such field. */
export function bytesByField(
  shards: Shards,
  bytesOf: BytesByField,
  matches: (field: string) => boolean,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const shard of shards) {
    for (const [field, bytes] of bytesOf(shard)) {
      if (matches(field)) found.set(field, (found.get(field) ?? 0) + bytes);
    }
  }
  return found;
}

function requestCache(shards: Shards): JsonMap {
  return {
    memory_size_in_bytes: sum(shards, (shard) => shard.requestCache.bytes),
    evictions: sum(shards, (shard) => shard.requestCache.evictions),
    hit_count: sum(shards, (shard) => shard.requestCache.hits),
    miss_count: sum(shards, (shard) => shard.requestCache.misses),
  };
}

type SectionWriter = (shards: Shards, nowMs: number) => readonly [key: string, value: JsonMap];

const writers: Readonly<Record<StatsSection, SectionWriter>> = {
  docs: (shards) => [
    'docs',
    { count: sum(shards, (shard) => shard.docsCount), deleted: sum(shards, (shard) => shard.docsDeleted) },
  ],
  store: (shards) => [
    'store',
    { size_in_bytes: sum(shards, (shard) => shard.storeBytes), reserved_in_bytes: 0 },
  ],
  indexing: (shards) => ['indexing', indexing(shards)],
  get: (shards) => ['get', get(shards)],
  search: (shards) => ['search', search(shards)],
  merge: (shards) => ['merges', merges(shards)],
  refresh: (shards) => [
    'refresh',
    {
      total: sum(shards, (shard) => shard.refresh.total),
      total_time_in_millis: sum(shards, (shard) => shard.refresh.timeMs),
      external_total: sum(shards, (shard) => shard.refresh.externalTotal),
      external_total_time_in_millis: sum(shards, (shard) => shard.refresh.externalTimeMs),
      listeners: sum(shards, (shard) => shard.refresh.listeners),
    },
  ],
  flush: (shards) => [
    'flush',
    {
      total: sum(shards, (shard) => shard.flush.total),
      periodic: sum(shards, (shard) => shard.flush.periodic),
      total_time_in_millis: sum(shards, (shard) => shard.flush.timeMs),
    },
  ],
  warmer: () => ['warmer', { current: 0, total: 0, total_time_in_millis: 0 }],
  query_cache: () => [
    'query_cache',
    {
      memory_size_in_bytes: 0,
      total_count: 0,
      hit_count: 0,
      miss_count: 0,
      cache_size: 0,
      cache_count: 0,
      evictions: 0,
    },
  ],
  fielddata: (shards) => ['fielddata', fielddata(shards)],
  completion: (shards) => [
    'completion',
    { size_in_bytes: sum(shards, (shard) => fieldBytes(shard, completionOf)) },
  ],
  segments: (shards) => ['segments', segments(shards)],
  translog: (shards, nowMs) => ['translog', translog(shards, nowMs)],
  request_cache: (shards) => ['request_cache', requestCache(shards)],
  recovery: () => ['recovery', { current_as_source: 0, current_as_target: 0, throttle_time_in_millis: 0 }],
};

/** The sections asked for, in the order in which OpenSearch writes them. */
export function statsOf(shards: Shards, wanted: ReadonlySet<StatsSection>, nowMs: number): JsonMap {
  const sections = statsSections.filter((section) => wanted.has(section));
  return Object.fromEntries(sections.map((section) => writers[section](shards, nowMs)));
}
