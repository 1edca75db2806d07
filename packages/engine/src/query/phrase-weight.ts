import { type PhrasePart, PhraseScorer } from './phrase-scorer.ts';
import { type QueryToken, textOf } from './query-tokens.ts';
import type { Scorer } from './scorer.ts';
import { type FieldSimilarity, type TermState, termState } from './term-weight.ts';
import { type QueryContext, SegmentWeight } from './weight.ts';
import type { WordSink } from './word-sink.ts';

/** Terms that stand together. The weight is the sum of the terms' idf, as Lucene's `PhraseWeight` has it. */
export class PhraseWeight extends SegmentWeight {
  readonly #similarity: FieldSimilarity;
  readonly #tokens: readonly QueryToken[];
  readonly #states: readonly TermState[];
  readonly #groups: readonly number[];
  readonly #slop: number;
  readonly #weight: number;
  readonly #boost: number;

  constructor(
    context: QueryContext,
    similarity: FieldSimilarity,
    tokens: readonly QueryToken[],
    slop: number,
    boost: number,
  ) {
    super(context);
    this.#similarity = similarity;
    this.#tokens = tokens;
    this.#slop = slop;
    this.#boost = boost;
    this.#states = tokens.map((token) => termState(context, similarity.field, token.term));
    const places = new Map<string, number>();
    this.#groups = tokens.map((token, place) => {
      const name = token.term.join();
      if (!places.has(name)) places.set(name, place);
      return places.get(name)!;
    });
    let sum = 0;
    for (const state of this.#states) sum += similarity.idf(state.docFreq);
    this.#weight = this.needsScores ? Math.fround(boost * Math.fround(sum)) : 0;
  }

  words(sink: WordSink): void {
    const words = this.#tokens.map(({ term, position }) => ({ term: textOf(term), position }));
    sink.phrase(this.#similarity.field, words, this.#slop, this.#boost);
  }

  override get isGradual(): boolean {
    return true;
  }

  override scorer(segment: number): Scorer | null {
    const reader = this.segment(segment);
    const { field, inverses } = this.#similarity;
    const terms = reader.terms(field);
    if (terms === null) return null;
    const parts: PhrasePart[] = [];
    for (let i = 0; i < this.#tokens.length; i++) {
      const ordinal = this.#states[i]!.ordinals[segment]!;
      if (ordinal < 0) return null;
      parts.push({
        postings: terms.postings(ordinal, this.windows),
        offset: this.#tokens[i]!.position - this.#tokens[0]!.position,
        group: this.#groups[i]!,
      });
    }
    return new PhraseScorer(parts, this.#slop, this.#weight, inverses, reader.norms(field), this.budget);
  }
}
