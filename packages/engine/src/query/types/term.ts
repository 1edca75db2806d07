import { apiError } from '@sextant/contract';
import { readFieldClause, readOptions } from '../../dsl/field-clause.ts';
import { parsingError, toBoolean } from '../../dsl/json-reader.ts';
import type { Scalar } from '../../dsl/query-node.ts';
import { readAt } from '../../dsl/read-place.ts';
import { hasNone, isConstant } from '../constant-value.ts';
import type { TermNode } from '../nodes/term.ts';
import type { QueryType } from '../query-type.ts';
import { termWeight } from '../term-query.ts';

export const term: QueryType<TermNode> = {
  name: 'term',
  ofField: true,
  parse: parseTerm,
  weight: termWeight,
  isNothing: ({ field, value, caseInsensitive }, shard) =>
    hasNone(field, shard, (constant) => caseInsensitive || isConstant(field, value, constant)),
};

/** `{"term":{"field":"value"}}` or `{"term":{"field":{"value":…,"boost":…,"case_insensitive":…}}}` */
function parseTerm(body: unknown): TermNode {
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
  readAt(body as object, Array.isArray(value) ? clause.field : null);
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
