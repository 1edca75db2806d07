import type { Json } from '@sextant/contract';
import type { SortValue } from '../collect/sort-key.ts';
import { type ScoredDoc, TopScores } from '../collect/top-scores.ts';
import type { FoundDoc } from './fetch-phase.ts';
import type { TopHits } from './query-phase.ts';
import type { PageEnd } from './search-api.ts';
import { lastPlaces } from './search-pages.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchSetup } from './search-setup.ts';
import type { BoundSort } from './sort-keys.ts';

/** The documents that are shown, and where others go on. */
export interface FoundPage {
  readonly found: readonly FoundDoc[];
  readonly end: PageEnd;
}

/** Of what was kept, with what it is sorted by as it is shown. Empties `top`. */
export function pageOfTop(
  top: TopHits,
  { request, options }: SearchSetup,
  sort: BoundSort | null,
): FoundPage {
  const size = options.page === undefined ? Number.POSITIVE_INFINITY : request.size;
  if (top === null) return { found: [], end: { lasts: [], ahead: null } };
  if (top instanceof TopScores) {
    const { shown, ahead } = top.page(request.from, size);
    const found = shown.map(({ segment, doc, score }) => ({ segment, doc, score, sort: null }));
    return { found, end: { lasts: options.page === undefined ? [] : lastPlaces(shown), ahead } };
  }
  const { shown, ahead } = top.page(request.from, size);
  const showsScore = request.trackScores || request.sort.some(({ field }) => field === '_score');
  const found = new Array<FoundDoc>(shown.length);
  // Pages of scrolls have thousands: nothing is made for one of them that is not kept.
  for (let i = 0; i < found.length; i++) {
    const { segment, doc, score, values } = shown[i]!;
    found[i] = { segment, doc, score: showsScore ? score : null, sort: printed(values, segment, sort!) };
  }
  return { found, end: { lasts: options.page === undefined ? [] : lastPlaces(shown), ahead } };
}

/** Of hits in their order. Such a search has no other pages. */
export function pageOfHits(hits: readonly ScoredDoc[], { from, size }: SearchRequest): FoundPage {
  const found = hits.slice(from, from + size).map((hit) => ({ ...hit, sort: null }));
  return { found, end: { lasts: [], ahead: null } };
}

function printed(values: readonly SortValue[], segment: number, sort: BoundSort): Json[] {
  const shown = new Array<Json>(values.length);
  for (let key = 0; key < shown.length; key++) shown[key] = sort.print(key, values[key]!, segment);
  return shown;
}
