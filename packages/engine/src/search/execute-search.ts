import type { Clock } from '@sextant/base';
import { ApiError, type ErrorCause } from '@sextant/contract';
import { DocumentError } from '../budget/document-error.ts';
import { endsRequest } from '../budget/ends-request.ts';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { type ScoredDoc, TopScores } from '../collect/top-scores.ts';
import { afterAllEqual, TopSorted } from '../collect/top-sorted.ts';
import { ScoreWindows } from '../query/score-window.ts';
import type { ShardSearcher } from '../segment/segment-reader.ts';
import { bindSearch, bindSortOf, workingShards } from './bind-search.ts';
import type { BoundSearch } from './bound-search.ts';
import { firstOfGroups, groupsOf, withInnerHits } from './collapse.ts';
import { searchedShards } from './derived-fields.ts';
import { fetchable, fetchHits } from './fetch-phase.ts';
import { type FoundPage, pageOfHits, pageOfTop } from './found-page.ts';
import { HitScores } from './hit-scores.ts';
import { matchingShards, searchMatching } from './matching-shards.ts';
import { maxScoreOf, toldScore } from './max-score.ts';
import { absorb, allHits, partialResult } from './partial-result.ts';
import { planParts } from './plan-parts.ts';
import { QueryPhase, type QueryPhaseOptions, type TopHits } from './query-phase.ts';
import { byScore, rescored } from './rescore.ts';
import type { SearchOptions, SearchResult } from './search-api.ts';
import { allShardsFailed, reduceFailed, type ShardFailure, shardsOutOfTime } from './search-failure.ts';
import { takeDocs } from './search-pages.ts';
import { SearchParts } from './search-parts.ts';
import { parseSearchRequest, type SearchRequest } from './search-request.ts';
import type { SearchSetup } from './search-setup.ts';
import type { HelpCall, PartialResult, SearchTeam } from './search-team.ts';
import { ShardFailed } from './shard-damaged.ts';
import { type SegmentTarget, type ShardTarget, segmentTargets, shardsOf } from './shard-target.ts';
import { ShardTimes } from './shard-times.ts';
import { suggested } from './suggested.ts';
import { toldBeside } from './told-beside.ts';
import { inGivenShards } from './visible-shards.ts';
import { writeHits } from './write-hits.ts';

/** What a search is done with. */
export interface SearchResources {
  readonly clock: Clock;
  /** The search's own; closed at its end. */
  readonly budget: WorkBudget;
  /** Others that may help; null where it is done by this thread alone. */
  readonly team?: SearchTeam | null;
}

/**
 * Searches the shards one after the other in this thread, or in parts with the help of others, which changes nothing of the
 * answer. A shard whose mapping does not fit the request fails alone; when all do, the search throws
 * `search_phase_execution_exception`. Ties in the order of hits go by the order of `shards` and the documents' places in them.
 */
export function* executeSearch(
  shards: readonly ShardTarget[],
  options: SearchOptions,
  { clock, budget, team = null }: SearchResources,
): Steps<SearchResult> {
  let seen = shards;
  try {
    const setup = { request: requestOf(options), options, nowMs: clock.now(), budget };
    seen = yield* searchedShards({ ...setup, shards });
    return yield* searchMatching({ ...setup, shards: seen }, (some, isHelped) =>
      searchOthers({ ...setup, ...some }, clock, isHelped ? team : null),
    );
  } catch (thrown) {
    const error = inGivenShards(thrown, seen, shards);
    if (!(error instanceof ApiError) || !endsRequest(error) || shards.length === 0) throw error;
    const failures = shards.map(({ searcher }) => {
      return { index: searcher.index, shard: searcher.shard, cause: error.error };
    });
    throw allShardsFailed(failures, options.nodeId);
  } finally {
    budget.close();
  }
}

/** A shard that fails on its way is left out, and what the others have found is found anew. */
function* searchOthers(
  setup: Omit<SearchSetup, 'windows'>,
  clock: Clock,
  team: SearchTeam | null,
): Steps<SearchResult> {
  const failed = new Map<ShardSearcher, ErrorCause>();
  let helpers = team;
  for (;;) {
    const windows = ScoreWindows.checkOut();
    try {
      const result = yield* search({ ...setup, windows, failed }, clock, helpers);
      // What ended in its midst left something in them.
      if (!result.timedOut) windows.checkIn();
      return result;
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      if (helpers === null) {
        if (!(error instanceof ShardFailed) || failed.has(error.searcher)) throw error;
        for (const [searcher, cause] of error.causes) failed.set(searcher, cause);
      }
      // With others it is chance who comes to a document first that fails: alone, this thread finds the first of all.
      helpers = null;
    }
  }
}

