import type { Clock } from '@sextant/base';
import { ApiError, type ErrorCause } from '@sextant/contract';
import { runInSlices, type Turns, WorkTime } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { searchParts } from '../search/execute-search.ts';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import type { ShardFailure } from '../search/search-failure.ts';
import type { HelpCall, PartialResult, SearchTeam } from '../search/search-team.ts';
import type { ShardTarget } from '../search/shard-target.ts';
import type { HeldContexts } from './held-contexts.ts';
import type { IndexView } from './index-view.ts';
import { type DamageListener, searchSound, tellDamage } from './search-sound.ts';
import { inSearchOrder } from './shard-order.ts';
import type { ShardLease, ShardView } from './shard-view.ts';

/** A shard by the name of its index. */
interface ShardName {
  readonly index: string;
  readonly shard: number;
}

/** What a search took, and of whom: for the statistics. Plain data. */
export interface SearchUsage {
  readonly tookMs: number;
  /** Of it, what the fetch took. */
  readonly fetchMs: number;
  /** Its own work and that of other threads for it, without what was done between. */
  readonly workMs: number;
  /** Every shard took part in the query. */
  readonly queried: readonly ShardName[];
  /** Those with hits took part in the fetch as well. */
  readonly fetched: readonly ShardName[];
}

export interface SearchOutcome {
  readonly result: SearchResult;
  readonly usage: SearchUsage;
}

/** What searches of one engine share. */
export interface SearchUse {
  readonly clock: Clock;
  readonly turns: Turns;
  /** Told when a search ends, however it does. */
  readonly ended: (budget: WorkBudget) => void;
  /** Told when a search ends that used segments which are no longer shown. */
  readonly released: (indexUuid: string, shard: number, view: ShardView) => void;
  readonly damageMet: DamageListener;
  readonly contexts: HeldContexts;
}

/** What tells a search the same indices and segments in two threads: equal where all items are. Plain data. */
export type Snapshot = readonly (string | number)[];

/** Makes the team of a search over these segments. */
export type TeamOf = (snapshot: Snapshot) => SearchTeam;

interface Targets {
  readonly found: ShardTarget[];
  readonly failures: ShardFailure[];
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
  teamOf: TeamOf | null,
): Promise<SearchOutcome> {
  const leases: ShardLease[] = [];
  try {
    const { found, failures } = leaseShards(views, options, use, leases);
    if (found.length === 0 && failures.length > 0) throw allFailed(failures);
    const time = new WorkTime(use.clock);
    const team = teamOf?.(snapshotOf(views, leases)) ?? null;
    const result = await searchSound(found, failures, { options, budget, time, use, team });
    const workMs = time.workMs + (team?.helpedMs ?? 0);
    const { fetchMs = 0, fetched = [] } = result;
    const usage = { tookMs: time.tookMs, fetchMs, workMs, queried: found.map(nameOf), fetched };
    return { result: withFailures(result, failures), usage };
  } finally {
    for (const lease of leases) lease.end();
    use.ended(budget);
  }
}

/** Takes parts of a search of another thread; null where this one does not see what that one does. Throws ApiError. */
export async function helpSearch(
  views: readonly IndexView[],
  options: SearchOptions,
  budget: WorkBudget,
  use: SearchUse,
  { snapshot, ...call }: HelpCall & { readonly snapshot: Snapshot },
): Promise<PartialResult | null> {
  const leases: ShardLease[] = [];
  let found: readonly ShardTarget[] = [];
  try {
    found = leaseShards(views, options, use, leases).found;
    const own = snapshotOf(views, leases);
    if (own.length !== snapshot.length || own.some((item, i) => item !== snapshot[i])) return null;
    const work = searchParts(found, options, { clock: use.clock, budget }, call);
    return await runInSlices(work, budget, use.turns);
  } catch (error) {
    tellDamage(error, found, use.damageMet);
    throw error;
  } finally {
    for (const lease of leases) lease.end();
    use.ended(budget);
  }
}

function snapshotOf(views: readonly IndexView[], leases: readonly ShardLease[]): Snapshot {
  const indices = views.flatMap(({ metadata: { uuid, mappingVersion, settingsVersion } }) => {
    return [uuid, mappingVersion, settingsVersion];
  });
  return [...indices, ...leases.flatMap(({ searcher, publication }) => [searcher.shard, publication])];
}

/** What was leased is put to `leases`, also where this throws. */
function leaseShards(
  views: readonly IndexView[],
  options: SearchOptions,
  use: SearchUse,
  leases: ShardLease[],
): Targets {
  const targets: Targets = { found: [], failures: [] };
  for (const view of views) {
    const { metadata, mapping } = view;
    const routings = options.routings?.get(metadata.name);
    const wanted =
      routings === undefined ? undefined : new Set(routings.flatMap((each) => view.routing.shardsOf(each)));
    view.shards.forEach((shard, number) => {
      if (wanted?.has(number) === false || options.shards?.includes(number) === false) return;
      const released = (): void => use.released(metadata.uuid, number, shard);
      const { context } = options;
      if (context !== undefined && !use.contexts.shardsOf(context, metadata.uuid).includes(number)) return;
      const lease =
        context === undefined
          ? shard.lease(released)
          : use.contexts.lease(context, metadata.uuid, number, released);
      if (lease === undefined) {
        const cause = notAvailable(metadata.name, number, shard.failure);
        targets.failures.push({ index: metadata.name, shard: number, cause });
        return;
      }
      leases.push(lease);
      targets.found.push({ searcher: lease.searcher, mapping, metadata });
    });
  }
  targets.found.sort((a, b) => inSearchOrder(a.searcher, b.searcher));
  return targets;
}

function withFailures(result: SearchResult, failures: readonly ShardFailure[]): SearchResult {
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

function allFailed(failures: readonly ShardFailure[]): ApiError {
  return new ApiError({
    type: 'search_phase_execution_exception',
    reason: 'all shards failed',
    details: { phase: 'query', grouped: true },
    rootCause: failures.slice(0, 1).map((each) => each.cause),
    status: 503,
  });
}

function nameOf({ searcher }: ShardTarget): ShardName {
  return { index: searcher.index, shard: searcher.shard };
}
