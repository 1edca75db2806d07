import { type ApiError, apiError, dictionary } from '@sextant/contract';
import { inField } from '../../dsl/field-failure.ts';
import {
  isObject,
  type JsonObject,
  requireBoost,
  toBoolean,
  tokenOf,
  toText,
} from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { didYouMean } from '../../dsl/suggestions.ts';
import { joinClauses } from '../join-clauses.ts';
import { checkClauses, withinClauseLimit } from '../query-limits.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import { MatchAllWeight, MatchNoneWeight, type QueryContext, type Weight, withoutScores } from '../weight.ts';

export interface BoolNode extends QueryNode {
  readonly kind: 'bool';
  readonly must: readonly QueryNode[];
  readonly filter: readonly QueryNode[];
  readonly should: readonly QueryNode[];
  readonly mustNot: readonly QueryNode[];
  readonly minimumShouldMatch: string | null;
  /** With only `must_not`: match everything else (true) or nothing. */
  readonly adjustPureNegative: boolean;
}

export const bool: QueryType<BoolNode> = {
  name: 'bool',
  ofField: false,
  compound: true,
  parse: parseBool,
  weight: boolWeight,
};

const CLAUSES = ['must', 'must_not', 'mustNot', 'should', 'filter'];
const OPTIONS = ['minimum_should_match', 'adjust_pure_negative', 'boost'];

/** `{"bool":{"must":…,"filter":…,"should":…,"must_not":…}}`, each a query or a list of queries. */
function parseBool(body: JsonObject, parse: ParseQuery): BoolNode {
  const clauses: Record<string, QueryNode[]> = dictionary({ must: [], filter: [], should: [], must_not: [] });
  let minimumShouldMatch: string | null = null;
  let adjustPureNegative = true;
  let boost = 1;
  for (const [name, value] of membersOf(body)) {
    if (CLAUSES.includes(name)) {
      clauses[name === 'mustNot' ? 'must_not' : name]!.push(...readClauses(name, value, parse));
    } else if (name === 'minimum_should_match') minimumShouldMatch = readMinimum(value);
    else if (name === 'adjust_pure_negative') adjustPureNegative = toBoolean(value);
    else if (name === 'boost') boost = requireBoost(value);
    else throw unknownClause(name);
  }
  return Object.freeze({
    kind: 'bool',
    must: Object.freeze(clauses.must!),
    filter: Object.freeze(clauses.filter!),
    should: Object.freeze(clauses.should!),
    mustNot: Object.freeze(clauses.must_not!),
    minimumShouldMatch,
    adjustPureNegative,
    boost,
  });
}

function unknownClause(name: string): ApiError {
  const hint = didYouMean(name, [...CLAUSES, ...OPTIONS]);
  return apiError('x_content_parse_exception', `[bool] unknown field [${name}]${hint}`);
}

function readMinimum(value: unknown): string | null {
  if (value === null) return null;
  if (isObject(value) || Array.isArray(value)) throw wrongType('minimum_should_match', value);
  return toText(value);
}

function wrongType(name: string, value: unknown): ApiError {
  const reason = `[bool] ${name} doesn't support values of type: ${tokenOf(value)}`;
  return apiError('x_content_parse_exception', reason);
}

function readClauses(name: string, value: unknown, parse: ParseQuery): QueryNode[] {
  if (!isObject(value) && !Array.isArray(value)) throw wrongType(name, value);
  const bodies: unknown[] = Array.isArray(value) ? value : [value];
  return bodies.map((body) => {
    if (!isObject(body)) throw wrongType(name, body);
    return inField('bool', name, () => parse(body));
  });
}

function boolWeight(node: BoolNode, context: QueryContext, boost: number, bind: BindQuery): Weight {
  checkBool(node, context, bind);
  const filtering = withoutScores(context);
  const must = node.must.map((each) => bind(each, context, boost));
  const filter = node.filter.map((each) => bind(each, filtering, boost));
  const should = node.should.map((each) => bind(each, context, boost));
  const mustNot = node.mustNot.map((each) => bind(each, filtering, boost));
  if (must.length + filter.length + should.length + mustNot.length === 0) {
    return new MatchAllWeight(context, boost);
  }
  const { minimumShouldMatch: minimum, adjustPureNegative } = node;
  return joinClauses(context, { must, filter, should, mustNot }, { minimum, adjustPureNegative });
}

/** Clauses that are known to match nothing, as those on a field that is not mapped, are not counted. */
function checkBool(
  { must, filter, should, mustNot }: BoolNode,
  context: QueryContext,
  bind: BindQuery,
): void {
  const count = must.length + filter.length + should.length + mustNot.length;
  if (withinClauseLimit(count)) return;
  for (const nodes of [must, filter, should, mustNot]) {
    for (const node of nodes) if (!(bind(node, context, 1) instanceof MatchNoneWeight)) checkClauses(count);
  }
}
