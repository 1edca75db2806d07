import { apiError } from '@sextant/contract';
import {
  isObject,
  type JsonObject,
  notSupported,
  parsingError,
  requireBoost,
  toBoolean,
  toInt,
} from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import { gapSource, nearSource } from '../spans/near-source.ts';
import { queriesOf, readSpan, spanSource } from '../spans/span-clause.ts';
import { SpanWeight } from '../spans/span-weight.ts';
import type { QueryContext, Weight } from '../weight.ts';

/** Positions that something may stand in, between clauses. */
interface GapNode extends QueryNode {
  readonly kind: 'span_gap';
  readonly field: string;
  readonly width: number;
}

interface SpanNearNode extends QueryNode {
  readonly kind: 'span_near';
  readonly clauses: readonly (QueryNode | GapNode)[];
  readonly slop: number;
  readonly inOrder: boolean;
}

/** Spans that are near to each other. */
export const spanNear: QueryType<SpanNearNode> = {
  name: 'span_near',
  ofField: false,
  compound: true,
  parse: parseSpanNear,
  weight: spanNearWeight,
};

/** `{"span_near":{"clauses":[{"span_term":{"field":"a"}},{"span_gap":{"field":2}},…],"slop":0,"in_order":true}}` */
function parseSpanNear(body: JsonObject, parse: ParseQuery): SpanNearNode {
  let clauses: readonly QueryNode[] = [];
  let slop = 0;
  let inOrder = true;
  let boost = 1;
  for (const [name, value] of membersOf(body)) {
    if (name === 'clauses' && Array.isArray(value)) {
      clauses = queriesOf(value).map((each) => {
        return isObject(each.span_gap)
          ? readGap(each.span_gap)
          : readSpan('span_near [clauses]', each, parse);
      });
    } else if (isObject(value) || Array.isArray(value)) throw notSupported('span_near', name);
    else if (name === 'in_order') inOrder = toBoolean(value);
    else if (name === 'slop') slop = toInt(value);
    else if (name === 'boost') boost = requireBoost(value);
    else throw notSupported('span_near', name);
  }
  if (clauses.length === 0) throw parsingError('span_near must include [clauses]');
  return Object.freeze({ kind: 'span_near', clauses, slop, inOrder, boost });
}

function readGap(body: JsonObject): GapNode {
  const [field, second] = Object.keys(body);
  if (field === undefined)
    throw apiError('illegal_argument_exception', '[span_gap] field name is null or empty');
  if (second !== undefined) {
    const found = `found [${field}] and [${second}]`;
    throw parsingError(`[span_gap] query doesn't support multiple fields, ${found}`);
  }
  return Object.freeze({ kind: 'span_gap', field, width: toInt(body[field]), boost: 1 });
}

function isGap(node: QueryNode): node is GapNode {
  return node.kind === 'span_gap';
}

function spanNearWeight(node: SpanNearNode, context: QueryContext, boost: number, bind: BindQuery): Weight {
  const { clauses, slop, inOrder } = node;
  const [first] = clauses;
  if (clauses.length === 1 && !isGap(first!)) return bind(first!, context, boost);
  const gap = clauses.find(isGap);
  if (gap !== undefined && !inOrder) throw illegal('Gaps can only be added to ordered near queries');
  const parts = clauses.map((clause) =>
    isGap(clause) ? gapSource(clause) : spanSource(clause, context, bind),
  );
  const { field } = parts[0]!;
  const other = parts.find((part) => part.field !== field);
  if (other !== undefined) {
    if (gap !== undefined) throw illegal('[span_near] clauses must have same field');
    throw illegal(`Cannot add clause ${other.text} to SpanNearQuery for field ${field}`);
  }
  return new SpanWeight(context, nearSource(parts, { slop, inOrder }), boost);
}

function illegal(reason: string): Error {
  return apiError('illegal_argument_exception', reason);
}
