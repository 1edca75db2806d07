import { ApiError, apiError } from '@sextant/contract';
import type { Analyzer } from '../analysis/analyzer.ts';
import { analyzerRegistry } from '../analysis/registry.ts';
import { endsRequest } from '../budget/ends-request.ts';
import type { Scalar, TextOptions } from '../dsl/query-node.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { BoolWeight } from './bool-weight.ts';
import { type BoostedField, crossFieldsWeight } from './cross-fields.ts';
import { bestOf, checkTieBreaker } from './dis-max-weight.ts';
import { refusePrefix } from './expensive-queries.ts';
import { isSearchable, requireFuzzy, shardError } from './field-support.ts';
import { flatten, sealed } from './flatten.ts';
import { isOfBeginnings, refusesPhrases } from './kept-beginnings.ts';
import { minimumOf } from './minimum-should-match.ts';
import { NoTermsWeight } from './no-terms-weight.ts';
import type { MatchNode } from './nodes/match.ts';
import type { MatchBoolPrefixNode } from './nodes/match-bool-prefix.ts';
import type { MatchPhraseNode } from './nodes/match-phrase.ts';
import type { MatchPhrasePrefixNode } from './nodes/match-phrase-prefix.ts';
import type { MultiMatchNode } from './nodes/multi-match.ts';
import { beginningWeight, refusedPattern, withShortWords } from './pattern-query.ts';
import { checkClauses } from './query-limits.ts';
import { endsWithToken, normalizedWord, type QueryToken, queryTokens, textOf, utf8 } from './query-tokens.ts';
import { fieldTermWeight, wholeTermWeight } from './term-query.ts';
import { type TextMatch, TextQuery } from './text-query.ts';
import { isGraph } from './token-graph.ts';
import { MatchAllWeight, MatchNoneWeight, type QueryContext, type Weight } from './weight.ts';
import { areStacked, stackedWeight } from './word-clauses.ts';
import { joinPlaces } from './words-weight.ts';

/** `match`: the text through the field's search analyzer; one term for a field that is not text, unless an analyzer is named. */
export function matchWeight(node: MatchNode, context: QueryContext, boost: number): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined) return new MatchNoneWeight(`unmapped fields [${node.field}]`);
  const leniently = (make: () => Weight): Weight => (node.lenient ? orNothing(make) : make());
  const isCut = node.analyzer !== null || field.storage === 'text' || splitsQueries(field);
  if (node.fuzzy === null && !isCut) {
    return leniently(() => fieldTermWeight(field, node.text, context, boost));
  }
  const tokens = tokensOf(field, node.text, node.analyzer, 'match', context);
  if (tokens.length === 0) return withoutTokens(node, context, boost);
  return leniently(() => {
    if (node.fuzzy !== null) requireFuzzy(field, context);
    if (field.storage !== 'text' && node.fuzzy === null) {
      return termsOfTokens(field, tokens, node, context, boost);
    }
    return new TextQuery(context, field, boost).match(tokens, node);
  });
}

/** Keywords that a query is cut for, although each value is one term. */
function splitsQueries({ fieldType, searchAnalyzer }: MappedField): boolean {
  return fieldType.isText && searchAnalyzer !== undefined;
}

/** Nothing where the value does not fit the field. */
function orNothing(make: () => Weight): Weight {
  try {
    return make();
  } catch (error) {
    if (error instanceof ApiError && !endsRequest(error)) return new MatchNoneWeight();
    throw error;
  }
}

function withoutTokens(
  options: Pick<TextOptions, 'zeroTerms'>,
  context: QueryContext,
  boost: number,
): Weight {
  if (options.zeroTerms === 'all') return new MatchAllWeight(context, boost);
  return options.zeroTerms === 'null' ? new NoTermsWeight() : new MatchNoneWeight();
}

function tokensOf(
  field: MappedField,
  text: Scalar,
  name: string | null,
  query: string,
  context: QueryContext,
): QueryToken[] {
  const analyzer = analyzerOf(field, name, query, context);
  if (analyzer === null) return [{ term: new TextEncoder().encode(String(text)), position: 0 }];
  return queryTokens(analyzer, String(text));
}

