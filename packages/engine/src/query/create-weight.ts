import { ApiError, apiError } from '@sextant/contract';
import type { BoolNode, DisMaxNode, FuzzyNode, QueryNode } from '../dsl/query-node.ts';
import { type BoolParts, BoolWeight } from './bool-weight.ts';
import { DisMaxWeight } from './dis-max-weight.ts';
import { existsWeight } from './exists-query.ts';
import { shardError } from './field-support.ts';
import { idsWeight } from './ids-query.ts';
import { matchBoolPrefixWeight, matchPhraseWeight, matchWeight, multiMatchWeight } from './match-query.ts';
import { minimumShouldMatch } from './minimum-should-match.ts';
import { prefixWeight, wildcardWeight } from './pattern-query.ts';
import { rangeWeight } from './range-query.ts';
import { termsWeight, termWeight } from './term-query.ts';
import { TextQuery } from './text-query.ts';
import { FixedScoreWeight, MatchAllWeight, MatchNoneWeight, type QueryContext, type Weight } from './weight.ts';

/**
 * Binds a query to a shard. Throws ApiError `query_shard_exception` where a query does not fit the mapping: the
 * cause is kept, with the index named.
 */
export function createWeight(node: QueryNode, context: QueryContext): Weight {
  try {
    return bind(node, context, 1);
  } catch (error) {
    if (!(error instanceof ApiError) || isOfQuery(error)) throw error;
    const wrapped = shardError(context, `failed to create query: ${error.error.reason}`).error;
    throw new ApiError({ ...wrapped, causedBy: error.error }, { cause: error });
  }
}

/** Those that the peer throws before it builds the query are not wrapped: dates in ranges are parsed early. */
function isOfQuery(error: ApiError): boolean {
  return ['query_shard_exception', 'parsing_exception', 'parse_exception'].includes(error.error.type);
}

/** `boost` is what the queries around this one multiply its score by. */
function bind(node: QueryNode, context: QueryContext, outerBoost: number): Weight {
  const boost = Math.fround(outerBoost * node.boost);
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
      return new FixedScoreWeight(bind(node.filter, context, 1), boost);
    case 'dis_max':
      return disMaxWeight(node, context, boost);
  }
}

function boolWeight(node: BoolNode, context: QueryContext, boost: number): Weight {
  const all = (nodes: readonly QueryNode[]): Weight[] => nodes.map((each) => bind(each, context, boost));
  const must = all(node.must);
  const filter = all(node.filter);
  const should = all(node.should);
  const mustNot = all(node.mustNot);
  if (must.length + filter.length + should.length + mustNot.length === 0) {
    return new MatchAllWeight(context, boost);
  }
  const wanted = node.minimumShouldMatch;
  const minimum = wanted === null ? 0 : minimumShouldMatch(should.length, wanted);
  if (minimum > should.length) return new MatchNoneWeight();
  if (must.length + filter.length + should.length === 0) {
    if (!node.adjustPureNegative) return new MatchNoneWeight();
    filter.push(new MatchAllWeight(context, 0));
  }
  return new BoolWeight(context, flatten({ must, filter, should, mustNot, minimum }));
}

/** Takes nested conjunctions and disjunctions apart as Lucene rewrites them, which decides where sums are rounded. */
function flatten(parts: BoolParts): BoolParts {
  const must: Weight[] = [];
  const filter: Weight[] = [];
  const mustNot: Weight[] = [...parts.mustNot];
  for (const [weights, target] of [[parts.must, must], [parts.filter, filter]] as const) {
    for (const weight of weights) {
      const inner = weight instanceof BoolWeight ? weight.parts : null;
      if (inner === null || inner.should.length > 0) target.push(weight);
      else {
        target.push(...inner.must);
        filter.push(...inner.filter);
        mustNot.push(...inner.mustNot);
      }
    }
  }
  const should = parts.minimum > 1 ? parts.should : parts.should.flatMap((weight) => pureDisjunction(weight) ?? [weight]);
  if (parts.minimum > 0 && parts.minimum === should.length) {
    return { must: [...must, ...should], filter, should: [], mustNot, minimum: 0 };
  }
  return { must, filter, should, mustNot, minimum: parts.minimum };
}

function pureDisjunction(weight: Weight): readonly Weight[] | null {
  if (!(weight instanceof BoolWeight)) return null;
  const { must, filter, should, mustNot, minimum } = weight.parts;
  return must.length + filter.length + mustNot.length === 0 && minimum <= 1 ? should : null;
}

function disMaxWeight(node: DisMaxNode, context: QueryContext, boost: number): Weight {
  const weights = node.queries.map((query) => bind(query, context, boost));
  return weights.length === 1 ? weights[0]! : new DisMaxWeight(context, weights, node.tieBreaker);
}

function fuzzyQueryWeight(node: FuzzyNode, context: QueryContext, boost: number): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined) return new MatchNoneWeight();
  if (field.storage === 'text' || field.type === 'keyword') {
    return new TextQuery(context, field, boost).fuzzy(String(node.value), node.fuzzy);
  }
  const allowed = 'Can only use fuzzy queries on keyword and text fields';
  throw apiError('illegal_argument_exception', `${allowed} - not on [${field.name}] which is of type [${field.type}]`);
}
