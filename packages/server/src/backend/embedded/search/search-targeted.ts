import { ApiError, type JsonMap, RawJson } from '@sextant/contract';
import {
  groupedFailures,
  parseSearchRequest,
  type SearchBody,
  type SearchOptions,
  type SearchResult,
  type WorkBudget,
} from '@sextant/engine';
import type { BackendRequest } from '../../backend.ts';
import type { EmbeddedContext } from '../context.ts';
import { causeBody } from '../error-body.ts';
import { wantedShards, wantsAny } from './contexts/wanted-shards.ts';
import { type ObservedRequest, observeRequest } from './observe-request.ts';
import { observeSearch } from './observe-search.ts';
import { budgetOptions, requestBudget, taskBudget } from './request-budget.ts';
import { type AnswerView, emptyAnswer, isWrittenAsText, searchAnswer, withTook } from './search-answer.ts';
import { withDefaultTimeout } from './search-body.ts';
import type { SearchTargets } from './search-targets.ts';

/** A search of which is known what it searches. */
export interface TargetedSearch {
  /** Indices options, routing, search_type, typed_keys, … of the URL or of a header line. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly body: SearchBody;
  /** Of an answer that is one of several. */
  readonly status?: number;
  /** Its answer is changed before it is written. */
  readonly asTree?: boolean;
  /** Where the search is a part of its request. */
  readonly task?: BackendRequest['task'];
  readonly targets: SearchTargets;
  readonly more: Partial<Pick<SearchOptions, 'context' | 'indexBoosts' | 'isAhead' | 'page' | 'shards'>>;
  /** Of a search that does not end with its request. */
  readonly budget?: WorkBudget;
  readonly view?: Partial<AnswerView>;
}

/** The answer, and what was found: without hits where these are written already; undefined where there is no shard. */
export async function searchTargeted(
  context: EmbeddedContext,
  request: BackendRequest,
  call: TargetedSearch,
): Promise<{ readonly answer: JsonMap | RawJson; readonly result: SearchResult | undefined }> {
  const started = context.clock.nanos();
  const { params, targets } = call;
  const body = withDefaultTimeout(call.body, context.settings.get('search.default_search_timeout'));
  // One by a template says it too.
  const status = call.status ?? (request.route.name === 'search_template' ? 200 : undefined);
  const tookMs = () => Math.round((context.clock.nanos() - started) / 1e6);
  const view: AnswerView = {
    nodeId: context.identity.nodeId,
    documentType: request.dialect.documentType,
    totalAsInt: params.rest_total_hits_as_int === true,
    ...batchOf(params.batched_reduce_size, body),
    bare: body.stored_fields === '_none_' || String(body.stored_fields) === '_none_',
    ...(status === undefined ? {} : { status }),
    ...(tellsPhases(context, params) ? { phaseTook: true } : {}),
    ...call.view,
  };
  if (targets.indices.length === 0 || isSlicedAway(call)) {
    // What cannot be read is told where nothing is searched, too.
    const { trackTotalHits } = parseSearchRequest(body);
    return { answer: emptyAnswer(tookMs(), view, trackTotalHits >= 0), result: undefined };
  }
  const whole = observeRequest(context, request, targets.indices, body);
  const parts = observeSearch(context, request, targets.indices, body);
  const result = await context.engine.search({
    ...engineTargets(context, request, targets, call),
    ...withBoth(whole, parts),
    ...(call.asTree !== true && isWrittenAsText(request) ? { rendering: view } : {}),
    ...(typeof params.request_cache === 'boolean' ? { requestCache: params.request_cache } : {}),
    ...(body.profile === true || body.profile === 'true' ? { requestCache: false } : {}),
    ...(typeof params.pre_filter_shard_size === 'number'
      ? { preFilterShardSize: params.pre_filter_shard_size }
      : {}),
    ...(params.search_type === 'dfs_query_then_fetch' ? { sharedStatistics: true } : {}),
    ...(params.include_named_queries_score === true ? { scoreNamedQueries: true } : {}),
    ...(request.dialect.documentType ? { documentType: true } : {}),
    ...call.more,
    body,
    typedKeys: params.typed_keys === true,
    ...(view.totalAsInt ? { totalAsInt: true } : {}),
    partialResults: params.allow_partial_search_results !== false,
  });
  whole?.ended(result);
  if (result.shards.total === 0)
    return { answer: emptyAnswer(tookMs(), view, result.total !== undefined), result };
  if (params.allow_partial_search_results === false) refusePartial(result, context.identity.nodeId);
  const { rendered, cached } = result;
  if (rendered === undefined) return { answer: searchAnswer(result, tookMs(), view), result };
  return {
    answer: new RawJson(cached === true ? withTook(rendered, tookMs(), view) : rendered, true),
    result,
  };
}

