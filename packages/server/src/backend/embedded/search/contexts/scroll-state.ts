import type {
  DocPlace,
  KeptDocs,
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
  after: DocPlace | undefined;
  ahead: KeptDocs | undefined;
  /** Nothing is left to be found beyond what is ahead. */
  isAtEnd: boolean;
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
  const begin = { totals: undefined, after: undefined, ahead: undefined, isAtEnd: false };
  return { targets, body, params, boosts, size, ...begin };
}

/** What is searched for the next page. Aggregations and totals are those of the first. */
export function nextPage({ body, size, after, ahead, isAtEnd }: ScrollState): {
  readonly body: SearchBody;
  readonly page: SearchPage;
} {
  if (after === undefined) return { body, page: { ahead: 0 } };
  const { aggs: _, aggregations: _too, terminate_after: _nor, ...rest } = body;
  const later = { ...rest, track_total_hits: false };
  if (ahead !== undefined && (ahead.docs.length >= size || isAtEnd)) {
    return { body: later, page: { docs: cut(ahead, 0, size), after, ahead: 0 } };
  }
  const more = Math.min(size * PAGES_AHEAD, Math.max(0, MOST_AHEAD - size));
  return { body: later, page: { after, ahead: more } };
}

/** Takes note of what a page was. */
export function advance(state: ScrollState, page: SearchPage, result: SearchResult): void {
  const { total, maxScore } = result;
  state.totals ??= { total, maxScore };
  const end = result.page;
  if (end === undefined) return;
  if (end.last !== null) state.after = end.last;
  if (page.docs !== undefined) {
    state.ahead = cut(state.ahead!, state.size, state.ahead!.docs.length);
    return;
  }
  state.ahead = end.ahead ?? undefined;
  if (state.after !== undefined && page.after !== undefined && !result.timedOut) {
    const found = (end.last === null ? 0 : state.size) + (end.ahead?.docs.length ?? 0);
    state.isAtEnd = found < state.size + page.ahead;
    if (state.isAtEnd) state.ahead ??= none;
  }
}

const none: KeptDocs = {
  segments: new Int32Array(0),
  docs: new Int32Array(0),
  scores: new Float32Array(0),
};

function cut({ segments, docs, scores }: KeptDocs, from: number, to: number): KeptDocs {
  return { segments: segments.slice(from, to), docs: docs.slice(from, to), scores: scores.slice(from, to) };
}
