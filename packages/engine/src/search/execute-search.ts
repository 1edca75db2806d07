import type { Clock } from '@sextant/base';
import { ApiError, apiError, type Json } from '@sextant/contract';
import {
  createAggregation,
  type RunningAggregation,
  type SegmentFilter,
} from '../aggregations/aggregations.ts';
import { TopScores } from '../collect/top-scores.ts';
import { TopSorted } from '../collect/top-sorted.ts';
import { parseQuery } from '../dsl/parse-query.ts';
import type { QueryNode } from '../dsl/query-node.ts';
import { createWeight } from '../query/create-weight.ts';
import { returnWindows } from '../query/score-window.ts';
import { checkFields, type FoundDoc, fetchHits } from './fetch-phase.ts';
import { matchingBits } from './matching-bits.ts';
import { QueryPhase, type ShardQuery } from './query-phase.ts';
import type { SearchOptions, SearchResult } from './search-api.ts';
import { allShardsFailed, type ShardFailure } from './search-failure.ts';
import { parseSearchRequest, type SearchRequest } from './search-request.ts';
import { type ShardTarget, segmentTargets } from './shard-target.ts';
import { type BoundSort, bindSort, checkSort } from './sort-keys.ts';

/** Where a search may page to unless `index.max_result_window` says otherwise. */
const DEFAULT_RESULT_WINDOW = 10_000;

/**
 * Searches the shards one after the other in this thread. A shard whose mapping does not fit the query fails
 * alone; when all do, the search throws `search_phase_execution_exception`. Ties in the order of hits go by
 * the order of `shards` and the documents' places in them.
 */
export function executeSearch(
  shards: readonly ShardTarget[],
  options: SearchOptions,
  clock: Clock,
): SearchResult {
  const started = clock.nanos();
  returnWindows();
  const request = requestOf(options);
  const nowMs = clock.now();
  const failures: ShardFailure[] = [];
  const queries = bindQueries(shards, request, options, nowMs, failures);
  if (failures.length === shards.length && shards.length > 0) throw allShardsFailed(failures, options.nodeId);
  const working = shards.filter((_, i) => queries.has(i));
  const capacity = capacityOf(request, working);
  const sort = bindSortOf(request, capacity, working, { ...options, nowMs });
  const top = topOf(request, capacity, sort);
  const aggregation = bindAggregation(shards, request, options, nowMs);
  const phase = new QueryPhase({
    request,
    queries,
    top,
    aggregations: aggregation?.collector ?? null,
    clock,
    signal: options.signal,
  });
  const targets = segmentTargets(shards);
  for (let i = 0; i < targets.length; i++) phase.search(targets[i]!, i);
  const found = foundDocs(top, request, sort);
  const hits = fetchHits(found.slice(request.from), targets, request);
  const total = totalOf(phase.total, request.trackTotalHits);
  return {
    tookMs: Math.floor((clock.nanos() - started) / 1e6),
    timedOut: phase.timedOut,
    ...(phase.terminatedEarly ? { terminatedEarly: true } : {}),
    shards: { total: shards.length, successful: shards.length - failures.length, skipped: 0, failures },
    ...(total === null ? {} : { total }),
    maxScore: maxScoreOf(found, request, phase, shards.length),
    hits,
    ...(aggregation === null
      ? {}
      : { aggregations: aggregation.result({ typedKeys: options.typedKeys === true }) }),
  };
}

function requestOf(options: SearchOptions): SearchRequest {
  const request = parseSearchRequest(options.body);
  const terminateAfter = options.terminateAfter ?? request.terminateAfter;
  if (options.countOnly !== true) return { ...request, terminateAfter };
  const nothing = { from: 0, size: 0, sort: [], searchAfter: null, aggregations: null };
  return { ...request, ...nothing, terminateAfter, trackTotalHits: Number.POSITIVE_INFINITY };
}

/** The query of each shard that can be searched, by the shard's place; the others are put to `failures`. */
function bindQueries(
  shards: readonly ShardTarget[],
  request: SearchRequest,
  options: SearchOptions,
  nowMs: number,
  failures: ShardFailure[],
): Map<number, ShardQuery> {
  const queries = new Map<number, ShardQuery>();
  for (let i = 0; i < shards.length; i++) {
    const shard = shards[i]!;
    const { index, shard: number } = shard.searcher;
    try {
      queries.set(i, bindQuery(shard, request, options, nowMs));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failures.push({ index, shard: number, cause: error.error });
    }
  }
  return queries;
}

function bindQuery(
  shard: ShardTarget,
  request: SearchRequest,
  options: SearchOptions,
  nowMs: number,
): ShardQuery {
  checkWindow(request, shard);
  checkSort(request.sort, shard);
  checkFields(request, shard);
  const { searcher, mapping } = shard;
  const context = { searcher, mapping, nowMs };
  const filter = options.aliasFilters?.get(searcher.index);
  const query = filter === undefined ? request.query : withFilter(request.query, parseQuery(filter));
  return {
    weight: createWeight(query, context),
    postFilter: request.postFilter === null ? null : createWeight(request.postFilter, context),
  };
}

