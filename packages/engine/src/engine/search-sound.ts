import { DiskError } from '@sextant/base';
import { ApiError, type ErrorCause } from '@sextant/contract';
import { runInSlices, type Turns, type WorkTime } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { executeSearch } from '../search/execute-search.ts';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import { allShardsFailed, type ShardFailure } from '../search/search-failure.ts';
import type { SearchTeam } from '../search/search-team.ts';
import { ShardDamaged } from '../search/shard-damaged.ts';
import type { ShardTarget } from '../search/shard-target.ts';
import type { SearchUse } from './search-indices.ts';

/** Told when something in a shard is not as it was written; without a cause where that may be, but is not known. */
export type DamageListener = (indexUuid: string, shard: number, cause: ErrorCause | undefined) => void;

interface Work {
  readonly options: SearchOptions;
  readonly budget: WorkBudget;
  /** Others that may help; null: nobody. */
  readonly team: SearchTeam | null;
  readonly time: WorkTime;
  readonly use: Pick<SearchUse, 'clock' | 'damageMet'> & { readonly turns: Turns };
}

/**
 * Searches the shards; one in which damage is met is put from `found` to `failures`, and the others are searched anew, so
 * that nothing of it is in what they find. Rejects with ApiError.
 */
export async function searchSound(
  found: ShardTarget[],
  failures: ShardFailure[],
  { options, budget, time, use, ...work }: Work,
): Promise<SearchResult> {
  let { team } = work;
  for (;;) {
    try {
      const search = executeSearch(found, options, { clock: use.clock, budget, team });
      const result = await runInSlices(time.of(search), budget, use.turns);
      for (const { index, shard, cause } of result.shards.failures) {
        const target = found.find(({ searcher }) => searcher.index === index && searcher.shard === shard);
        if (target !== undefined && isDamage(cause)) tell(use.damageMet, target, cause);
      }
      return result;
    } catch (error) {
      const isHelped = team !== null;
      // Helpers see the shards as they were.
      team = null;
      // What a helper has met, this thread will meet, and say where.
      if (isHelped && error instanceof ApiError && isDamage(error.error)) continue;
      if (!(error instanceof ShardDamaged)) {
        if (mayBeDamage(error)) for (const target of found) tell(use.damageMet, target, undefined);
        throw error;
      }
      const [damaged] = found.splice(
        found.findIndex(({ searcher }) => searcher === error.searcher),
        1,
      );
      const { error: cause } = error;
      tell(use.damageMet, damaged!, cause);
      failures.push({ index: damaged!.searcher.index, shard: damaged!.searcher.shard, cause });
      if (found.length === 0) throw allShardsFailed(failures, options.nodeId);
    }
  }
}

/** Says where a thread that helps has met damage. */
export function tellDamage(error: unknown, found: readonly ShardTarget[], damageMet: DamageListener): void {
  for (const target of found) {
    if (error instanceof ShardDamaged) {
      if (error.searcher === target.searcher) tell(damageMet, target, error.error);
    } else if (mayBeDamage(error)) tell(damageMet, target, undefined);
  }
}

function tell(damageMet: DamageListener, { searcher }: ShardTarget, cause: ErrorCause | undefined): void {
  damageMet(searcher.indexUuid, searcher.shard, cause);
}

/** What broke in its midst may have read nonsense; and damage that was met before a shard was searched says not always where. */
export function mayBeDamage(error: unknown): boolean {
  if (error instanceof DiskError && error.code === 'exhausted') return false;
  return !(error instanceof ApiError) || (error.error.rootCause ?? [error.error]).some(isDamage);
}

function isDamage({ type }: ErrorCause): boolean {
  return type === 'corrupt_index_exception';
}
