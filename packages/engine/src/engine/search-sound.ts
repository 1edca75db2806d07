import { ApiError, type ErrorCause } from '@sextant/contract';
import { runInSlices, type Turns } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { executeSearch } from '../search/execute-search.ts';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import { allShardsFailed, type ShardFailure } from '../search/search-failure.ts';
import { ShardDamaged } from '../search/shard-damaged.ts';
import type { ShardTarget } from '../search/shard-target.ts';
import type { SearchUse } from './search-indices.ts';

/** Told when something in a shard is not as it was written; without a cause where that may be, but is not known. */
export type DamageListener = (indexUuid: string, shard: number, cause: ErrorCause | undefined) => void;

interface Work {
  readonly options: SearchOptions;
  readonly budget: WorkBudget;
  readonly use: Pick<SearchUse, 'clock' | 'damageMet'> & { readonly turns: Turns };
}

/**
 * Searches the shards; one in which damage is met is put from `found` to `failures`, and the others are searched anew, so
 * that nothing of it is in what they find. Rejects with ApiError.
 */
export async function searchSound(
  found: ShardTarget[],
  failures: ShardFailure[],
  { options, budget, use }: Work,
): Promise<SearchResult> {
  for (;;) {
    try {
      const result = await runInSlices(executeSearch(found, options, use.clock, budget), budget, use.turns);
      for (const { index, shard, cause } of result.shards.failures) {
        const target = found.find(({ searcher }) => searcher.index === index && searcher.shard === shard);
        if (target !== undefined && isDamage(cause)) tell(use.damageMet, target, cause);
      }
      return result;
    } catch (error) {
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

function tell(damageMet: DamageListener, { searcher }: ShardTarget, cause: ErrorCause | undefined): void {
  damageMet(searcher.indexUuid, searcher.shard, cause);
}

/** What broke in its midst may have read nonsense; and damage that was met before a shard was searched says not always where. */
function mayBeDamage(error: unknown): boolean {
  return !(error instanceof ApiError) || (error.error.rootCause ?? [error.error]).some(isDamage);
}

function isDamage({ type }: ErrorCause): boolean {
  return type === 'corrupt_index_exception';
}
