import { keyOfBytes } from '../codec/bytes.ts';
import { javaFloat } from '../mapping/java-text.ts';
import type { Postings } from '../segment/postings.ts';
import type { TermsReader } from '../segment/segment-reader.ts';
import { NO_NORM } from './bm25.ts';
import { explainBm25 } from './explain-bm25.ts';
import { type Explanation, unmatched } from './explanation.ts';
import { type PhrasePart, PhraseScorer } from './phrase-scorer.ts';
import { phraseText } from './phrase-weight.ts';
import { type QueryToken, textOf } from './query-tokens.ts';
import type { Scorer } from './scorer.ts';
import { type FieldSimilarity, type TermState, termState } from './term-weight.ts';
import { UnionPostings } from './union-postings.ts';
import { type QueryContext, SegmentWeight } from './weight.ts';
import type { WordSink } from './word-sink.ts';

/** What a term that a prefix stands for takes until the search ends. */
const TERM_BYTES = 200;

/**
 * The terms that begin with a prefix: the first `most` of them, segment by segment, as Lucene's users of a phrase prefix
 * take them; one even where none is asked for.
 */
export function prefixedTerms(
  context: QueryContext,
  field: string,
  prefix: Uint8Array,
  most: number,
): readonly TermState[] {
  const found = new Map<string, Uint8Array>();
  for (const segment of context.searcher.segments) {
    if (found.size > 0 && found.size >= most) break;
    const terms = segment.terms(field);
    if (terms !== null) collectPrefixed(context, terms, prefix, most, found);
  }
  return [...found.values()].map((term) => termState(context, field, term));
}

function collectPrefixed(
  context: QueryContext,
  terms: TermsReader,
  prefix: Uint8Array,
  most: number,
  found: Map<string, Uint8Array>,
): void {
  for (let ordinal = terms.ceiling(prefix); ordinal < terms.size; ordinal++) {
    const term = terms.term(ordinal);
    if (!beginsWith(term, prefix)) return;
    context.budget.charge(1);
    const text = terms.termText(ordinal);
    if (!found.has(text)) {
      context.budget.reserve(TERM_BYTES + term.length, '<terms of a prefix>');
      found.set(text, term.slice());
    }
    if (found.size >= most) return;
  }
}

function beginsWith(term: Uint8Array, prefix: Uint8Array): boolean {
  if (term.length < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) if (term[i] !== prefix[i]) return false;
  return true;
}

/** A phrase whose last place may be any of several terms (Lucene's `MultiPhraseQuery`). */
/** Of so many terms at most a phrase is one for the highlighter of term vectors too: else each is a word by itself. */
const PHRASE_TERMS = 16;

export class PhrasePrefixWeight extends SegmentWeight {
  readonly #similarity: FieldSimilarity;
  readonly #tokens: readonly QueryToken[];
  readonly #states: readonly TermState[];
  readonly #last: { readonly states: readonly TermState[]; readonly position: number };
  readonly #slop: number;
  readonly #boost: number;
  readonly #weight: number;

