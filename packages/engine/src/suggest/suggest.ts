import { apiError, dictionary, Float, type JsonMap } from '@sextant/contract';
import type { Steps } from '../budget/slices.ts';
import type { NamedSuggestion, SuggestRequest } from './suggest-request.ts';
import type { SuggestEntry, Suggester, SuggestOption, SuggestShard } from './suggester.ts';

/** The suggestions of a request, bound to one shard: each finds its entries there. */
export type ShardSuggestions = readonly (() => Steps<SuggestEntry[]>)[];

/** Throws ApiError for what does not fit the shard. */
export function bindSuggestions(request: SuggestRequest, shard: SuggestShard): ShardSuggestions {
  return request.suggestions.map((suggestion) => {
    const { suggester, prefix, regex } = suggestion;
    const own = suggestion.text ?? prefix ?? regex;
    const text = own ?? request.text;
    if (text === null) {
      throw apiError('illegal_argument_exception', 'The required text option is missing');
    }
    return suggester.bind(shard, { text, prefix: prefix ?? suggestion.text, regex });
  });
}

/** What a shard suggests, entries by suggestion. */
export function* entriesOf(suggestions: ShardSuggestions): Steps<SuggestEntry[][]> {
  const found: SuggestEntry[][] = [];
  for (const find of suggestions) found.push(yield* find());
  return found;
}

/** What all shards suggest, by the name that the answer gives it. `found`: by shard, then by suggestion. */
export function reduceSuggestions(
  { suggestions }: SuggestRequest,
  found: readonly (readonly SuggestEntry[][])[],
  typedKeys: boolean,
): Map<string, SuggestEntry[]> {
  const reduction = new Map<string, SuggestEntry[]>();
  for (const [i, suggestion] of suggestions.entries()) {
    const { type, size } = suggestion.suggester;
    const ofShards = found.map((shard) => shard[i]!);
    const entries = reduced(ofShards, suggestion).map((entry) => {
      return { ...entry, options: entry.options.slice(0, size) };
    });
    reduction.set(typedKeys ? `${type}#${suggestion.name}` : suggestion.name, entries);
  }
  return reduction;
}

/** Ready to write. `hits`: what is shown of the documents of options. */
export function suggestJson(
  suggestions: ReadonlyMap<string, readonly SuggestEntry[]>,
  hits: ReadonlyMap<SuggestOption, JsonMap>,
): JsonMap {
  const json: Record<string, JsonMap[]> = dictionary();
  for (const [name, entries] of suggestions) {
    json[name] = entries.map(({ text, offset, length, options }) => {
      const shown = options.filter((option) => option.at === undefined || hits.has(option));
      return { text, offset, length, options: shown.map((option) => optionJson(option, hits.get(option))) };
    });
  }
  return json;
}

/** The entries of several shards as one list: each has the same ones, in the same order. */
function reduced(found: readonly SuggestEntry[][], { suggester }: NamedSuggestion): readonly SuggestEntry[] {
  const [first, ...others] = found;
  if (first === undefined || others.length === 0) return first ?? [];
  const differing = others.find(({ length }) => length !== first.length);
  if (differing !== undefined) {
    throw unlike(`result, ${UNLIKE} Suggest entries have different sizes`, differing.length, first.length);
  }
  return first.map((entry, i) => {
    const all = found.map((entries) => entries[i]!);
    const other = all.find(({ text }) => text !== entry.text);
    if (other !== undefined) {
      throw unlike(`entries, ${UNLIKE} Suggest entries have different text`, other.text, entry.text);
    }
    return { ...entry, options: united(all, suggester) };
  });
}

const UNLIKE =
  'this might be caused by suggest calls across multiple indices with different analysis chains.';

function unlike(what: string, actual: string | number, expected: string | number): Error {
  const reason = `Can't merge suggest ${what} actual [${actual}] expected [${expected}]`;
  return apiError('illegal_state_exception', reason);
}

function united(entries: readonly SuggestEntry[], suggester: Suggester): SuggestOption[] {
  const options = new Map<string, SuggestOption>();
  const others: SuggestOption[] = [];
  for (const option of entries.flatMap((entry) => entry.options)) {
    const known = options.get(option.text);
    const merged = known === undefined ? option : suggester.merge(known, option);
    if (merged === null) others.push(option);
    else options.set(option.text, merged);
  }
  const cutoff = Math.max(0, ...entries.map((entry) => entry.cutoff ?? 0));
  const kept = [...options.values(), ...others].filter(({ score }) => cutoff === 0 || score > cutoff);
  return kept.sort((a, b) => suggester.compare(a, b));
}

function optionJson(option: SuggestOption, hit?: JsonMap): JsonMap {
  const { text, highlighted, score, freq, collateMatch, contexts } = option;
  if (hit !== undefined) return { text, ...hit, contexts };
  return { text, highlighted, score: new Float(score), freq, collate_match: collateMatch };
}
