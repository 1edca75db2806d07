import { ApiError, apiError } from '@sextant/contract';
import { endsRequest } from '../budget/ends-request.ts';
import type { BoolNode, DisMaxNode, FuzzyNode, QueryNode } from '../dsl/query-node.ts';
import { BoolWeight } from './bool-weight.ts';
import { bestOf, checkTieBreaker } from './dis-max-weight.ts';
import { existsWeight } from './exists-query.ts';
import { EarlyError, shardError } from './field-support.ts';
import { flatten, sealed } from './flatten.ts';
import { idsWeight } from './ids-query.ts';
import { matchBoolPrefixWeight, matchPhraseWeight, matchWeight, multiMatchWeight } from './match-query.ts';
import { minimumShouldMatch } from './minimum-should-match.ts';
import { prefixWeight, wildcardWeight } from './pattern-query.ts';
import { checkClauses, QueryLimits, withinClauseLimit } from './query-limits.ts';
import { rangeWeight } from './range-query.ts';
import { termsWeight, termWeight } from './term-query.ts';
import { TextQuery } from './text-query.ts';
import {
  FixedScoreWeight,
  MatchAllWeight,
  MatchNoneWeight,
  type QueryContext,
  type Weight,
} from './weight.ts';

/**
 * Binds a query to a shard. Throws ApiError `query_shard_exception` where a query does not fit the mapping:
 * the cause is kept, with the index named.
 */
export function createWeight(node: QueryNode, context: QueryContext): Weight {
  const limits = new QueryLimits();
  try {
    return bind(node, { ...context, limits }, 1);
  } catch (error) {
    if (!(error instanceof ApiError) || endsRequest(error) || isOfQuery(error)) throw error;
    const wrapped = shardError(context, `failed to create query: ${error.error.reason}`).error;
    throw new ApiError({ ...wrapped, causedBy: error.error }, { cause: error });
  }
}

/** A damaged segment is no fault of the query. */
const notWrapped: ReadonlySet<string> = new Set([
  'query_shard_exception',
  'parsing_exception',
  'corrupt_index_exception',
]);

/** Those that say of themselves where they belong are not wrapped. */
function isOfQuery(error: ApiError): boolean {
  if (error instanceof EarlyError) return true;
  // The whole query, not one part of it, is too large.
  if (error.error.type === 'too_many_clauses' && error.error.causedBy !== undefined) return true;
  return notWrapped.has(error.error.type);
}

/** Kinds that hold other queries. */
const compound: ReadonlySet<QueryNode['kind']> = new Set(['bool', 'constant_score', 'dis_max']);

/** `outerBoost` is what the queries around this one multiply its score by. */
function bind(node: QueryNode, context: QueryContext, outerBoost: number): Weight {
  const weight = bindKind(node, context, Math.fround(outerBoost * node.boost));
  if (!compound.has(node.kind) && !(weight instanceof MatchNoneWeight)) context.limits?.leaves(1);
  return node.boost === 1 ? weight : sealed(weight);
}

function bindKind(node: QueryNode, context: QueryContext, boost: number): Weight {
  switch (node.kind) {
    case 'match_all':
      return new MatchAllWeight(context, boost);
    case 'match_none':
      return new MatchNoneWeight();
    case 'match':
      return matchWeight(node, context, boost);
    case 'match_phrase':
      return matchPhraseWeight(node, context, boost);
    case 'match_bool_prefix':
      return matchBoolPrefixWeight(node, context, boost);
    case 'multi_match':
      return multiMatchWeight(node, context, boost);
    case 'term':
      return termWeight(node, context, boost);
    case 'terms':
      return termsWeight(node, context, boost);
    case 'range':
      return rangeWeight(node, context, boost);
    case 'exists':
      return existsWeight(node, context, boost);
    case 'ids':
      return idsWeight(node.values, context, boost);
    case 'bool':
      return boolWeight(node, context, boost);
    case 'prefix':
      return prefixWeight(node, context, boost);
    case 'wildcard':
      return wildcardWeight(node, context, boost);
    case 'fuzzy':
      return fuzzyQueryWeight(node, context, boost);
    case 'constant_score':
      return fixedScore(bind(node.filter, withoutScores(context), 1), boost, context);
    case 'dis_max':
      return disMaxWeight(node, context, boost);
  }
}

function matchesNothing(weight: Weight): boolean {
  return weight instanceof MatchNoneWeight;
}

/** For what decides on documents alone. */
function withoutScores(context: QueryContext): QueryContext {
  return context.needsScores === false ? context : { ...context, needsScores: false };
}

function fixedScore(filter: Weight, boost: number, { needsScores }: QueryContext): Weight {
  return matchesNothing(filter) || needsScores === false ? filter : new FixedScoreWeight(filter, boost);
}

function boolWeight(node: BoolNode, context: QueryContext, boost: number): Weight {
  checkBool(node, context);
  const filtering = withoutScores(context);
  const must = node.must.map((each) => bind(each, context, boost));
  const filter = node.filter.map((each) => bind(each, filtering, boost));
  const should = node.should.map((each) => bind(each, context, boost));
  const mustNot = node.mustNot.map((each) => bind(each, filtering, boost));
  if (must.length + filter.length + should.length + mustNot.length === 0) {
    return new MatchAllWeight(context, boost);
  }
  if (must.length + filter.length + should.length === 0) {
    if (!node.adjustPureNegative) return new MatchNoneWeight();
    const everything = [new MatchAllWeight(context, 0)];
    return new BoolWeight(context, { must, filter: everything, should, mustNot, minimum: 0 });
  }
  const wanted = node.minimumShouldMatch;
  const minimum = wanted === null ? 0 : minimumShouldMatch(should.length, wanted);
  // What cannot match is taken out before the parts are put together, as Lucene does.
  const possible = should.filter((weight) => !matchesNothing(weight));
  const required = [...must, ...filter];
  const nothing = required.length === 0 && possible.length === 0;
  if (nothing || minimum > possible.length || required.some(matchesNothing)) return new MatchNoneWeight();
  return new BoolWeight(context, flatten({ must, filter, should: possible, mustNot, minimum }));
}

/** Clauses that are known to match nothing, as those on a field that is not mapped, are not counted. */
function checkBool({ must, filter, should, mustNot }: BoolNode, context: QueryContext): void {
  const count = must.length + filter.length + should.length + mustNot.length;
  if (withinClauseLimit(count)) return;
  for (const nodes of [must, filter, should, mustNot]) {
    for (const node of nodes) if (!(bind(node, context, 1) instanceof MatchNoneWeight)) checkClauses(count);
  }
}

function disMaxWeight(node: DisMaxNode, context: QueryContext, boost: number): Weight {
  checkTieBreaker(node.tieBreaker);
  context.limits?.enterDisMax();
  const weights = node.queries.map((query) => bind(query, context, boost));
  context.limits?.leaveDisMax();
  return bestOf(context, weights, node.tieBreaker);
}

function fuzzyQueryWeight(node: FuzzyNode, context: QueryContext, boost: number): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined) return new MatchNoneWeight();
  if (field.storage === 'text' || field.type === 'keyword') {
    return new TextQuery(context, field, boost).fuzzy(String(node.value), node.fuzzy);
  }
  const allowed = 'Can only use fuzzy queries on keyword and text fields';
  throw apiError(
    'illegal_argument_exception',
    `${allowed} - not on [${field.name}] which is of type [${field.type}]`,
  );
}
