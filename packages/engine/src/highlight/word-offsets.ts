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

/** All that the words match, in the order of the text; what several of them match is there several times. */
export function wordOffsets(tokens: readonly Token[], words: FieldWords, budget: WorkBudget): WordOffset[] {
  const { terms, tests, phrases, spans } = words;
  const isPlain = tests.length + phrases.length + spans.length === 0;
  const textWords = new TextWords(tokens, isPlain ? terms : undefined);
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

function byPlace(a: WordOffset, b: WordOffset): number {
  if (a.start !== b.start) return a.start - b.start;
  if (a.end !== b.end) return a.end - b.end;
  if (a.term === b.term) return 0;
  return a.term < b.term ? -1 : 1;
}