/**
 * Helps with a search that another thread has asked for: takes parts of it as long as there are some. `shards` are the
 * same as there, with the same segments.
 */
export function* searchParts(
  shards: readonly ShardTarget[],
  given: SearchOptions,
  { clock, budget }: SearchResources,
  { parts, helper, nowMs }: HelpCall,
): Steps<PartialResult> {
  const started = clock.nanos();
  const spentMs = (given.spentMs ?? 0) + Math.max(0, clock.now() - nowMs);
  const options = { ...given, spentMs };
  const windows = ScoreWindows.checkOut();
  try {
    const request = requestOf(options);
    const setup = { request, options, nowMs, budget };
    const seen = matchingShards({ ...setup, shards: yield* searchedShards({ ...setup, shards }) });
    const { bound, phase, times } = yield* begin({ ...setup, shards: seen, windows }, clock);
    const targets = segmentTargets(seen);
    if (!bound.timedOut) yield* phase.searchParts(targets, new SearchParts(parts, helper));
    budget.liftTime();
    if (!phase.timedOut) windows.checkIn();
    const findings = { phase, aggregation: bound.aggregation, times };
    return partialResult(findings, (clock.nanos() - started) / 1e6);
  } finally {
    budget.close();
  }
}

interface BegunSearch {
  readonly bound: BoundSearch;
  readonly phase: QueryPhase;
  readonly phaseOptions: QueryPhaseOptions;
  readonly times: ShardTimes | null;
}

function* begin(setup: SearchSetup, clock: Clock): Steps<BegunSearch> {
  const { shards, request, options, budget, windows } = setup;
  if (request.timeoutMs !== null) budget.limitTime(request.timeoutMs - (options.spentMs ?? 0));
  const isTimed = options.onShard !== undefined || request.profile;
  const times = !isTimed ? null : new ShardTimes(shards.length, clock, request.profile);
  const bound = yield* bindSearch({ ...setup, fetches: times?.fetches ?? null });
  const phaseOptions: QueryPhaseOptions = {
    request,
    queries: bound.queries,
    top: topOf(setup, bound),
    aggregations: bound.aggregation?.collector ?? null,
    budget,
    windows,
    times,
    after: options.page?.after ?? null,
  };
  return { bound, phase: new QueryPhase(phaseOptions), phaseOptions, times };
}

/** Searches all segments, with the help of others where that is worth it; returns the hits that are kept. */
function* searchSegments(
  setup: SearchSetup,
  { bound, phase, times }: BegunSearch,
  targets: readonly SegmentTarget[],
  team: SearchTeam | null,
): Steps<TopHits> {
  if (setup.options.bindsOnly === true) return phase.top;
  const docs = setup.options.page?.docs;
  if (docs !== undefined) return takeDocs(phase.top, docs, targets);
  const parts =
    team === null || setup.request.profile ? null : planParts(targets, setup.request, bound, phase);
  if (team === null || parts === null) {
    if (!bound.timedOut) yield* phase.search(targets);
    return phase.top;
  }
  try {
    team.call(parts.memory, setup.nowMs);
    yield* phase.searchParts(targets, parts);
  } finally {
    parts.close();
  }
  const helpers = parts.helpers();
  if (helpers.length > 0) yield team.wait(helpers);
  // What was found is brought together however long that takes.
  setup.budget.liftTime();
  setup.budget.check();
  const others = helpers.map((helper) => team.found(helper));
  for (const found of others) {
    absorb({ phase, aggregation: bound.aggregation, times }, found);
    if (setup.budget.sliceOver) yield;
  }
  return allHits(phase.top, others, targets);
}

/** The hits of each shard in the order that `rescore` gives them, brought together. */
function* searchAndRescore(
  setup: SearchSetup,
  { bound, phase, phaseOptions }: BegunSearch,
  targets: readonly SegmentTarget[],
): Steps<ScoredDoc[]> {
  const scores = new HitScores(setup, targets);
  const hits: ScoredDoc[] = [];
  for (const [shardIndex, query] of bound.timedOut ? [] : bound.queries) {
    const top = new TopScores(bound.capacity);
    const ofShard = new QueryPhase({ ...phaseOptions, queries: new Map([[shardIndex, query]]), top });
    ofShard.total = phase.total;
    yield* ofShard.search(targets);
    phase.total = ofShard.total;
    phase.timedOut ||= ofShard.timedOut;
    phase.terminatedEarly ||= ofShard.terminatedEarly;
    for (const hit of yield* rescored(top, setup.request, scores)) hits.push(hit);
  }
  return hits.sort(byScore);
}

