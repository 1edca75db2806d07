import type { WorkBudget } from '../budget/work-budget.ts';
import { textOf } from './query-tokens.ts';

/** A word of a phrase, and its place in it. */
export interface PhraseWord {
  readonly term: string;
  readonly position: number;
}

/** Where a term stands in a text. */
export interface TermPlaces {
  /** Ascending. */
  readonly positions: readonly number[];
  /** For each position whether a span is made of it. */
  readonly marks: Uint8Array;
}

/** Where terms stand in one text, in place of a segment. */
export interface TextPlaces {
  readonly budget: WorkBudget;
  /** undefined where it does not stand there. */
  of(term: string): TermPlaces | undefined;
}

/** Words that matter where they make spans. */
export interface SpanWords {
  readonly words: ReadonlySet<string>;
  readonly boost: number;
  /** Takes the spans of a text, of which there may be as many as words in it, each of many; `span` null: marks what makes them. */
  readonly find: (places: TextPlaces, span: ((from: number, to: number) => void) | null) => void;
}

/**
 * The highlighter that goes by term vectors sees less of some queries than the others; the `unified` one does not see what a query
 * is only rewritten to, and alone sees which words an expansion within another query stands for.
 */
export type HighlighterKind = 'vectors' | 'others' | 'rewriting' | 'unified';

/** Takes the words that a weight looks for in texts, each with the boost of its query: for highlighting. */
export interface WordSink {
  term(field: string, term: string, boost: number): void;
  /** All terms of which a boost is told. */
  terms(field: string, boostOf: (term: string) => number | undefined): void;
  /** Two words or more that stand together; `inOrder` where it is not the slop that says so: without any they do. */
  phrase(field: string, words: readonly PhraseWord[], slop: number, boost: number, inOrder?: boolean): void;
  /** Words that are looked for where spans are. */
  spans(field: string, words: SpanWords): void;
  /** Takes what is told to these highlighters alone. */
  only(kind: HighlighterKind): WordSink;
}

/** Any of a list of terms. */
export function termList(sink: WordSink, field: string, terms: readonly Uint8Array[], boost: number): void {
  const texts = new Set(terms.map(textOf));
  if (texts.size === 1) sink.term(field, [...texts][0]!, boost);
  else sink.terms(field, (term) => (texts.has(term) ? boost : undefined));
}
