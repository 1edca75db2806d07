import { keyOfBytes } from '../codec/bytes.ts';
import { javaFloat } from '../mapping/java-text.ts';
import type { Postings } from '../segment/postings.ts';
import type { TermsReader } from '../segment/segment-reader.ts';
import { NO_NORM } from './bm25.ts';
import { explainBm25 } from './explain-bm25.ts';
import { type Explanation, unmatched } from './explanation.ts';
import { type PhrasePart, PhraseScorer } from './phrase-scorer.ts';
import { phraseText } from './phrase-weight.ts';
import { textOf } from './query-tokens.ts';
import type { Scorer } from './scorer.ts';
import { type FieldSimilarity, type TermState, termState } from './term-weight.ts';
import { UnionPostings } from './union-postings.ts';
import { type QueryContext, SegmentWeight } from './weight.ts';
import type { PhraseWord, WordSink } from './word-sink.ts';

/** What a term that a prefix stands for takes until the search ends. */
const TERM_BYTES = 200;

/**
 * The terms that begin with one of the prefixes: the first `most` of them, segment by segment, as Lucene's users of a phrase
 * prefix take them; one even where none is asked for, and one of the second prefix beside as many as there may be of the first.
 */
export function prefixedTerms(
  context: QueryContext,
  field: string,
  prefixes: readonly Uint8Array[],
  most: number,
): readonly TermState[] {
  const found = new Map<string, Uint8Array>();
  for (const prefix of prefixes) {
    const before = found.size;
    for (const segment of context.searcher.segments) {
      if (found.size > before && found.size >= most) break;
      const terms = segment.terms(field);
      if (terms !== null) collectPrefixed(context, terms, prefix, most, found);
    }
    if (found.size > most) break;
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

/** Of so many terms at most a phrase is one for the highlighter of term vectors too: else each is a word by itself. */
const PHRASE_TERMS = 16;

/** So many words, in phrases of one term for each place, are told to highlighters; of more each term is a word by itself. */
const TOLD_WORDS = 1 << 18;

/** A place of a phrase, and the terms of which any may stand there. */
export interface PhrasePlace {
  readonly states: readonly TermState[];
  readonly position: number;
}

/** A phrase with places that may be any of several terms (Lucene's `MultiPhraseQuery`). */
export class MultiPhraseWeight extends SegmentWeight {
  readonly #similarity: FieldSimilarity;
  readonly #places: readonly PhrasePlace[];
  readonly #slop: number;
  readonly #boost: number;
  readonly #weight: number;

  /** `places`: two or more. */
  constructor(
    context: QueryContext,
    similarity: FieldSimilarity,
    places: readonly PhrasePlace[],
    { slop, boost }: { readonly slop: number; readonly boost: number },
  ) {
    super(context);
    this.#similarity = similarity;
    this.#places = places;
    this.#slop = slop;
    this.#boost = boost;
    this.#weight = this.needsScores ? similarity.weight(boost, this.#docFreqs()) : 0;
  }

  #docFreqs(): number[] {
    return this.#places.flatMap(({ states }) => states.map(({ docFreq }) => docFreq)).filter((n) => n > 0);
  }

  text(): string {
    const text = this.#name();
    return this.#boost === 1 || !this.needsScores ? text : `(${text})^${javaFloat(this.#boost)}`;
  }

  /** With the terms that a prefix stands for here. */
  #name(): string {
    const words = this.#places.map(({ states, position }) => {
      const terms = states.map(({ term }) => textOf(term));
      return { text: terms.length === 1 ? terms[0]! : `(${terms.join(' ')})`, position };
    });
    return phraseText(this.#similarity.field, words, this.#slop);
  }

  explain(segment: number, doc: number): Explanation {
    const freq = this.#scorer(segment)?.freqIn(doc) ?? -1;
    if (freq <= 0) return unmatched(freq < 0 ? 'no matching terms' : 'no matching phrase');
    const { field, statistics } = this.#similarity;
    return explainBm25({
      text: this.#name(),
      doc,
      statistics,
      docFreqs: this.#docFreqs(),
      boost: this.#boost,
      freq,
      freqText: `phraseFreq=${javaFloat(freq)}`,
      norm: this.segment(segment).norms(field)?.[doc] ?? NO_NORM,
    });
  }

  words(sink: WordSink): void {
    const others = sink.only('others');
    const vectors = sink.only('vectors');
    const { field } = this.#similarity;
    const all = this.#places.flatMap(({ states }) => states.map(({ term }) => textOf(term)));
    const isShort = all.length <= PHRASE_TERMS;
    if (!isShort) for (const term of all) vectors.term(field, term, 1);
    const phrases = this.#phrases();
    if (phrases === null) for (const term of all) others.term(field, term, this.#boost);
    for (const phrase of phrases ?? []) {
      others.phrase(field, phrase, this.#slop, this.#boost);
      if (isShort) vectors.phrase(field, phrase, this.#slop, 1);
    }
  }

  /** Each with one term for each place; null where they are too many. */
  #phrases(): PhraseWord[][] | null {
    const places = this.#places;
    const count = places.reduce((product, { states }) => product * states.length, 1);
    if (count * places.length > TOLD_WORDS) return null;
    return Array.from({ length: count }, (_, i) => {
      let left = i;
      const phrase: PhraseWord[] = [];
      for (const { states, position } of places.toReversed()) {
        phrase.push({ term: textOf(states[left % states.length]!.term), position });
        left = Math.floor(left / states.length);
      }
      return phrase.reverse();
    });
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
    const parts: PhrasePart[] = [];
    const groups = groupsOf(this.#places);
    const first = this.#places[0]!.position;
    for (const [i, { states, position }] of this.#places.entries()) {
      const postings = this.#postings(terms, states, segment);
      if (postings.length === 0) return null;
      const any = postings.length === 1 ? postings[0]! : new UnionPostings(postings);
      parts.push({ postings: any, offset: position - first, group: groups[i]! });
    }
    return new PhraseScorer(parts, this.#slop, this.#weight, inverses, reader.norms(field), this.budget);
  }

  #postings(terms: TermsReader, states: readonly TermState[], segment: number): Postings[] {
    const ordinals = states.map((state) => state.ordinals[segment]!).filter((ordinal) => ordinal >= 0);
    this.budget.charge(ordinals.length);
    return ordinals.map((ordinal) => terms.postings(ordinal, this.windows));
  }
}

/** By place of the phrase: equal for places that may hold the same term. */
function groupsOf(places: readonly PhrasePlace[]): number[] {
  const parents = places.map((_, place) => place);
  const rootOf = (place: number): number => {
    let root = place;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]!]!;
      root = parents[root]!;
    }
    return root;
  };
  const firstOf = new Map<string, number>();
  for (const [place, { states }] of places.entries()) {
    for (const { term } of states) {
      const key = keyOfBytes(term);
      const first = firstOf.get(key);
      if (first === undefined) firstOf.set(key, place);
      else {
        const [one, other] = [rootOf(first), rootOf(place)];
        parents[Math.max(one, other)] = Math.min(one, other);
      }
    }
  }
  return parents.map((_, place) => rootOf(place));
}
