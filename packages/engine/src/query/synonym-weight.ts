import { javaFloat } from '../mapping/java-text.ts';
import { NO_NORM } from './bm25.ts';
import { BoolWeight } from './bool-weight.ts';
import { CombinedFieldsScorer } from './combined-fields-scorer.ts';
import { explainBm25 } from './explain-bm25.ts';
import { type Explanation, unmatched } from './explanation.ts';
import { textOf } from './query-tokens.ts';
import type { Scorer } from './scorer.ts';
import { type FieldSimilarity, TermFilterWeight, type TermState } from './term-weight.ts';
import { type QueryContext, SealedWeight, SegmentWeight, type Weight } from './weight.ts';
import type { WordSink } from './word-sink.ts';

/** Terms at one place of a text, scored as if they were one term (Lucene's `SynonymQuery`). `states`: two or more, in the order of their bytes. */
export function synonymWeight(
  context: QueryContext,
  similarity: FieldSimilarity,
  states: readonly TermState[],
  boost: number,
): Weight {
  const weight = new SynonymWeight(context, similarity, states, boost);
  return context.needsScores === false ? new SynonymFilter(context, similarity, states, weight) : weight;
}

/** The same where nobody wants scores. */
class SynonymFilter extends SealedWeight {
  readonly #named: SynonymWeight;

  constructor(
    context: QueryContext,
    { field }: FieldSimilarity,
    states: readonly TermState[],
    named: SynonymWeight,
  ) {
    const should = states.map((state) => new TermFilterWeight(context, field, state, 0));
    super(new BoolWeight(context, { must: [], filter: [], should, mustNot: [], minimum: 0 }));
    this.#named = named;
  }

  override text(): string {
    return this.#named.text();
  }

  override words(sink: WordSink): void {
    this.#named.words(sink);
  }
}

class SynonymWeight extends SegmentWeight {
  readonly #similarity: FieldSimilarity;
  readonly #states: readonly TermState[];
  readonly #boost: number;
  /** That of the most frequent one. */
  readonly #docFreq: number;
  readonly #weight: number;

  constructor(
    context: QueryContext,
    similarity: FieldSimilarity,
    states: readonly TermState[],
    boost: number,
  ) {
    super(context);
    this.#similarity = similarity;
    this.#states = states;
    this.#boost = boost;
    this.#docFreq = states.reduce((most, { docFreq }) => Math.max(most, docFreq), 0);
    this.#weight = similarity.weight(boost, [this.#docFreq]);
  }

  override get isGradual(): boolean {
    return true;
  }

  text(): string {
    const text = this.#name();
    return this.#boost === 1 || !this.needsScores ? text : `(${text})^${javaFloat(this.#boost)}`;
  }

  #name(): string {
    const { field } = this.#similarity;
    return `Synonym(${this.#states.map(({ term }) => `${field}:${textOf(term)}`).join(' ')})`;
  }

  words(sink: WordSink): void {
    for (const { term } of this.#states) sink.term(this.#similarity.field, textOf(term), this.#boost);
  }

  override scorer(segment: number): Scorer | null {
    const reader = this.segment(segment);
    const { field, inverses } = this.#similarity;
    const terms = reader.terms(field);
    const ordinals = this.#states.map(({ ordinals: own }) => own[segment]!).filter((own) => own >= 0);
    if (terms === null || ordinals.length === 0) return null;
    const norms = reader.norms(field);
    const postings = ordinals.map((own) => ({ postings: terms.postings(own, this.windows), weight: 1 }));
    return new CombinedFieldsScorer(postings, {
      maxDoc: reader.maxDoc,
      weight: this.#weight,
      inverses,
      norm: norms === null ? () => NO_NORM : (doc) => norms[doc]!,
      window: this.windows.borrow(),
      budget: this.budget,
    });
  }

  explain(segment: number, doc: number): Explanation {
    const { field, statistics } = this.#similarity;
    const terms = this.segment(segment).terms(field);
    let freq = 0;
    for (const { ordinals } of this.#states) {
      const ordinal = ordinals[segment]!;
      if (terms === null || ordinal < 0) continue;
      const postings = terms.postings(ordinal, this.windows);
      if (postings.advance(doc) === doc) freq += postings.freq();
    }
    if (freq === 0) return unmatched('no matching term');
    return explainBm25({
      text: this.#name(),
      doc,
      statistics,
      docFreqs: [this.#docFreq],
      boost: this.#boost,
      freq,
      freqText: `termFreq=${javaFloat(freq)}`,
      norm: this.segment(segment).norms(field)?.[doc] ?? NO_NORM,
    });
  }
}
