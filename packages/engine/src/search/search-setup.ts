import type { ErrorCause } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { ScoreWindows } from '../query/score-window.ts';
import { SharedSums } from '../query/shared-sums.ts';
import type { QueryContext } from '../query/weight.ts';
import type { ShardSearcher } from '../segment/segment-reader.ts';
import type { FetchProfiles } from './fetch-profile.ts';
import type { SearchOptions } from './search-api.ts';
import type { SearchRequest } from './search-request.ts';
import type { ShardTarget } from './shard-target.ts';

/** A search, and what it works with. */
export interface SearchSetup {
  readonly shards: readonly ShardTarget[];
  readonly request: SearchRequest;
  readonly options: SearchOptions;
  readonly nowMs: number;
  readonly budget: WorkBudget;
  readonly windows: ScoreWindows;
  /** Measures what a profile tells, and is told what showing documents takes; nobody asks where absent. */
  readonly fetches?: FetchProfiles | null;
  /** Under which name it is told that. */
  readonly fetchName?: string;
  /** What is looked for are objects of this nested path. */
  readonly nestedPath?: string;
  /** Shards that a search has met a failure on already. */
  readonly failed?: ReadonlyMap<ShardSearcher, ErrorCause>;
  /** Shards that hits of buckets could not be shown of are put here. */
  readonly unshown?: Map<ShardSearcher, ErrorCause>;
  /** Others were skipped, and count as such that worked. */
  readonly hasSkipped?: boolean;
}

/** By the shards of a search: all that it asks count together. */
const sums = new WeakMap<SearchSetup['shards'], SharedSums>();

/** The shards over which a search counts frequencies and lengths together. */
export function sharedStatistics({
  shards,
  options,
}: Pick<SearchSetup, 'shards' | 'options'>): Pick<QueryContext, 'everywhere'> {
  if (options.sharedStatistics !== true) return {};
  let everywhere = sums.get(shards);
  if (everywhere === undefined) {
    everywhere = new SharedSums(shards.map(({ searcher }) => searcher));
    sums.set(shards, everywhere);
  }
  return { everywhere };
}
