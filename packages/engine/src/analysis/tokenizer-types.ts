import type { TokenizerType } from './component-type.ts';
import { classic } from './tokenizers/classic.ts';
import { edgeNgram, ngram, oldEdgeNgram, oldNgram } from './tokenizers/ngrams.ts';
import { oldPathHierarchy, pathHierarchy } from './tokenizers/path-hierarchy.ts';
import { pattern, simplePattern, simplePatternSplit } from './tokenizers/patterns.ts';
import { charGroup, keyword, letter, lowercaseLetters, standard, whitespace } from './tokenizers/simple.ts';
import { thai } from './tokenizers/thai.ts';
import { uaxUrlEmail } from './tokenizers/uax-url-email.ts';

const all: readonly TokenizerType[] = [
  charGroup,
  classic,
  edgeNgram,
  keyword,
  letter,
  lowercaseLetters,
  ngram,
  oldEdgeNgram,
  oldNgram,
  oldPathHierarchy,
  pathHierarchy,
  pattern,
  simplePattern,
  simplePatternSplit,
  standard,
  thai,
  uaxUrlEmail,
  whitespace,
];

/** Tokenizers by type. */
export const tokenizerTypes: ReadonlyMap<string, TokenizerType> = new Map(
  all.map((type) => [type.name, type]),
);
