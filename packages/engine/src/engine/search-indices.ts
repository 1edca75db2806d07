import type { Clock } from '@sextant/base';
import { ApiError, type ErrorCause } from '@sextant/contract';
import { runInSlices, type Turns } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { executeSearch } from '../search/execute-search.ts';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import type { ShardTarget } from '../search/shard-target.ts';
import type { IndexView } from './index-view.ts';
import type { ShardLease, ShardView } from './shard-view.ts';

interface Failure {
  readonly index: string;
  readonly shard: number;
  readonly cause: ErrorCause;
}

/** What searches of one engine share. */
export interface SearchUse {
  readonly clock: Clock;
  readonly turns: Turns;
  /** Told when a search ends, however it does. */
  readonly ended: (budget: WorkBudget) => void;
  /** Told when a search ends that used segments which are no longer shown. */
  readonly released: (indexUuid: string, shard: number, view: ShardView) => void;
}

interface Targets {
  readonly found: ShardTarget[];
  readonly searched: ShardView[];
  readonly failures: Failure[];
}

/**
 * Searches every shard of the indices, in slices; shards that are not available count as failed. The budget is the
 * search's own. Throws ApiError.
 */
export async function searchIndices(
  views: readonly IndexView[],
  options: SearchOptions,
  budget: WorkBudget,
  use: SearchUse,
): Promise<SearchResult> {
  const leases: ShardLease[] = [];
  try {
    const { found, searched, failures } = leaseShards(views, options, use, leases);
    if (found.length === 0 && failures.length > 0) throw allFailed(failures);
    const startNanos = use.clock.nanos();
    const work = executeSearch(found, options, use.clock, budget);
    const result = await runInSlices(work, budget, use.turns);
    count(views, searched, result, (use.clock.nanos() - startNanos) / 1e6, groupsOf(options));
    return withFailures(result, failures);
  } finally {
    for (const lease of leases) lease.end();
    use.ended(budget);
  }
}

/** What was leased is put to `leases`, also where this throws. */
function leaseShards(
  views: readonly IndexView[],
  options: SearchOptions,
  use: SearchUse,
  leases: ShardLease[],
): Targets {
  const targets: Targets = { found: [], searched: [], failures: [] };
  for (const view of views) {
    const { metadata, mapping } = view;
    const routings = options.routings?.get(metadata.name);
    const wanted =
      routings === undefined ? undefined : new Set(routings.flatMap((each) => view.routing.shardsOf(each)));
    view.shards.forEach((shard, number) => {
      if (wanted?.has(number) === false || options.shards?.includes(number) === false) return;
      const lease = shard.lease(() => use.released(metadata.uuid, number, shard));
      if (lease === undefined) {
        const cause = notAvailable(metadata.name, number, shard.failure);
        targets.failures.push({ index: metadata.name, shard: number, cause });
        return;
      }
      leases.push(lease);
      targets.searched.push(shard);
      targets.found.push({ searcher: lease.searcher, mapping, metadata });
    });
  }
  return targets;
}

function withFailures(result: SearchResult, failures: readonly Failure[]): SearchResult {
  if (failures.length === 0) return result;
  const { shards } = result;
  return {
    ...result,
    shards: {
      ...shards,
      total: shards.total + failures.length,
      failures: [...shards.failures, ...failures],
    },
  };
}

function notAvailable(index: string, shard: number, causedBy: ErrorCause | undefined): ErrorCause {
  const reason = `No shard available for [${index}][${shard}]`;
  const type = 'no_shard_available_action_exception';
  return causedBy === undefined ? { type, reason } : { type, reason, causedBy };
}

function allFailed(failures: readonly Failure[]): ApiError {
  return new ApiError({
    type: 'search_phase_execution_exception',
    reason: 'all shards failed',
    details: { phase: 'query', grouped: true },
    rootCause: failures.slice(0, 1).map((each) => each.cause),
    status: 503,
  });
}

/**
 * Every shard took part in the query; those with hits in the fetch as well. The time is shared out evenly.
 */
function count(
  views: readonly IndexView[],
  searched: readonly ShardView[],
  result: SearchResult,
  tookMs: number,
  groups: readonly string[],
): void {
  for (const shard of searched) shard.counters.countQuery(tookMs / searched.length, groups);
  const fetched = new Set<ShardView>();
  for (const hit of result.hits) {
    const view = views.find((each) => each.metadata.name === hit.index);
    const shard = view?.shards[view.routing.shardOf(hit.id, hit.routing)];
    if (shard !== undefined) fetched.add(shard);
  }
  for (const shard of fetched) shard.counters.countFetch(groups);
}

/** Names of the groups that the search is counted under; the parser has checked that they are a list of texts. */
function groupsOf({ body }: SearchOptions): readonly string[] {
  return Array.isArray(body.stats) ? body.stats.map(String) : [];
}
