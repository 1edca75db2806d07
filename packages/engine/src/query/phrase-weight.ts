import { keyOfBytes } from '../codec/bytes.ts';
import { javaFloat } from '../mapping/java-text.ts';
import type { Postings } from '../segment/postings.ts';
import { NO_NORM } from './bm25.ts';
import { type ExactPair, ExactPairScorer } from './exact-pair-scorer.ts';
import { explainBm25 } from './explain-bm25.ts';
import { type Explanation, unmatched } from './explanation.ts';
import { type PhrasePart, PhraseScorer } from './phrase-scorer.ts';
import { type QueryToken, textOf } from './query-tokens.ts';
import type { Scorer } from './scorer.ts';
import { type FieldSimilarity, type TermState, termState } from './term-weight.ts';
import { type QueryContext, SegmentWeight } from './weight.ts';
import type { WordSink } from './word-sink.ts';

/** `t:"quick ? fox"~2`: a phrase in Lucene's words. `words` by position; a place without a word is shown too. */
export function phraseText(
  field: string,
  words: readonly { readonly text: string; readonly position: number }[],
  slop: number,
): string {
  const first = words[0]!.position;
  const shown: string[] = [];
  for (const { text, position } of words) {
    while (shown.length < position - first) shown.push('?');
    shown.push(text);
  }
  return `${field}:"${shown.join(' ')}"${slop === 0 ? '' : `~${slop}`}`;
}

/** A place of the phrase, which is that of one term. */
interface TermPart extends PhrasePart {
  readonly postings: Postings;
}

/** Null for other phrases than those of two terms of more than one document each. */
function exactPair(parts: readonly TermPart[]): ExactPair | null {
  const [first, second] = parts;
  if (first === undefined || second === undefined || parts.length > 2) return null;
  const [lead, other] = first.postings.docFreq <= second.postings.docFreq ? [first, second] : [second, first];
  if (lead.postings.docFreq === 1) return null;
  return { lead: lead.postings, other: other.postings, distance: other.offset - lead.offset };
}

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
      const name = keyOfBytes(token.term);
      if (!places.has(name)) places.set(name, place);
      return places.get(name)!;
    });
    const docFreqs = this.#states.map(({ docFreq }) => docFreq);
    this.#weight = this.needsScores ? similarity.weight(boost, docFreqs) : 0;
  }

  text(): string {
    const text = this.#name();
    return this.#boost === 1 || !this.needsScores ? text : `(${text})^${javaFloat(this.#boost)}`;
  }

  #name(): string {
    const words = this.#tokens.map(({ term, position }) => ({ text: textOf(term), position }));
    return phraseText(this.#similarity.field, words, this.#slop);
  }

  explain(segment: number, doc: number): Explanation {
    const parts = this.#parts(segment);
    const freq = parts === null ? -1 : this.#scorer(segment, parts).freqIn(doc);
    if (freq <= 0) return unmatched(freq < 0 ? 'no matching terms' : 'no matching phrase');
    const { field, statistics } = this.#similarity;
    return explainBm25({
      text: this.#name(),
      doc,
      statistics,
      docFreqs: this.#states.map(({ docFreq }) => docFreq),
      boost: this.#boost,
      freq,
      freqText: `phraseFreq=${javaFloat(freq)}`,
      norm: this.segment(segment).norms(field)?.[doc] ?? NO_NORM,
    });
  }

  words(sink: WordSink): void {
    const words = this.#tokens.map(({ term, position }) => ({ term: textOf(term), position }));
    sink.phrase(this.#similarity.field, words, this.#slop, this.#boost);
  }

  override get isGradual(): boolean {
    return true;
  }

  override scorer(segment: number): Scorer | null {
    const parts = this.#parts(segment);
    if (parts === null) return null;
    const pair = this.#slop === 0 ? exactPair(parts) : null;
    return pair === null ? this.#scorer(segment, parts) : this.#pairScorer(segment, pair);
  }

  /** Null where a term is not in the segment. */
  #parts(segment: number): readonly TermPart[] | null {
    const terms = this.segment(segment).terms(this.#similarity.field);
    if (terms === null) return null;
    const parts: TermPart[] = [];
    for (let i = 0; i < this.#tokens.length; i++) {
      const ordinal = this.#states[i]!.ordinals[segment]!;
      if (ordinal < 0) return null;
      parts.push({
        postings: terms.postings(ordinal, this.windows),
        offset: this.#tokens[i]!.position - this.#tokens[0]!.position,
        group: this.#groups[i]!,
      });
    }
    return parts;
  }

  #pairScorer(segment: number, pair: ExactPair): ExactPairScorer {
    const { field, inverses } = this.#similarity;
    return new ExactPairScorer(pair, this.#weight, inverses, this.segment(segment).norms(field), this.budget);
  }

  #scorer(segment: number, parts: readonly PhrasePart[]): PhraseScorer {
    const { field, inverses } = this.#similarity;
    const norms = this.segment(segment).norms(field);
    return new PhraseScorer(parts, this.#slop, this.#weight, inverses, norms, this.budget);
  }
}
