import { TopSorted } from '../collect/top-sorted.ts';
import type { BoundSearch } from './bind-search.ts';
import type { QueryPhase, ShardQuery, TopHits } from './query-phase.ts';
import { type SearchPart, SearchParts } from './search-parts.ts';
import type { SearchRequest } from './search-request.ts';
import type { SegmentTarget } from './shard-target.ts';

/** So many parts of like size are made, as far as segments can be cut, and none with more documents than these. */
const PARTS = 32;
const MOST_DOCS = 65_536;

/** Parts begin where a word of a bit set does. */
const ALIGNED = 64;

/** Where one part holds more of the documents than these, there is not enough for a second thread. */
const LARGEST_SHARE = 0.9;

/** Each thread binds a search to all of its shards before it begins. */
const MOST_SHARDS = 16;

/**
 * Cuts a search into parts that threads can do side by side, with the same answer in whatever order and by whomever they
 * are done; null where it cannot be, or is not worth it. What is known of segments that are cut is counted in `phase`.
 *
 * Not cut: `terminate_after`, which goes by the order of documents, and aggregations that do.
 */
export function planParts(
  targets: readonly SegmentTarget[],
  request: SearchRequest,
  bound: BoundSearch,
  phase: QueryPhase,
): SearchParts | null {
  if (request.terminateAfter > 0 || bound.timedOut || bound.queries.size > MOST_SHARDS) return null;
  if (bound.aggregation?.division === 'none') return null;
  let docs = 0;
  for (const { segment } of targets) docs += segment.maxDoc;
  const size = Math.min(MOST_DOCS, Math.max(ALIGNED, Math.ceil(docs / PARTS / ALIGNED) * ALIGNED));
  const parts: SearchPart[] = [];
  const known: number[] = [];
  for (const place of phase.orderOf(targets)) {
    const target = targets[place]!;
    const query = bound.queries.get(target.shardIndex);
    if (query === undefined) continue;
    const { maxDoc } = target.segment;
    if (maxDoc <= size || !isGradual(query, request, bound, phase.top)) {
      parts.push({ segment: place, from: 0, to: maxDoc, isWhole: true, isCounted: false });
      continue;
    }
    const count = isPlain(query, request) ? query.weight.count(target.ordinal) : -1;
    if (count >= 0) known.push(count);
    if (count >= 0 && phase.top === null && bound.aggregation === null) continue;
    for (let from = 0; from < maxDoc; from += size) {
      const to = Math.min(maxDoc, from + size);
      parts.push({ segment: place, from, to, isWhole: false, isCounted: count >= 0 });
    }
  }
  const largest = parts.reduce((most, { from, to }) => Math.max(most, to - from), 0);
  if (parts.length < 2 || largest > docs * LARGEST_SHARE) return null;
  for (const count of known) phase.total += count;
  return SearchParts.of(parts);
}

/** What matches the query is what is counted. */
function isPlain({ postFilter }: ShardQuery, { minScore }: SearchRequest): boolean {
  return postFilter === null && minScore === null;
}

/** Whether a part of a segment takes about its share of the time. */
function isGradual(
  { weight, postFilter }: ShardQuery,
  request: SearchRequest,
  { aggregation }: BoundSearch,
  top: TopHits,
): boolean {
  if (!weight.isGradual || postFilter?.isGradual === false) return false;
  if (aggregation !== null) return aggregation.division === 'documents';
  // Sorted by a field with ordered values few documents are looked at, wherever they stand.
  return !(top instanceof TopSorted) || top.needsScores || request.trackScores || !top.hasOrder;
}
