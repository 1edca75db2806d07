import type { Clock } from '@sextant/base';
import { ApiError, type ErrorCause } from '@sextant/contract';
import { executeSearch } from '../search/execute-search.ts';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import type { IndexView } from './index-view.ts';
import type { ShardView } from './shard-view.ts';

interface Failure {
  readonly index: string;
  readonly shard: number;
  readonly cause: ErrorCause;
}

/** Searches every shard of the indices; shards that are not available count as failed. Throws ApiError. */
export function searchIndices(
  views: readonly IndexView[],
  options: SearchOptions,
  clock: Clock,
): SearchResult {
  const targets: Parameters<typeof executeSearch>[0][number][] = [];
  const searched: ShardView[] = [];
  const failures: Failure[] = [];
  for (const view of views) {
    const { metadata, mapping } = view;
    const routings = options.routings?.get(metadata.name);
    const wanted =
      routings === undefined ? undefined : new Set(routings.flatMap((each) => view.routing.shardsOf(each)));
    view.shards.forEach((shard, number) => {
      if (wanted?.has(number) === false) return;
      const { searcher } = shard;
      if (searcher === undefined) {
        failures.push({
          index: metadata.name,
          shard: number,
          cause: notAvailable(metadata.name, number, shard.failure),
        });
      } else {
        searched.push(shard);
        targets.push({ searcher, mapping, metadata });
      }
    });
  }
  if (targets.length === 0 && failures.length > 0) throw allFailed(failures);
  const startNanos = clock.nanos();
  const result = executeSearch(targets, options, clock);
  count(views, searched, result, (clock.nanos() - startNanos) / 1e6, groupsOf(options));
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
