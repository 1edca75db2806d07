import { findCandidates } from '../query/fuzzy-query.ts';
import { compareWords, type Dictionary } from './dictionary.ts';
import type { StringDistance } from './string-distances.ts';

/** `always`; of words that are not there (`missing`); or only of words that are in more documents (`popular`). */
export type SuggestMode = 'missing' | 'popular' | 'always';

export type SpellSort = 'score' | 'frequency';

/** How words like another are found: Lucene's `DirectSpellChecker`. */
export interface SpellSettings {
  readonly suggestMode: SuggestMode;
  /** The least likeness, 0 to 1. */
  readonly accuracy: number;
  readonly sort: SpellSort;
  /** null: the likeness of the automaton that finds the words. */
  readonly distance: StringDistance | null;
  readonly maxEdits: number;
  /** So many times as many words are looked at as are wanted. */
  readonly maxInspections: number;
  /** Words in more documents are right: a number from 1 on, a part of all documents below. */
  readonly maxTermFreq: number;
  /** The first characters are the same. */
  readonly prefixLength: number;
  readonly minWordLength: number;
  /** What is proposed is in more documents than this; as `maxTermFreq`. */
  readonly minDocFreq: number;
}

export const spellDefaults: SpellSettings = Object.freeze({
  suggestMode: 'missing',
  accuracy: 0.5,
  sort: 'score',
  distance: null,
  maxEdits: 2,
  maxInspections: 5,
  maxTermFreq: Math.fround(0.01),
  prefixLength: 1,
  minWordLength: 4,
  minDocFreq: 0,
});

export interface SimilarWord {
  readonly text: string;
  /** Likeness, 0 to 1. */
  readonly score: number;
  /** Documents that have it. */
  readonly freq: number;
}

/** The best `count` words like another, best first. */
export function similarWords(
  word: string,
  count: number,
  dictionary: Dictionary,
  settings: SpellSettings,
): SimilarWord[] {
  const points = Array.from(word);
  if (points.length < settings.minWordLength || points.length === 0) return [];
  const { docFreq } = dictionary.statsOf(word);
  const { maxDoc } = dictionary;
  if (settings.suggestMode === 'missing' && docFreq > 0) return [];
  const { maxTermFreq, minDocFreq } = settings;
  const most = maxTermFreq >= 1 ? maxTermFreq : Math.ceil(Math.fround(maxTermFreq * maxDoc));
  if (docFreq > most) return [];
  let least = settings.suggestMode === 'popular' ? docFreq : 0;
  if (minDocFreq >= 1) least = Math.max(least, Math.trunc(minDocFreq));
  else if (minDocFreq > 0) least = Math.max(least, Math.trunc(Math.fround(minDocFreq * maxDoc)) - 1);
  const search = new WordSearch(word, points, dictionary, settings, least);
  const inspected = Math.min(count * settings.maxInspections, 0x7fffffff);
  const found = new Map<string, SimilarWord>();
  // One edit first: where that finds enough, two are not tried.
  for (const near of search.within(1, inspected)) found.set(near.text, near);
  if (settings.maxEdits > 1 && found.size < inspected) {
    for (const near of search.within(settings.maxEdits, inspected)) found.set(near.text, near);
  }
  return [...found.values()].sort(orders[settings.sort]).slice(0, count);
}

class WordSearch {
  readonly #word: string;
  readonly #points: readonly string[];
  readonly #dictionary: Dictionary;
  readonly #settings: SpellSettings;
  readonly #least: number;

  constructor(
    word: string,
    points: readonly string[],
    dictionary: Dictionary,
    settings: SpellSettings,
    least: number,
  ) {
    this.#word = word;
    this.#points = points;
    this.#dictionary = dictionary;
    this.#settings = settings;
    this.#least = least;
  }

  /** The nearest `count` words within so many edits. */
  within(edits: number, count: number): SimilarWord[] {
    const { accuracy, distance, prefixLength } = this.#settings;
    const { field, shard } = this.#dictionary;
    const options = {
      prefixLength: Math.max(prefixLength, edits - 1),
      maxExpansions: Number.POSITIVE_INFINITY,
      transpositions: true,
      isConstant: false,
    };
    const found: (SimilarWord & { readonly nearness: number })[] = [];
    for (const near of findCandidates(shard, field, this.#points, edits, options)) {
      const text = near.terms.termText(near.ordinal);
      if (text === this.#word || near.docFreq <= this.#least) continue;
      const length = pointCount(text);
      const shorter = Math.min(this.#points.length, length);
      const nearness = Math.fround(1 - Math.fround(near.distance / shorter));
      if (distance !== null) shard.budget.charge(1 + ((this.#points.length * length) >>> CELLS_PER_STEP));
      const score = distance === null ? nearness : distance(this.#word, text);
      if (!(score < accuracy)) found.push({ text, score, freq: near.docFreq, nearness });
    }
    found.sort((a, b) => b.nearness - a.nearness || compareWords(a.text, b.text));
    return found.slice(0, count).map(({ text, score, freq }) => ({ text, score, freq }));
  }
}

/** Pairs of characters that are compared in a step, as a power of two. */
const CELLS_PER_STEP = 8;

function pointCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** By sort, best first. */
export const orders: Readonly<Record<SpellSort, (a: SimilarWord, b: SimilarWord) => number>> = {
  score: (a, b) => b.score - a.score || b.freq - a.freq || (a.text < b.text ? -1 : 1),
  frequency: (a, b) => b.freq - a.freq || b.score - a.score || (a.text < b.text ? -1 : 1),
};
