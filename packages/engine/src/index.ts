export { aggregationNames } from './aggregations/aggregation-types.ts';
export {
  booleanField,
  type FieldParser,
  type FieldParsers,
  intField,
  readFields,
  textField,
} from './aggregations/parse/field-parsers.ts';
export { exactLog } from './aggregations/significance/exact-math.ts';
export {
  analysisMeter,
  type Charge as AnalysisCharge,
  stepsOf as analysisSteps,
} from './analysis/analysis-meter.ts';
export { type AnalyzedToken, analyzeTexts } from './analysis/analyze-text.ts';
export type { Analyzer } from './analysis/analyzer.ts';
export { stripHtml } from './analysis/char-filters/html-strip.ts';
export { JavaMatcher } from './analysis/java-matcher.ts';
export { type AnalyzerParts, analyzerRegistry, checkAnalyzers } from './analysis/registry.ts';
export type { ScriptHost } from './budget/script-host.ts';
export { type MemoryAccount, WorkBudget, type WorkBudgetOptions } from './budget/work-budget.ts';
export type { KeptDocs } from './collect/top-scores.ts';
export { extractValues } from './dsl/extract-values.ts';
export { toBoolean, toInt, tokenOf } from './dsl/json-reader.ts';
export { locatedError } from './dsl/located-error.ts';
export { inPlaceOf, itemsOf, membersOf, readAt } from './dsl/read-place.ts';
export { parseSourceRequest, type SourceRequest } from './dsl/source-request.ts';
export { didYouMean } from './dsl/suggestions.ts';
export type { AnswerWriting } from './engine/answer-writing.ts';
export type { RequestCacheOptions } from './engine/cached-searches.ts';
export { checkDataDirectory } from './engine/check-data-directory.ts';
export type { Engine, EngineOptions, ShardFailure } from './engine/engine.ts';
export type { ContextRequest, PinnedShard } from './engine/engine-contexts.ts';
export type { EngineHistory } from './engine/engine-history.ts';
export type { IncomingCopy } from './engine/incoming-copy.ts';
export { type MergerDependencies, serveMerger } from './engine/merger.ts';
export { openEngine } from './engine/open-engine.ts';
export type { CopiedFile, CopiedShard, OutgoingCopies } from './engine/outgoing-copies.ts';
export type { SearchPoolFigures, SearchPoolOptions } from './engine/search-pool-options.ts';
export { type SearchThreadDependencies, serveSearches } from './engine/search-thread.ts';
export type { SegmentMemory } from './engine/segment-memory.ts';
export { serveWriter, type WriterDependencies } from './engine/writer-thread.ts';
export { type DateFormat, dateFormat, englishFormat } from './mapping/date/date-format.ts';
export { checkZone } from './mapping/date/time-zone.ts';
export { fieldTypeOf } from './mapping/field-types.ts';
export { type FieldRules, type FieldView, fieldView } from './mapping/field-view.ts';
export { tryParseIp } from './mapping/ip-address.ts';
export { hashMapOrder } from './mapping/java-text.ts';
export { LinearPattern } from './mapping/linear-pattern.ts';
export { parseLossless } from './mapping/lossless-json.ts';
export type { MappedField } from './mapping/mapped-field.ts';
export { Mapping, shownName } from './mapping/mapping.ts';
export { similaritiesOf } from './mapping/similarities.ts';
export { type FieldMask, parseFieldMask } from './mapping/value-mask.ts';
export { READ_DOCUMENTS } from './query/more-like-this/like-item.ts';
export { parseQuery, parseWholeQuery } from './query/parse-query.ts';
export { partOfShard, type Slice } from './query/slice-query.ts';
export { unwrapped } from './query/types/wrapper.ts';
export { ScriptAllowance } from './script/frame.ts';
export { inHashOrder } from './script/hash-order.ts';
export { IngestScript } from './script/ingest-script.ts';
export { checkExpression, contextsOfExpressions } from './script/script-language.ts';
export { readScript, type ScriptSpec } from './script/script-spec.ts';
export { wholeAttribute } from './script/search-request-map.ts';
export { SearchRequestScript } from './script/search-request-script.ts';
export { type Scripted, UpdateScript } from './script/update-script.ts';
export { hitsBody } from './search/hit-body.ts';
export type { HitWriter, HitWriters } from './search/hit-writer.ts';
export { parseIndicesBoost } from './search/indices-boost.ts';
export { refusedToPart, refuseRevealing } from './search/revealing.ts';
export type {
  DocPlace,
  SearchBody,
  SearchHit,
  SearchOptions,
  SearchPage,
  SearchResult,
} from './search/search-api.ts';
export { allShardsFailed, groupedFailures } from './search/search-failure.ts';
export { parseSearchRequest } from './search/search-request.ts';
export { filterSource } from './search/source-filter.ts';
export { storedFieldsOf } from './search/stored-values.ts';
export type { TermVectorsRequest } from './search/term-vectors.ts';
export type { TermVectorsFilter } from './search/term-vectors-filter.ts';
export { type TriedDocument, tryDocumentScript, tryScript } from './search/try-script.ts';
export type { SegmentSortKey } from './segment/segment-sort.ts';
export { type AppliedHistory, FOLLOWER_SETTING, type HistoryState } from './shard/history/history-port.ts';
export type { RetentionLease } from './shard/history/retention-leases.ts';
export type { DanglingIndex } from './shard/index/dangling-index.ts';
export { DocumentIds } from './shard/index/document-ids.ts';
export type {
  AliasMetadata,
  CreateIndex,
  IndexMetadata,
  MetadataChange,
  RolloverInfo,
} from './shard/index/index-metadata.ts';
export { checkSortLists, indexSortOf } from './shard/index/index-sort.ts';
export { Routing, routingShards } from './shard/index/routing.ts';
export type { SegmentStats, ShardRecovery, ShardStats } from './shard/index/stats.ts';
export {
  type GetRequest,
  type GetResult,
  type HistoryOperation,
  UNASSIGNED,
  type UpdatePreview,
  type WriteBatch,
  type WriteKind,
  type WriteOutcome,
  type WriteResult,
} from './shard/index/write-batch.ts';
export type { DamagedFolder, ShardUpkeep } from './shard/index/writer-events.ts';
export { parseUpdateRequest } from './shard/write/update-request.ts';
export { suggestionMark } from './suggest/collate.ts';
export type { FileProblem } from './translog/check-translog.ts';
export { decodeOperations, encodeOperations } from './translog/operation-batch.ts';
export { neverUsed } from './writer/open-data-paths.ts';
export { BUFFERS_LIMIT_BYTES } from './writer/upkeep.ts';
