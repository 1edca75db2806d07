import type { PhraseWord, WordSink } from '../query/word-sink.ts';

/** All terms that it gives a boost. */
export type TermTest = (term: string) => number | undefined;

export interface Phrase {
  readonly words: readonly PhraseWord[];
  readonly slop: number;
  readonly inOrder: boolean;
  readonly boost: number;
}

/** The words that a query looks for in one field, or in several. */
export class FieldWords {
  /** Each with its boost; of equal ones the last counts. */
  readonly terms = new Map<string, number>();
  readonly tests: TermTest[] = [];
  readonly phrases: Phrase[] = [];

  get isEmpty(): boolean {
    return this.terms.size + this.tests.length + this.phrases.length === 0;
  }
}

type Told = (words: FieldWords) => void;

/** What a query looks for, by field. */
export class QueryWords implements WordSink {
  readonly #told: { readonly field: string; readonly add: Told }[] = [];

  term(field: string, term: string, boost: number): void {
    this.#told.push({ field, add: ({ terms }) => void terms.set(term, boost) });
  }

  terms(field: string, boostOf: TermTest): void {
    this.#told.push({ field, add: ({ tests }) => void tests.push(boostOf) });
  }

  phrase(
    field: string,
    words: readonly PhraseWord[],
    slop: number,
    boost: number,
    inOrder = slop === 0,
  ): void {
    this.#told.push({ field, add: ({ phrases }) => void phrases.push({ words, slop, boost, inOrder }) });
  }

  /** Those of the fields that are wanted. */
  of(isWanted: (field: string) => boolean): FieldWords {
    const words = new FieldWords();
    for (const { field, add } of this.#told) if (isWanted(field)) add(words);
    return words;
  }
}
