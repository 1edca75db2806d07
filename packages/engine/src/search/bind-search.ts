import { ApiError, apiError } from '@sextant/contract';
import {
  createAggregation,
  needsScores,
  type RunningAggregation,
  type SegmentFilter,
} from '../aggregations/aggregations.ts';
import { endsRequest } from '../budget/ends-request.ts';
import type { Steps } from '../budget/slices.ts';
import { TimeExceeded, type WorkBudget } from '../budget/work-budget.ts';
import type { QueryNode } from '../dsl/query-node.ts';
import { createFilter, createWeight } from '../query/create-weight.ts';
import { inSlice, type ShardPlace, type Slice } from '../query/slice-query.ts';
import { MatchAllWeight, type QueryContext } from '../query/weight.ts';
import { bindSuggestions, type ShardSuggestions } from '../suggest/suggest.ts';
import type { BoundSearch, ShardQuery } from './bound-search.ts';
import { checkCollapse } from './collapse.ts';
import { checkDerived } from './derived-fields.ts';
import { checkDerivedFields } from './derived-hits.ts';
import { checkDocvalues } from './hit-fields.ts';
import { checkHighlight } from './hit-highlight.ts';
import { checkInnerHits, prepareInnerHits } from './inner-hits.ts';
import { checkRescore, rescoreWindow } from './rescore.ts';
import { bindScriptFields } from './script-fields.ts';
import type { SearchOptions } from './search-api.ts';
import { allShardsFailed, type ShardFailure } from './search-failure.ts';
import { pageStart } from './search-pages.ts';
import type { SearchRequest } from './search-request.ts';
import { type SearchSetup, sharedStatistics } from './search-setup.ts';
import { segmentFilter } from './segment-filter.ts';
import { aliasFilter, shardQuery } from './shard-query.ts';
import type { ShardTarget } from './shard-target.ts';
import { type BoundSort, bindSort, checkSort, prepareSort, type SortStart } from './sort-keys.ts';
import { sortsByScore } from './sort-request.ts';
import { suggestShard } from './suggest-shard.ts';
import { topHitsPort } from './top-hits.ts';

/** Where a search may page to unless `index.max_result_window` says otherwise. */
const DEFAULT_RESULT_WINDOW = 10_000;

/**
 * Binds a search to the mappings and terms of its shards. What does not fit a shard is that shard's failure; throws
 * `search_phase_execution_exception` where all of them fail.
 */
export function* bindSearch(setup: SearchSetup): Steps<BoundSearch> {
  const binding = new Binding(setup);
  const timedOut = yield* inTime(binding.bind(), setup.budget);
  const aggregation = timedOut ? yield* binding.emptyAggregation() : binding.aggregation;
  const { shards, options } = setup;
  const { queries, failures, isUndivided } = binding;
  const suggestions = new Map([...binding.suggestions].filter(([i]) => queries.has(i)));
  if (failures.length === shards.length && shards.length > 0) {
    throw allShardsFailed(failures, options.nodeId);
  }
  const working = workingShards(shards, queries);
  const capacity = capacityOf(setup, working);
  const sort = bindSortOf(setup, capacity, working);
  return { queries, failures, capacity, sort, aggregation, suggestions, timedOut, isUndivided };
}

/** Those that did not fail. */
export function workingShards(
  shards: readonly ShardTarget[],
  queries: BoundSearch['queries'],
): readonly ShardTarget[] {
  return shards.filter((_, i) => queries.has(i));
}

/** Does the work; true where its time was up before its end. Then time is no limit any more. */
function* inTime(work: Steps<void>, budget: WorkBudget): Steps<boolean> {
  try {
    yield* work;
    return false;
  } catch (error) {
    if (!(error instanceof TimeExceeded)) throw error;
    budget.liftTime();
    return true;
  }
}

function* inTurn(works: readonly ((segment: number) => Steps<void>)[], segment: number): Steps<void> {
  for (const work of works) yield* work(segment);
}

