import { apiError } from '@sextant/contract';
import { readOptions } from '../../dsl/field-clause.ts';
import { isObject, parsingError, requireObject } from '../../dsl/json-reader.ts';
import type { QueryNode, Scalar } from '../../dsl/query-node.ts';
import { textOf } from '../explanation.ts';
import { fieldTerm } from '../field-term.ts';
import type { QueryType } from '../query-type.ts';
import { termSpans } from '../spans/span-terms.ts';
import { SpanWeight } from '../spans/span-weight.ts';
import { fieldTermWeight } from '../term-query.ts';
import type { QueryContext, Weight } from '../weight.ts';

interface SpanTermNode extends QueryNode {
  readonly kind: 'span_term';
  readonly field: string;
  readonly value: Scalar;
}

/** The positions of a term. */
export const spanTerm: QueryType<SpanTermNode> = {
  name: 'span_term',
  ofField: true,
  parse: parseSpanTerm,
  weight: spanTermWeight,
};

/** `{"span_term":{"field":"value"}}` or `{"span_term":{"field":{"value":…,"boost":…}}}` */
function parseSpanTerm(body: unknown): SpanTermNode {
  const [first, second] = Object.entries(requireObject('span_term', body));
  if (first === undefined) throw apiError('illegal_argument_exception', 'field name is null or empty');
  const [field, given] = first;
  if (second !== undefined || Array.isArray(given)) {
    const found = `found [${field}] and [${second === undefined ? 'null' : second[0]}]`;
    throw parsingError(`[span_term] query doesn't support multiple fields, ${found}`);
  }
  let value: unknown = isObject(given) ? null : given;
  const take = (one: unknown): void => {
    value = one;
  };
  const { boost } = readOptions('span_term', isObject(given) ? given : {}, { value: take, term: take });
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw apiError('illegal_argument_exception', 'value cannot be null');
  }
  return Object.freeze({ kind: 'span_term', field, value, boost });
}

function spanTermWeight(node: SpanTermNode, context: QueryContext, boost: number): Weight {
  const { value } = node;
  const mapped = context.mapping.field(node.field);
  if (mapped?.derived !== undefined) {
    const query = textOf(fieldTermWeight(mapped, value, context, boost));
    const reason = `Cannot extract a term from a query of type class org.opensearch.index.query.DerivedFieldQuery: ${query}`;
    throw apiError('illegal_argument_exception', reason);
  }
  const field = context.mapping.field(node.field)?.name ?? node.field;
  const term = fieldTerm(field, value, context);
  const without = (): string =>
    `field "${field}" was indexed without position data; cannot run SpanTermQuery (term=${String(value)})`;
  return new SpanWeight(context, termSpans(context, { field, term, without }), boost);
}
