import { apiError } from '@sextant/contract';
import { compareBytes, keyOfBytes } from '../codec/bytes.ts';
import type { FuzzyOptions } from '../dsl/query-node.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { type BoolParts, BoolWeight } from './bool-weight.ts';
import { prefilteredWeight } from './derived/derived-weight.ts';
import { refusePattern } from './expensive-queries.ts';
import { hasPostings, prepareColumn, requireSearchable } from './field-support.ts';
import { fuzzyWeight, nearTermsWeight } from './fuzzy-query.ts';
import { keptBeginning, keptStart } from './kept-beginnings.ts';
import { minimumOf } from './minimum-should-match.ts';
import { MultiPhraseWeight, type PhrasePlace, prefixedTerms } from './multi-phrase-weight.ts';
import { PhraseWeight } from './phrase-weight.ts';
import { checkClauses } from './query-limits.ts';
import { byPosition, normalizedWord, type QueryToken, textOf, utf8 } from './query-tokens.ts';
import { graphPhrase } from './spans/graph-spans.ts';
import { beginningPhrase } from './spans/prefix-spans.ts';
import { synonymWeight } from './synonym-weight.ts';
import { FieldSimilarity, TermFilterWeight, type TermState, TermWeight, termState } from './term-weight.ts';
import { graphPaths, isGraph } from './token-graph.ts';
import {
  FixedScoreWeight,
  MatchNoneWeight,
  type QueryContext,
  type Weight,
  withoutScores,
} from './weight.ts';
import { areStacked, type FieldWords, type Joining, stackedWeight } from './word-clauses.ts';
import { WordsWeight } from './words-weight.ts';

/** How the tokens of a text are put together. */
export interface TextMatch extends Joining {
  readonly fuzzy: FuzzyOptions | null;
}

/** How words of a phrase are looked for whose last one may be any that begins with it. */
interface PhrasePrefix {
  readonly slop: number;
  readonly maxExpansions: number;
}

/** Terms that the last word of a phrase may stand for where nobody says how many. */
const MAX_EXPANSIONS = 50;

/** The longest beginning of a phrase that is kept as a term. */
const PREFIX_MAX = 20;

interface ShingledPhrase {
  readonly query: TextQuery;
  /** Of the beginnings of such terms. */
  readonly prefix: MappedField;
  readonly tokens: readonly QueryToken[];
}

/** A query of one text field: its terms share statistics. */
export class TextQuery {
  readonly #context: QueryContext;
  readonly #field: MappedField;
  readonly #boost: number;
  /** Without that of the field. */
  readonly #ownBoost: number;
  readonly #similarity: FieldSimilarity;

  constructor(context: QueryContext, field: MappedField, boost: number) {
    this.#context = context;
    this.#field = field;
    this.#ownBoost = boost;
    this.#boost = Math.fround(boost * field.boost);
    requireSearchable(field, context);
    // Its statistics and the terms that are like others are asked for as soon as the query is bound.
    prepareColumn(field, context, true);
    this.#similarity = new FieldSimilarity(context, field.name);
  }

