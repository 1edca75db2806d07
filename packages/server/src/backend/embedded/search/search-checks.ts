import { apiError } from '@sextant/contract';
import { parsePreference } from './preference.ts';

type Params = Readonly<Record<string, unknown>>;

/** Throws ApiError for what is asked for and not served. */
export function checkSearchParams(params: Params): void {
  checkPlan(params);
  parsePreference(params.preference);
}

/** Of how a search is to be done. Throws ApiError for what no search can have, whatever it asks for. */
export function checkPlan(params: Params): void {
  const batch = params.batched_reduce_size;
  if (typeof batch === 'number' && batch < 2) {
    throw apiError('illegal_argument_exception', 'batchedReduceSize must be >= 2');
  }
  const prefilter = params.pre_filter_shard_size;
  if (typeof prefilter === 'number' && prefilter < 1) {
    throw apiError('illegal_argument_exception', 'preFilterShardSize must be >= 1');
  }
  const concurrent = params.max_concurrent_shard_requests;
  if (typeof concurrent === 'number' && concurrent < 1) {
    throw apiError('illegal_argument_exception', 'maxConcurrentShardRequests must be >= 1');
  }
  const type = params.search_type;
  if (type === undefined || type === 'query_then_fetch' || type === 'dfs_query_then_fetch') return;
  throw apiError('illegal_argument_exception', `No search type for [${String(type)}]`);
}
