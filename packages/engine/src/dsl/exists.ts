import { readOptions } from './field-clause.ts';
import { parsingError, requireObject, toText } from './json-reader.ts';
import type { ExistsNode } from './query-node.ts';

/** `{"exists":{"field":"user"}}` */
export function parseExists(body: unknown): ExistsNode {
  let field: string | null = null;
  const { boost } = readOptions('exists', requireObject('exists', body), {
    field: (value) => {
      field = toText(value);
    },
  });
  if (field === null) throw parsingError('[exists] must be provided with a [field]');
  return Object.freeze({ kind: 'exists', field, boost });
}