/** What cuts a text for a field; null: it has nothing, and nothing is named. Throws ApiError where there is no such analyzer. */
export function analyzerOf(
  field: MappedField,
  name: string | null,
  query: string,
  context: QueryContext,
): Analyzer | null {
  if (name === null && query.startsWith('match_phrase') && field.phraseAnalyzer !== undefined)
    return field.phraseAnalyzer;
  if (name === null) return field.searchAnalyzer ?? field.analyzer ?? field.normalizer ?? null;
  const analyzer = analyzerRegistry(context.mapping.flat).analyzer(name);
  if (analyzer === undefined) throw shardError(context, `[${query}] analyzer [${name}] not found`);
  return analyzer;
}

function normalizedTerm(field: MappedField, term: Uint8Array): Uint8Array {
  return field.normalizer === undefined ? term : utf8(normalizedWord(field, textOf(term)));
}

/** The terms of a field that is not text, of which an analyzer has made several. */
function termsOfTokens(
  field: MappedField,
  tokens: readonly QueryToken[],
  options: TextMatch & { readonly lenient: boolean },
  context: QueryContext,
  boost: number,
): Weight {
  checkClauses(tokens.length);
  const score = Math.fround(boost * field.boost);
  const isKeyword = field.fieldType.isText && field.derived === undefined;
  const word = (term: Uint8Array, times = 1): Weight => {
    if (isKeyword)
      return wholeTermWeight(field, normalizedTerm(field, term), context, Math.fround(score * times));
    const make = (): Weight => fieldTermWeight(field, textOf(term), context, Math.fround(boost * times));
    return options.lenient ? orNothing(make) : make();
  };
  if (areStacked(tokens)) {
    const anyOf = (terms: readonly Uint8Array[], times: number): Weight => {
      // As in OpenSearch these are looked for as they are.
      const own = Math.fround(score * times);
      const should = terms.map((term) => {
        return isKeyword ? wholeTermWeight(field, term, context, own) : word(term, times);
      });
      return new BoolWeight(context, flatten({ must: [], filter: [], mustNot: [], should, minimum: 0 }));
    };
    return stackedWeight(context, tokens, { word, anyOf }, options);
  }
  context.limits?.leaves(tokens.length - 1);
  const weights = tokens.map(({ term }) => word(term));
  if (weights.length === 1) return weights[0]!;
  const minimum = minimumOf(weights.length, options);
  return minimum === null ? new MatchNoneWeight() : joinPlaces(context, weights, options.operator, minimum);
}

const onePlace = { operator: 'or', minimumShouldMatch: null, fuzzy: null, lenient: false } as const;

export function matchPhraseWeight(node: MatchPhraseNode, context: QueryContext, boost: number): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined) return new MatchNoneWeight();
  if (field.storage !== 'text' && node.analyzer === null && !splitsQueries(field))
    return fieldTermWeight(field, node.text, context, boost);
  const tokens = tokensOf(field, node.text, node.analyzer, 'match_phrase', context);
  if (tokens.length === 0) return withoutTokens(node, context, boost);
  if (field.storage !== 'text') {
    if (tokens.length === 1) return fieldTermWeight(field, textOf(tokens[0]!.term), context, boost);
    if (areAtOnePlace(tokens)) return termsOfTokens(field, tokens, onePlace, context, boost);
    throw withoutPositions(field);
  }
  if (refusesPhrases(field) && !areAtOnePlace(tokens)) throw notForPhrases('phrase', field);
  return new TextQuery(context, field, boost).phrase(tokens, node.slop);
}

function notForPhrases(kind: string, { name, type }: MappedField): ApiError {
  const reason = `Can only use ${kind} queries on text fields - not on [${name}] which is of type [${type}]`;
  return apiError('illegal_argument_exception', reason);
}

function areAtOnePlace(tokens: readonly QueryToken[]): boolean {
  return tokens.every(({ position, span }) => span === undefined && position === tokens[0]!.position);
}

