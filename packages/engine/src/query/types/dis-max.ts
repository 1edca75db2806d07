import {
  isObject,
  type JsonObject,
  notSupported,
  parsingError,
  requireBoost,
  toFloat,
} from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { itemsOf, membersOf } from '../../dsl/read-place.ts';
import { bestOf, checkTieBreaker } from '../dis-max-weight.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import type { QueryContext, Weight } from '../weight.ts';

interface DisMaxNode extends QueryNode {
  readonly kind: 'dis_max';
  readonly queries: readonly QueryNode[];
  readonly tieBreaker: number;
}

export const disMax: QueryType<DisMaxNode> = {
  name: 'dis_max',
  ofField: false,
  compound: true,
  parse: parseDisMax,
  weight: disMaxWeight,
  isNothing: ({ queries }, shard, isNothing) => {
    for (const query of queries) isNothing(query, shard);
    return false;
  },
};

/** `{"dis_max":{"queries":[…],"tie_breaker":0.7}}` */
function parseDisMax(body: JsonObject, parse: ParseQuery): DisMaxNode {
  let queries: QueryNode[] = [];
  const queriesGiven: unknown = body.queries;
  let tieBreaker = 0;
  let boost = 1;
  for (const [name, value] of membersOf(body)) {
    if (name === 'queries' && (isObject(value) || Array.isArray(value))) {
      queries = Array.from(itemsOf(Array.isArray(value) ? (value as JsonObject[]) : [value]), parse);
    } else if (name === 'queries' || isObject(value) || Array.isArray(value)) {
      throw notSupported('dis_max', name);
    } else if (name === 'tie_breaker') tieBreaker = toFloat(value);
    else if (name === 'boost') boost = requireBoost(value);
    else throw notSupported('dis_max', name);
  }
  if (queries.length === 0) {
    const empty = Array.isArray(queriesGiven) && queriesGiven.length === 0;
    const reason = "[dis_max] requires 'queries' field with at least one clause";
    throw parsingError(empty ? '[_na] query malformed, must start with start_object' : reason);
  }
  return Object.freeze({ kind: 'dis_max', queries: Object.freeze(queries), tieBreaker, boost });
}

function disMaxWeight(node: DisMaxNode, context: QueryContext, boost: number, bind: BindQuery): Weight {
  checkTieBreaker(node.tieBreaker);
  context.limits?.enterDisMax();
  const weights = node.queries.map((query) => bind(query, context, boost));
  context.limits?.leaveDisMax();
  return bestOf(context, weights, node.tieBreaker);
}
