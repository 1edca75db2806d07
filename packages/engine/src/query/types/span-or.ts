import { apiError } from '@sextant/contract';
import { type JsonObject, notSupported, parsingError, requireBoost } from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import { queriesOf, readSpan, spanSource, spanText } from '../spans/span-clause.ts';
import { anySpans } from '../spans/span-terms.ts';
import { SpanWeight } from '../spans/span-weight.ts';
import type { QueryContext, Weight } from '../weight.ts';

interface SpanOrNode extends QueryNode {
  readonly kind: 'span_or';
  readonly clauses: readonly QueryNode[];
}

/** The spans of any of several queries. */
export const spanOr: QueryType<SpanOrNode> = {
  name: 'span_or',
  ofField: false,
  compound: true,
  parse: parseSpanOr,
  weight: spanOrWeight,
};

/** `{"span_or":{"clauses":[{"span_term":{"field":"a"}},…]}}` */
function parseSpanOr(body: JsonObject, parse: ParseQuery): SpanOrNode {
  let clauses: readonly QueryNode[] = [];
  let boost = 1;
  for (const [name, value] of membersOf(body)) {
    if (name === 'clauses' && Array.isArray(value)) {
      clauses = queriesOf(value).map((each) => readSpan('span_or [clauses]', each, parse));
    } else if (name === 'boost') boost = requireBoost(value);
    else throw notSupported('span_or', name);
  }
  if (clauses.length === 0) throw parsingError('span_or must include [clauses]');
  return Object.freeze({ kind: 'span_or', clauses, boost });
}

function spanOrWeight(node: SpanOrNode, context: QueryContext, boost: number, bind: BindQuery): Weight {
  const parts = node.clauses.map((clause) => spanSource(clause, context, bind));
  const { field } = parts[0]!;
  if (parts.some((part) => part.field !== field)) {
    throw apiError('illegal_argument_exception', 'Clauses must have same field.');
  }
  const told = spanText(parts, (texts) => `spanOr([${texts.join(', ')}])`);
  return new SpanWeight(context, anySpans(field, parts, told), boost);
}