class Binding {
  readonly queries = new Map<number, ShardQuery>();
  /** In the order of the shards. */
  readonly failures: ShardFailure[] = [];
  readonly #failed: number[] = [];
  readonly suggestions = new Map<number, ShardSuggestions>();
  aggregation: RunningAggregation | null = null;
  isUndivided = false;
  readonly #setup: SearchSetup;
  /** By shard, what is to be done before a segment is searched. */
  readonly #preparations: ((segment: number) => Steps<void>)[][] = [];

  constructor(setup: SearchSetup) {
    this.#setup = setup;
  }

  *bind(): Steps<void> {
    const { shards, budget } = this.#setup;
    budget.check();
    for (const i of shards.keys()) {
      try {
        const cause = this.#setup.failed?.get(shards[i]!.searcher);
        if (cause !== undefined) throw new ApiError(cause);
        const query = this.#bindQuery(shards[i]!, i);
        yield* prepareSort(this.#setup.request.sort, shards[i]!, budget);
        yield* prepareInnerHits(this.#setup.request, shards[i]!, budget);
        this.queries.set(i, query);
      } catch (error) {
        if (!(error instanceof ApiError) || endsRequest(error)) throw error;
        this.#fail(i, error);
      }
      if (budget.sliceOver) yield;
    }
    this.aggregation = yield* this.#bindAggregation(
      shards.map((shard, i) => (this.queries.has(i) ? shard : null)),
    );
  }

  /** Of a search that finds nothing. */
  *emptyAggregation(): Steps<RunningAggregation | null> {
    const empty = this.#setup.shards.map((shard) => {
      return { ...shard, searcher: { ...shard.searcher, segments: [], docBases: [], numDocs: 0 } };
    });
    const failed = new Set(this.failures.map(({ index, shard }) => `${index} ${shard}`));
    const works = ({ searcher }: ShardTarget): boolean => !failed.has(`${searcher.index} ${searcher.shard}`);
    return yield* this.#bindAggregation(empty.map((shard) => (works(shard) ? shard : null)));
  }

  #fail(shard: number, { error }: ApiError): void {
    const { index, shard: number } = this.#setup.shards[shard]!.searcher;
    this.queries.delete(shard);
    let at = this.#failed.length;
    while (at > 0 && this.#failed[at - 1]! > shard) at--;
    this.#failed.splice(at, 0, shard);
    this.failures.splice(at, 0, { index, shard: number, cause: error });
  }

  #context({ searcher, mapping }: ShardTarget, shardIndex: number, needsScores: boolean): QueryContext {
    const { nowMs, budget, windows } = this.#setup;
    const shared = sharedStatistics(this.#setup);
    this.#preparations[shardIndex] ??= [];
    const own = this.#preparations[shardIndex];
    const prepare = (work: (segment: number) => Steps<void>): void => void own.push(work);
    const undivided = (): void => {
      this.isUndivided = true;
    };
    return { searcher, mapping, nowMs, budget, windows, needsScores, prepare, undivided, ...shared };
  }

  #prepare(shardIndex: number, segment: number): Steps<void> | null {
    const works = this.#preparations[shardIndex];
    return works === undefined || works.length === 0 ? null : inTurn(works, segment);
  }

  #bindQuery(shard: ShardTarget, shardIndex: number): ShardQuery {
    const { request, options } = this.#setup;
    checkWindow(request, shard, options.page !== undefined);
    if (request.bare) checkBare(request);
    if (request.slice !== null) checkSlice(request.slice, shard, options);
    const { budget } = this.#setup;
    checkDerived(request, shard, budget);
    checkSort(request.sort, shard, budget);
    checkDocvalues(request.docvalueFields, shard);
    bindScriptFields(request.scriptFields, shard, budget);
    checkDerivedFields(request, shard, budget);
    checkRescore(request, shard);
    checkCollapse(request, options, shard);
    const { suggest } = request;
    if (suggest !== null) {
      const { prepare: _, ...unprepared } = this.#context(shard, shardIndex, false);
      this.suggestions.set(shardIndex, bindSuggestions(suggest, suggestShard(unprepared)));
    }
    const context = this.#context(shard, shardIndex, showsScores(request));
    // What does not fit the mapping fails before anything is searched.
    const { prepare: _prepare, ...alone } = context;
    for (const { query } of request.rescore) createWeight(query, alone);
    checkInnerHits(request, shard, alone);
    checkHighlight(request.highlight, alone);
    const unscored = (): QueryContext => this.#context(shard, shardIndex, false);
    const query = shardQuery(request.query, options, shard);
    const weight = createWeight(query, context, indexBoost(options, shard));
    const { slice } = request;
    const sliced = slice === null ? weight : inSlice(weight, slice, this.#placeOf(shard), context);
    return {
      weight: sliced,
      postFilter: request.postFilter === null ? null : createWeight(request.postFilter, unscored()),
      prepare: (segment) => this.#prepare(shardIndex, segment),
    };
  }

  /** Where routing or a preference chooses shards, slices are dealt out among these. */
  #placeOf({ searcher, metadata }: ShardTarget): ShardPlace {
    const { options, shards } = this.#setup;
    if (options.routings?.has(metadata.name) !== true && options.shards === undefined) {
      return { place: searcher.shard, shards: metadata.numberOfShards };
    }
    const own = shards.filter((each) => each.searcher.index === searcher.index);
    const before = own.filter((each) => each.searcher.shard < searcher.shard);
    return { place: before.length, shards: own.length };
  }

  /** The documents that an alias and a slice leave of all; null where there is neither. */
  #limit(shard: ShardTarget, shardIndex: number): SegmentFilter | null {
    const { request, options, budget } = this.#setup;
    const { searcher } = shard;
    const { slice } = request;
    if (slice === null && options.aliasFilters?.has(searcher.index) !== true) return null;
    const context = this.#context(shard, shardIndex, false);
    const query = aliasFilter(options, shard);
    const all = query === null ? new MatchAllWeight(context, 0) : createWeight(query, context);
    const weight = slice === null ? all : inSlice(all, slice, this.#placeOf(shard), context);
    return segmentFilter(weight, { searcher, nestedPath: null, budget });
  }

  /** null stands for a shard that does not take part; also for the result where no shard does. */
  *#bindAggregation(shards: readonly (ShardTarget | null)[]): Steps<RunningAggregation | null> {
    const { request, options, nowMs, budget, fetches } = this.#setup;
    const tree = request.aggregations;
    if (tree === null) return null;
    let working = shards.filter((shard) => shard !== null).length;
    if (working === 0) return null;
    const filter = (query: QueryNode, shardIndex: number, nestedPath: string | null): SegmentFilter => {
      const { searcher } = shards[shardIndex]!;
      const context = this.#context(shards[shardIndex]!, shardIndex, false);
      const weight = createFilter(query, nestedPath === null ? context : { ...context, nestedPath });
      return segmentFilter(weight, { searcher, nestedPath, budget });
    };
    const running = yield* createAggregation(tree, {
      shards,
      nowMs,
      maxBuckets: options.maxBuckets,
      budget,
      failed: (shardIndex, error) => {
        working--;
        this.#fail(shardIndex, error);
      },
      filter,
      limit: (shardIndex) => this.#limit(shards[shardIndex]!, shardIndex),
      ...(fetches && { profileClock: fetches }),
      topHits: (shardIndex, name, body) => {
        const { prepare: _, ...alone } = this.#context(shards[shardIndex]!, shardIndex, false);
        return topHitsPort(this.#setup, shardIndex, alone, { name, body });
      },
    });
    return working === 0 ? null : running;
  }
}