/** The hits of the page; where they are groups, after as many searches as it takes to find so many of them. */
function* pageFrom(
  found: TopHits | readonly ScoredDoc[],
  setup: SearchSetup,
  { bound, phaseOptions }: BegunSearch,
  { targets, failures }: { readonly targets: readonly SegmentTarget[]; readonly failures: ShardFailure[] },
): Steps<FoundPage> {
  const { request, shards } = setup;
  if (Array.isArray(found)) return pageOfHits(found as readonly ScoredDoc[], request);
  let top = found as TopHits;
  if (request.collapse === null || top === null) return pageOfTop(top, setup, bound.sort);
  const whole = { ...setup, request: { ...request, from: 0 } };
  let { capacity, sort } = bound;
  for (;;) {
    const all = top.size < capacity;
    const failed: ShardFailure[] = [];
    const groups = firstOfGroups(pageOfTop(top, whole, sort).found, targets, setup, failed);
    failures.push(...failed);
    if (failed.length > 0 && failures.length === shards.length && setup.hasSkipped !== true) {
      throw allShardsFailed(failures, setup.options.nodeId);
    }
    if (all || failed.length > 0 || groups.length === request.from + request.size) {
      const shown = failed.length > 0 ? [] : groups.slice(request.from);
      return { found: shown, end: { lasts: [], ahead: null } };
    }
    capacity *= MORE_HITS;
    sort = bindSortOf(setup, capacity, workingShards(shards, bound.queries));
    top = topOf(setup, { ...bound, capacity, sort })!;
    const again = new QueryPhase({ ...phaseOptions, aggregations: null, times: null, top });
    yield* again.search(targets);
  }
}

/** So many times as many hits are kept where those that were held too few groups. */
const MORE_HITS = 8;

/** A search over the same shards, also those that have failed, within what this one may take. */
function searchWithin(setup: SearchSetup, options: SearchOptions, clock: Clock): Steps<SearchResult> {
  return searchOthers({ ...setup, options, request: requestOf(options) }, clock, null);
}

function* search(setup: SearchSetup, clock: Clock, team: SearchTeam | null): Steps<SearchResult> {
  const started = clock.nanos();
  const { shards, request, options, budget } = setup;
  const unshown = new Map<ShardSearcher, ErrorCause>();
  const begun = yield* begin({ ...setup, unshown }, clock);
  const { bound, phase, times } = begun;
  const { aggregation } = bound;
  const failedBefore = bound.failures.length;
  const targets = segmentTargets(shards);
  const rescoring = request.rescore.length > 0 && phase.top !== null;
  const best = rescoring ? yield* searchAndRescore(setup, begun, targets) : null;
  const top = rescoring ? null : yield* searchSegments(setup, begun, targets, team);
  const timedOut = bound.timedOut || phase.timedOut;
  if (timedOut && options.partialResults === false) throw shardsOutOfTime(shards, options.nodeId);
  // What was found is brought together however long that takes.
  budget.liftTime();
  if (aggregation !== null) yield* aggregation.build();
  const failures = [...bound.failures];
  // Nothing of what shards have found that fail belongs to the answer.
  const without = (before: number): SearchSetup | null => {
    if (failures.length === before || failures.length === shards.length) return null;
    return { ...setup, failed: causesOf(shards, failures) };
  };
  const others = without(failedBefore);
  if (others !== null) return yield* search(others, clock, null);
  if (failures.length === shards.length && shards.length > 0) throw allShardsFailed(failures, options.nodeId);
  const highest = best === null ? maxScoreOf(top, request, phase, shards.length) : best[0]?.score;
  const searched = failures.length;
  const { found, end } = yield* pageFrom(best ?? top, setup, begun, { targets, failures });
  const grouped = without(searched);
  if (grouped !== null) return yield* search(grouped, clock, null);
  const shown = fetchable(found, targets, request, failures);
  const fetchStarted = clock.nanos();
  const written = yield* writeHits(shown, targets, setup, times);
  const fetched =
    written === null ? yield* fetchHits(shown, targets, setup, { times, failures }) : { hits: [], docs: [] };
  const fetchMs = (clock.nanos() - fetchStarted) / 1e6;
  const suggest = request.suggest === null ? undefined : yield* suggested(setup, bound, targets, failures);
  if (failures.length === shards.length && shards.length > 0 && setup.hasSkipped !== true) {
    // A shard that is alone is asked for both at once.
    throw allShardsFailed(failures, options.nodeId, shards.length > 1 ? 'fetch' : 'query');
  }
  const inner = (options: SearchOptions): Steps<SearchResult> => searchWithin(setup, options, clock);
  const hits = yield* withInnerHits(fetched.hits, groupsOf(fetched.docs, targets, setup), setup, inner);
  // Where the time was up, what is known to match in the segments so far may be less than what was found in them.
  const least = found.length === 0 ? 0 : request.from + found.length;
  const total = totalOf(Math.max(phase.total, least), request.trackTotalHits);
  const aggregations = aggregation === null ? null : yield* reduced(aggregation, options, failures);
  // Nothing of a shard that cannot show the hits of its buckets belongs to the answer.
  for (const [searcher, cause] of unshown) throw new ShardFailed(cause, searcher, unshown);
  const told = yield* toldBeside(setup, { targets, times, aggregation }, clock);
  // Last: what fails or is done anew after it would be told of twice.
  times?.tell(shards, options);
  return {
    tookMs: Math.floor((clock.nanos() - started) / 1e6),
    fetchMs,
    fetched: shardsOf(written === null ? fetched.docs : shown, targets),
    timedOut,
    ...(request.terminateAfter > 0 ? { terminatedEarly: phase.terminatedEarly } : {}),
    shards: { total: shards.length, successful: shards.length - failures.length, skipped: 0, failures },
    ...(total === null ? {} : { total }),
    maxScore: toldScore(highest),
    hits,
    ...(written === null ? {} : { writtenHits: written }),
    ...(options.page === undefined ? {} : { page: end }),
    ...(aggregations === null ? {} : { aggregations }),
    ...(suggest === undefined ? {} : { suggest }),
    ...told,
  };
}

