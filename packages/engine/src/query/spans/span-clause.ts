import { assert } from '@sextant/base';
import { isObject, type JsonObject, parsingError } from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { readAt } from '../../dsl/read-place.ts';
import { javaFloat } from '../../mapping/java-text.ts';
import type { BindQuery, ParseQuery } from '../query-type.ts';
import type { QueryContext } from '../weight.ts';
import type { SpanSource } from './span-source.ts';
import { SpanWeight } from './span-weight.ts';

/** Queries that others of them can be made of. */
const spanQueries: ReadonlySet<string> = new Set([
  'field_masking_span',
  'span_containing',
  'span_first',
  'span_multi',
  'span_near',
  'span_not',
  'span_or',
  'span_term',
  'span_within',
]);

/** Reads a query within a span query. `place`, as errors name it: `span_near [clauses]`. */
export function readSpan(place: string, value: JsonObject, parse: ParseQuery): QueryNode {
  const node = parse(value);
  readAt(value, null);
  if (!spanQueries.has(node.kind)) throw parsingError(`${place} must be of type span query`);
  if (node.boost === 1) return node;
  const limit = `as a nested span clause can't have non-default boost value [${javaFloat(node.boost)}]`;
  throw parsingError(`${place} ${limit}`);
}

/** The members of a list of queries; those that are no objects are not read. */
export function queriesOf(values: readonly unknown[]): JsonObject[] {
  return values.filter(isObject);
}

/** What has the spans of a query that `readSpan` has read. */
export function spanSource(node: QueryNode, context: QueryContext, bind: BindQuery): SpanSource {
  const weight = bind(node, context, 1);
  assert(weight instanceof SpanWeight, `a query without spans within a span query: ${node.kind}`);
  return weight.source;
}

/** The text of a query around others: with the patterns in them, and with the terms that these stand for. */
export function spanText(
  parts: readonly SpanSource[],
  write: (texts: readonly string[]) => string,
): Pick<SpanSource, 'text' | 'rewritten'> {
  const text = write(parts.map((part) => part.text));
  if (parts.every(({ rewritten }) => rewritten === undefined)) return { text };
  return { text, rewritten: write(parts.map((part) => part.rewritten ?? part.text)) };
}
