import { assert } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import { endsRequest } from '../budget/ends-request.ts';
import type { QueryNode } from '../dsl/query-node.ts';
import { ResolveError } from '../mapping/errors.ts';
import { EarlyError, shardError } from './field-support.ts';
import { sealed } from './flatten.ts';
import { NothingFinder } from './is-nothing.ts';
import { QueryLimits } from './query-limits.ts';
import { queryTypes } from './query-types.ts';
import {
  FixedScoreWeight,
  MatchNoneWeight,
  type QueryContext,
  type Weight,
  withoutScores,
} from './weight.ts';

/**
 * Binds a query to a shard. Throws ApiError `query_shard_exception` where a query does not fit the mapping:
 * the cause is kept, with the index named.
 */
export function createWeight(node: QueryNode, context: QueryContext, boost = 1): Weight {
  try {
    return createFilter(node, context, boost);
  } catch (error) {
    if (!(error instanceof ApiError) || isOfShard(error) || isOfQuery(error)) throw error;
    const wrapped = shardError(context, `failed to create query: ${error.error.reason}`).error;
    throw new ApiError({ ...wrapped, causedBy: error.error }, { cause: error });
  }
}

/** As `createWeight`, of a query beside that of a search: as in OpenSearch its errors do not say that they are those of a query. */
export function createFilter(node: QueryNode, context: QueryContext, boost = 1): Weight {
  const nothing = new NothingFinder(context);
  try {
    return bind(node, { ...context, limits: new QueryLimits(), nothing }, boost);
  } catch (error) {
    // Throws what OpenSearch finds before it builds anything.
    if (error instanceof ApiError && !isOfShard(error)) nothing.isNothing(node);
    throw error;
  }
}

const notWrapped: ReadonlySet<string> = new Set([
  'query_shard_exception',
  'parsing_exception',
  'too_many_nested_clauses',
]);

/** Those that say of themselves where they belong are not wrapped. */
function isOfQuery(error: ApiError): boolean {
  if (error instanceof EarlyError || error instanceof ResolveError) return true;
  return notWrapped.has(error.error.type);
}

/** `outerBoost` is what the queries around this one multiply its score by. */
function bind(node: QueryNode, context: QueryContext, outerBoost: number): Weight {
  const type = queryTypes[node.kind];
  assert(type !== undefined, `a query is of a kind that is not known: ${node.kind}`);
  const boost = Math.fround(outerBoost * node.boost);
  if (boost === 0 && context.needsScores !== false) return scoringNothing(node, context);
  const weight =
    type.compound === true ? bindCompound(node, context, boost) : type.weight(node, context, boost, bind);
  if (type.compound !== true && !(weight instanceof MatchNoneWeight)) context.limits?.leaves(1);
  return node.boost === 1 ? weight : sealed(weight);
}

/**
 * OpenSearch finds out what can match nothing before it looks at the rest of a query: that an index lacks a field which is asked
 * for hides that it does not know another part of the query, either.
 */
function bindCompound(node: QueryNode, context: QueryContext, boost: number): Weight {
  try {
    return queryTypes[node.kind]!.weight(node, context, boost, bind);
  } catch (error) {
    if (!(error instanceof ApiError) || isOfShard(error)) throw error;
    if (context.nothing?.isNothing(node) !== true) throw error;
    return new MatchNoneWeight('User requested "match_none" query.');
  }
}

/** What is no fault of the query: the request ends, or a segment is damaged. */
function isOfShard(error: ApiError): boolean {
  return endsRequest(error) || error.error.type === 'corrupt_index_exception';
}

/** Lucene asks what has a boost of 0 for its documents alone. */
function scoringNothing(node: QueryNode, context: QueryContext): Weight {
  const weight = bind({ ...node, boost: 1 }, withoutScores(context), 1);
  return weight instanceof MatchNoneWeight ? weight : new FixedScoreWeight(weight, 0);
}
