import {
  isObject,
  type JsonObject,
  notSupported,
  parsingError,
  requireBoost,
  tokenOf,
} from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { ParseQuery, QueryType } from '../query-type.ts';
import { FixedScoreWeight, MatchNoneWeight, withoutScores } from '../weight.ts';

interface ConstantScoreNode extends QueryNode {
  readonly kind: 'constant_score';
  readonly filter: QueryNode;
}

export const constantScore: QueryType<ConstantScoreNode> = {
  name: 'constant_score',
  ofField: false,
  compound: true,
  parse: parseConstantScore,
  isNothing: ({ filter }, shard, isNothing) => isNothing(filter, shard),
  weight: ({ filter }, context, boost, bind) => {
    const weight = bind(filter, withoutScores(context), 1);
    const isPlain = weight instanceof MatchNoneWeight || context.needsScores === false;
    return isPlain ? weight : new FixedScoreWeight(weight, boost);
  },
};

/** `{"constant_score":{"filter":{…},"boost":1.2}}` */
function parseConstantScore(body: JsonObject, parse: ParseQuery): ConstantScoreNode {
  let filter: QueryNode | null = null;
  let boost = 1;
  for (const [name, value] of membersOf(body)) {
    if (name === 'filter' && isObject(value)) filter = parse(value);
    else if (Array.isArray(value) || value === null) {
      throw parsingError(`unexpected token [${tokenOf(value)}]`);
    } else if (name === 'boost' && !isObject(value)) boost = requireBoost(value);
    else throw notSupported('constant_score', name);
  }
  if (filter === null) throw parsingError("[constant_score] requires a 'filter' element");
  return Object.freeze({ kind: 'constant_score', filter, boost });
}
