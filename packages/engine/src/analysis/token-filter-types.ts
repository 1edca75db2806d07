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
import { elision } from './filters/elision.ts';
import { edgeNgram, ngram, oldEdgeNgram, oldNgram } from './filters/grams.ts';
import { commonGrams, fingerprint } from './filters/joined.ts';
import { keywordMarker, keywordRepeat, stemmerOverride } from './filters/keywords.ts';
import { length, limit, truncate } from './filters/lengths.ts';
import { multiplexer } from './filters/multiplexer.ts';
import { patternCapture, patternReplace } from './filters/patterns.ts';
import { removedTypes, unsupportedTypes } from './filters/refused.ts';
import { keep, keepTypes, removeDuplicates, stop, unique } from './filters/selections.ts';
import { porterStemType, stemmer } from './filters/stemmers.ts';
import {
  classicFilter,
  delimitedPayload,
  delimitedTermFreq,
  typeAsPayload,
} from './filters/types-and-payloads.ts';

const all: readonly TokenFilterType[] = [
  apostrophe,
  asciiFolding,
  cjkWidth,
  classicFilter,
  commonGrams,
  decimalDigit,
  delimitedPayload,
  delimitedTermFreq,
  edgeNgram,
  elision,
  fingerprint,
  keep,
  keepTypes,
  keywordMarker,
  keywordRepeat,
  length,
  limit,
  lowercaseType,
  multiplexer,
  ngram,
  oldEdgeNgram,
  oldNgram,
  patternCapture,
  patternReplace,
  porterStemType,
  removeDuplicates,
  reverse,
  stemmer,
  stemmerOverride,
  stop,
  trimType,
  truncate,
  typeAsPayload,
  unique,
  uppercaseType,
  ...removedTypes,
  ...unsupportedTypes,
];

/** Token filters by type. */
export const tokenFilterTypes: ReadonlyMap<string, TokenFilterType> = new Map(
  all.map((type) => [type.name, type]),
);
