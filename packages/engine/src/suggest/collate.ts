import { ApiError, mapTexts } from '@sextant/contract';
import type { Steps } from '../budget/slices.ts';
import type { JsonObject } from '../dsl/json-reader.ts';
import type { Collate } from './phrase-request.ts';
import type { SuggestOption, SuggestShard } from './suggester.ts';

/** Stands for the text of a proposal where a template was filled in before there was one; of the characters for private use. */
export const suggestionMark = '\u{F0C01}suggestion\u{F0C02}';

/** The proposals that some document of the shard matches; with `prune` all of them, each with whether one does. Throws ApiError. */
export function* collated(
  options: readonly SuggestOption[],
  { query, prune }: Collate,
  shard: SuggestShard,
): Steps<SuggestOption[]> {
  if ('failure' in query) throw new ApiError(query.failure);
  const kept: SuggestOption[] = [];
  for (const option of options) {
    // The mark stands for it also in names.
    const filledIn = mapTexts(query.prepared, (text) => text.replaceAll(suggestionMark, () => option.text));
    const collateMatch = yield* shard.matches(filledIn as JsonObject);
    if (prune) kept.push({ ...option, collateMatch });
    else if (collateMatch) kept.push(option);
    if (shard.budget.sliceOver) yield;
  }
  return kept;
}
