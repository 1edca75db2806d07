import type { ShardStats } from '@sextant/engine';
import type { CatCell } from '../../backend.ts';

type Shards = readonly ShardStats[];
export type Cells = Record<string, CatCell | undefined>;

function sum(shards: Shards, figure: (shard: ShardStats) => number): number {
  let total = 0;
  for (const shard of shards) total += figure(shard);
  return Math.round(total);
}

const noBytes = { bytes: 0 } as const;

/** Figures that are zero because nothing of the kind is held here: caches, fielddata, suggesters, scrolls. */
const unused: Cells = {
  'completion.size': noBytes,
  'fielddata.memory_size': noBytes,
  'fielddata.evictions': 0,
  'query_cache.memory_size': noBytes,
  'query_cache.evictions': 0,
  'query_cache.hit_count': 0,
  'query_cache.miss_count': 0,
  'request_cache.memory_size': noBytes,
  'request_cache.evictions': 0,
  'request_cache.hit_count': 0,
  'request_cache.miss_count': 0,
  'merges.warmer.ongoing_count': 0,
  'merges.warmer.total_bytes_received': noBytes,
  'merges.warmer.total_bytes_sent': noBytes,
  'merges.warmer.total_failure_count': 0,
  'merges.warmer.total_invocations': 0,
  'merges.warmer.total_receive_time': { millis: 0 },
  'merges.warmer.total_send_time': { millis: 0 },
  'merges.warmer.total_time': { millis: 0 },
  'search.concurrent_avg_slice_count': '0.0',
  'search.concurrent_query_current': 0,
  'search.concurrent_query_time': { millis: 0 },
  'search.concurrent_query_total': 0,
  'search.startree_query_current': 0,
  'search.startree_query_failed': 0,
  'search.startree_query_time': { millis: 0 },
  'search.startree_query_total': 0,
  'search.open_contexts': 0,
  'search.scroll_current': 0,
  'search.scroll_time': { millis: 0 },
  'search.scroll_total': 0,
  'search.point_in_time_current': 0,
  'search.point_in_time_time': { millis: 0 },
  'search.point_in_time_total': 0,
  'segments.fixed_bitset_memory': noBytes,
  'suggest.current': 0,
  'suggest.time': { millis: 0 },
  'suggest.total': 0,
  'warmer.current': 0,
  'warmer.total': 0,
  'warmer.total_time': { millis: 0 },
};

function writing(shards: Shards): Cells {
  return {
    'flush.total': sum(shards, (shard) => shard.flush.total),
    'flush.total_time': { millis: sum(shards, (shard) => shard.flush.timeMs) },
    'indexing.delete_current': sum(shards, (shard) => shard.indexing.deleteCurrent),
    'indexing.delete_time': { millis: sum(shards, (shard) => shard.indexing.deleteTimeMs) },
    'indexing.delete_total': sum(shards, (shard) => shard.indexing.deleteTotal),
    'indexing.index_current': sum(shards, (shard) => shard.indexing.indexCurrent),
    'indexing.index_time': { millis: sum(shards, (shard) => shard.indexing.indexTimeMs) },
    'indexing.index_total': sum(shards, (shard) => shard.indexing.indexTotal),
    'indexing.index_failed': sum(shards, (shard) => shard.indexing.indexFailed),
    'merges.current': sum(shards, (shard) => shard.merges.current),
    'merges.current_docs': sum(shards, (shard) => shard.merges.currentDocs),
    'merges.current_size': { bytes: sum(shards, (shard) => shard.merges.currentBytes) },
    'merges.total': sum(shards, (shard) => shard.merges.total),
    'merges.total_docs': sum(shards, (shard) => shard.merges.docs),
    'merges.total_size': { bytes: sum(shards, (shard) => shard.merges.bytes) },
    'merges.total_time': { millis: sum(shards, (shard) => shard.merges.timeMs) },
    'refresh.total': sum(shards, (shard) => shard.refresh.total),
    'refresh.time': { millis: sum(shards, (shard) => shard.refresh.timeMs) },
    'refresh.external_total': sum(shards, (shard) => shard.refresh.externalTotal),
    'refresh.external_time': { millis: sum(shards, (shard) => shard.refresh.externalTimeMs) },
    'refresh.listeners': sum(shards, (shard) => shard.refresh.listeners),
  };
}

function reading(shards: Shards): Cells {
  const memory = sum(shards, (shard) =>
    shard.segments.reduce((bytes, segment) => bytes + segment.memoryInBytes, 0),
  );
  return {
    'get.current': sum(shards, (shard) => shard.get.current),
    'get.time': { millis: sum(shards, (shard) => shard.get.timeMs) },
    'get.total': sum(shards, (shard) => shard.get.total),
    'get.exists_time': { millis: sum(shards, (shard) => shard.get.existsTimeMs) },
    'get.exists_total': sum(shards, (shard) => shard.get.existsTotal),
    'get.missing_time': { millis: sum(shards, (shard) => shard.get.missingTimeMs) },
    'get.missing_total': sum(shards, (shard) => shard.get.missingTotal),
    'search.fetch_current': sum(shards, (shard) => shard.search.fetchCurrent),
    'search.fetch_time': { millis: sum(shards, (shard) => shard.search.fetchTimeMs) },
    'search.fetch_total': sum(shards, (shard) => shard.search.fetchTotal),
    'search.query_current': sum(shards, (shard) => shard.search.queryCurrent),
    'search.query_time': { millis: sum(shards, (shard) => shard.search.queryTimeMs) },
    'search.query_total': sum(shards, (shard) => shard.search.queryTotal),
    'segments.count': sum(shards, (shard) => shard.segments.length),
    'segments.memory': { bytes: memory },
    'segments.index_writer_memory': { bytes: sum(shards, (shard) => shard.indexWriterBytes) },
    'segments.version_map_memory': { bytes: sum(shards, (shard) => shard.versionMapBytes) },
  };
}

/** The columns of figures that nodes, indices and shards have in common. */
export function statsCells(shards: Shards): Cells {
  return { ...unused, ...writing(shards), ...reading(shards) };
}
