import { readScalars } from '../../dsl/field-clause.ts';
import type { JsonObject } from '../../dsl/json-reader.ts';
import { boostField, nameField, readQueryFields } from '../../dsl/object-parser.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import type { QueryType } from '../query-type.ts';
import { MatchAllWeight, MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';

/** `{"match_all":{"boost":1.2}}` and its opposite. */
function everythingOrNothing(
  name: string,
  weight: (context: QueryContext, boost: number) => Weight,
): QueryType {
  return {
    name,
    ofField: false,
    parse: (body) => Object.freeze({ kind: name, boost: onlyBoost(name, body) }),
    weight: (_node: QueryNode, context, boost) => weight(context, boost),
  };
}

export const matchAll: QueryType = {
  ...everythingOrNothing('match_all', (context, boost) => new MatchAllWeight(context, boost)),
  named: 'by-text',
};
export const matchNone: QueryType = {
  ...everythingOrNothing('match_none', () => new MatchNoneWeight('User requested "match_none" query.')),
  isNothing: () => true,
};

function onlyBoost(query: string, body: JsonObject): number {
  let boost = 1;
  if (query === 'match_none') {
    ({ boost } = readScalars(query, body, {}));
    return boost;
  }
  readQueryFields(query, body, {
    boost: boostField((value) => {
      boost = value;
    }),
    _name: nameField,
  });
  return boost;
}
