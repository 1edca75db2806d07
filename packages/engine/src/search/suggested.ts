import { ApiError, type JsonMap } from '@sextant/contract';
import { endsRequest } from '../budget/ends-request.ts';
import type { Steps } from '../budget/slices.ts';
import { entriesOf, reduceSuggestions, suggestJson } from '../suggest/suggest.ts';
import type { SuggestEntry, SuggestOption } from '../suggest/suggester.ts';
import type { BoundSearch } from './bound-search.ts';
import { showDocs } from './fetch-phase.ts';
import { hitBody } from './hit-body.ts';
import { reduceFailed, type ShardFailure } from './search-failure.ts';
import type { SearchSetup } from './search-setup.ts';
import type { SegmentTarget } from './shard-target.ts';

/** What the shards suggest; one that cannot is put to `failures`. */
export function* suggested(
  setup: SearchSetup,
  { suggestions }: Pick<BoundSearch, 'suggestions'>,
  targets: readonly SegmentTarget[],
  failures: ShardFailure[],
): Steps<JsonMap | undefined> {
  const { shards, request, options } = setup;
  if (request.suggest!.suggestions.length === 0) return undefined;
  const found: SuggestEntry[][][] = [];
  for (const [i, ofShard] of suggestions) {
    const { index, shard } = shards[i]!.searcher;
    try {
      const entries = yield* entriesOf(ofShard);
      const first = targets.findIndex(({ shardIndex }) => shardIndex === i);
      found.push(entries.map((list) => list.map((entry) => inSearch(entry, first))));
    } catch (error) {
      if (!(error instanceof ApiError) || endsRequest(error)) throw error;
      failures.push({ index, shard, cause: error.error });
    }
  }
  const reduced = inReduction(() => reduceSuggestions(request.suggest!, found, options.typedKeys === true));
  return suggestJson(reduced, yield* shownHits([...reduced.values()].flat(), targets, setup, failures));
}

function inReduction<Result>(reduce: () => Result): Result {
  try {
    return reduce();
  } catch (error) {
    throw error instanceof ApiError ? reduceFailed(error.error) : error;
  }
}

/** `first`: the number of the first segment of the shard in the search. */
function inSearch(entry: SuggestEntry, first: number): SuggestEntry {
  const options = entry.options.map((option) => {
    const { at } = option;
    return at === undefined ? option : { ...option, at: { ...at, segment: first + at.segment } };
  });
  return { ...entry, options };
}

/** The documents that options come from, as hits show them. */
function* shownHits(
  entries: readonly SuggestEntry[],
  targets: readonly SegmentTarget[],
  setup: SearchSetup,
  failures: ShardFailure[],
): Steps<Map<SuggestOption, JsonMap>> {
  const hits = new Map<SuggestOption, JsonMap>();
  const request = { ...setup.request, explain: false, highlight: null, innerHits: [] };
  const { documentType = false } = setup.options;
  const view = { documentType, totalAsInt: false, bare: request.bare };
  for (const option of entries.flatMap(({ options }) => options)) {
    if (option.at === undefined) continue;
    const doc = { ...option.at, score: option.score, sort: null };
    const [hit] = yield* showDocs([doc], targets, { ...setup, request }, failures);
    if (hit !== undefined) hits.set(option, hitBody(hit, view));
  }
  return hits;
}