function withoutPositions({ name }: MappedField): ApiError {
  const reason = `field:[${name}] was indexed without position data; cannot run PhraseQuery`;
  return apiError('illegal_state_exception', reason);
}

export function matchPhrasePrefixWeight(
  node: MatchPhrasePrefixNode,
  context: QueryContext,
  boost: number,
): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined) return new MatchNoneWeight();
  const tokens = tokensOf(field, node.text, node.analyzer, 'match_phrase_prefix', context);
  if (tokens.length === 0) return withoutTokens(node, context, boost);
  if (field.storage !== 'text') {
    if (!areAtOnePlace(tokens) && field.fieldType.isText) throw withoutPositions(field);
    throw notForPhrases('phrase prefix', field);
  }
  if (refusesPhrases(field)) throw notForPhrases('phrase prefix', field);
  return new TextQuery(context, field, boost).phrasePrefix(tokens, node.slop, node.maxExpansions);
}

/** The terms of the text, the last one as a prefix where the text ends with it. */
export function matchBoolPrefixWeight(
  node: MatchBoolPrefixNode,
  context: QueryContext,
  boost: number,
): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined) return new MatchNoneWeight();
  const { isText, scoresTerms, notSearched, notQueried } = field.fieldType;
  // What is not searched at all is refused as a beginning is.
  if (notSearched !== undefined || notQueried !== undefined) {
    throw refusedPattern('prefix', field, context);
  }
  const hasBeginnings = isText && scoresTerms !== true;
  if (!hasBeginnings && node.analyzer === null) {
    return fieldTermWeight(field, node.text, context, boost);
  }
  const tokens = tokensOf(field, node.text, node.analyzer, 'match_bool_prefix', context);
  checkClauses(tokens.length);
  if (tokens.length === 0) return withoutTokens({ zeroTerms: node.zeroTerms ?? 'none' }, context, boost);
  if (!hasBeginnings) throw refusedPattern('prefix', field, context);
  const query = new TextQuery(context, field, boost);
  const analyzer = analyzerOf(field, node.analyzer, 'match_bool_prefix', context);
  const isCut = field.storage === 'text' || node.fuzzy !== null;
  // Where there are several ways through the words nobody looks at what is behind the last one.
  const ends = analyzer === null || isGraph(tokens) || endsWithToken(analyzer, String(node.text));
  if (!ends) {
    if (isCut) return query.match(tokens, node);
    return termsOfTokens(field, tokens, { ...node, lenient: false }, context, boost);
  }
  if (areStacked(tokens) && (isCut || field.indexed)) {
    return query.matchBeginning(tokens, node, (term) => beginningOf(field, term, context, boost));
  }
  const last = tokens.pop()!;
  context.limits?.leaves(tokens.length);
  const score = Math.fround(boost * field.boost);
  const words = tokens.map(({ term }) =>
    isCut
      ? query.word(term, node.fuzzy)
      : wholeTermWeight(field, normalizedTerm(field, term), context, score),
  );
  const prefix = beginningOf(field, last.term, context, boost);
  if (tokens.length === 0) return prefix;
  const weights = [...words, prefix];
  const minimum = minimumOf(weights.length, node);
  return minimum === null ? new MatchNoneWeight() : joinPlaces(context, weights, node.operator, minimum);
}

function beginningOf(field: MappedField, term: Uint8Array, context: QueryContext, boost: number): Weight {
  const beginning = normalizedWord(field, textOf(term));
  refusePrefix(field, beginning, context);
  if (isOfBeginnings(field, beginning)) return new TextQuery(context, field, boost).term(utf8(beginning));
  const found = beginningWeight(context, field, beginning, Math.fround(boost * field.boost));
  return withShortWords(found, field, beginning, context, boost);
}

/**
 * `multi_match`: the same text in several fields, the best of them counts (`best_fields`) or all do. With
 * `bool_prefix` the last word is a prefix in each of them.
 */
