import { apiError } from '@sextant/contract';
import type { FlatSettings } from '../analysis/registry.ts';
import type { Steps } from '../budget/slices.ts';
import { type BoundGenerator, bindGenerator, CandidateGenerator, type CandidateSet } from './candidates.ts';
import { collated } from './collate.ts';
import { type Correction, Corrections, MAX_PLACES } from './corrections.ts';
import { compareWords, Dictionary } from './dictionary.ts';
import { type PhraseRequest, parsePhrase } from './phrase-request.ts';
import { shinglesOf } from './shingle-sizes.ts';
import { WordScores } from './smoothing.ts';
import { spellDefaults } from './spell-checker.ts';
import { type SuggestToken, suggestTokens } from './suggest-tokens.ts';
import {
  type SuggestEntry,
  type Suggester,
  type SuggesterType,
  type SuggestField,
  type SuggestOption,
  type SuggestShard,
  shardSizeOf,
  suggestField,
} from './suggester.ts';

/** Whole phrases that are likelier than a text. */
export const phraseSuggester: SuggesterType = {
  name: 'phrase',
  parse: (body) => new PhraseSuggester(parsePhrase(body)),
};

interface BoundPhrase {
  readonly generators: readonly BoundGenerator[];
  readonly gramSize: number;
}

class PhraseSuggester implements Suggester {
  readonly type = phraseSuggester.name;
  readonly size: number;
  readonly #request: PhraseRequest;

  constructor(request: PhraseRequest) {
    this.size = request.size;
    this.#request = request;
  }

  bind(shard: SuggestShard, { text }: { readonly text: string }): () => Steps<SuggestEntry[]> {
    const found = suggestField(shard, this.#request);
    const bound = bindPhrase(this.#request, found, shard.mapping.flat);
    return () => this.#find(shard, bound, suggestTokens(found.analyzer, text), text);
  }

  *#find(
    shard: SuggestShard,
    { generators, gramSize }: BoundPhrase,
    tokens: readonly SuggestToken[],
    text: string,
  ): Steps<SuggestEntry[]> {
    const request = this.#request;
    const entry = { text, offset: 0, length: text.length };
    const none = [{ ...entry, options: [] }];
    const dictionary = shard.searcher.numDocs === 0 ? null : Dictionary.of(shard, request.field);
    const drawers = generators.flatMap((generator) => {
      const words = Dictionary.of(shard, generator.field);
      return words === null ? [] : [new CandidateGenerator(generator, words, request.realWordLikelihood)];
    });
    if (dictionary === null || drawers.length === 0) return none;
    const sets = placesOf(tokens, drawers[0]!, request);
    if (sets.length === 0 || sets.length >= request.tokenLimit) return none;
    if (sets.length > MAX_PLACES) {
      throw apiError('illegal_argument_exception', `a phrase of more than [${MAX_PLACES}] terms`);
    }
    for (const set of sets) {
      for (const drawer of drawers) drawer.draw(set);
      set.candidates = set.candidates.slice(0, shardSizeOf(request));
      if (shard.budget.sliceOver) yield;
    }
    const corrections = new Corrections(sets, {
      scores: new WordScores(request.smoothing, dictionary, request.separator),
      likelihood: request.realWordLikelihood,
      gramSize,
      count: shardSizeOf(request),
      maxErrors: request.maxErrors,
      budget: shard.budget,
    });
    const cutoff = request.confidence > 0 ? corrections.inputScore() * request.confidence : Number.MIN_VALUE;
    const found = corrections.best(cutoff).map((each) => optionOf(each, request.highlight));
    const { collate } = request;
    const options = collate === null ? found : yield* collated(found, collate, shard);
    return [{ ...entry, options: options.filter(({ score }) => score > cutoff), cutoff }];
  }

  merge(a: SuggestOption, b: SuggestOption): SuggestOption {
    const merged = { ...a, score: Math.max(a.score, b.score) };
    if (a.collateMatch === undefined && b.collateMatch === undefined) return merged;
    return { ...merged, collateMatch: a.collateMatch === true || b.collateMatch === true };
  }

  compare(a: SuggestOption, b: SuggestOption): number {
    return b.score - a.score || compareWords(a.text, b.text);
  }
}

function invalid(reason: string): Error {
  return apiError('illegal_argument_exception', reason);
}

/** Throws ApiError for what the shard does not have. */
function bindPhrase(
  request: PhraseRequest,
  { analyzer, registry }: SuggestField,
  flat: FlatSettings,
): BoundPhrase {
  const shingles = shinglesOf(analyzer.name, flat);
  const generators = request.generators.map((generator) => bindGenerator(generator, registry));
  const gramSize = request.gramSize ?? shingles?.max ?? 1;
  if (generators.length > 0) return { generators, gramSize };
  if (shingles !== null && shingles.min > 1 && !shingles.hasUnigrams && request.forceUnigrams) {
    throw invalid(
      `The default candidate generator for phrase suggest can't operate on field: [${request.field}] since it ` +
        "doesn't emit unigrams. If this is intentional try to set the candidate generator field explicitly",
    );
  }
  const { field } = request;
  const own = { field, size: 5, spelling: spellDefaults, preFilter: null, postFilter: null };
  return { generators: [own], gramSize };
}

/** One set for each place of the text, as yet with nothing but what stands there. */
function placesOf(
  tokens: readonly SuggestToken[],
  generator: CandidateGenerator,
  { forceUnigrams }: PhraseRequest,
): CandidateSet[] {
  const sets: CandidateSet[] = [];
  for (const { term, type, increment } of tokens) {
    if (forceUnigrams && type === 'shingle') continue;
    const last = sets.at(-1);
    if (increment > 0 || type !== 'SYNONYM' || last === undefined) {
      sets.push({ original: generator.original(term), candidates: [] });
    } else if (generator.statsOf(term).docFreq > 0) last.candidates.push(generator.synonym(term));
  }
  if (forceUnigrams && sets.length === 0 && tokens.length > 0) {
    throw apiError('illegal_state_exception', 'At least one unigram is required but all tokens were ngrams');
  }
  return sets;
}

function optionOf({ score, words }: Correction, highlight: PhraseRequest['highlight']): SuggestOption {
  const text = words.map(({ term }) => term).join(' ');
  const option = { text, score: Math.fround(score) };
  if (highlight === null) return option;
  const marked = words.map(({ term, isInput }, i) => {
    if (isInput) return term;
    const pre = i === 0 || words[i - 1]!.isInput ? highlight.pre : '';
    const post = i === words.length - 1 || words[i + 1]!.isInput ? highlight.post : '';
    return `${pre}${term}${post}`;
  });
  return { ...option, highlighted: marked.join(' ') };
}
