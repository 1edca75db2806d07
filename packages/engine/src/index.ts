export { type AnalyzedToken, analyzeTexts } from './analysis/analyze-text.ts';
export type { Analyzer } from './analysis/analyzer.ts';
export { type AnalyzerRegistry, analyzerRegistry } from './analysis/registry.ts';
export { parseQuery } from './dsl/parse-query.ts';
export type { Engine, EngineOptions, ShardFailure } from './engine.ts';
export { checkDataDirectory } from './engine-check.ts';
export { type MergerDependencies, serveMerger } from './engine-merger.ts';
export { openEngine } from './engine-open.ts';
export { serveWriter, type WriterDependencies } from './engine-writer-thread.ts';
export type { MappedField } from './mapping/mapped-field.ts';
export { Mapping } from './mapping/mapping.ts';
export type { SearchBody, SearchHit, SearchOptions, SearchResult } from './search/search-api.ts';
export { parseSearchRequest } from './search/search-request.ts';
export { filterSource } from './search/source-filter.ts';
export { parseSourceRequest, type SourceRequest } from './search/source-request.ts';
export type { AliasMetadata, CreateIndex, IndexMetadata } from './shard/index-metadata.ts';
export type { RetentionLease } from './shard/retention-leases.ts';
export { Routing, routingShards } from './shard/routing.ts';
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
export type { DamagedFolder } from './shard/writer-events.ts';
export type { FileProblem } from './translog/check-translog.ts';
