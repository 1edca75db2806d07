import type {
  DocPlace,
  KeptDocs,
  PinnedShard,
  SearchBody,
  SearchOptions,
  SearchPage,
  SearchResult,
} from '@sextant/engine';
import type { SearchTargets } from '../search-targets.ts';

/** Hits that are found with those of a page, for the pages that follow it. */
const PAGES_AHEAD = 9;
const MOST_AHEAD = 20_000;

/** Where a scroll stands. */
export interface ScrollState {
  readonly targets: SearchTargets;
  readonly body: SearchBody;
  readonly params: Readonly<Record<string, unknown>>;
  readonly boosts: Pick<SearchOptions, 'indexBoosts'>;
  readonly size: number;
  /** Of the first page; the others repeat it. */
  totals: Totals | undefined;
  /** The last hits that were given, of each segment one, in their order. */
  lasts: readonly DocPlace[];
  ahead: KeptDocs | undefined;
  /** Nothing is left to be found beyond what is ahead. */
  isAtEnd: boolean;
  /** Shards through whose segments the places of hits count. */
  shards: readonly CountedShard[];
}

/** One that a caller goes through with an id. */
export interface HeldScroll extends ScrollState {
  /** See `viewKey`: what he might see when it was begun. */
  readonly view: string;
}

interface CountedShard {
  readonly indexUuid: string;
  readonly shard: number;
  readonly segments: number;
}

export interface Totals {
  readonly total: SearchResult['total'];
  readonly maxScore: number | null;
}

export function scrollState(
  targets: SearchTargets,
  body: SearchBody,
  params: Readonly<Record<string, unknown>>,
  boosts: Pick<SearchOptions, 'indexBoosts'>,
): ScrollState {
  const size = Number(body.size ?? 10);
  const begin = { totals: undefined, lasts: [], ahead: undefined, isAtEnd: false, shards: [] };
  return { targets, body, params, boosts, size, ...begin };
}

/** What is searched for the next page. Aggregations and totals are those of the first. */
export function nextPage({ body, size, totals, lasts, ahead, isAtEnd }: ScrollState): {
  readonly body: SearchBody;
  readonly page: SearchPage;
} {
  if (totals === undefined) return { body, page: { ahead: 0 } };
  const last = lasts.at(-1);
  const after = last === undefined ? {} : { after: last };
  // What a pipeline let the first page leave out is left out by where it ended.
  const { aggs: _, aggregations: _too, terminate_after: _nor, from: _skipped, ...rest } = body;
  const later = { ...rest, track_total_hits: false };
  if (ahead !== undefined && (ahead.docs.length >= size || isAtEnd)) {
    return { body: later, page: { docs: cut(ahead, 0, size), ...after, ahead: 0 } };
  }
  const more = Math.min(size * PAGES_AHEAD, Math.max(0, MOST_AHEAD - size));
  return { body: later, page: { ...after, ahead: more } };
}

/** Takes note of what a page was. */
export function advance(state: ScrollState, page: SearchPage, result: SearchResult): void {
  const { total, maxScore } = result;
  const isFirst = state.totals === undefined;
  state.totals ??= { total, maxScore };
  const end = result.page;
  if (end === undefined) return;
  const shown = new Set(end.lasts.map(({ segment }) => segment));
  state.lasts = [...state.lasts.filter(({ segment }) => !shown.has(segment)), ...end.lasts];
  if (page.docs !== undefined) {
    state.ahead = behind(state.ahead!, state.size);
    return;
  }
  state.ahead = end.ahead ?? undefined;
  // All that there is was left out.
  const isBeyond = isFirst && end.lasts.length === 0 && Number(state.body.from) > 0;
  if (isBeyond && !result.timedOut) [state.isAtEnd, state.ahead] = [true, none];
  if (!isFirst && !result.timedOut) {
    const found = (end.lasts.length === 0 ? 0 : state.size) + (end.ahead?.docs.length ?? 0);
    state.isAtEnd = found < state.size + page.ahead;
    if (state.isAtEnd) state.ahead ??= none;
  }
}

/** Before each page: shards may have gone with their indices, and places count through the segments that are left. */
export function followShards(state: ScrollState, there: readonly PinnedShard[]): void {
  const before = state.shards;
  const shards = there.map(({ indexUuid, shard, segments }) => {
    return { indexUuid, shard, segments: segments.length };
  });
  state.shards = shards;
  if (state.totals === undefined || before.length === shards.length) return;
  const left = new Set(shards.map(({ indexUuid, shard }) => `${indexUuid}/${shard}`));
  const moved: number[] = [];
  let next = 0;
  for (const { indexUuid, shard, segments } of before) {
    const isThere = left.has(`${indexUuid}/${shard}`);
    for (let i = 0; i < segments; i++) moved.push(isThere ? next++ : GONE);
  }
  // Whatever came before a hit that has gone was given before it: the search goes on behind the last one that is left.
  state.lasts = state.lasts
    .map((place) => ({ ...place, segment: moved[place.segment]! }))
    .filter(({ segment }) => segment !== GONE);
  if (state.ahead !== undefined) state.ahead = movedDocs(state.ahead, moved);
}

const GONE = -1;

function movedDocs({ segments, docs, scores }: KeptDocs, moved: readonly number[]): KeptDocs {
  const kept = [...docs.keys()].filter((i) => moved[segments[i]!] !== GONE);
  return {
    segments: Int32Array.from(kept, (i) => moved[segments[i]!]!),
    docs: Int32Array.from(kept, (i) => docs[i]!),
    scores: Float32Array.from(kept, (i) => scores[i]!),
  };
}

const none: KeptDocs = {
  segments: new Int32Array(0),
  docs: new Int32Array(0),
  scores: new Float32Array(0),
};

/** What follows the first of them, where they are. */
function behind({ segments, docs, scores }: KeptDocs, count: number): KeptDocs {
  return { segments: segments.subarray(count), docs: docs.subarray(count), scores: scores.subarray(count) };
}

/** A copy that can be sent: with a part of a buffer all of it would be. */
function cut({ segments, docs, scores }: KeptDocs, from: number, to: number): KeptDocs {
  return { segments: segments.slice(from, to), docs: docs.slice(from, to), scores: scores.slice(from, to) };
}
