export type { Engine, EngineOptions, RetentionLease } from './engine.ts';
export type { SearchBody, SearchHit, SearchOptions, SearchResult } from './search/search-api.ts';
export type { AliasMetadata, CreateIndex, IndexMetadata } from './shard/index-metadata.ts';
export type { SegmentStats, ShardRecovery, ShardStats } from './shard/stats.ts';
export {
  type GetRequest,
  type GetResult,
  type HistoryOperation,
  UNASSIGNED,
  type WriteBatch,
  type WriteKind,
  type WriteOutcome,
  type WriteResult,
} from './shard/write-batch.ts';
