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
import { NotSpans } from '../spans/filter-spans.ts';
import { readSpan, spanSource, spanText } from '../spans/span-clause.ts';
import type { SpanSource } from '../spans/span-source.ts';
import { SpanWeight } from '../spans/span-weight.ts';
import { tellSpans } from '../spans/text-places.ts';
import type { QueryContext, Weight } from '../weight.ts';

interface SpanNotNode extends QueryNode {
  readonly kind: 'span_not';
  readonly include: QueryNode;
  readonly exclude: QueryNode;
  /** Positions before and behind a span that must be free of the other. */
  readonly pre: number;
  readonly post: number;
}

/** Spans that none of another query is near to. */
export const spanNot: QueryType<SpanNotNode> = {
  name: 'span_not',
  ofField: false,
  compound: true,
  parse: parseSpanNot,
  weight: spanNotWeight,
};

/** `{"span_not":{"include":{…},"exclude":{…},"pre":0,"post":0}}`, or `dist` for both. */
function parseSpanNot(body: JsonObject, parse: ParseQuery): SpanNotNode {
  const queries = new Map<string, QueryNode>();
  const numbers = new Map<string, number>();
  let boost = 1;
  for (const [name, value] of membersOf(body)) {
    if (isObject(value)) {
      if (name !== 'include' && name !== 'exclude') throw notSupported('span_not', name);
      queries.set(name, readSpan(`span_not [${name}]`, value, parse));
    } else if (name === 'dist' || name === 'pre' || name === 'post') numbers.set(name, toInt(value));
    else if (name === 'boost') boost = requireBoost(value);
    else throw notSupported('span_not', name);
  }
  const include = queries.get('include');
  const exclude = queries.get('exclude');
  if (include === undefined) throw parsingError('span_not must have [include] span query clause');
  if (exclude === undefined) throw parsingError('span_not must have [exclude] span query clause');
  const dist = numbers.get('dist');
  if (dist !== undefined && numbers.size > 1) {
    throw parsingError('span_not can either use [dist] or [pre] & [post] (or none)');
  }
  const side = (name: string): number => Math.max(0, dist ?? numbers.get(name) ?? 0);
  return Object.freeze({ kind: 'span_not', include, exclude, pre: side('pre'), post: side('post'), boost });
}

function spanNotWeight(node: SpanNotNode, context: QueryContext, boost: number, bind: BindQuery): Weight {
  const { pre, post } = node;
  const include = spanSource(node.include, context, bind);
  const exclude = spanSource(node.exclude, context, bind);
  if (include.field !== exclude.field) {
    throw apiError('illegal_argument_exception', 'Clauses must have same field.');
  }
  const source: SpanSource = {
    ...include,
    ...spanText([include, exclude], ([wanted, other]) => `spanNot(${wanted}, ${other}, ${pre}, ${post})`),
    scoredField: include.field,
    word: null,
    spans: (place) => {
      const wanted = include.spans(place);
      const other = wanted === null ? null : exclude.spans(place);
      return wanted === null || other === null ? wanted : new NotSpans(wanted, other, pre, post);
    },
    words: (sink, own) => tellSpans(sink, source, own),
  };
  return new SpanWeight(context, source, boost);
}
