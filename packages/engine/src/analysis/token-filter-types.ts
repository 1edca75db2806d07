import type { TokenFilterType } from './component-type.ts';
import {
  apostrophe,
  asciiFolding,
  cjkWidth,
  decimalDigit,
  lowercaseType,
  reverse,
  trimType,
  uppercaseType,
} from './filters/characters.ts';
import { cjkBigram } from './filters/cjk-bigram.ts';
import { dictionaryDecompounder } from './filters/decompounder.ts';
import { elision } from './filters/elision.ts';
import { flattenGraph } from './filters/flatten-graph.ts';
import { edgeNgram, ngram, oldEdgeNgram, oldNgram } from './filters/grams.ts';
import { commonGrams, fingerprint } from './filters/joined.ts';
import { keywordMarker, keywordRepeat, stemmerOverride } from './filters/keywords.ts';
import { length, limit, truncate } from './filters/lengths.ts';
import { minHash } from './filters/min-hash.ts';
import { multiplexer } from './filters/multiplexer.ts';
import { normalizationTypes } from './filters/normalizations.ts';
import { scriptNormalizationTypes } from './filters/normalizations-of-scripts.ts';
import { patternCapture, patternReplace } from './filters/patterns.ts';
import { removedTypes, unsupportedTypes } from './filters/refused.ts';
import { keep, keepTypes, removeDuplicates, stop, unique } from './filters/selections.ts';
import { shingle } from './filters/shingle.ts';
import { snowball, stemmer, stemmerTypes } from './filters/stemmers.ts';
import { synonym, synonymGraph } from './filters/synonym.ts';
import {
  classicFilter,
  delimitedPayload,
  delimitedTermFreq,
  typeAsPayload,
} from './filters/types-and-payloads.ts';
import { wordDelimiter } from './filters/word-delimiter.ts';
import { wordDelimiterGraph } from './filters/word-delimiter-graph.ts';

const all: readonly TokenFilterType[] = [
  apostrophe,
  asciiFolding,
  cjkBigram,
  cjkWidth,
  classicFilter,
  commonGrams,
  decimalDigit,
  delimitedPayload,
  delimitedTermFreq,
  dictionaryDecompounder,
  edgeNgram,
  elision,
  fingerprint,
  flattenGraph,
  keep,
  keepTypes,
  keywordMarker,
  keywordRepeat,
  length,
  limit,
  lowercaseType,
  minHash,
  multiplexer,
  ngram,
  oldEdgeNgram,
  oldNgram,
  patternCapture,
  patternReplace,
  removeDuplicates,
  reverse,
  shingle,
  snowball,
  stemmer,
  stemmerOverride,
  stop,
  synonym,
  synonymGraph,
  trimType,
  truncate,
  typeAsPayload,
  unique,
  uppercaseType,
  wordDelimiter,
  wordDelimiterGraph,
  ...normalizationTypes,
  ...removedTypes,
  ...scriptNormalizationTypes,
  ...stemmerTypes,
  ...unsupportedTypes,
];

/** Token filters by type. */
export const tokenFilterTypes: ReadonlyMap<string, TokenFilterType> = new Map(
  all.map((type) => [type.name, type]),
);
