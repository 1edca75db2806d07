import { readScalars } from '../../dsl/field-clause.ts';
import { parsingError, requireObject, toText } from '../../dsl/json-reader.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { existsWeight } from '../exists-query.ts';
import type { ExistsNode } from '../nodes/exists.ts';
import type { QueryType } from '../query-type.ts';

export const exists: QueryType<ExistsNode> = {
  name: 'exists',
  ofField: false,
  parse: parseExists,
  weight: existsWeight,
  isNothing: ({ field }, shard) => shard !== null && isUnmapped(field, shard.mapping),
};

function isUnmapped(field: string, mapping: Mapping): boolean {
  if (field.startsWith('_')) return false;
  return mapping.matching(mapping.isObject(field) ? `${field}.*` : field).length === 0;
}

/** `{"exists":{"field":"user"}}` */
function parseExists(body: unknown): ExistsNode {
  let field: string | null = null;
  const { boost } = readScalars('exists', requireObject('exists', body), {
    field: (value) => {
      field = toText(value);
    },
  });
  if (field === null) throw parsingError('[exists] must be provided with a [field]');
  return Object.freeze({ kind: 'exists', field, boost });
}