function causesOf(
  shards: SearchSetup['shards'],
  failures: BoundSearch['failures'],
): NonNullable<SearchSetup['failed']> {
  const failed = new Map<ShardSearcher, ErrorCause>();
  for (const { searcher } of shards) {
    const own = failures.find(({ index, shard }) => index === searcher.index && shard === searcher.shard);
    if (own !== undefined) failed.set(searcher, own.cause);
  }
  return failed;
}

/** Errors of single shards are behind us: what comes now is one of the search as a whole. */
function* reduced(
  aggregation: NonNullable<BoundSearch['aggregation']>,
  options: SearchOptions,
  failures: readonly ShardFailure[],
): Steps<NonNullable<SearchResult['aggregations']>> {
  try {
    const isWritten = options.rendering !== undefined;
    return yield* aggregation.result({ typedKeys: options.typedKeys === true, isWritten });
  } catch (error) {
    if (!(error instanceof ApiError) || endsRequest(error)) throw error;
    throw reduceFailed(error.error, failures, options.nodeId);
  }
}

function requestOf(options: SearchOptions): SearchRequest {
  const request = parseSearchRequest(options.body);
  const terminateAfter = options.terminateAfter ?? request.terminateAfter;
  const isSame = terminateAfter === request.terminateAfter;
  if (options.countOnly !== true) return isSame ? request : { ...request, terminateAfter };
  const nothing = { from: 0, size: 0, sort: [], searchAfter: null, aggregations: null };
  return { ...request, ...nothing, terminateAfter, trackTotalHits: Number.POSITIVE_INFINITY };
}

/** About what a hit takes while the search goes on, with each key that it is sorted by. */
const BYTES_PER_HIT = 16;
const BYTES_PER_KEY = 16;

function topOf({ request, options, budget }: SearchSetup, { capacity, sort }: BoundSearch): TopHits {
  if (capacity === 0) return null;
  const keys = sort?.keys ?? [];
  budget.reserve(capacity * (BYTES_PER_HIT + keys.length * BYTES_PER_KEY), '<hits>');
  if (sort === null) return new TopScores(capacity);
  const after = request.searchAfter === null ? null : afterAllEqual;
  return new TopSorted(capacity, keys, options.page?.after ?? after);
}

function totalOf(counted: number, tracked: number): NonNullable<SearchResult['total']> | null {
  if (tracked < 0) return null;
  return counted > tracked ? { value: tracked, relation: 'gte' } : { value: counted, relation: 'eq' };
}
