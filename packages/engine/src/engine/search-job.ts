import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import type { SearchForm } from './search-costs.ts';
import type { SearchUsage } from './search-indices.ts';
import type { WorkerSearch } from './search-worker.ts';

/** A search that a thread is looked for. */
export interface Job extends WorkerSearch {
  options: SearchOptions;
  expectedMs: number;
  /** When it was placed, by the monotonic clock in milliseconds; undefined: others were under way. */
  aloneSince?: number | undefined;
  /** Others of its form have ended. */
  readonly isKnown: boolean;
  readonly form: SearchForm;
  /** `usage` is null where it has failed. */
  readonly ended: (usage: SearchUsage | null, isElsewhere?: boolean) => void;
  readonly resolve: (result: SearchResult) => void;
}
