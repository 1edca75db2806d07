import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import type { SearchForm } from './search-costs.ts';
import type { SearchUsage } from './search-indices.ts';
import type { WorkerSearch } from './search-worker.ts';

/** A search that a thread is looked for. */
export interface Job extends WorkerSearch {
  options: SearchOptions;
  expectedMs: number;
  /** Others of its form have ended. */
  readonly isKnown: boolean;
  readonly form: SearchForm;
  readonly ended: (usage: SearchUsage | null) => void;
  readonly resolve: (result: SearchResult) => void;
}
