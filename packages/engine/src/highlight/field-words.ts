import type { HighlighterKind, PhraseWord, SpanWords, WordSink } from '../query/word-sink.ts';

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
  readonly spans: SpanWords[] = [];

  get isEmpty(): boolean {
    return this.terms.size + this.tests.length + this.phrases.length + this.spans.length === 0;
  }
}

/** One of the words that a query looks for. */
export interface ToldWord {
  readonly field: string;
  readonly word: TermTest | Phrase | SpanWords | { readonly term: string; readonly boost: number };
}

interface Told extends ToldWord {
  /** null: seen by all. */
  readonly only: HighlighterKind | null;
}

/** What a query looks for, by field. */
export class QueryWords implements WordSink {
  readonly #told: Told[];
  readonly #only: HighlighterKind | null;

  constructor(told: Told[] = [], only: HighlighterKind | null = null) {
    this.#told = told;
    this.#only = only;
  }

  only(kind: HighlighterKind): QueryWords {
    if (this.#only === kind) return this;
    const isPart = this.#only === null || (this.#only === 'others' && kind === 'unified');
    return new QueryWords(isPart ? this.#told : [], kind);
  }

  term(field: string, term: string, boost: number): void {
    this.#told.push({ field, word: { term, boost }, only: this.#only });
  }

  terms(field: string, boostOf: TermTest): void {
    this.#told.push({ field, word: boostOf, only: this.#only });
  }

  phrase(
    field: string,
    words: readonly PhraseWord[],
    slop: number,
    boost: number,
    inOrder = slop === 0,
  ): void {
    this.#told.push({ field, word: { words, slop, boost, inOrder }, only: this.#only });
  }

  spans(field: string, words: SpanWords): void {
    this.#told.push({ field, word: words, only: this.#only });
  }

  /** Those of the fields that are wanted, as a highlighter by texts sees them. */
  of(isWanted: (field: string) => boolean, type: 'plain' | 'unified' = 'unified'): FieldWords {
    const found = new FieldWords();
    const own = type === 'plain' ? 'rewriting' : 'unified';
    for (const { field, word, only } of this.#told) {
      const isSeen = only === null || only === 'others' || only === own;
      if (!isSeen || !isWanted(field)) continue;
      if (typeof word === 'function') found.tests.push(word);
      else if ('find' in word) found.spans.push(word);
      else if ('words' in word) found.phrases.push(word);
      else found.terms.set(word.term, word.boost);
    }
    return found;
  }

  /** What the highlighter of term vectors sees of them, in the order in which they are told. */
  get ofVectors(): readonly ToldWord[] {
    return this.#told.filter(({ only }) => only !== 'others' && only !== 'unified');
  }
}
