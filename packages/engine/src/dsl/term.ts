import { apiError } from '@sextant/contract';
import { readFieldClause, readOptions } from './field-clause.ts';
import { parsingError, toBoolean } from './json-reader.ts';
import type { Scalar, TermNode } from './query-node.ts';

/** `{"term":{"field":"value"}}` or `{"term":{"field":{"value":…,"boost":…,"case_insensitive":…}}}` */
export function parseTerm(body: unknown): TermNode {
  const clause = readFieldClause('term', body);
  if (clause.short === null) throw apiError('illegal_argument_exception', 'field name is null or empty');
  let value: unknown = clause.short;
  let caseInsensitive = false;
  const { boost } = readOptions('term', clause.options, {
    value: (given) => {
      value = given;
    },
    term: (given) => {
      value = given;
    },
    case_insensitive: (given) => {
      caseInsensitive = toBoolean(given);
    },
  });
  return Object.freeze({
    kind: 'term',
    field: clause.field,
    value: termValue(value),
    caseInsensitive,
    boost,
  });
}

function termValue(value: unknown): Scalar {
  if (Array.isArray(value)) throw parsingError('[term] query does not support array of values');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw apiError('illegal_argument_exception', 'value cannot be null');
}
