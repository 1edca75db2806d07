import { requireBoost, requireObject, toTextList, unknownField } from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { idsWeight } from '../ids-query.ts';
import type { QueryType } from '../query-type.ts';

export interface IdsNode extends QueryNode {
  readonly kind: 'ids';
  readonly values: readonly string[];
}

export const ids: QueryType<IdsNode> = {
  name: 'ids',
  ofField: false,
  parse: parseIds,
  weight: ({ values }, context, boost) => idsWeight(values, context, boost),
};

/** `{"ids":{"values":["1","2"]}}` */
function parseIds(body: unknown): IdsNode {
  let values: readonly string[] = [];
  let boost = 1;
  for (const [name, value] of membersOf(requireObject('ids', body))) {
    if (name === 'values') values = toTextList(value);
    else if (name === 'boost') boost = requireBoost(value);
    else throw unknownField('ids', name);
  }
  return Object.freeze({ kind: 'ids', values: Object.freeze([...new Set(values)]), boost });
}
