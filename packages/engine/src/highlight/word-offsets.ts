import type { WorkBudget } from '../budget/work-budget.ts';
import type { FieldWords } from './field-words.ts';
import { phraseSpans } from './phrase-spans.ts';
import { spanTokens } from './span-places.ts';
import type { Token } from './text-tokens.ts';
import { TextWords } from './text-words.ts';

/** A stretch of a text that is to be marked. */
export interface WordOffset {
  readonly start: number;
  readonly end: number;
  /** What counts as the same word. */
  readonly term: string;
  /** How often the word occurs in the text. */
  readonly freq: number;
}

/** What one of them takes of memory, and the fragment that it is in. */
const OFFSET_BYTES = 64;

/** So many of them, as a power of two, are noted and sorted in a step. */
const OFFSETS_PER_STEP = 3;

/**
 * All that the words match, in the order of the text; what several of them match is there several times. `isAnalyzed`: the words of
 * the text are not in the index, and Lucene sees those alone that are looked for: nothing else is left out of spans.
 */
export function wordOffsets(
  tokens: readonly Token[],
  words: FieldWords,
  budget: WorkBudget,
  isAnalyzed = false,
): WordOffset[] {
  const { terms, tests, phrases, spans } = words;
  const isPlain = tests.length + phrases.length + spans.length === 0;
  const seen = isAnalyzed && spans.length > 0 ? seenWords(words) : undefined;
  const textWords = new TextWords(tokens, isPlain ? terms : seen);
  const offsets: WordOffset[] = [];
  const add = (places: readonly number[], term: string): void => {
    budget.charge(places.length >>> OFFSETS_PER_STEP);
    budget.reserve(places.length * OFFSET_BYTES, '<highlight>');
    const freq = places.length;
    for (const place of places) {
      const { start, end } = tokens[place]!;
      offsets.push({ start, end, term, freq });
    }
  };
  for (const term of terms.keys()) add(textWords.byTerm.get(term) ?? [], term);
  for (const [number, boostOf] of tests.entries()) {
    const places: number[] = [];
    for (const [term, ofTerm] of textWords.byTerm) {
      budget.charge(1);
      if (boostOf(term) !== undefined) for (const place of ofTerm) places.push(place);
    }
    // No word begins so: a test is a word of its own.
    add(places, `\0${number}`);
  }
  // Of several phrases and spans that a word is in, each place of it counts once.
  const near = spanTokens([...phrases.map(phraseSpans), ...spans], textWords, budget);
  for (const [term, places] of near) if (!terms.has(term)) add(places, term);
  return offsets.sort(byPlace);
}

function seenWords({ terms, tests, phrases, spans }: FieldWords): { has(term: string): boolean } {
  const known = new Set(terms.keys());
  for (const { words } of phrases) for (const { term } of words) known.add(term);
  for (const { words } of spans) for (const term of words) known.add(term);
  return { has: (term) => known.has(term) || tests.some((boostOf) => boostOf(term) !== undefined) };
}

function byPlace(a: WordOffset, b: WordOffset): number {
  if (a.start !== b.start) return a.start - b.start;
  if (a.end !== b.end) return a.end - b.end;
  if (a.term === b.term) return 0;
  return a.term < b.term ? -1 : 1;
}