function indexBoost({ indexBoosts }: SearchOptions, { searcher }: ShardTarget): number {
  const boost = indexBoosts?.get(searcher.index) ?? 1;
  if (boost >= 0) return boost;
  const found = Number.isInteger(boost) ? boost.toFixed(1) : boost;
  throw apiError('illegal_argument_exception', `boost must be a positive float, got ${found}`);
}

/** Whether scores decide which documents are found, their order, or are shown. */
function showsScores({ size, sort, trackScores, minScore, aggregations }: SearchRequest): boolean {
  if (trackScores || minScore !== null) return true;
  if (aggregations !== null && needsScores(aggregations)) return true;
  return size > 0 && (sort.length === 0 || sort.some(sortsByScore));
}

function checkBare({ source, fields }: SearchRequest): void {
  const without = '[stored_fields] cannot be disabled';
  if (source.enabled) throw apiError('search_exception', `${without} if [_source] is requested`);
  if (fields.length > 0) throw apiError('search_exception', `${without} when using the [fields] option`);
}

function checkWindow(request: SearchRequest, shard: ShardTarget, hasPages: boolean): void {
  const { from, size, searchAfter, sort } = request;
  if (searchAfter !== null && from > 0) {
    throw apiError('search_exception', '`from` parameter must be set to 0 when `search_after` is used.');
  }
  if (searchAfter !== null && hasPages) {
    throw apiError('search_exception', '`search_after` cannot be used in a scroll context.');
  }
  if (searchAfter !== null && sort.length === 0) {
    throw apiError('illegal_argument_exception', 'Sort must contain at least one field.');
  }
  const setting = shard.metadata.settings['index.max_result_window'];
  const limit = setting === undefined ? DEFAULT_RESULT_WINDOW : Number(setting);
  if (from + size <= limit) return;
  throw apiError(
    'illegal_argument_exception',
    (hasPages ? batchTooLarge : windowTooLarge)(from + size, limit),
  );
}

