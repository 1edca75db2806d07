import { apiError } from '@sextant/contract';
import { asciiFold } from './ascii-folding.ts';
import { keywordTokenizer, letterTokenizer, whitespaceTokenizer } from './character-tokenizers.ts';
import { lowercase, uppercase } from './lowercase.ts';
import { porterStem } from './porter-stemmer.ts';
import { MAX_TOKEN_LENGTH, standardTokens } from './standard-tokenizer.ts';
import { englishStopWords } from './stop-words.ts';
import type { TokenFilter, Tokenizer } from './token-stream.ts';

/** Parameters of an analyzer, tokenizer or filter, as they stand in the settings or a request. */
export type Parameters = Readonly<Record<string, unknown>>;

/** A tokenizer, with filters that belong to it (`lowercase` = letter and the filter). */
export interface TokenizerParts {
  readonly tokenizer: Tokenizer;
  readonly filters: readonly TokenFilter[];
}

function integer(parameters: Parameters, name: string, otherwise: number): number {
  const value = parameters[name];
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (Number.isInteger(number)) return number;
  throw apiError(
    'illegal_argument_exception',
    `Failed to parse value [${String(value)}] for setting [${name}]`,
  );
}

/** A maker by its name; names such as `constructor` are none. */
export function maker<T>(
  types: Readonly<Record<string, (parameters: Parameters) => T>>,
  type: string,
): ((parameters: Parameters) => T) | undefined {
  return Object.hasOwn(types, type) ? types[type] : undefined;
}

/** A list setting: an array, or text separated by commas. */
export function listOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map(String);
  return String(value)
    .split(',')
    .map((part) => part.trim());
}

function maxTokenLength(parameters: Parameters): number {
  return integer(parameters, 'max_token_length', MAX_TOKEN_LENGTH);
}

/** Tokenizers by type. */
export const tokenizerTypes: Readonly<Record<string, (parameters: Parameters) => TokenizerParts>> = {
  standard: (parameters) => {
    const limit = maxTokenLength(parameters);
    return { tokenizer: (text, sink) => standardTokens(text, sink, limit), filters: [] };
  },
  whitespace: (parameters) => ({ tokenizer: whitespaceTokenizer(maxTokenLength(parameters)), filters: [] }),
  letter: () => ({ tokenizer: letterTokenizer, filters: [] }),
  lowercase: () => ({ tokenizer: letterTokenizer, filters: [lowercase] }),
  keyword: () => ({ tokenizer: keywordTokenizer, filters: [] }),
};

/** The words of a `stopwords` parameter: a list, `_english_`, `_none_`. */
export function stopWordsOf(parameters: Parameters, otherwise: ReadonlySet<string>): ReadonlySet<string> {
  const names = parameters.stopwords;
  if (names === undefined) return otherwise;
  const words = new Set<string>();
  for (const name of listOf(names)) {
    if (name === '_none_') continue;
    if (name === '_english_') for (const word of englishStopWords) words.add(word);
    else if (/^_.*_$/.test(name))
      throw apiError('illegal_argument_exception', `stop words [${name}] are not supported`);
    else words.add(name);
  }
  return words;
}

export function stopFilter(words: ReadonlySet<string>, ignoreCase = false): TokenFilter {
  if (words.size === 0) return (term) => term;
  if (!ignoreCase) return (term) => (words.has(term) ? null : term);
  const lower = new Set([...words].map(lowercase));
  return (term) => (lower.has(lowercase(term)) ? null : term);
}

/** Cuts a possessive `'s` off, with any of the three apostrophes (Lucene's EnglishPossessiveFilter). */
export function possessiveFilter(term: string): string {
  const last = term.length - 1;
  if (last < 1 || (term[last] !== 's' && term[last] !== 'S')) return term;
  return "'’＇".includes(term[last - 1]!) ? term.slice(0, -2) : term;
}

function stemmer(parameters: Parameters): TokenFilter {
  const language = String(parameters.language ?? parameters.name ?? 'porter');
  if (language === 'english' || language === 'porter') return porterStem;
  if (language === 'possessive_english') return possessiveFilter;
  throw apiError('illegal_argument_exception', `Invalid stemmer class specified: ${language}`);
}

function lengthFilter(parameters: Parameters): TokenFilter {
  const min = integer(parameters, 'min', 0);
  const max = integer(parameters, 'max', 0x7fffffff);
  return (term) => (term.length >= min && term.length <= max ? term : null);
}

function truncateFilter(parameters: Parameters): TokenFilter {
  const length = integer(parameters, 'length', 10);
  return (term) => term.slice(0, length);
}

/** Token filters by type. */
export const filterTypes: Readonly<Record<string, (parameters: Parameters) => TokenFilter>> = {
  lowercase: () => lowercase,
  uppercase: () => uppercase,
  asciifolding: () => asciiFold,
  stop: (parameters) =>
    stopFilter(
      stopWordsOf(parameters, englishStopWords),
      String(parameters.ignore_case ?? 'false') === 'true',
    ),
  porter_stem: () => porterStem,
  stemmer,
  length: lengthFilter,
  truncate: truncateFilter,
  trim: () => (term) => term.trim(),
  reverse: () => (term) => [...term].reverse().join(''),
  apostrophe: () => (term) => term.replace(/['’].*$/s, ''),
};

/** Filters that keep a term one term and look at nothing but it: those that a normalizer may use. */
export const normalizerFilters: ReadonlySet<string> = new Set([
  'lowercase',
  'uppercase',
  'asciifolding',
  'trim',
  'reverse',
]);
