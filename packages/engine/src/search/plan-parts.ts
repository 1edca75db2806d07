import { chunkSize } from '../aggregations/aggregations.ts';
import { TopSorted } from '../collect/top-sorted.ts';
import { leastOf } from '../query/weight.ts';
import type { BoundSearch, ShardQuery } from './bound-search.ts';
import type { QueryPhase } from './query-phase.ts';
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
 * are done; null where it cannot be, or is not worth it. What is known of the matches of segments that are cut is added to `phase`.
 *
 * Not cut: `collapse`, which may have to search again, `terminate_after`, which goes by the order of documents, aggregations that do,
 * and queries that look at a whole shard first.
 */
export function planParts(
  targets: readonly SegmentTarget[],
  request: SearchRequest,
  bound: BoundSearch,
  phase: QueryPhase,
): SearchParts | null {
  if (
    request.terminateAfter > 0 ||
    request.collapse !== null ||
    bound.timedOut ||
    bound.isUndivided ||
    bound.queries.size > MOST_SHARDS
  )
    return null;
  const division = bound.aggregation?.division ?? 'documents';
  if (division === 'none') return null;
  const plan = new Plan(request, bound, phase, phase.knowsEnough(targets));
  const parts = division === 'chunks' ? plan.inChunks(targets) : plan.inSegments(targets, division);
  if (parts === null || !isWorthIt(parts)) return null;
  phase.total += plan.known;
  return SearchParts.of(parts);
}

/** Whether there is enough for a second thread beside the largest part. */
function isWorthIt(parts: readonly SearchPart[]): boolean {
  let docs = 0;
  let largest = 0;
  let size = 0;
  for (const { from, to, goesOn } of parts) {
    size = (goesOn ? size : 0) + to - from;
    docs += to - from;
    largest = Math.max(largest, size);
  }
  return largest <= docs * LARGEST_SHARE;
}

class Plan {
  /** Matching documents of segments that are cut, as far as they are known, or those that there are at least. */
  known = 0;
  /** See `knowsEnough`. */
  readonly #isEnough: boolean;
  readonly #request: SearchRequest;
  readonly #bound: BoundSearch;
  readonly #phase: QueryPhase;

  constructor(request: SearchRequest, bound: BoundSearch, phase: QueryPhase, isEnough: boolean) {
    this.#request = request;
    this.#bound = bound;
    this.#phase = phase;
    this.#isEnough = isEnough;
  }

  /** Whole segments, or parts of those that can be cut. */
  inSegments(targets: readonly SegmentTarget[], division: 'documents' | 'segments'): SearchPart[] {
    let docs = 0;
    for (const { segment } of targets) docs += segment.maxDoc;
    const size = Math.min(MOST_DOCS, Math.max(ALIGNED, Math.ceil(docs / PARTS / ALIGNED) * ALIGNED));
    const parts: SearchPart[] = [];
    for (const place of this.#phase.orderOf(targets)) {
      const target = targets[place]!;
      const query = this.#bound.queries.get(target.shardIndex);
      if (query === undefined) continue;
      const { maxDoc } = target.segment;
      if (maxDoc <= size || division === 'segments' || !this.#canCut(query)) {
        const whole = { isWhole: true, isCounted: false, goesOn: false };
        parts.push({ segment: place, from: 0, to: maxDoc, ...whole });
        continue;
      }
      const isCounted = this.#count(target, query);
      if (isCounted && this.#phase.top === null && this.#bound.aggregation === null) continue;
      for (let from = 0; from < maxDoc; from += size) {
        const to = Math.min(maxDoc, from + size);
        parts.push({ segment: place, from, to, isWhole: false, isCounted, goesOn: false });
      }
    }
    return parts;
  }

  /** Whole chunks of the shards; null where a chunk ends within a segment that cannot be cut. */
  inChunks(targets: readonly SegmentTarget[]): SearchPart[] | null {
    const parts: SearchPart[] = [];
    let before = '';
    for (const [place, target] of targets.entries()) {
      const query = this.#bound.queries.get(target.shardIndex);
      if (query === undefined) continue;
      const { segment, docBase, shard, shardIndex } = target;
      const size = chunkSize(shard.searcher);
      const isCut = Math.floor(docBase / size) !== Math.floor((docBase + segment.maxDoc - 1) / size);
      if (isCut && !this.#canCut(query)) return null;
      const isCounted = this.#count(target, query);
      for (let from = 0; from < segment.maxDoc; ) {
        const chunk = Math.floor((docBase + from) / size);
        const to = Math.min(segment.maxDoc, (chunk + 1) * size - docBase);
        const name = `${shardIndex}:${chunk}`;
        parts.push({ segment: place, from, to, isWhole: false, isCounted, goesOn: name === before });
        before = name;
        from = to;
      }
    }
    return parts;
  }

  /** Adds what is known of how many documents match; whether none need be counted. */
  #count({ ordinal }: SegmentTarget, { weight, postFilter }: ShardQuery): boolean {
    const isPlain = postFilter === null && this.#request.minScore === null;
    const count = isPlain ? weight.count(ordinal) : -1;
    if (count < 0 && this.#isEnough) this.known += leastOf(weight, ordinal);
    else this.known += Math.max(0, count);
    return count >= 0 || this.#isEnough;
  }

  /** Whether a part of a segment takes about its share of the time. */
  #canCut({ weight, postFilter }: ShardQuery): boolean {
    if (!weight.isGradual || postFilter?.isGradual === false) return false;
    const { top } = this.#phase;
    if (this.#bound.aggregation !== null || !(top instanceof TopSorted)) return true;
    // Sorted by a field with ordered values few documents are looked at, wherever they stand.
    return top.needsScores || this.#request.trackScores || !top.hasOrder;
  }
}
