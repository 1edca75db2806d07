import { requireObject, toText } from '../../dsl/json-reader.ts';
import { boostField, listField, nameField, readQueryFields } from '../../dsl/object-parser.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { idsWeight } from '../ids-query.ts';
import type { QueryType } from '../query-type.ts';

export interface IdsNode extends QueryNode {
  readonly kind: 'ids';
  readonly values: readonly string[];
}

export const ids: QueryType<IdsNode> = {
  name: 'ids',
  ofField: false,
  named: 'by-text',
  parse: parseIds,
  weight: ({ values }, context, boost) => idsWeight(values, context, boost),
  isNothing: ({ values }) => values.length === 0,
};

/** `{"ids":{"values":["1","2"]}}` */
function parseIds(body: unknown): IdsNode {
  const values: string[] = [];
  let boost = 1;
  readQueryFields('ids', requireObject('ids', body), {
    values: listField(['VALUE_STRING'], (value) => void values.push(toText(value))),
    boost: boostField((value) => {
      boost = value;
    }),
    _name: nameField,
  });
  return Object.freeze({ kind: 'ids', values: Object.freeze([...new Set(values)]), boost });
}
