import type { Steps } from '../budget/slices.ts';
import { type JsonObject, parsingError } from '../dsl/json-reader.ts';
import { membersOf } from '../dsl/read-place.ts';
import { Dictionary } from './dictionary.ts';
import { orders, type SimilarWord, type SpellSettings, similarWords } from './spell-checker.ts';
import { readSpelling, spellDraft } from './spell-settings.ts';
import { suggestTokens } from './suggest-tokens.ts';
import {
  commonDraft,
  readCommon,
  requireField,
  type SuggestCommon,
  type SuggestEntry,
  type Suggester,
  type SuggesterType,
  type SuggestOption,
  type SuggestShard,
  shardSizeOf,
  suggestField,
} from './suggester.ts';

/** Words that are like those of a text, word by word. */
export const termSuggester: SuggesterType = {
  name: 'term',
  parse(body) {
    const common = commonDraft();
    const settings = spellDraft();
    for (const [name, value] of membersOf(body)) {
      if (typeof value === 'object') throw parsingError(`suggester[term] parsing failed on [${name}]`);
      if (readCommon(common, name, value) || readSpelling(settings, name, value)) continue;
      throw parsingError(`suggester[term] doesn't support field [${name}]`);
    }
    requireField(body as JsonObject);
    return new TermSuggester(common, settings);
  },
};

class TermSuggester implements Suggester {
  readonly type = termSuggester.name;
  readonly size: number;
  readonly #common: SuggestCommon;
  readonly #settings: SpellSettings;

  constructor(common: SuggestCommon, settings: SpellSettings) {
    this.size = common.size;
    this.#common = common;
    this.#settings = settings;
  }

  bind(shard: SuggestShard, { text }: { readonly text: string }): () => Steps<SuggestEntry[]> {
    const { analyzer } = suggestField(shard, this.#common);
    return () => this.#find(shard, suggestTokens(analyzer, text));
  }

  *#find(shard: SuggestShard, tokens: ReturnType<typeof suggestTokens>): Steps<SuggestEntry[]> {
    const dictionary = shard.searcher.numDocs === 0 ? null : Dictionary.of(shard, this.#common.field);
    const entries: SuggestEntry[] = [];
    for (const { term, startOffset, endOffset } of tokens) {
      shard.budget.charge(1);
      const options =
        dictionary === null ? [] : similarWords(term, shardSizeOf(this.#common), dictionary, this.#settings);
      entries.push({ text: term, offset: startOffset, length: endOffset - startOffset, options });
      if (shard.budget.sliceOver) yield;
    }
    return entries;
  }

  merge(a: SuggestOption, b: SuggestOption): SuggestOption {
    const { text, freq = 0, score } = a;
    return { text, score: Math.max(score, b.score), freq: freq + (b.freq ?? 0) };
  }

  compare(a: SuggestOption, b: SuggestOption): number {
    return orders[this.#settings.sort](a as SimilarWord, b as SimilarWord);
  }
}