function withFilter(query: QueryNode, filter: QueryNode): QueryNode {
  const none = { should: [], mustNot: [], minimumShouldMatch: null, adjustPureNegative: true, boost: 1 };
  return { kind: 'bool', must: [query], filter: [filter], ...none };
}

function checkWindow(request: SearchRequest, shard: ShardTarget): void {
  const { from, size, searchAfter, sort } = request;
  if (searchAfter !== null && from > 0) {
    throw apiError('search_exception', '`from` parameter must be set to 0 when `search_after` is used.');
  }
  if (searchAfter !== null && sort.length === 0) {
    throw apiError('illegal_argument_exception', 'Sort must contain at least one field.');
  }
  const setting = shard.metadata.settings['index.max_result_window'];
  const limit = setting === undefined ? DEFAULT_RESULT_WINDOW : Number(setting);
  if (from + size <= limit) return;
  const reason = [
    `Result window is too large, from + size must be less than or equal to: [${limit}] but was`,
    `[${from + size}]. See the scroll api for a more efficient way to request large data sets.`,
    'This limit can be set by changing the [index.max_result_window] index level setting.',
  ];
  throw apiError('illegal_argument_exception', reason.join(' '));
}

/** No more documents are kept than there are. */
function capacityOf(request: SearchRequest, shards: readonly ShardTarget[]): number {
  if (request.size === 0) return 0;
  let docs = 0;
  for (const { searcher } of shards) docs += searcher.numDocs;
  return Math.min(request.from + request.size, docs);
}

function bindSortOf(
  request: SearchRequest,
  capacity: number,
  shards: readonly ShardTarget[],
  { nowMs, nodeId }: Pick<SearchOptions, 'nodeId'> & { readonly nowMs: number },
): BoundSort | null {
  if (request.sort.length === 0) return null;
  const bind = () => bindSort(request.sort, request.searchAfter, capacity, shards, nowMs);
  return onAllShards(shards, nodeId, bind);
}

/** An error here is one of every shard, unless it says that it is one of the search as a whole. */
function onAllShards<Result>(
  shards: readonly ShardTarget[],
  nodeId: string | undefined,
  work: () => Result,
): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ApiError) || shards.length === 0) throw error;
    if (error.error.type === 'search_phase_execution_exception') throw error;
    const failures = shards.map(({ searcher }) => {
      return { index: searcher.index, shard: searcher.shard, cause: error.error };
    });
    throw allShardsFailed(failures, nodeId);
  }
}

function bindAggregation(
  shards: readonly ShardTarget[],
  request: SearchRequest,
  options: SearchOptions,
  nowMs: number,
): RunningAggregation | null {
  const tree = request.aggregations;
  if (tree === null) return null;
  const filter = (query: QueryNode, shardIndex: number): SegmentFilter => {
    const { searcher, mapping } = shards[shardIndex]!;
    const weight = createWeight(query, { searcher, mapping, nowMs });
    return (segment) => matchingBits(weight, searcher.segments.indexOf(segment), segment);
  };
  const context = { shards, nowMs, maxBuckets: options.maxBuckets, filter };
  return onAllShards(shards, options.nodeId, () => createAggregation(tree, context));
}

function topOf(
  request: SearchRequest,
  capacity: number,
  sort: BoundSort | null,
): TopScores | TopSorted | null {
  if (capacity === 0) return null;
  if (sort === null) return new TopScores(capacity);
  return new TopSorted(capacity, sort.keys, request.searchAfter !== null);
}

function foundDocs(
  top: TopScores | TopSorted | null,
  request: SearchRequest,
  sort: BoundSort | null,
): FoundDoc[] {
  if (top === null) return [];
  if (top instanceof TopScores) return top.sorted().map((hit) => ({ ...hit, sort: null }));
  const scored = request.trackScores || top.needsScores;
  return top.sorted().map(({ segment, doc, score, values }) => {
    const printed: Json[] = values.map((value, key) => sort!.print(key, value));
    return { segment, doc, score: scored ? score : null, sort: printed };
  });
}

function totalOf(counted: number, tracked: number): NonNullable<SearchResult['total']> | null {
  if (tracked < 0) return null;
  return counted > tracked ? { value: tracked, relation: 'gte' } : { value: counted, relation: 'eq' };
}

/**
 * The best score of all hits, where it was worked out; 0 for a search over no shard at all, as OpenSearch has
 * it.
 */
function maxScoreOf(
  found: readonly FoundDoc[],
  request: SearchRequest,
  phase: QueryPhase,
  shards: number,
): number | null {
  if (shards === 0) return 0;
  const first = found[0];
  if (first === undefined) return null;
  const [key] = request.sort;
  if (key === undefined || (key.field === '_score' && key.descending)) return first.score;
  return request.trackScores && !Number.isNaN(phase.maxScore) ? phase.maxScore : null;
}
