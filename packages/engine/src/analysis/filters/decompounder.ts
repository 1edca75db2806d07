import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import type { StreamFilter, Token, TokenStage } from '../token-stream.ts';
import { WordSet, wordsOf } from '../words/word-list.ts';
import { PassingStage } from './passing-stage.ts';

interface Decompounding {
  readonly words: WordSet;
  /** Of words that are looked into, in UTF-16 units. */
  readonly wordMin: number;
  /** Of what is found in them. */
  readonly partMin: number;
  readonly partMax: number;
  /** Of the words that begin at one place only the longest, and the next one behind it. */
  readonly longestOnly: boolean;
}

/** Longer ones would be looked for at each place of each word. */
const WORD_MAX = 255;

/** Of what is longer no word is made, but by keyword tokenizers: parts of it would be without number. */
const COMPOUND_MAX = 1024;

/** Each token, and behind it, at its place, the words that it is made of (Lucene's DictionaryCompoundWordTokenFilter). */
class DecompoundingStage extends PassingStage {
  readonly #how: Decompounding;

  constructor(next: TokenStage, how: Decompounding) {
    super(next);
    this.#how = how;
  }

  token(token: Token): void {
    const { term } = token;
    const parts =
      term.length >= this.#how.wordMin && term.length <= COMPOUND_MAX ? this.#partsOf(term, token) : [];
    this.next.token(token);
    for (const part of parts) this.next.token(part);
  }

  #partsOf(term: string, token: Token): Token[] {
    const { words, partMin, partMax, longestOnly } = this.#how;
    const parts: Token[] = [];
    for (let at = 0; at <= term.length - partMin; at++) {
      const most = Math.min(partMax, term.length - at);
      let longest: string | undefined;
      for (let length = Math.max(1, partMin); length <= most; length++) {
        const part = term.slice(at, at + length);
        if (!words.has(part)) continue;
        longest = part;
        if (!longestOnly) parts.push(token.withTerm(part, 0));
      }
      if (!longestOnly || longest === undefined) continue;
      parts.push(token.withTerm(longest, 0));
      at += longest.length - 1;
    }
    return parts;
  }
}

/** Throws ApiError for a size below 0. */
function sizeOf(settings: ComponentSettings, name: string, called: string, otherwise: number): number {
  const size = settings.integer(name, otherwise);
  if (size < 0) throw invalid(`${called} cannot be negative`);
  return size;
}

function decompounderOf(settings: ComponentSettings): StreamFilter {
  const given = wordsOf(settings, 'word_list');
  if (given === undefined) {
    throw invalid(
      `word_list must be provided for [${settings.name}], either as a path to a file, or directly`,
    );
  }
  const long = given.find(({ length }) => length > WORD_MAX);
  if (long !== undefined) throw invalid(`[word_list] holds a word of more than ${WORD_MAX} characters`);
  const how = {
    words: new WordSet(given, settings.flag('word_list_case', false)),
    wordMin: sizeOf(settings, 'min_word_size', 'minWordSize', 5),
    partMin: sizeOf(settings, 'min_subword_size', 'minSubwordSize', 2),
    // Nothing longer can be found.
    partMax: Math.min(
      sizeOf(settings, 'max_subword_size', 'maxSubwordSize', 15),
      given.reduce((most, { length }) => Math.max(most, length), 0),
    ),
    longestOnly: settings.flag('only_longest_match', false),
  };
  return { open: (next) => new DecompoundingStage(next, how) };
}

export const dictionaryDecompounder: TokenFilterType = {
  name: 'dictionary_decompounder',
  forRules: () => 'skipped',
  isDefinedOnly: true,
  make: decompounderOf,
};