export function multiMatchWeight(node: MultiMatchNode, context: QueryContext, boost: number): Weight {
  const lenient = node.lenient || node.fields.length === 0;
  const fields = multiMatchFields(node, context);
  // Words that no field is asked for are not the same as none.
  if (fields.size === 0 && node.zeroTerms === 'all') return new MatchNoneWeight();
  const whole = { ...node, lenient };
  const found =
    node.type === 'cross_fields'
      ? crossFieldsGroups(whole, fields, context, boost)
      : [...fields].map(([field, own]) => ofField(whole, { field, boost: own }, context, boost));
  const weights = found.filter((weight) => !(weight instanceof NoTermsWeight));
  if (weights.length === 0) return withoutTokens(node, context, boost);
  const adds = node.type === 'most_fields' || node.type === 'bool_prefix';
  const tieBreaker = node.tieBreaker ?? (adds ? 1 : 0);
  if (weights.length > 1) checkTieBreaker(tieBreaker);
  return bestOf(context, weights, tieBreaker);
}

/** One field of several, with its own boost. */
function ofField(node: MultiMatchNode, own: BoostedField, context: QueryContext, boost: number): Weight {
  const weight = fieldWeight(node, own.field.name, context, Math.fround(boost * own.boost));
  return own.boost === 1 || weight instanceof NoTermsWeight ? weight : sealed(weight);
}

function fieldWeight(node: MultiMatchNode, field: string, context: QueryContext, boost: number): Weight {
  const leniently = (make: () => Weight): Weight => (node.lenient ? orNothing(make) : make());
  if (node.type === 'phrase') {
    return leniently(() => matchPhraseWeight({ ...node, kind: 'match_phrase', field }, context, boost));
  }
  if (node.type === 'phrase_prefix') {
    const prefix = { ...node, kind: 'match_phrase_prefix', field } as const;
    return leniently(() => matchPhrasePrefixWeight(prefix, context, boost));
  }
  if (node.type === 'bool_prefix') {
    const prefix = { ...node, kind: 'match_bool_prefix', field } as const;
    return leniently(() => matchBoolPrefixWeight(prefix, context, boost));
  }
  return matchWeight({ ...node, kind: 'match', field }, context, boost);
}

/** Fields that are analyzed alike are searched as if they were one. */
function crossFieldsGroups(
  node: MultiMatchNode,
  fields: ReadonlyMap<MappedField, number>,
  context: QueryContext,
  boost: number,
): Weight[] {
  const groups = new Map<Analyzer | null, BoostedField[]>();
  for (const [field, own] of fields) {
    const analyzer = analyzerOf(field, node.analyzer, node.kind, context);
    const group = groups.get(analyzer);
    if (group === undefined) groups.set(analyzer, [{ field, boost: own }]);
    else group.push({ field, boost: own });
  }
  return [...groups.values()].map((group) => {
    const first = group[0]!;
    if (group.length === 1) return ofField(node, first, context, boost);
    const tokens = tokensOf(first.field, node.text, node.analyzer, 'multi_match', context);
    if (tokens.length === 0) return withoutTokens(node, context, boost);
    const leniently = (make: () => Weight): Weight => (node.lenient ? orNothing(make) : make());
    const blended = { fields: group, tieBreaker: node.tieBreaker ?? 0, leniently };
    return crossFieldsWeight(context, tokens, blended, node, boost);
  });
}

function multiMatchFields(node: MultiMatchNode, context: QueryContext): Map<MappedField, number> {
  const boosts = new Map<MappedField, number>();
  const patterns = node.fields.length === 0 ? [{ pattern: '*', boost: 1 }] : node.fields;
  for (const { pattern, boost } of patterns) {
    const own = pattern.includes('*') ? context.mapping.matching(pattern) : [context.mapping.field(pattern)];
    for (const field of own) {
      if (field === undefined) continue;
      if (pattern === '*' && (!isSearchable(field) || field.shownAs !== undefined)) continue;
      const target = context.mapping.field(field.name)!;
      boosts.set(target, boost * (boosts.get(target) ?? 1));
    }
  }
  return boosts;
}
