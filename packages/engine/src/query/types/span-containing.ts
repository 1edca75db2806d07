import { apiError } from '@sextant/contract';
import {
  isObject,
  type JsonObject,
  notSupported,
  parsingError,
  requireBoost,
} from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import { ContainingSpans, WithinSpans } from '../spans/filter-spans.ts';
import { readSpan, spanSource, spanText } from '../spans/span-clause.ts';
import type { SpanSource } from '../spans/span-source.ts';
import { SpanWeight } from '../spans/span-weight.ts';
import { tellSpans } from '../spans/text-places.ts';
import type { QueryContext, Weight } from '../weight.ts';

interface SpanPairNode extends QueryNode {
  readonly kind: 'span_containing' | 'span_within';
  readonly big: QueryNode;
  readonly little: QueryNode;
}

/** Spans that hold one of another query. */
export const spanContaining: QueryType<SpanPairNode> = {
  name: 'span_containing',
  ofField: false,
  compound: true,
  parse: (body, parse) => parsePair('span_containing', body, parse),
  weight: spanPairWeight,
};

/** Spans that lie within one of another query. */
export const spanWithin: QueryType<SpanPairNode> = {
  name: 'span_within',
  ofField: false,
  compound: true,
  parse: (body, parse) => parsePair('span_within', body, parse),
  weight: spanPairWeight,
};

/** `{"span_within":{"big":{…},"little":{…}}}` */
function parsePair(kind: SpanPairNode['kind'], body: JsonObject, parse: ParseQuery): SpanPairNode {
  const queries = new Map<string, QueryNode>();
  let boost = 1;
  for (const [name, value] of membersOf(body)) {
    if (isObject(value) && (name === 'big' || name === 'little')) {
      queries.set(name, readSpan(`${kind} [${name}]`, value, parse));
    } else if (name === 'boost' && !isObject(value)) boost = requireBoost(value);
    else throw notSupported(kind, name);
  }
  const required = (name: string): QueryNode => {
    const query = queries.get(name);
    if (query !== undefined) return query;
    if (kind === 'span_within') throw parsingError(`span_within must include [${name}]`);
    throw apiError('illegal_argument_exception', `inner clause [${name}] cannot be null.`);
  };
  return Object.freeze({ kind, big: required('big'), little: required('little'), boost });
}

function spanPairWeight(node: SpanPairNode, context: QueryContext, boost: number, bind: BindQuery): Weight {
  const big = spanSource(node.big, context, bind);
  const little = spanSource(node.little, context, bind);
  if (big.field !== little.field) {
    throw apiError('illegal_argument_exception', 'big and little not same field');
  }
  const isContaining = node.kind === 'span_containing';
  const name = isContaining ? 'SpanContaining' : 'SpanWithin';
  const source: SpanSource = {
    ...spanText([big, little], ([outer, inner]) => `${name}(${outer}, ${inner})`),
    field: big.field,
    scoredField: big.field,
    terms: [...big.terms, ...little.terms],
    word: null,
    spans: (place) => {
      const outer = big.spans(place);
      const inner = outer === null ? null : little.spans(place);
      if (outer === null || inner === null) return null;
      return isContaining ? new ContainingSpans(outer, inner) : new WithinSpans(outer, inner);
    },
    words: (sink, own) => tellSpans(sink, source, own),
  };
  return new SpanWeight(context, source, boost);
}
