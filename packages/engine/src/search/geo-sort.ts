import { apiError } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { ComputedValue } from '../collect/computed-sort-key.ts';
import { distanceFrom, planeDistanceFrom } from '../mapping/geo/earth.ts';
import {
  type GeoPoint,
  latOf,
  latStepsOf,
  lonOf,
  lonStepsOf,
  normalizePoint,
} from '../mapping/geo/geo-encoding.ts';
import { javaDouble } from '../mapping/java-text.ts';
import { geoPoint } from '../mapping/types/geo-point.ts';
import { DocumentValues } from '../query/functions/document-values.ts';
import { checkCoordinates, type ValidationMethod } from '../query/geo/validation-method.ts';
import type { NumericColumn, SegmentReader } from '../segment/segment-reader.ts';
import type { ShardTarget } from './shard-target.ts';
import type { SortSpec } from './sort-request.ts';

/** A sort by the distance from points. */
export interface GeoSort {
  readonly points: readonly GeoPoint[];
  /** Metres of the unit of the distances. */
  readonly unit: number;
  readonly onPlane: boolean;
  readonly validation: ValidationMethod;
  readonly ignoreUnmapped: boolean;
}

/** Throws where the mapping of the shard, or a point, does not allow the sort. */
export function checkGeoSort({ field: name }: SortSpec, geo: GeoSort, { mapping }: ShardTarget): void {
  if (geo.validation === 'STRICT') for (const point of geo.points) checkStrict(point, name);
  if (geo.validation === 'IGNORE_MALFORMED') for (const point of geo.points) checkCoordinates(point);
  const field = mapping.field(name);
  if (field === undefined && geo.ignoreUnmapped) return;
  if (field === undefined) {
    const reason = `failed to find mapper for [${name}] for geo distance based sort`;
    throw apiError('illegal_argument_exception', reason);
  }
  if (field.fieldType === geoPoint) return;
  const reason = `[_geo_distance] needs a field of type [geo_point]: [${name}] is of type [${field.type}]`;
  throw apiError('illegal_argument_exception', reason);
}

function checkStrict({ lat, lon }: GeoPoint, field: string): void {
  const illegal = (what: string, value: number): Error =>
    apiError(
      'parse_exception',
      `illegal ${what} value [${javaDouble(value)}] for [GeoDistanceSort] for field [${field}].`,
    );
  if (!(Math.abs(lat) <= 90)) throw illegal('latitude', lat);
  if (!(Math.abs(lon) <= 180)) throw illegal('longitude', lon);
}

type Mode = NonNullable<SortSpec['mode']>;

/** Distances that take as long as a step. */
const PER_STEP = 16;

/** The distances from a sort's points. */
export class GeoDistances {
  readonly #field: string;
  readonly #mode: Mode;
  readonly #budget: WorkBudget;
  readonly #unit: number;
  readonly #from: readonly ((lat: number, lon: number) => number)[];

  constructor({ field, mode, descending, nested }: SortSpec, geo: GeoSort, budget: WorkBudget) {
    this.#field = field;
    this.#mode = mode ?? (descending ? 'max' : 'min');
    this.#budget = budget;
    this.#unit = geo.unit;
    const points = geo.validation === 'COERCE' ? geo.points.map(normalizePoint) : geo.points;
    // OpenSearch leaves the nearest metres from one point to Lucene, which knows no plane.
    const isLucenes =
      this.#mode === 'min' && !descending && nested === null && points.length === 1 && geo.unit === 1;
    this.#from = points.map(geo.onPlane && !isLucenes ? planeDistanceFrom : distanceFrom);
  }

  /** One distance for each document; without any it is as far as can be. */
  valuesOf(segment: SegmentReader): ComputedValue {
    const places = this.#places(segment);
    if (places === null) return () => Number.POSITIVE_INFINITY;
    const { values, distanceTo } = places;
    let asked = 0;
    return (doc) => {
      values.seek(doc);
      const count = values.to - values.from;
      asked += 1 + count * this.#from.length;
      if (asked >= PER_STEP) {
        this.#budget.charge(Math.trunc(asked / PER_STEP));
        asked = 0;
      }
      if (count === 0) return Number.POSITIVE_INFINITY;
      if (count === 1 && this.#from.length === 1) return distanceTo(values.from, 0);
      const found: number[] = [];
      for (let place = values.from; place < values.to; place++) {
        for (let point = 0; point < this.#from.length; point++) found.push(distanceTo(place, point));
      }
      return chosen(found, this.#mode);
    };
  }

  /** All distances of a segment, as a column. */
  column(segment: SegmentReader): NumericColumn | null {
    const places = this.#places(segment);
    if (places === null) return null;
    const { values, distanceTo, valueCount, docCount } = places;
    const count = valueCount * this.#from.length;
    this.#budget.reserve(count * 8 + segment.maxDoc * 4, '<distances of a sort>');
    this.#budget.charge(1 + Math.trunc(count / PER_STEP));
    const data = new Float64Array(count);
    const offsets = new Uint32Array(segment.maxDoc + 1);
    let at = 0;
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      offsets[doc] = at;
      values.seek(doc);
      const start = at;
      for (let place = values.from; place < values.to; place++) {
        for (let point = 0; point < this.#from.length; point++) data[at++] = distanceTo(place, point);
      }
      data.subarray(start, at).sort();
    }
    offsets[segment.maxDoc] = at;
    const none = new Float64Array(0);
    return {
      data,
      base: 0,
      offsets,
      present: null,
      valueCount: count,
      docCount,
      min: Number.NaN,
      max: Number.NaN,
      blockMin: none,
      blockMax: none,
      sorted: null,
      rest: null,
    };
  }

  #places(segment: SegmentReader) {
    const terms = segment.terms(this.#field);
    const ordinals = segment.ordinals(this.#field);
    if (terms === null || ordinals === null) return null;
    const values = new DocumentValues({ ...ordinals, base: 0 });
    const { bytes, offsets } = terms;
    const distanceTo = (place: number, point: number): number => {
      const at = offsets[values.at(place)]!;
      const metres = this.#from[point]!(latOf(latStepsOf(bytes, at)), lonOf(lonStepsOf(bytes, at)));
      return this.#unit === 1 ? metres : metres / this.#unit;
    };
    return { values, distanceTo, valueCount: ordinals.valueCount, docCount: ordinals.docCount };
  }
}

function chosen(found: number[], mode: Mode): number {
  found.sort((a, b) => a - b);
  const last = found[found.length - 1]!;
  if (mode === 'min') return found[0]!;
  if (mode === 'max') return last;
  const middle = found.length >> 1;
  if (mode === 'median') {
    return found.length % 2 === 1 ? found[middle]! : (found[middle - 1]! + found[middle]!) / 2;
  }
  return found.reduce((sum, distance) => sum + distance, 0) / found.length;
}
