import { apiError } from '@sextant/contract';
import { isObject, notSupported, parsingError, requireBoost, requireObject } from '../../dsl/json-reader.ts';
import type { QueryNode, Scalar } from '../../dsl/query-node.ts';
import type { QueryType } from '../query-type.ts';
import { termsWeight } from '../term-query.ts';

export interface TermsNode extends QueryNode {
  readonly kind: 'terms';
  readonly field: string;
  readonly values: readonly Scalar[];
}

export const terms: QueryType<TermsNode> = {
  name: 'terms',
  ofField: false,
  parse: parseTerms,
  weight: termsWeight,
};

/** `{"terms":{"field":["a","b"],"boost":1}}` */
function parseTerms(body: unknown): TermsNode {
  let field: string | null = null;
  let values: Scalar[] = [];
  let boost = 1;
  for (const [name, value] of Object.entries(requireObject('terms', body))) {
    if (Array.isArray(value) || isObject(value)) {
      if (field !== null) throw parsingError('[terms] query does not support multiple fields');
      field = name;
      values = readValues(value);
    } else if (name === 'boost') boost = requireBoost(value);
    else throw notSupported('terms', name);
  }
  if (field === null) {
    const form = 'followed by array of terms or a document lookup specification';
    throw parsingError(`[terms] query requires a field name, ${form}`);
  }
  return Object.freeze({ kind: 'terms', field, values: Object.freeze(values), boost });
}

function readValues(value: unknown): Scalar[] {
  if (!Array.isArray(value)) {
    throw apiError('illegal_argument_exception', '[terms] query does not support a document lookup');
  }
  return value.map((each) => {
    if (typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean') return each;
    throw parsingError('No value specified for terms query');
  });
}
