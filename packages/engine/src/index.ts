export { openEngine } from './engine-open.ts';
export { type MergerDependencies, serveMerger } from './engine-merger.ts';
export { serveWriter, type WriterDependencies } from './engine-writer-thread.ts';
export type { Engine, EngineOptions } from './engine.ts';
export type { RetentionLease } from './shard/retention-leases.ts';
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
