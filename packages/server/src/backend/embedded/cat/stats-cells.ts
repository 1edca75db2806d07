import { table } from '@sextant/contract';
import type { ShardStats } from '@sextant/engine';
import type { CatCell } from '../../backend.ts';
import { completionOf, fieldBytes, fielddataOf } from '../stats-sections.ts';

type Shards = readonly ShardStats[];
export type Cells = Record<string, CatCell | undefined>;

function sum(shards: Shards, figure: Figure): number {
  let total = 0;
  for (const shard of shards) total += figure(shard);
  return Math.round(total);
}

const noBytes = { bytes: 0 } as const;

/** Figures that are zero because nothing of the kind is held here: the query cache; and what fielddata throws out. */
const unused: Readonly<Cells> = table({
  'fielddata.evictions': 0,
  'query_cache.memory_size': noBytes,
  'query_cache.evictions': 0,
  'query_cache.hit_count': 0,
  'query_cache.miss_count': 0,
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
  'segments.fixed_bitset_memory': noBytes,
  'suggest.current': 0,
  'suggest.time': { millis: 0 },
  'suggest.total': 0,
  'warmer.current': 0,
  'warmer.total': 0,
  'warmer.total_time': { millis: 0 },
});

type Figure = (shard: ShardStats) => number;
type Cell = (shards: Shards) => CatCell;

const count =
  (figure: Figure): Cell =>
  (shards) =>
    sum(shards, figure);
const bytes =
  (figure: Figure): Cell =>
  (shards) => ({ bytes: sum(shards, figure) });
const millis =
  (figure: Figure): Cell =>
  (shards) => ({ millis: sum(shards, figure) });

const figures: Readonly<Record<string, Cell>> = table({
  'completion.size': bytes((shard) => fieldBytes(shard, completionOf)),
  'fielddata.memory_size': bytes((shard) => fieldBytes(shard, fielddataOf)),
  'flush.total': count((shard) => shard.flush.total),
  'flush.total_time': millis((shard) => shard.flush.timeMs),
  'indexing.delete_current': count((shard) => shard.indexing.deleteCurrent),
  'indexing.delete_time': millis((shard) => shard.indexing.deleteTimeMs),
  'indexing.delete_total': count((shard) => shard.indexing.deleteTotal),
  'indexing.index_current': count((shard) => shard.indexing.indexCurrent),
  'indexing.index_time': millis((shard) => shard.indexing.indexTimeMs),
  'indexing.index_total': count((shard) => shard.indexing.indexTotal),
  'indexing.index_failed': count((shard) => shard.indexing.indexFailed),
  'merges.current': count((shard) => shard.merges.current),
  'merges.current_docs': count((shard) => shard.merges.currentDocs),
  'merges.current_size': bytes((shard) => shard.merges.currentBytes),
  'merges.total': count((shard) => shard.merges.total),
  'merges.total_docs': count((shard) => shard.merges.docs),
  'merges.total_size': bytes((shard) => shard.merges.bytes),
  'merges.total_time': millis((shard) => shard.merges.timeMs),
  'refresh.total': count((shard) => shard.refresh.total),
  'refresh.time': millis((shard) => shard.refresh.timeMs),
  'refresh.external_total': count((shard) => shard.refresh.externalTotal),
  'refresh.external_time': millis((shard) => shard.refresh.externalTimeMs),
  'refresh.listeners': count((shard) => shard.refresh.listeners),
  'request_cache.memory_size': bytes((shard) => shard.requestCache.bytes),
  'request_cache.evictions': count((shard) => shard.requestCache.evictions),
  'request_cache.hit_count': count((shard) => shard.requestCache.hits),
  'request_cache.miss_count': count((shard) => shard.requestCache.misses),
  'get.current': count((shard) => shard.get.current),
  'get.time': millis((shard) => shard.get.timeMs),
  'get.total': count((shard) => shard.get.total),
  'get.exists_time': millis((shard) => shard.get.existsTimeMs),
  'get.exists_total': count((shard) => shard.get.existsTotal),
  'get.missing_time': millis((shard) => shard.get.missingTimeMs),
  'get.missing_total': count((shard) => shard.get.missingTotal),
  'search.fetch_current': count((shard) => shard.search.fetchCurrent),
  'search.fetch_time': millis((shard) => shard.search.fetchTimeMs),
  'search.fetch_total': count((shard) => shard.search.fetchTotal),
  'search.query_current': count((shard) => shard.search.queryCurrent),
  'search.query_failed': count((shard) => shard.search.queryFailed),
  'search.query_time': millis((shard) => shard.search.queryTimeMs),
  'search.query_total': count((shard) => shard.search.queryTotal),
  'search.open_contexts': count(({ search }) => search.scroll.current + search.pointInTime.current),
  'search.scroll_current': count((shard) => shard.search.scroll.current),
  'search.scroll_time': millis((shard) => shard.search.scroll.timeMs),
  'search.scroll_total': count((shard) => shard.search.scroll.total),
  'search.point_in_time_current': count((shard) => shard.search.pointInTime.current),
  'search.point_in_time_time': millis((shard) => shard.search.pointInTime.timeMs),
  'search.point_in_time_total': count((shard) => shard.search.pointInTime.total),
  'segments.count': count((shard) => shard.segments.length),
  'segments.memory': bytes(({ segments }) => segments.reduce((sum, each) => sum + each.memoryInBytes, 0)),
  'segments.index_writer_memory': bytes((shard) => shard.indexWriterBytes),
  'segments.version_map_memory': bytes((shard) => shard.versionMapBytes),
});

/** A column of figures that nodes, indices and shards have in common; undefined where it is none of them. */
export function statsCell(column: string, shards: Shards): CatCell | undefined {
  return figures[column]?.(shards) ?? unused[column];
}
