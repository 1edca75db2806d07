import type { WorkBudget } from '../budget/work-budget.ts';
import type { FieldWords } from './field-words.ts';
import { phraseSpans } from './phrase-spans.ts';
import { spanTokens } from './span-places.ts';
import type { Token } from './text-tokens.ts';
import { TextWords } from './text-words.ts';

/** What counts as one word: a term, or all that a pattern matches. */
interface MatchedWord {
  readonly term: string;
  /** How often it occurs in the text. */
  readonly freq: number;
}

/** A stretch of a text that is to be marked. */
export interface WordOffset {
  readonly start: number;
  readonly end: number;
  /** In the order of their terms, at least one; shared by all places of a word. */
  readonly words: readonly MatchedWord[];
}

/** What one of them takes of memory, and the fragment that it is in. */
const OFFSET_BYTES = 64;

/** A word that matches, in the list of one of the terms of a text. */
const MATCH_BYTES = 16;

/** So many of them, as a power of two, are noted and sorted in a step. */
const OFFSETS_PER_STEP = 3;

/**
 * All that the words match, in the order of the text. `isAnalyzed`: the words of the text are not in the index, and Lucene sees
 * those alone that are looked for: nothing else is left out of spans.
 */
export function wordOffsets(
  tokens: readonly Token[],
  words: FieldWords,
  budget: WorkBudget,
  isAnalyzed = false,
): WordOffset[] {
  const { terms, tests, phrases, spans } = words;
  const isPlain = tests.length + phrases.length + spans.length === 0;
  const textWords = new TextWords(tokens, isPlain ? terms : undefined);
  const matched = matchedWords(textWords, words, budget);
  // Of several phrases and spans that a word is in, each place of it counts once.
  const isSeen = isAnalyzed ? seenWords(words, matched) : undefined;
  const near = spanTokens([...phrases.map(phraseSpans), ...spans], textWords, budget, isSeen);
  const offsets: WordOffset[] = [];
  const add = (places: readonly number[], all: readonly MatchedWord[]): void => {
    budget.charge(places.length >>> OFFSETS_PER_STEP);
    budget.reserve(places.length * OFFSET_BYTES, '<highlight>');
    for (const place of places)
      offsets.push({ start: tokens[place]!.start, end: tokens[place]!.end, words: all });
  };
  for (const [term, all] of matched) {
    const places = textWords.byTerm.get(term)!;
    const apart = new Set(terms.has(term) ? [] : near.get(term));
    add(apart.size === 0 ? places : places.filter((place) => !apart.has(place)), all);
  }
  for (const [term, places] of near) {
    if (terms.has(term)) continue;
    const own = { term, freq: places.length };
    add(places, [...(matched.get(term) ?? []), own]);
  }
  return offsets.sort(byPlace);
}

type Matched = ReadonlyMap<string, readonly MatchedWord[]>;

/** For each term of the text what it is wherever it stands: every pattern that matches it, and itself. */
function matchedWords(text: TextWords, { terms, tests }: FieldWords, budget: WorkBudget): Matched {
  const found = new Map<string, MatchedWord[]>();
  const add = (term: string, word: MatchedWord): void => {
    const known = found.get(term);
    if (known === undefined) found.set(term, [word]);
    else known.push(word);
  };
  // No word begins so: a pattern is a word of its own.
  const patterns = tests.map((boostOf, number) => ({ boostOf, term: `\0${number}` })).sort(byTerm);
  for (const { boostOf, term: name } of patterns) {
    const word = { term: name, freq: 0 };
    let count = 0;
    for (const [term, { length }] of text.byTerm) {
      budget.charge(1);
      if (boostOf(term) === undefined) continue;
      word.freq += length;
      count++;
      add(term, word);
    }
    budget.reserve(count * MATCH_BYTES, '<highlight>');
  }
  for (const term of terms.keys()) {
    const freq = text.byTerm.get(term)?.length;
    if (freq !== undefined) add(term, { term, freq });
  }
  return found;
}

function seenWords({ terms, phrases, spans }: FieldWords, matched: Matched): (term: string) => boolean {
  const known = new Set(terms.keys());
  for (const { words } of phrases) for (const { term } of words) known.add(term);
  for (const { words } of spans) for (const term of words) known.add(term);
  return (term) => known.has(term) || matched.has(term);
}

function byTerm(a: { readonly term: string }, b: { readonly term: string }): number {
  if (a.term === b.term) return 0;
  return a.term < b.term ? -1 : 1;
}

function byPlace(a: WordOffset, b: WordOffset): number {
  if (a.start !== b.start) return a.start - b.start;
  if (a.end !== b.end) return a.end - b.end;
  return byTerm(a.words[0]!, b.words[0]!);
}
