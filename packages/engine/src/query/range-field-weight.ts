import { ApiError, apiError } from '@sextant/contract';
import { compareBytes } from '../codec/bytes.ts';
import { Int32List } from '../codec/lists.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { boundsOfTerm } from '../mapping/range-bounds.ts';
import type { SegmentReader, TermsReader } from '../segment/segment-reader.ts';
import { EarlyError } from './field-support.ts';
import type { RangeNode } from './nodes/range.ts';
import { ordinalsScorer } from './ordinals-scorer.ts';
import { MatchNoneWeight, type QueryContext, SegmentFunctionWeight, type Weight } from './weight.ts';

/** Both bounds within. */
interface Wanted {
  readonly low: Uint8Array;
  readonly high: Uint8Array;
}

type Relation = RangeNode['relation'];

/** Of a field of ranges: those that stand to one of the wanted ranges as the relation says. */
export function rangesWeight(
  field: MappedField,
  wanted: readonly Wanted[],
  relation: Relation,
  context: QueryContext,
  score: number,
): Weight {
  const { budget } = context;
  const use = { field: field.name, indexed: field.indexed, score, budget };
  const possible = wanted.filter(({ low, high }) => compareBytes(low, high) <= 0);
  if (possible.length === 0) return new MatchNoneWeight();
  return new SegmentFunctionWeight(context, (segment: SegmentReader) => {
    const terms = segment.terms(field.name);
    if (terms === null) return null;
    const found = new Int32List();
    for (let ordinal = 0; ordinal < terms.size; ordinal++) {
      if ((ordinal & 31) === 0) budget.charge(1 + (possible.length >>> 3));
      if (isFound(terms, ordinal, possible, relation)) found.push(ordinal);
    }
    return ordinalsScorer(segment, found.view(), use);
  });
}

function isFound(
  terms: TermsReader,
  ordinal: number,
  wanted: readonly Wanted[],
  relation: Relation,
): boolean {
  const { low, high } = boundsOfTerm(terms.term(ordinal));
  return wanted.some((range) => {
    if (relation === 'within')
      return compareBytes(low, range.low) >= 0 && compareBytes(high, range.high) <= 0;
    if (relation === 'contains')
      return compareBytes(low, range.low) <= 0 && compareBytes(high, range.high) >= 0;
    return compareBytes(low, range.high) <= 0 && compareBytes(high, range.low) >= 0;
  });
}

/** `range` over a field of ranges. */
export function rangeRelationWeight(
  field: MappedField,
  node: RangeNode,
  context: QueryContext,
  score: number,
): Weight {
  return rangesWeight(field, [wantedOf(field, node, context)], node.relation, context, score);
}

function wantedOf(field: MappedField, node: RangeNode, { nowMs }: QueryContext): Wanted {
  const { from, to, includeFrom, includeTo, format, timeZone } = node;
  const ranges = field.fieldType.ranges!;
  const options = { nowMs, format, timeZone };
  try {
    const low = from === null ? null : ranges.limit(field, from, { ...options, roundUp: !includeFrom });
    const high = to === null ? null : ranges.limit(field, to, { ...options, roundUp: includeTo });
    if (low !== null && high !== null && compareBytes(low, high) > 0) {
      const [first, last] = [low, high].map((bound) => ranges.text(field, bound));
      const reason = `Range query \`from\` value (${first}) is greater than \`to\` value (${last})`;
      throw apiError('illegal_argument_exception', reason);
    }
    return {
      low: low === null || includeFrom ? (low ?? ranges.lowest) : ranges.next(field, low, 1),
      high: high === null || includeTo ? (high ?? ranges.highest) : ranges.next(field, high, -1),
    };
  } catch (error) {
    if (field.format !== undefined && error instanceof ApiError)
      throw new EarlyError(error.error, { cause: error });
    throw error;
  }
}
