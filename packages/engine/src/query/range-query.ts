import { ApiError, apiError } from '@sextant/contract';
import { compareBytes } from '../codec/bytes.ts';
import type { Scalar } from '../dsl/query-node.ts';
import type { NumberForm } from '../mapping/field-type.ts';
import { queryValue } from '../mapping/field-value.ts';
import { type ColumnNumber, coarseOf } from '../mapping/fine-number.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { TermsReader } from '../segment/segment-reader.ts';
import { booleanWeight } from './boolean-query.ts';
import { derivedWeight } from './derived/derived-weight.ts';
import { existsWeight } from './exists-query.ts';
import { refuseTermRange } from './expensive-queries.ts';
import { isSearchable, prepareColumn, RewriteError, requireSearchable, termBytes } from './field-support.ts';
import type { NumberInterval } from './fine-range.ts';
import { MultiTermWeight } from './multi-term-weight.ts';
import type { RangeNode } from './nodes/range.ts';
import { textOf, utf8 } from './query-tokens.ts';
import type { ShardOutline } from './query-type.ts';
import { rangeRelationWeight } from './range-field-weight.ts';
import { NumericRangeWeight } from './range-weight.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from './weight.ts';
import type { WordSink } from './word-sink.ts';

/** `range` by the type of the field. A range without limits means: has the field. */
export function rangeWeight(node: RangeNode, context: QueryContext, boost: number): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined) return new MatchNoneWeight();
  const score = Math.fround(boost * field.boost);
  if (node.from === null && node.to === null) {
    return existsWeight({ kind: 'exists', field: node.field, boost: 1 }, context, score);
  }
  if (field.derived !== undefined) {
    return derivedWeight(field, context, boost, (_own, within) => rangeWeight(node, within, 1));
  }
  refuseRanges(field);
  const { numbers, ranges } = field.fieldType;
  if (numbers === null && ranges === undefined) refuseTermRange(field, context);
  // As in OpenSearch, which finds by the index that no date is within.
  const isNoDate = numbers?.values === 'dates' && !isSearchable(field);
  if (!isNoDate) requireSearchable(field, context);
  prepareColumn(field, context);
  if (ranges !== undefined) return rangeRelationWeight(field, node, context, score);
  if (numbers === null) return termRangeWeight(field, node, context, score);
  const { low, high } = boundsOf(field, numbers, node, context);
  if (isNoDate) return new MatchNoneWeight();
  if (numbers.values === 'flags') {
    const [from, to] = [coarseOf(low), coarseOf(high)];
    const [no, yes] = [from <= 0 && to >= 0, from <= 1 && to >= 1];
    if (no !== yes) return booleanWeight(field, yes ? 1 : 0, context, score);
  }
  return new NumericRangeWeight(context, field.name, { low, high }, score);
}

/** Whether all dates of the shard lie outside of a range, or the field has no values; of other fields this is not asked. */
export function isOutOfRange(node: RangeNode, shard: ShardOutline | null): boolean {
  if (shard === null) return false;
  const field = shard.mapping.field(node.field);
  if (field === undefined) return true;
  const { numbers } = field.fieldType;
  if (numbers?.values !== 'dates' || !field.indexed || field.derived !== undefined) return false;
  const { low, high } = boundsOf(field, numbers, node, shard);
  return shard.searcher.segments.every((segment) => {
    const column = segment.numeric(field.name);
    if (column === null || column.valueCount === 0) return true;
    return coarseOf(low) > column.max || coarseOf(high) < column.min;
  });
}

/** Throws where no range of the field can be asked for. */
export function refuseRanges({ name, type, fieldType }: MappedField): void {
  if (fieldType.notSearched === undefined && fieldType.hasNoRanges !== true) return;
  const reason = `Field [${name}] of type [${type}] does not support range queries`;
  throw apiError('illegal_argument_exception', reason);
}

/** Dates that cannot be read are found out before the query is built. */
function boundsOf(
  field: MappedField,
  numbers: NumberForm,
  node: RangeNode,
  context: Pick<QueryContext, 'nowMs'>,
): NumberInterval {
  try {
    return numericBounds(field, numbers, node, context);
  } catch (error) {
    if (numbers.values === 'dates' && error instanceof ApiError)
      throw new RewriteError(error.error, { cause: error });
    throw error;
  }
}

/** The limits of a range as an interval with both ends inside. Empty where low > high. */
function numericBounds(
  field: MappedField,
  numbers: NumberForm,
  node: RangeNode,
  { nowMs }: Pick<QueryContext, 'nowMs'>,
): NumberInterval {
  const { from, to, includeFrom, includeTo, format, timeZone } = node;
  let low: ColumnNumber = Number.NEGATIVE_INFINITY;
  let high: ColumnNumber = Number.POSITIVE_INFINITY;
  if (from !== null) {
    const limit = numbers.limit(field, from, { nowMs, format, timeZone, roundUp: !includeFrom });
    low = includeFrom ? limit : numbers.next(field, limit, 1);
  }
  if (to !== null) {
    const limit = numbers.limit(field, to, { nowMs, format, timeZone, roundUp: includeTo });
    high = includeTo ? limit : numbers.next(field, limit, -1);
  }
  return { low, high };
}

/** Limits are read before any segment is looked at, so that a bad one fails the query as a whole. */
function termRangeWeight(field: MappedField, node: RangeNode, context: QueryContext, score: number): Weight {
  const low = node.from === null ? null : termLimit(field, node.from, !node.includeFrom);
  const high = node.to === null ? null : termLimit(field, node.to, node.includeTo);
  const find = (terms: TermsReader): { readonly from: number; readonly to: number } => ({
    from: low === null ? 0 : place(terms, low, !node.includeFrom),
    to: high === null ? terms.size : place(terms, high, node.includeTo),
  });
  const use = { field: field.name, indexed: field.indexed, score, find };
  if (field.fieldType.terms?.isPlain === false) {
    return new MultiTermWeight(context, { ...use, words: () => {}, text: () => 'query' });
  }
  const words = (sink: WordSink): void => {
    sink.terms(field.name, (term) => (isBetween(utf8(term), low, high, node) ? score : undefined));
  };
  return new MultiTermWeight(context, { ...use, words, text: () => rangeText(field.name, low, high, node) });
}

function rangeText(
  name: string,
  low: Uint8Array | null,
  high: Uint8Array | null,
  { includeFrom, includeTo }: RangeNode,
): string {
  const from = `${includeFrom ? '[' : '{'}${low === null ? '*' : textOf(low)}`;
  const to = `${high === null ? '*' : textOf(high)}${includeTo ? ']' : '}'}`;
  return `ConstantScore(${name}:${from} TO ${to})`;
}

function isBetween(
  term: Uint8Array,
  low: Uint8Array | null,
  high: Uint8Array | null,
  { includeFrom, includeTo }: RangeNode,
): boolean {
  const above = low === null ? 1 : compareBytes(term, low);
  const below = high === null ? -1 : compareBytes(term, high);
  return (above > 0 || (above === 0 && includeFrom)) && (below < 0 || (below === 0 && includeTo));
}

/** First ordinal at the term, or after it. */
function place(terms: TermsReader, term: Uint8Array, after: boolean): number {
  const ordinal = terms.ceiling(term);
  return after && terms.lookup(term) === ordinal ? ordinal + 1 : ordinal;
}

function termLimit(field: MappedField, value: Scalar, after: boolean): Uint8Array {
  const limit = field.fieldType.terms?.limit?.(value, after);
  if (limit !== undefined) return limit;
  return field.storage === 'text' ? utf8(String(value)) : termBytes(queryValue(field, value));
}
