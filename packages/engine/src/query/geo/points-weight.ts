import { assert } from '@sextant/base';
import type { WorkBudget } from '../../budget/work-budget.ts';
import {
  encodePoint,
  latOf,
  latStepsOf,
  lonOf,
  lonStepsOf,
  POINT_BYTES,
} from '../../mapping/geo/geo-encoding.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import type { SegmentReader, TermsReader } from '../../segment/segment-reader.ts';
import { derivedWeight } from '../derived/derived-weight.ts';
import { ordinalsScorer } from '../ordinals-scorer.ts';
import type { Scorer } from '../scorer.ts';
import { type QueryContext, SegmentFunctionWeight, type Weight } from '../weight.ts';

/** A part of the earth. */
export interface Area {
  /** No point south or north of these is within. */
  readonly south: number;
  readonly north: number;
  /** Steps that it takes to ask of a block of points. */
  readonly cost: number;
  contains(lat: number, lon: number): boolean;
  /** In Lucene's words, where it has some. */
  readonly text?: string;
}

const POINTS_LABEL = '<points of a query>';

/** Points looked at between two looks at the budget. */
const BLOCK = 128;

/**
 * Documents with a point in an area. Points are terms in the order of their latitudes, so that only those between the two of
 * the area are looked at, each once, however many documents have it.
 */
export function pointsWeight(field: MappedField, area: Area, context: QueryContext, score: number): Weight {
  if (field.derived !== undefined) {
    return derivedWeight(field, context, score, (own, within) => pointsWeight(own, area, within, 1));
  }
  const use = { field: field.name, indexed: field.indexed, score, budget: context.budget };
  const scorer = (segment: SegmentReader): Scorer | null => {
    const terms = segment.terms(field.name);
    return terms === null ? null : ordinalsScorer(segment, pointsIn(area, terms, context.budget), use);
  };
  const text = (): string => (area.text === undefined ? 'query' : `${field.name}:${area.text}`);
  return new SegmentFunctionWeight(context, scorer, undefined, text);
}

/** Ordinals of the points in the area, ascending. */
function pointsIn(area: Area, terms: TermsReader, budget: WorkBudget): Int32Array {
  const from = terms.ceiling(encodePoint({ lat: Math.max(area.south, -90), lon: 0 }));
  const { bytes, offsets } = terms;
  const north = Math.min(area.north, 90);
  let found = new Int32Array(BLOCK);
  let count = 0;
  for (let ordinal = from; ordinal < terms.size; ordinal++) {
    if ((ordinal - from) % BLOCK === 0) budget.charge(area.cost);
    const at = offsets[ordinal]!;
    assert(offsets[ordinal + 1]! - at === POINT_BYTES, 'a point has another length');
    const lat = latOf(latStepsOf(bytes, at));
    if (lat > north) break;
    if (!area.contains(lat, lonOf(lonStepsOf(bytes, at)))) continue;
    if (count === found.length) {
      budget.reserve(found.byteLength, POINTS_LABEL);
      const larger = new Int32Array(count * 2);
      larger.set(found);
      found = larger;
    }
    found[count++] = ordinal;
  }
  return found.subarray(0, count);
}