/** Whether no shard is left of a search by a slice, which it could not have if one were: that is for the engine to say. */
function isSlicedAway({ body, targets, more }: TargetedSearch): boolean {
  if (body.slice === undefined || more.context !== undefined) return false;
  const { slice } = parseSearchRequest(body);
  return !wantsAny(targets, wantedShards(targets, more.shards, slice));
}

/** Whether a search with these parameters says what each of its phases took. */
export function tellsPhases(
  { settings }: EmbeddedContext,
  { phase_took: asked }: TargetedSearch['params'],
): boolean {
  return asked === undefined ? settings.get('search.phase_took_enabled') : asked === true;
}

/** Of a search that has hits or aggregations; the size is 512 where it is not given. */
function batchOf(given: unknown, { size, aggs, aggregations }: SearchBody): Pick<AnswerView, 'batchSize'> {
  if (size === 0 && aggs === undefined && aggregations === undefined) return {};
  return { batchSize: typeof given === 'number' ? given : DEFAULT_BATCH };
}

const DEFAULT_BATCH = 512;

function withBoth(
  whole: ObservedRequest | undefined,
  parts: Pick<SearchOptions, 'onShard'>,
): Pick<SearchOptions, 'onShard'> {
  if (whole === undefined) return parts;
  return {
    onShard: (time) => {
      whole.onShard(time);
      parts.onShard?.(time);
    },
  };
}

/** `task`: of one search of several; `budget`: of one that belongs to no request. */
export function engineTargets(
  context: EmbeddedContext,
  request: BackendRequest,
  targets: SearchTargets,
  { task, budget }: Pick<TargetedSearch, 'task' | 'budget'> = {},
) {
  const indices = targets.indices.map((index) => index.name);
  if (budget === undefined) (task ?? request.task).searches(indices);
  const begun = (): WorkBudget =>
    task === undefined ? requestBudget(context, request) : taskBudget(budgetOptions(context), task);
  return {
    indices,
    aliasFilters: targets.aliasFilters,
    ...targets.visible,
    routings: targets.routings,
    maxBuckets: context.settings.get('search.max_buckets'),
    budget: budget ?? begun(),
    nodeId: context.identity.nodeId,
  };
}

/** Values of a parameter that may be one text with commas or a list. */
export function listOf(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(String) : String(value).split(',');
}

/** Throws ApiError where some shards failed. */
export function refusePartial(result: SearchResult, node: string): void {
  const { failures } = result.shards;
  const [first] = failures;
  if (first === undefined) return;
  const failed = groupedFailures(failures).map(({ index, shard, cause }) => {
    return { shard, index, node, reason: causeBody(cause) };
  });
  // Shards that did not search are told of before any shows what it found.
  const phase = failures.every(({ isOfFetch }) => isOfFetch === true) ? 'fetch' : 'query';
  throw new ApiError({
    type: 'search_phase_execution_exception',
    reason: 'Partial shards failure',
    details: { phase, grouped: true, failed_shards: failed },
    rootCause: [first.cause],
    causedBy: first.cause,
    status: new ApiError(first.cause).status,
  });
}
