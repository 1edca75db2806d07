import { ApiError, type JsonMap } from '@sextant/contract';
import { endsRequest } from '../budget/ends-request.ts';
import type { Steps } from '../budget/slices.ts';
import { entriesOf, suggestJson } from '../suggest/suggest.ts';
import type { SuggestEntry } from '../suggest/suggester.ts';
import type { BoundSearch, SearchSetup } from './bind-search.ts';
import { reduceFailed, type ShardFailure } from './search-failure.ts';

/** What the shards suggest; one that cannot is put to `failures`. */
export function* suggested(
  { shards, request, options }: SearchSetup,
  { suggestions }: Pick<BoundSearch, 'suggestions'>,
  failures: ShardFailure[],
): Steps<JsonMap | undefined> {
  const found: SuggestEntry[][][] = [];
  for (const [i, ofShard] of suggestions) {
    const { index, shard } = shards[i]!.searcher;
    try {
      found.push(yield* entriesOf(ofShard));
    } catch (error) {
      if (!(error instanceof ApiError) || endsRequest(error)) throw error;
      failures.push({ index, shard, cause: error.error });
    }
  }
  try {
    return suggestJson(request.suggest!, found, options.typedKeys === true);
  } catch (error) {
    throw error instanceof ApiError ? reduceFailed(error.error) : error;
  }
}