  /** `tokens`: all but the last, of which there is one at least. */
  constructor(
    context: QueryContext,
    similarity: FieldSimilarity,
    tokens: readonly QueryToken[],
    last: { readonly states: readonly TermState[]; readonly position: number },
    { slop, boost }: { readonly slop: number; readonly boost: number },
  ) {
    super(context);
    this.#similarity = similarity;
    this.#tokens = tokens;
    this.#states = tokens.map((token) => termState(context, similarity.field, token.term));
    this.#last = last;
    this.#slop = slop;
    this.#boost = boost;
    const all = [...this.#states, ...last.states].filter((state) => state.docFreq > 0);
    const sum = all.reduce((total, state) => total + similarity.idf(state.docFreq), 0);
    this.#weight = this.needsScores ? Math.fround(boost * Math.fround(sum)) : 0;
  }

  text(): string {
    const text = this.#name();
    return this.#boost === 1 || !this.needsScores ? text : `(${text})^${javaFloat(this.#boost)}`;
  }

  /** With the terms that the prefix stands for here. */
  #name(): string {
    const words = this.#tokens.map(({ term, position }) => ({ text: textOf(term), position }));
    const { states, position } = this.#last;
    const ends = states.map(({ term }) => textOf(term));
    const text = ends.length === 1 ? ends[0]! : `(${ends.join(' ')})`;
    return phraseText(this.#similarity.field, [...words, { text, position }], this.#slop);
  }

  explain(segment: number, doc: number): Explanation {
    const freq = this.#scorer(segment)?.freqIn(doc) ?? 0;
    if (freq === 0) return unmatched('no matching terms');
    const { field, statistics } = this.#similarity;
    const docFreqs = [...this.#states, ...this.#last.states].map(({ docFreq }) => docFreq);
    return explainBm25({
      text: this.#name(),
      doc,
      statistics,
      docFreqs: docFreqs.filter((count) => count > 0),
      boost: this.#boost,
      freq,
      freqText: `phraseFreq=${javaFloat(freq)}`,
      norm: this.segment(segment).norms(field)?.[doc] ?? NO_NORM,
    });
  }

  words(sink: WordSink): void {
    const words = this.#tokens.map(({ term, position }) => ({ term: textOf(term), position }));
    const others = sink.only('others');
    const vectors = sink.only('vectors');
    const { field } = this.#similarity;
    const { states, position } = this.#last;
    const isShort = words.length + states.length <= PHRASE_TERMS;
    if (!isShort) for (const { term } of words) vectors.term(field, term, 1);
    for (const state of states) {
      const term = textOf(state.term);
      const whole = [...words, { term, position }];
      others.phrase(field, whole, this.#slop, this.#boost);
      if (isShort) vectors.phrase(field, whole, this.#slop, 1);
      else vectors.term(field, term, 1);
    }
  }

  override get isGradual(): boolean {
    return true;
  }

  override scorer(segment: number): Scorer | null {
    return this.#scorer(segment);
  }

  #scorer(segment: number): PhraseScorer | null {
    const reader = this.segment(segment);
    const { field, inverses } = this.#similarity;
    const terms = reader.terms(field);
    if (terms === null) return null;
    const last = this.#postings(terms, this.#last.states, segment);
    const parts: PhrasePart[] = [];
    const groups = this.#groups();
    const first = this.#tokens[0]!.position;
    for (const [i, state] of this.#states.entries()) {
      const [postings] = this.#postings(terms, [state], segment);
      if (postings === undefined) return null;
      parts.push({ postings, offset: this.#tokens[i]!.position - first, group: groups[i]! });
    }
    if (last.length === 0) return null;
    const any = last.length === 1 ? last[0]! : new UnionPostings(last);
    parts.push({ postings: any, offset: this.#last.position - first, group: groups.at(-1)! });
    return new PhraseScorer(parts, this.#slop, this.#weight, inverses, reader.norms(field), this.budget);
  }

  #postings(terms: TermsReader, states: readonly TermState[], segment: number): Postings[] {
    const ordinals = states.map((state) => state.ordinals[segment]!).filter((ordinal) => ordinal >= 0);
    this.budget.charge(ordinals.length);
    return ordinals.map((ordinal) => terms.postings(ordinal, this.windows));
  }

  /** By place of the phrase: equal for places that may hold the same term. */
  #groups(): number[] {
    const names = this.#tokens.map(({ term }) => keyOfBytes(term));
    const lasts = new Set(this.#last.states.map(({ term }) => keyOfBytes(term)));
    const shared = names.findIndex((name) => lasts.has(name));
    const groups = names.map((name) => (lasts.has(name) ? shared : names.indexOf(name)));
    return [...groups, shared < 0 ? names.length : shared];
  }
}
