import { ApiError, apiError } from '@sextant/contract';
import { compareBytes } from '../codec/bytes.ts';
import type { Scalar } from '../dsl/query-node.ts';
import { parseDateMath } from '../mapping/date/date-math.ts';
import { queryValue } from '../mapping/field-value.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import {
  isIntegral,
  type NumericType,
  ofScaledSteps,
  parseNumber,
  roundTo,
  scaledSteps,
} from '../mapping/number-coercion.ts';
import type { SegmentReader, TermsReader } from '../segment/segment-reader.ts';
import { booleanWeight } from './boolean-query.ts';
import { existsWeight } from './exists-query.ts';
import { EarlyError, requireSearchable, termBytes } from './field-support.ts';
import { nextDown, nextUp } from './number-bounds.ts';
import type { NumberInterval } from './number-set-weight.ts';
import { ordinalRangeScorer } from './ordinals-scorer.ts';
import { utf8 } from './query-tokens.ts';
import { NumericRangeWeight } from './range-weight.ts';
import type { Scorer } from './scorer.ts';
import type { RangeNode } from './types/range.ts';
import { MatchNoneWeight, type QueryContext, SegmentFunctionWeight, type Weight } from './weight.ts';

/** `range` by the type of the field. A range without limits means: has the field. */
export function rangeWeight(node: RangeNode, context: QueryContext, boost: number): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined) return new MatchNoneWeight();
  const score = Math.fround(boost * field.boost);
  if (node.from === null && node.to === null) {
    return existsWeight({ kind: 'exists', field: node.field, boost: 1 }, context, score);
  }
  requireSearchable(field);
  if (field.storage !== 'number') return termRangeWeight(field, node, context, score);
  const { low, high } = boundsOf(field, node, context);
  if (field.type === 'boolean') {
    const [no, yes] = [low <= 0 && high >= 0, low <= 1 && high >= 1];
    if (no !== yes) return booleanWeight(field, yes ? 1 : 0, context, score);
  }
  return new NumericRangeWeight(context, field.name, low, high, score);
}

/** Dates that cannot be read are found out before the query is built. */
function boundsOf(field: MappedField, node: RangeNode, context: QueryContext): { low: number; high: number } {
  try {
    return numericBounds(field, node, context);
  } catch (error) {
    if (field.type === 'date' && error instanceof ApiError)
      throw new EarlyError(error.error, { cause: error });
    throw error;
  }
}

/** The limits of a range as an interval with both ends inside. Empty where low > high. */
function numericBounds(
  field: MappedField,
  node: RangeNode,
  context: QueryContext,
): { low: number; high: number } {
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  if (node.from !== null) {
    const limit = numericLimit(field, node.from, node, context, !node.includeFrom);
    low = node.includeFrom ? limit : above(field, limit);
  }
  if (node.to !== null) {
    const limit = numericLimit(field, node.to, node, context, node.includeTo);
    high = node.includeTo ? limit : below(field, limit);
  }
  return { low, high };
}

function above(field: MappedField, limit: number): number {
  if (field.scalingFactor !== undefined) return stepped(limit, field.scalingFactor, 1);
  return field.type === 'date' ? limit + 1 : nextUp(limit);
}

function below(field: MappedField, limit: number): number {
  if (field.scalingFactor !== undefined) return stepped(limit, field.scalingFactor, -1);
  return field.type === 'date' ? limit - 1 : nextDown(limit);
}

/** A limit of a scaled float is a whole number of steps; one that is not part of the range is the next step. */
function stepped(limit: number, factor: number, by: number): number {
  return ofScaledSteps(scaledSteps(limit, factor) + by, factor);
}

/** `roundUp`: a date that leaves out its smaller parts means their end (`lte`, `gt`) or their beginning. */
function numericLimit(
  field: MappedField,
  value: Scalar,
  node: Pick<RangeNode, 'format' | 'timeZone'>,
  context: QueryContext,
  roundUp: boolean,
): number {
  if (field.type === 'date') {
    const format = node.format ?? field.format ?? 'strict_date_optional_time||epoch_millis';
    const zone = node.timeZone === null ? {} : { timeZone: node.timeZone };
    return parseDateMath(String(value), format, { nowMs: context.nowMs, roundUp, ...zone });
  }
  if (field.type === 'boolean') return Number(queryValue(field, value));
  const number = typeof value === 'string' ? parseDecimal(value) : Number(value);
  checkRange(field, number, value);
  if (field.scalingFactor !== undefined) return stepped(number, field.scalingFactor, 0);
  return field.type === 'float' || field.type === 'half_float' ? roundTo(field.type, number) : number;
}

/** Limits beyond what the type can hold are refused; of a short or a byte only those beyond an integer. */
function checkRange(field: MappedField, number: number, value: Scalar): void {
  if (field.type === 'double' || !Number.isFinite(number)) return;
  const type = field.type === 'short' || field.type === 'byte' ? 'integer' : (field.type as NumericType);
  parseNumber(type, isIntegral(type) ? String(value) : number, true);
}

function parseDecimal(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isNaN(number)) return number;
  throw apiError(
    'number_format_exception',
    text.trim() === '' ? 'empty String' : `For input string: "${text}"`,
  );
}

/** A date as `term` and `match` mean it: the whole day for `2024-01-01`. */
export function dateInterval(field: MappedField, value: Scalar, context: QueryContext): NumberInterval {
  const none = { format: null, timeZone: null };
  const low = numericLimit(field, value, none, context, false);
  return { low, high: numericLimit(field, value, none, context, true) };
}

/** Limits are read before any segment is looked at, so that a bad one fails the query as a whole. */
function termRangeWeight(field: MappedField, node: RangeNode, context: QueryContext, score: number): Weight {
  const low = node.from === null ? null : termLimit(field, node.from);
  const high = node.to === null ? null : termLimit(field, node.to);
  const use = { field: field.name, indexed: field.indexed, score, budget: context.budget };
  const scorer = (segment: SegmentReader): Scorer | null => {
    const terms = segment.terms(field.name);
    if (terms === null) return null;
    const from = low === null ? 0 : place(terms, low, !node.includeFrom);
    const to = high === null ? terms.size : place(terms, high, node.includeTo);
    return ordinalRangeScorer(segment, from, to, use);
  };
  if (field.type === 'ip') return new SegmentFunctionWeight(context, scorer);
  return new SegmentFunctionWeight(context, scorer, (sink) => {
    sink.terms(field.name, (term) => (isBetween(utf8(term), low, high, node) ? score : undefined));
  });
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

function termLimit(field: MappedField, value: Scalar): Uint8Array {
  return field.storage === 'text' ? utf8(String(value)) : termBytes(queryValue(field, value));
}
