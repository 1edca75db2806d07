import { leastOf } from '../query/weight.ts';
import type { ShardQuery } from './bound-search.ts';
import type { SearchRequest } from './search-request.ts';
import type { SegmentTarget } from './shard-target.ts';

/**
 * Whether the frequencies of terms tell that more documents match than are to be told of (`track_total_hits`): then none need be counted, and
 * what cannot be among the best is passed over from the first document on.
 */
export function knowsEnough(
  targets: readonly SegmentTarget[],
  {
    request,
    queries,
  }: { readonly request: SearchRequest; readonly queries: ReadonlyMap<number, ShardQuery> },
): boolean {
  const { trackTotalHits, minScore, terminateAfter } = request;
  if (trackTotalHits === Number.POSITIVE_INFINITY || minScore !== null || terminateAfter > 0) return false;
  let least = 0;
  for (const { shardIndex, ordinal } of targets) {
    const query = queries.get(shardIndex);
    // Where scripts are asked it matters which documents those are asked about.
    if (query === undefined || query.postFilter !== null || query.weight.asks === true) continue;
    least += leastOf(query.weight, ordinal);
    if (least > trackTotalHits) return true;
  }
  return false;
}
