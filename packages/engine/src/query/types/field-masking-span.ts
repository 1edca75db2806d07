import {
  isObject,
  type JsonObject,
  notSupported,
  parsingError,
  requireBoost,
  toText,
} from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import { readSpan, spanSource, spanText } from '../spans/span-clause.ts';
import { SpanWeight } from '../spans/span-weight.ts';
import type { QueryContext, Weight } from '../weight.ts';

interface FieldMaskingSpanNode extends QueryNode {
  readonly kind: 'field_masking_span';
  readonly query: QueryNode;
  readonly field: string;
}

/** Spans of one field that go with those of another. */
export const fieldMaskingSpan: QueryType<FieldMaskingSpanNode> = {
  name: 'field_masking_span',
  ofField: false,
  compound: true,
  parse: parseFieldMaskingSpan,
  weight: fieldMaskingSpanWeight,
};

/** `{"field_masking_span":{"query":{"span_term":{"text.stems":"fox"}},"field":"text"}}` */
function parseFieldMaskingSpan(body: JsonObject, parse: ParseQuery): FieldMaskingSpanNode {
  let query: QueryNode | null = null;
  let field: string | null = null;
  let boost = 1;
  for (const [name, value] of membersOf(body)) {
    if (isObject(value)) {
      if (name !== 'query') throw notSupported('span_field_masking', name);
      query = readSpan('[span_field_masking] query', value, parse);
    } else if (name === 'boost') boost = requireBoost(value);
    else if (name === 'field') field = toText(value);
    else throw notSupported('span_field_masking', name);
  }
  if (query === null) throw parsingError('span_field_masking must have [query] span query clause');
  if (field === null) throw parsingError('span_field_masking must have [field] set for it');
  return Object.freeze({ kind: 'field_masking_span', query, field, boost });
}

function fieldMaskingSpanWeight(
  { query, field }: FieldMaskingSpanNode,
  context: QueryContext,
  boost: number,
  bind: BindQuery,
): Weight {
  const source = spanSource(query, context, bind);
  const told = spanText([source], ([text]) => `mask(${text}) as ${field}`);
  return new SpanWeight(context, { ...source, ...told, field, word: null }, boost);
}
