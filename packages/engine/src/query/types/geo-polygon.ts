import { apiError } from '@sextant/contract';
import {
  isObject,
  type JsonObject,
  notSupported,
  parsingError,
  requireBoost,
  requireObject,
  toBoolean,
  tokenOf,
} from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { type GeoPoint, normalizePoint } from '../../mapping/geo/geo-encoding.ts';
import { readPoint } from '../../mapping/geo/read-point.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import { geoPoint } from '../../mapping/types/geo-point.ts';
import { shardError } from '../field-support.ts';
import { pointsWeight } from '../geo/points-weight.ts';
import { polygonsArea } from '../geo/polygon-area.ts';
import {
  checkCoordinates,
  outOfRange,
  readValidationMethod,
  type ValidationMethod,
} from '../geo/validation-method.ts';
import type { QueryType } from '../query-type.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';

interface GeoPolygonNode extends QueryNode {
  readonly kind: 'geo_polygon';
  readonly field: string;
  /** Closed: the last is the first. */
  readonly points: readonly GeoPoint[];
  readonly validation: ValidationMethod;
  readonly ignoreUnmapped: boolean;
}

export const geoPolygon: QueryType<GeoPolygonNode> = {
  name: 'geo_polygon',
  ofField: false,
  parse: parseGeoPolygon,
  weight: geoPolygonWeight,
};

/** Sides of a polygon, each of which is asked of each point. */
const MOST_POINTS = 10_000;

/** `{"geo_polygon":{"place":{"points":[…]},"validation_method":…,"ignore_unmapped":…}}` */
function parseGeoPolygon(body: JsonObject): GeoPolygonNode {
  let field: string | null = null;
  let given: readonly unknown[] = [];
  let validation: ValidationMethod = 'STRICT';
  let ignoreUnmapped = false;
  let boost = 1;
  for (const [name, value] of membersOf(requireObject('geo_polygon', body))) {
    if (isObject(value)) {
      field = name;
      given = readPoints(value);
    } else if (name === 'validation_method') validation = readValidationMethod(value);
    else if (name === 'ignore_unmapped') ignoreUnmapped = toBoolean(value);
    else if (name === 'boost') boost = requireBoost(value);
    else throw notSupported('geo_polygon', name);
  }
  if (field === null) throw illegal('fieldName must not be null');
  const points = Object.freeze(closed(given.map((point) => readPoint(point, true))));
  return Object.freeze({ kind: 'geo_polygon', field, points, validation, ignoreUnmapped, boost });
}

function illegal(reason: string): Error {
  return apiError('illegal_argument_exception', reason);
}

function readPoints(options: JsonObject): readonly unknown[] {
  let points: readonly unknown[] = [];
  for (const [name, value] of membersOf(options)) {
    if (!Array.isArray(value)) {
      const what = `does not support token type [${tokenOf(value)}] under [${name}]`;
      throw parsingError(`[geo_polygon] query ${what}`);
    }
    if (name !== 'points') throw notSupported('geo_polygon', name);
    points = value as readonly unknown[];
  }
  if (points.length > MOST_POINTS) throw illegal(`a geo_polygon query has at most [${MOST_POINTS}] points`);
  return points;
}

function closed(points: GeoPoint[]): GeoPoint[] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) throw illegal('polygon must not be null or empty');
  const isClosed = first.lat === last.lat && first.lon === last.lon;
  if (points.length < (isClosed ? 4 : 3)) throw illegal('too few points defined for geo_polygon query');
  return isClosed ? points : [...points, first];
}

function geoPolygonWeight(node: GeoPolygonNode, context: QueryContext, boost: number): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined) {
    if (node.ignoreUnmapped) return new MatchNoneWeight();
    throw shardError(context, `failed to find geo_point field [${node.field}]`);
  }
  if (field.fieldType !== geoPoint || field.derived !== undefined)
    throw shardError(context, `field [${node.field}] is not a geo_point field`);
  const points = node.points.map((point) => validPoint(point, node.validation, context));
  const corners = points.map(({ lat, lon }) => `[${javaDouble(lat)}, ${javaDouble(lon)}] `).join('');
  const text = `INTERSECTS:geometries([Polygon${corners}])`;
  const area = { ...polygonsArea([{ shell: points, holes: [] }]), text };
  return pointsWeight(field, area, context, boost);
}

function validPoint(point: GeoPoint, validation: ValidationMethod, context: QueryContext): GeoPoint {
  const wrong = outOfRange(point);
  if (wrong !== null && validation === 'STRICT') {
    const value = javaDouble(wrong === 'latitude' ? point.lat : point.lon);
    throw shardError(context, `illegal ${wrong} value [${value}] for [geo_polygon]`);
  }
  const valid = validation === 'COERCE' ? normalizePoint(point) : point;
  checkCoordinates(valid);
  return valid;
}
