import type { QueryPhase, TopHits } from './query-phase.ts';
import type { SearchRequest } from './search-request.ts';

/**
 * The best score of all hits, where it was worked out; 0 for a search over no shard at all, as OpenSearch has
 * it.
 */
export function maxScoreOf(
  top: TopHits,
  request: SearchRequest,
  phase: QueryPhase,
  shards: number,
): number | null {
  if (shards === 0) return 0;
  if (top === null || top.size === 0) return null;
  const [key] = request.sort;
  if (key === undefined || (key.field === '_score' && key.descending)) return top.maxScore;
  return request.trackScores && !Number.isNaN(phase.maxScore) ? phase.maxScore : null;
}

/** As OpenSearch tells it: none where the score has no end. */
export function toldScore(score: number | null | undefined): number | null {
  return score === undefined || score === Number.POSITIVE_INFINITY ? null : score;
}
