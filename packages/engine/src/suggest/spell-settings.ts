import { apiError, table } from '@sextant/contract';
import { toFloat, toInt, toText } from '../dsl/json-reader.ts';
import { type SpellSettings, type SpellSort, type SuggestMode, spellDefaults } from './spell-checker.ts';
import {
  damerauLevenshtein,
  jaroWinkler,
  levenshtein,
  ngram,
  type StringDistance,
} from './string-distances.ts';

type Draft = { -readonly [key in keyof SpellSettings]: SpellSettings[key] };

export function spellDraft(): Draft {
  return { ...spellDefaults };
}

const distances: Readonly<Record<string, StringDistance | null>> = table({
  internal: null,
  damerau_levenshtein: damerauLevenshtein,
  levenshtein,
  ngram,
  jaro_winkler: jaroWinkler,
});

function invalid(reason: string): Error {
  return apiError('illegal_argument_exception', reason);
}

export function distanceOf(name: string): StringDistance | null {
  const key = name.toLowerCase();
  if (Object.hasOwn(distances, key)) return distances[key]!;
  throw invalid(`Illegal distance option ${name}`);
}

export function sortOf(name: string): SpellSort {
  const key = name.toLowerCase();
  if (key === 'score' || key === 'frequency') return key;
  throw invalid(`No enum constant org.opensearch.search.suggest.SortBy.${name.toUpperCase()}`);
}

function modeOf(name: string): SuggestMode {
  const key = name.toLowerCase();
  if (key === 'missing' || key === 'popular' || key === 'always') return key;
  const kind = 'org.opensearch.search.suggest.term.TermSuggestionBuilder.SuggestMode';
  throw invalid(`No enum constant ${kind}.${name.toUpperCase()}`);
}

/** A number of documents, or a part of them below 1. */
function frequency(name: string, value: unknown): number {
  const number = toFloat(value);
  if (number < 0) throw invalid(`${name} must be positive`);
  if (number > 1 && !Number.isInteger(number)) {
    throw invalid(`if ${name} is greater than 1, it must not be a fraction`);
  }
  return number;
}

function atLeast(least: number, value: unknown, problem: string): number {
  const number = toInt(value);
  if (number < least) throw invalid(problem);
  return number;
}

function accuracyOf(value: unknown): number {
  const accuracy = toFloat(value);
  if (accuracy < 0 || accuracy > 1) throw invalid('accuracy must be between 0 and 1');
  return accuracy;
}

function editsOf(value: unknown): number {
  const edits = toInt(value);
  if (edits < 1 || edits > 2) throw invalid('maxEdits must be between 1 and 2');
  return edits;
}

const readers: Readonly<Record<string, (draft: Draft, value: unknown) => void>> = table({
  suggest_mode: (draft, value) => {
    draft.suggestMode = modeOf(toText(value));
  },
  accuracy: (draft, value) => {
    draft.accuracy = accuracyOf(value);
  },
  sort: (draft, value) => {
    draft.sort = sortOf(toText(value));
  },
  string_distance: (draft, value) => {
    draft.distance = distanceOf(toText(value));
  },
  max_edits: (draft, value) => {
    draft.maxEdits = editsOf(value);
  },
  max_inspections: (draft, value) => {
    draft.maxInspections = atLeast(0, value, 'maxInspections must be positive');
  },
  max_term_freq: (draft, value) => {
    draft.maxTermFreq = frequency('maxTermFreq', value);
  },
  prefix_length: (draft, value) => {
    draft.prefixLength = atLeast(0, value, 'prefixLength must be positive');
  },
  min_word_length: (draft, value) => {
    draft.minWordLength = atLeast(1, value, 'minWordLength must be greater or equal to 1');
  },
  min_doc_freq: (draft, value) => {
    draft.minDocFreq = frequency('minDocFreq', value);
  },
});

/** Reads a member of a `term` suggester; false where it says nothing of how words are found. Throws ApiError. */
export function readSpelling(draft: Draft, name: string, value: unknown): boolean {
  if (!Object.hasOwn(readers, name)) return false;
  readers[name]!(draft, value);
  return true;
}
