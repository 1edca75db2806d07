import { ApiError, dictionary } from '@sextant/contract';
import type { Steps } from '../budget/slices.ts';
import { isObject, type JsonObject } from '../dsl/json-reader.ts';
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
    const collateMatch = yield* shard.matches(filledIn(query.prepared, option.text) as JsonObject);
    if (prune) kept.push({ ...option, collateMatch });
    else if (collateMatch) kept.push(option);
    if (shard.budget.sliceOver) yield;
  }
  return kept;
}

/** The tree with `text` wherever the mark stands, also in names. */
function filledIn(value: unknown, text: string): unknown {
  if (typeof value === 'string') return value.replaceAll(suggestionMark, () => text);
  if (Array.isArray(value)) return value.map((item) => filledIn(item, text));
  // Numbers that keep their digits are objects, too.
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const tree: Record<string, unknown> = dictionary();
  for (const [name, member] of Object.entries(value))
    tree[filledIn(name, text) as string] = filledIn(member, text);
  return tree;
}
