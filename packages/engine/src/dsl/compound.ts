import { isObject, notSupported, parsingError, requireBoost, requireObject, toFloat } from './json-reader.ts';
import type { ConstantScoreNode, DisMaxNode, QueryNode } from './query-node.ts';

type Parse = (body: unknown) => QueryNode;

/** `{"constant_score":{"filter":{…},"boost":1.2}}` */
export function parseConstantScore(body: unknown, parse: Parse): ConstantScoreNode {
  let filter: QueryNode | null = null;
  let boost = 1;
  for (const [name, value] of Object.entries(requireObject('constant_score', body))) {
    if (name === 'filter' && isObject(value)) filter = parse(value);
    else if (name === 'filter' && Array.isArray(value)) {
      throw parsingError('unexpected token [START_ARRAY]');
    } else if (name === 'boost') boost = requireBoost(value);
    else throw notSupported('constant_score', name);
  }
  if (filter === null) throw parsingError("[constant_score] requires a 'filter' element");
  return Object.freeze({ kind: 'constant_score', filter, boost });
}

/** `{"dis_max":{"queries":[…],"tie_breaker":0.7}}` */
export function parseDisMax(body: unknown, parse: Parse): DisMaxNode {
  let queries: QueryNode[] = [];
  const queriesGiven: unknown = isObject(body) ? body.queries : undefined;
  let tieBreaker = 0;
  let boost = 1;
  for (const [name, value] of Object.entries(requireObject('dis_max', body))) {
    if (name === 'queries') queries = (Array.isArray(value) ? value : [value]).map(parse);
    else if (name === 'tie_breaker') tieBreaker = toFloat(value);
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
