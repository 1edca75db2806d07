import type { WorkBudget } from '../budget/work-budget.ts';
import type { FieldWords, Phrase } from './field-words.ts';
import { phrasePlaces, tokensByTerm } from './phrase-places.ts';
import { spanTokens } from './span-places.ts';
import type { Token } from './text-tokens.ts';

/** A stretch of a text that is to be marked. */
export interface WordOffset {
  readonly start: number;
  readonly end: number;
  /** What counts as the same word. */
  readonly term: string;
  /** How often the word occurs in the text. */
  readonly freq: number;
}

/** All that the words match, in the order of the text; what several of them match is there several times. */
export function wordOffsets(tokens: readonly Token[], words: FieldWords, budget: WorkBudget): WordOffset[] {
  const { terms, tests, phrases, spans } = words;
  const isPlain = tests.length + phrases.length + spans.length === 0;
  const byTerm = tokensByTerm(tokens, isPlain ? terms : undefined);
  const offsets: WordOffset[] = [];
  const add = (places: readonly number[], term: string, freq: number): void => {
    for (const place of places) {
      const { start, end } = tokens[place]!;
      offsets.push({ start, end, term, freq });
    }
  };
  for (const term of terms.keys()) {
    const places = byTerm.get(term) ?? [];
    add(places, term, places.length);
  }
  for (const [number, boostOf] of tests.entries()) {
    const places: number[] = [];
    for (const [term, ofTerm] of byTerm) {
      budget.charge(1);
      if (boostOf(term) !== undefined) for (const place of ofTerm) places.push(place);
    }
    // No word begins so: a test is a word of its own.
    add(places, `\0${number}`, places.length);
  }
  const near = [
    ...phrases.map((phrase) => phraseTokens(phrase, tokens, byTerm, budget)),
    ...spans.map((each) => spanTokens(each, { tokens, byTerm }, budget)),
  ];
  for (const found of near) {
    for (const [term, places] of found) {
      if (!terms.has(term)) add([...places], term, places.size);
    }
  }
  return offsets.sort(byPlace);
}

/** The tokens that make a phrase, by their terms. */
function phraseTokens(
  phrase: Phrase,
  tokens: readonly Token[],
  byTerm: ReadonlyMap<string, readonly number[]>,
  budget: WorkBudget,
): ReadonlyMap<string, ReadonlySet<number>> {
  const inPhrase = new Map<string, Set<number>>();
  for (const { tokens: found } of phrasePlaces(phrase, tokens, byTerm, budget)) {
    for (const place of found) {
      const { term } = tokens[place]!;
      const known = inPhrase.get(term);
      if (known === undefined) inPhrase.set(term, new Set([place]));
      else known.add(place);
    }
  }
  return inPhrase;
}

function byPlace(a: WordOffset, b: WordOffset): number {
  if (a.start !== b.start) return a.start - b.start;
  if (a.end !== b.end) return a.end - b.end;
  if (a.term === b.term) return 0;
  return a.term < b.term ? -1 : 1;
}
