import { leastOf } from '../query/weight.ts';
import type { QueryPhaseOptions } from './query-phase.ts';
import type { SegmentTarget } from './shard-target.ts';

/** To ask all terms of a query about more segments would take longer than others are to wait. */
const MOST_SEGMENTS = 256;

/**
 * Whether the frequencies of terms tell that more documents match than are to be told of (`track_total_hits`; with false, whatever they
 * tell): then none need be counted, and what cannot be among the best is passed over from the first document on. Never where a document
 * may make the search fail, as those that did so before have to be looked at still; nor where it is told how many were found in each shard.
 */
export function knowsEnough(
  targets: readonly SegmentTarget[],
  { request, queries, times }: Pick<QueryPhaseOptions, 'request' | 'queries' | 'times'>,
): boolean {
  const { trackTotalHits, minScore, terminateAfter } = request;
  if (times !== null || minScore !== null || terminateAfter > 0) return false;
  if (targets.length > MOST_SEGMENTS) return false;
  let docs = 0;
  for (const { segment } of targets) docs += segment.maxDoc;
  if (docs <= trackTotalHits) return false;
  let least = 0;
  for (const { shardIndex, ordinal } of targets) {
    const query = queries.get(shardIndex);
    if (query === undefined) continue;
    const known = query.postFilter === null ? leastOf(query.weight, ordinal) : -1;
    if (known < 0) return false;
    least += known;
  }
  return least > trackTotalHits;
}