  term(term: Uint8Array, times = 1): Weight {
    const boost = Math.fround(this.#boost * times);
    if (this.#field.derived !== undefined) return this.#derived((own) => own.term(term), boost);
    const state = termState(this.#context, this.#field.name, term);
    if (this.#field.constantScore === true) {
      return new TermFilterWeight(this.#context, this.#field.name, state, boost);
    }
    return new TermWeight(this.#context, this.#similarity, state, boost);
  }

  /** `tokens` must not be empty. */
  match(tokens: readonly QueryToken[], options: TextMatch): Weight {
    if (areStacked(tokens)) {
      return stackedWeight(this.#context, tokens, this.#words(options.fuzzy), this.#joining(options));
    }
    checkClauses(tokens.length);
    const minimum = tokens.length > 1 ? minimumOf(tokens.length, options) : 0;
    if (minimum === null) return new MatchNoneWeight();
    const isEach = minimum > 1 || options.countsRepeats === true;
    const clauses = isEach ? tokens.map((token) => ({ token, times: 1 })) : distinct(tokens);
    this.#context.limits?.leaves(clauses.length - 1);
    const weights = clauses.map(({ token, times }) => this.word(token.term, options.fuzzy, times));
    const only = weights[0]!;
    if (weights.length === 1) return only;
    const none = { must: [], filter: [], should: [], mustNot: [] };
    const parts: BoolParts =
      options.operator === 'and'
        ? { ...none, must: weights, minimum: 0 }
        : { ...none, should: weights, minimum };
    return new WordsWeight(this.#context, parts, weights);
  }

  /** The same where the last word may be any that begins with it. */
  matchBeginning(
    tokens: readonly QueryToken[],
    options: TextMatch,
    word: (term: Uint8Array) => Weight,
  ): Weight {
    const phrase = (path: readonly QueryToken[]): Weight => this.phrasePrefix(path, 0, MAX_EXPANSIONS);
    const words = { ...this.#words(options.fuzzy), beginnings: { word, phrase } };
    return stackedWeight(this.#context, tokens, words, this.#joining(options));
  }

  /** Without positions there are no phrases. */
  #joining(options: Joining): Joining {
    return this.#field.indexOptions === 'positions' ? options : { ...options, phraseSynonyms: false };
  }

  #words(fuzzy: FuzzyOptions | null): FieldWords {
    return {
      word: (term, times) => this.word(term, fuzzy, times),
      anyOf: (terms, times) => this.anyOf(terms, times),
      phrase: (tokens) => this.phrase(tokens, 0),
    };
  }

  /** Terms that stand for each other, in the order of their bytes. */
  anyOf(terms: readonly Uint8Array[], times = 1): Weight {
    const boost = Math.fround(this.#boost * times);
    if (this.#field.derived !== undefined) return this.#derived((own) => own.anyOf(terms), boost);
    return this.#scored((context) => {
      return synonymWeight(context, this.#similarity, this.#states(terms), boost);
    });
  }

  #states(terms: readonly Uint8Array[]): TermState[] {
    return terms.map((term) => termState(this.#context, this.#field.name, term));
  }

  /** A word, with all that is like it where it is fuzzy. */
  word(term: Uint8Array, fuzzy: FuzzyOptions | null, times = 1): Weight {
    if (fuzzy === null) return this.term(term, times);
    const boost = Math.fround(this.#boost * times);
    return this.#near(textOf(term), fuzzy, boost);
  }

  phrase(tokens: readonly QueryToken[], slop: number): Weight {
    if (tokens.length === 1) return this.term(tokens[0]!.term);
    if (this.#field.derived !== undefined) return this.#derived((own) => own.phrase(tokens, slop));
    if (areStacked(tokens)) return this.#stackedPhrase(tokens, slop);
    const shingled = slop > 0 ? null : this.#shingled(tokens);
    if (shingled !== null) return shingled.query.phrase(shingled.tokens, 0);
    const paired = slop > 0 ? null : this.#paired(tokens);
    if (paired !== null) return paired;
    this.#requirePositions();
    return this.#scored((context) => {
      return new PhraseWeight(context, this.#similarity, tokens, slop, this.#boost);
    });
  }

  #stackedPhrase(tokens: readonly QueryToken[], slop: number): Weight {
    if (isGraph(tokens)) {
      if (slop > 0) return this.#anyPath(tokens, (path) => this.phrase(path, slop));
      const how = { field: this.#field.name, boost: this.#boost };
      return this.#scored((context) => graphPhrase(context, tokens, how));
    }
    const places = byPosition(tokens).map((place): PhrasePlace => {
      return { states: this.#states(place.map(({ term }) => term)), position: place[0]!.position };
    });
    if (places.length === 1) return this.anyOf(tokens.map(({ term }) => term).sort(compareBytes));
    this.#requirePositions();
    const how = { slop, boost: this.#boost };
    return this.#scored((context) => new MultiPhraseWeight(context, this.#similarity, places, how));
  }

  #anyPath(tokens: readonly QueryToken[], make: (path: readonly QueryToken[]) => Weight): Weight {
    const should = graphPaths(tokens).map(make);
    if (should.length === 0) return new MatchNoneWeight();
    return new BoolWeight(this.#context, { must: [], filter: [], should, mustNot: [], minimum: 0 });
  }

  /** The same of values that a script makes. */
  #derived(make: (own: TextQuery) => Weight, boost = this.#boost): Weight {
    return prefilteredWeight(this.#field, this.#context, boost, (own, within) => {
      return make(new TextQuery(within, own, 1));
    });
  }

  /** The last word may be any that begins with it. */
  phrasePrefix(tokens: readonly QueryToken[], slop: number, maxExpansions: number): Weight {
    if (this.#field.derived !== undefined) {
      return this.#derived((own) => own.phrasePrefix(tokens, slop, maxExpansions));
    }
    if (isGraph(tokens)) return this.#graphPrefix(tokens, { slop, maxExpansions });
    const shingled = slop > 0 || tokens.length === 1 ? null : this.#shingled(tokens);
    const only = shingled?.tokens[0];
    if (shingled !== null && only !== undefined) {
      const isKept = shingled.tokens.length === 1 && textOf(only.term).length <= PREFIX_MAX;
      if (isKept) return new TextQuery(this.#context, shingled.prefix, this.#ownBoost).term(only.term);
      return shingled.query.phrasePrefix(shingled.tokens, 0, maxExpansions);
    }
    const kept = slop > 0 ? null : this.#keptPhrase(tokens);
    if (kept !== null) return kept;
    return this.#scored((context) => this.#phrasePrefix(context, tokens, slop, maxExpansions));
  }

  /** Words that follow each other as terms of the field that keeps them so; null where there is none, or there are gaps. */
  #shingled(tokens: readonly QueryToken[]): ShingledPhrase | null {
    const { name, shingles } = this.#field;
    if (shingles === undefined || tokens.some(({ position }, i) => position !== tokens[0]!.position + i))
      return null;
    const size = Math.min(tokens.length, shingles.most);
    const { mapping } = this.#context;
    const field = mapping.field(`${name}._${size}gram`)!;
    return {
      query: new TextQuery(this.#context, field, this.#ownBoost),
      prefix: mapping.field(shingles.prefix)!,
      tokens: joined(tokens, size),
    };
  }

  /** A phrase of two words or more in the field that has pairs of them; null where there is none, or there are gaps. */
  #paired(tokens: readonly QueryToken[]): Weight | null {
    const { pairs } = this.#field;
    if (pairs === undefined || tokens.some(({ position }, i) => position !== i)) return null;
    const field = this.#context.mapping.field(pairs)!;
    return new TextQuery(this.#context, field, this.#ownBoost).phrase(joined(tokens, 2), 0);
  }

  /** A phrase prefix whose last word is a beginning that is kept; null where it is not. */
  #keptPhrase(tokens: readonly QueryToken[]): Weight | null {
    const only = tokens.at(-1)!.term;
    const isRow = tokens.length === 1 && this.#field.shingles === undefined;
    const start = isRow ? keptStart(this.#field, textOf(only)) : null;
    const kept = keptBeginning(this.#field, textOf(only)) ?? start;
    const isPlain = tokens.every(({ position }, i) => i === 0 || position > tokens[i - 1]!.position);
    if (kept === null || !isPlain) return null;
    if (tokens.length > 1) {
      this.#requirePositions();
      return beginningPhrase(this.#context, this.#field, tokens, this.#boost);
    }
    const field = this.#context.mapping.field(kept)!;
    return new TextQuery(this.#context, field, this.#ownBoost).term(only);
  }

  /** Of a field that scores every match alike, what is found scores the boost. */
  #scored(find: (context: QueryContext) => Weight): Weight {
    if (this.#field.constantScore !== true) return find(this.#context);
    const found = find(withoutScores(this.#context));
    const isPlain = found instanceof MatchNoneWeight || this.#context.needsScores === false;
    return isPlain ? found : new FixedScoreWeight(found, this.#boost);
  }

  #graphPrefix(tokens: readonly QueryToken[], { slop, maxExpansions }: PhrasePrefix): Weight {
    if (slop > 0) return this.#anyPath(tokens, (path) => this.phrasePrefix(path, slop, maxExpansions));
    const field = this.#field.name;
    const beginning = (term: Uint8Array) => {
      return prefixedTerms(this.#context, field, [term], maxExpansions).map((state) => state.term);
    };
    const how = { field, boost: this.#boost, beginning };
    return this.#scored((context) => graphPhrase(context, tokens, how));
  }

  #phrasePrefix(
    context: QueryContext,
    tokens: readonly QueryToken[],
    slop: number,
    maxExpansions: number,
  ): Weight {
    const places = byPosition(tokens).map((place) => {
      return { terms: place.map(({ term }) => term), position: place[0]!.position };
    });
    const last = places.pop()!;
    if (places.length > 0) this.#requirePositions();
    const states = prefixedTerms(context, this.#field.name, last.terms, maxExpansions);
    if (states.length === 0) return new MatchNoneWeight();
    if (places.length === 0) {
      checkClauses(states.length);
      context.limits?.leaves(states.length - 1);
      const should = states.map((state) => {
        return new TermWeight(context, this.#similarity, state, this.#boost);
      });
      if (should.length === 1) return should[0]!;
      return new BoolWeight(context, { must: [], filter: [], should, mustNot: [], minimum: 0 });
    }
    const others = places.map(({ terms, position }) => ({ states: this.#states(terms), position }));
    const all = [...others, { states, position: last.position }];
    return new MultiPhraseWeight(context, this.#similarity, all, { slop, boost: this.#boost });
  }

  #requirePositions(): void {
    if (this.#field.indexOptions === 'positions') return;
    const reason = `field:[${this.#field.name}] was indexed without position data; cannot run PhraseQuery`;
    throw apiError('illegal_state_exception', reason);
  }

  #near(word: string, options: FuzzyOptions, boost: number): Weight {
    refusePattern('fuzzy', this.#field, this.#context);
    const field = this.#field;
    const text = normalizedWord(field, word);
    if (field.derived !== undefined) return this.#derived((own) => own.fuzzy(text, options), boost);
    if (options.isConstant || !hasPostings(field)) {
      return nearTermsWeight(this.#context, field, text, options, boost);
    }
    return fuzzyWeight(this.#context, this.#similarity, text, options, boost);
  }

  fuzzy(text: string, options: FuzzyOptions): Weight {
    return this.#near(text, options, this.#boost);
  }
}

/** So many words that follow each other as one term, at the place of the last one. */
function joined(tokens: readonly QueryToken[], size: number): QueryToken[] {
  return tokens.slice(size - 1).map(({ position }, i) => {
    const words = tokens.slice(i, i + size).map(({ term }) => textOf(term));
    return { term: utf8(words.join(' ')), position };
  });
}

/** Equal terms become one with a higher boost, as Lucene rewrites them. */
export function distinct(
  tokens: readonly QueryToken[],
): { readonly token: QueryToken; readonly times: number }[] {
  const counts = new Map<string, { token: QueryToken; times: number }>();
  for (const token of tokens) {
    const key = keyOfBytes(token.term);
    const entry = counts.get(key);
    if (entry === undefined) counts.set(key, { token, times: 1 });
    else entry.times++;
  }
  return [...counts.values()];
}

/** A keyword term: it is searched as a filter and always scores its boost. */
export function keywordTermWeight(
  context: QueryContext,
  field: string,
  term: Uint8Array,
  score: number,
): Weight {
  return new TermFilterWeight(context, field, termState(context, field, term), score);
}