/** Slices where `index.max_slices_per_scroll` and `index.max_slices_per_pit` do not say otherwise. */
const DEFAULT_SLICES = 1024;

function checkSlice({ max }: Slice, { metadata }: ShardTarget, { context, page }: SearchOptions): void {
  if (context === undefined) {
    const reason = '`slice` cannot be used outside of a scroll context or PIT context';
    throw apiError('search_exception', reason);
  }
  const setting = page === undefined ? 'index.max_slices_per_pit' : 'index.max_slices_per_scroll';
  const limit = Number(metadata.settings[setting] ?? DEFAULT_SLICES);
  if (max <= limit) return;
  throw apiError(
    page === undefined ? 'rejected_execution_exception' : 'illegal_argument_exception',
    `The number of slices [${max}] is too large. It must be less than [${limit}]. ` +
      `This limit can be set by changing the [${setting}] index level setting.`,
  );
}

function windowTooLarge(wanted: number, limit: number): string {
  return [
    `Result window is too large, from + size must be less than or equal to: [${limit}] but was`,
    `[${wanted}]. See the scroll api for a more efficient way to request large data sets.`,
    'This limit can be set by changing the [index.max_result_window] index level setting.',
  ].join(' ');
}

function batchTooLarge(wanted: number, limit: number): string {
  return [
    `Batch size is too large, size must be less than or equal to: [${limit}] but was [${wanted}].`,
    'Scroll batch sizes cost as much memory as result windows so they are controlled by the',
    '[index.max_result_window] index level setting.',
  ].join(' ');
}

/** How many hits are kept for each group that is wanted, at first. */
const PER_GROUP = 4;

/** No more documents are kept than there are. */
function capacityOf({ request, options }: SearchSetup, shards: readonly ShardTarget[]): number {
  if (request.size === 0) return 0;
  const { page } = options;
  if (page?.docs !== undefined) return page.docs.docs.length;
  let docs = 0;
  for (const { searcher } of shards) docs += searcher.numDocs;
  const wanted = rescoreWindow(request) + (page?.ahead ?? 0);
  return Math.min(request.collapse === null ? wanted : wanted * PER_GROUP, docs);
}

export function bindSortOf(
  setup: SearchSetup,
  capacity: number,
  shards: readonly ShardTarget[],
): BoundSort | null {
  const { request, options, shards: all } = setup;
  if (request.sort.length === 0) return null;
  const after = options.page?.after;
  const bind = (): BoundSort => {
    const given = request.searchAfter === null ? null : { given: request.searchAfter };
    const start: SortStart | null = after === undefined ? given : pageStart(request.sort, after, all, setup);
    return bindSort(request.sort, start, capacity, shards, setup);
  };
  return onAllShards(shards, options.nodeId, bind);
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
