import { apiError, dictionary } from '@sextant/contract';
import { isObject, type JsonObject, toText } from '../../dsl/json-reader.ts';
import {
  booleanField,
  boostField,
  type FieldParser,
  nameField,
  readFields,
} from '../../dsl/object-parser.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { itemsOf } from '../../dsl/read-place.ts';
import { joinClauses } from '../join-clauses.ts';
import type { BoolNode } from '../nodes/bool.ts';
import { checkClauses, withinClauseLimit } from '../query-limits.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import { MatchAllWeight, MatchNoneWeight, type QueryContext, type Weight, withoutScores } from '../weight.ts';

export const bool: QueryType<BoolNode> = {
  name: 'bool',
  ofField: false,
  named: 'by-text',
  compound: true,
  parse: parseBool,
  weight: boolWeight,
  isNothing: ({ must, mustNot, filter, should, areApart }, shard, isNothing) => {
    const all = [must, mustNot, filter, should];
    const [ofMust, , ofFilter, ofShould] = all.map((nodes) => nodes.map((node) => isNothing(node, shard)));
    if (areApart === true) return false;
    if ([...ofMust!, ...ofFilter!].includes(true)) return true;
    const isOptional = must.length + filter.length > 0 || should.length === 0;
    return !isOptional && !ofShould!.includes(false);
  },
};

/** `{"bool":{"must":…,"filter":…,"should":…,"must_not":…}}`, each a query or a list of queries. */
function parseBool(body: JsonObject, parse: ParseQuery): BoolNode {
  const clauses: Record<string, QueryNode[]> = dictionary({ must: [], filter: [], should: [], must_not: [] });
  let minimumShouldMatch: string | null = null;
  let adjustPureNegative = true;
  let boost = 1;
  const clause = (name: string): FieldParser => ({
    tokens: ['START_OBJECT', 'START_ARRAY', 'VALUE_NULL'],
    read: (value) => readClauses(value, parse, clauses[name]!),
  });
  const mustNot = clause('must_not');
  readFields('bool', body, {
    must: clause('must'),
    must_not: mustNot,
    mustNot,
    should: clause('should'),
    filter: clause('filter'),
    minimum_should_match: {
      tokens: ['VALUE_NULL', 'VALUE_NUMBER', 'VALUE_STRING', 'VALUE_BOOLEAN'],
      read: (value) => {
        minimumShouldMatch = value === null ? null : toText(value);
      },
    },
    adjust_pure_negative: booleanField((value) => {
      adjustPureNegative = value;
    }),
    boost: boostField((value) => {
      boost = value;
    }),
    _name: nameField,
  });
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

/** A query, a list of them, or null, which says nothing. */
function readClauses(value: unknown, parse: ParseQuery, clauses: QueryNode[]): void {
  if (isObject(value)) clauses.push(parse(value));
  if (!Array.isArray(value)) return;
  for (const item of itemsOf(value as readonly unknown[])) {
    if (Array.isArray(item)) {
      throw apiError('illegal_state_exception', 'expected value but got [START_ARRAY]');
    }
    clauses.push(parse(item as JsonObject));
  }
}

function boolWeight(node: BoolNode, context: QueryContext, boost: number, bind: BindQuery): Weight {
  checkBool(node, context, bind);
  const filtering = withoutScores(context);
  // In the order in which OpenSearch builds them: of several errors it tells the first.
  const must = node.must.map((each) => bind(each, context, boost));
  const mustNot = node.mustNot.map((each) => bind(each, filtering, boost));
  const should = node.should.map((each) => bind(each, context, boost));
  const filter = node.filter.map((each) => bind(each, filtering, boost));
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
