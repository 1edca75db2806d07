import { keyOfBytes } from '../codec/bytes.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { bestOf } from './dis-max-weight.ts';
import { sealed } from './flatten.ts';
import { minimumOf } from './minimum-should-match.ts';
import { checkClauses } from './query-limits.ts';
import { type QueryToken, textOf } from './query-tokens.ts';
import { fieldTermWeight } from './term-query.ts';
import { FieldSimilarity, TermFilterWeight, type TermState, TermWeight, termState } from './term-weight.ts';
import { type TextMatch, TextQuery } from './text-query.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from './weight.ts';
import { areStacked, type FieldWords, stackedWeight } from './word-clauses.ts';
import { joinPlaces } from './words-weight.ts';

/** A field with the boost that the request gives it. */
export interface BoostedField {
  readonly field: MappedField;
  readonly boost: number;
}

/** Fields that are searched as if they were one. */
export interface BlendedFields {
  readonly fields: readonly BoostedField[];
  readonly tieBreaker: number;
  /** Makes a weight, or none where the value does not fit the field and that is no error. */
  readonly leniently: (make: () => Weight) => Weight;
}

/**
 * Each word in the best of several fields that are analyzed alike, with the statistics of all of them blended, so that a word that is
 * rare in one of them is not worth more there (Lucene's `BlendedTermQuery`).
 */
export function crossFieldsWeight(
  context: QueryContext,
  tokens: readonly QueryToken[],
  blended: BlendedFields,
  joining: TextMatch,
  boost: number,
): Weight {
  if (areStacked(tokens))
    return stackedWeight(context, tokens, blendedWords(context, blended, boost), joining);
  checkClauses(tokens.length);
  const minimum = tokens.length > 1 ? minimumOf(tokens.length, joining) : 0;
  if (minimum === null) return new MatchNoneWeight();
  const times = new Map<string, { readonly token: QueryToken; times: number }>();
  for (const token of tokens) {
    const key = minimum > 1 || joining.countsRepeats === true ? String(times.size) : keyOfBytes(token.term);
    const known = times.get(key);
    if (known === undefined) times.set(key, { token, times: 1 });
    else known.times++;
  }
  const weights = [...times.values()].map((each) => {
    return blendedTerms(context, [each.token.term], blended, Math.fround(boost * each.times));
  });
  context.limits?.leaves(weights.length * blended.fields.length - 1);
  return joinPlaces(context, weights, joining.operator, minimum);
}

function blendedWords(context: QueryContext, blended: BlendedFields, boost: number): FieldWords {
  const anyOf = (terms: readonly Uint8Array[], times: number): Weight => {
    return blendedTerms(context, terms, blended, Math.fround(boost * times));
  };
  const phraseIn = ({ field, boost: own }: BoostedField, tokens: readonly QueryToken[]): Weight => {
    return sealed(new TextQuery(context, field, Math.fround(boost * own)).phrase(tokens, 0));
  };
  return {
    word: (term, times) => anyOf([term], times),
    anyOf,
    phrase: (tokens) => {
      const phrases = blended.fields.map((each) => blended.leniently(() => phraseIn(each, tokens)));
      return bestOf(context, phrases, blended.tieBreaker);
    },
  };
}

function blendedTerms(
  context: QueryContext,
  words: readonly Uint8Array[],
  { fields, tieBreaker, leniently }: BlendedFields,
  boost: number,
): Weight {
  const others: Weight[] = [];
  const texts: { state: TermState; similarity: FieldSimilarity; boost: number }[] = [];
  for (const [term, each] of words.flatMap((word) => fields.map((field) => [word, field] as const))) {
    const own = Math.fround(boost * Math.fround(each.boost * each.field.boost));
    const { field } = each;
    if (field.storage === 'text' && field.derived === undefined && field.constantScore !== true) {
      const state = termState(context, field.name, term);
      texts.push({ state, similarity: new FieldSimilarity(context, field.name), boost: own });
    } else if (field.constantScore === true) {
      others.push(new TermFilterWeight(context, field.name, termState(context, field.name, term), own));
    } else {
      others.push(leniently(() => fieldTermWeight(field, textOf(term), context, own)));
    }
  }
  const freqs = blendedFreqs(context, texts);
  const terms = texts.map(({ state, similarity, boost: own }, i) => {
    return new TermWeight(context, similarity, state, own, freqs[i]!);
  });
  const best = terms.length === 0 ? [] : [bestOf(context, terms, tieBreaker)];
  return bestOf(context, [...others, ...best], tieBreaker);
}

/** The frequency of each term: that of the most frequent, and a little more for fields where it is rarer. */
function blendedFreqs(
  context: QueryContext,
  terms: readonly { readonly state: TermState; readonly similarity: FieldSimilarity }[],
): number[] {
  const freqs = terms.map(({ state }) => state.docFreq);
  const max = Math.max(...freqs);
  if (terms.length <= 1 || max === 0) return freqs;
  const found = terms.filter(({ state }) => state.docFreq > 0);
  let most = context.searcher.segments.reduce((sum, segment) => sum + segment.maxDoc, 0);
  for (const { similarity } of found) most = Math.min(most, similarity.statistics.sumTotalTermFreq);
  const order = [...freqs.keys()].sort((a, b) => freqs[b]! - freqs[a]! || a - b);
  const blended = [...freqs];
  let actual = Math.min(most, max);
  let before = freqs[order[0]!]!;
  for (const i of order) {
    const current = freqs[i]!;
    if (current === 0) break;
    if (before > current) actual++;
    blended[i] = Math.min(most, actual, terms[i]!.similarity.statistics.docCount);
    before = current;
  }
  return blended;
}
