import { apiError } from '@sextant/contract';
import {
  isObject,
  type JsonObject,
  notSupported,
  parsingError,
  requireBoost,
  toInt,
} from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import { FirstSpans } from '../spans/filter-spans.ts';
import { readSpan, spanSource, spanText } from '../spans/span-clause.ts';
import type { SpanSource } from '../spans/span-source.ts';
import { SpanWeight } from '../spans/span-weight.ts';
import { tellSpans } from '../spans/text-places.ts';
import type { QueryContext, Weight } from '../weight.ts';

interface SpanFirstNode extends QueryNode {
  readonly kind: 'span_first';
  readonly match: QueryNode;
  readonly end: number;
}

/** Spans near the beginning of the field. */
export const spanFirst: QueryType<SpanFirstNode> = {
  name: 'span_first',
  ofField: false,
  compound: true,
  parse: parseSpanFirst,
  weight: spanFirstWeight,
};

/** `{"span_first":{"match":{"span_term":{"field":"a"}},"end":3}}` */
function parseSpanFirst(body: JsonObject, parse: ParseQuery): SpanFirstNode {
  let match: QueryNode | null = null;
  let end: number | null = null;
  let boost = 1;
  for (const [name, value] of membersOf(body)) {
    if (isObject(value)) {
      if (name !== 'match') throw notSupported('span_first', name);
      match = readSpan('span_first [match]', value, parse);
    } else if (name === 'boost') boost = requireBoost(value);
    else if (name === 'end') end = toInt(value);
    else throw notSupported('span_first', name);
  }
  if (match === null) throw parsingError('span_first must have [match] span query clause');
  if (end === null) throw parsingError('span_first must have [end] set for it');
  if (end < 0) throw apiError('illegal_argument_exception', 'parameter [end] needs to be positive.');
  return Object.freeze({ kind: 'span_first', match, end, boost });
}

function spanFirstWeight(node: SpanFirstNode, context: QueryContext, boost: number, bind: BindQuery): Weight {
  const { end } = node;
  const match = spanSource(node.match, context, bind);
  const source: SpanSource = {
    ...match,
    ...spanText([match], ([text]) => `spanFirst(${text}, ${end})`),
    scoredField: match.field,
    word: null,
    spans: (place) => {
      const spans = match.spans(place);
      return spans === null ? null : new FirstSpans(spans, end);
    },
    words: (sink, own) => tellSpans(sink, source, own),
  };
  return new SpanWeight(context, source, boost);
}
