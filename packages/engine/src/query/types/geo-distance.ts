import { apiError } from '@sextant/contract';
import {
  isObject,
  type JsonObject,
  notSupported,
  parsingError,
  requireBoost,
  requireObject,
  toBoolean,
  toDouble,
  toText,
} from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { distanceMetres, unitMetres } from '../../mapping/geo/distance-unit.ts';
import { distanceFrom, latitudeSpan } from '../../mapping/geo/earth.ts';
import { type GeoPoint, normalizePoint } from '../../mapping/geo/geo-encoding.ts';
import { geohashPoint } from '../../mapping/geo/geohash.ts';
import { readPoint } from '../../mapping/geo/read-point.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import { geoFieldOf } from '../geo/geo-field.ts';
import { pointsWeight } from '../geo/points-weight.ts';
import {
  checkCoordinates,
  invalidCoordinate,
  notValid,
  readValidationMethod,
  type ValidationMethod,
} from '../geo/validation-method.ts';
import type { QueryType } from '../query-type.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';

interface GeoDistanceNode extends QueryNode {
  readonly kind: 'geo_distance';
  readonly field: string;
  readonly center: GeoPoint;
  readonly metres: number;
  readonly validation: ValidationMethod;
  readonly ignoreUnmapped: boolean;
}

export const geoDistance: QueryType<GeoDistanceNode> = {
  name: 'geo_distance',
  ofField: false,
  parse: parseGeoDistance,
  weight: geoDistanceWeight,
};

interface Draft {
  field: string | null;
  lat: number;
  lon: number;
  distance: unknown;
  unit: number;
  validation: ValidationMethod;
  ignoreUnmapped: boolean;
  boost: number;
}

/** `{"geo_distance":{"distance":"10km","place":{"lat":…,"lon":…},"validation_method":…,"ignore_unmapped":…}}` */
function parseGeoDistance(body: JsonObject): GeoDistanceNode {
  const draft: Draft = {
    field: null,
    lat: Number.NaN,
    lon: Number.NaN,
    distance: null,
    unit: 1,
    validation: 'STRICT',
    ignoreUnmapped: false,
    boost: 1,
  };
  for (const [name, value] of membersOf(requireObject('geo_distance', body))) {
    if (value !== null) readMember(draft, name, value);
  }
  if (draft.distance === null) throw parsingError("geo_distance requires 'distance' to be specified");
  const { field, lat, lon, validation, ignoreUnmapped, boost } = draft;
  if (field === null || field === '') throw illegal('fieldName must not be null or empty');
  const metres = metresOf(draft.distance, draft.unit);
  const center = Object.freeze({ lat, lon });
  return Object.freeze({ kind: 'geo_distance', field, center, metres, validation, ignoreUnmapped, boost });
}

function readMember(draft: Draft, name: string, value: unknown): void {
  if (isObject(value)) {
    setField(draft, name, name);
    readCenter(draft, name, value);
  } else if (Array.isArray(value)) {
    setField(draft, name, name);
    Object.assign(draft, readPoint(value, true));
  } else if (name === 'distance') draft.distance = value;
  else if (name === 'unit') draft.unit = unitMetres(toText(value));
  else if (name === 'distance_type') checkDistanceType(toText(value));
  else if (name === 'validation_method') draft.validation = readValidationMethod(value);
  else if (name === 'ignore_unmapped') draft.ignoreUnmapped = toBoolean(value);
  else if (name === 'boost') draft.boost = requireBoost(value);
  else if (name.endsWith('.lat')) {
    draft.field = name.slice(0, -'.lat'.length);
    draft.lat = toDouble(value);
  } else if (name.endsWith('.lon')) {
    draft.field = name.slice(0, -'.lon'.length);
    draft.lon = toDouble(value);
  } else {
    setField(draft, name, name);
    Object.assign(draft, readPoint(toText(value), true));
  }
}

function setField(draft: Draft, field: string, name: string): void {
  if (draft.field !== null) {
    throw parsingError(`failed to parse [geo_distance] query. unexpected field [${name}]`);
  }
  draft.field = field;
}

function readCenter(draft: Draft, field: string, given: JsonObject): void {
  for (const [name, value] of membersOf(given)) {
    if (name === 'lat') draft.lat = toDouble(value);
    else if (name === 'lon') draft.lon = toDouble(value);
    else if (name === 'geohash') Object.assign(draft, geohashPoint(toText(value)));
    else throw notSupported('geo_distance', field);
  }
}

/** The distance on a plane is a coarser one; OpenSearch does not use it for this query either. */
function checkDistanceType(text: string): void {
  if (text !== 'arc' && text !== 'plane') throw illegal(`No geo distance for [${text}]`);
}

function metresOf(distance: unknown, unit: number): number {
  const text = toText(distance);
  if (text === '') throw illegal('distance must not be null or empty');
  const metres = distanceMetres(text, unit);
  if (!(metres > 0)) throw illegal('distance must be greater than zero');
  return metres;
}

function illegal(reason: string): Error {
  return apiError('illegal_argument_exception', reason);
}

function circleText({ lat, lon }: GeoPoint, metres: number): string {
  return `Circle([${javaDouble(lat)},${javaDouble(lon)}] radius = ${javaDouble(metres)} meters)`;
}

function geoDistanceWeight(node: GeoDistanceNode, context: QueryContext, boost: number): Weight {
  const use = { query: node.kind, sought: 'geo field' } as const;
  const field = geoFieldOf({ ...use, field: node.field, ignoreUnmapped: node.ignoreUnmapped }, context);
  if (field === null) return new MatchNoneWeight();
  const wrong = node.validation === 'STRICT' ? invalidCoordinate(node.center) : null;
  if (wrong !== null) throw notValid(node.kind, `center point ${wrong}`, context);
  const center = node.validation === 'COERCE' ? normalizePoint(node.center) : node.center;
  checkCoordinates(center);
  const span = latitudeSpan(node.metres);
  const distance = distanceFrom(center);
  const area = {
    south: center.lat - span,
    north: center.lat + span,
    cost: 8,
    contains: (lat: number, lon: number) => distance(lat, lon) <= node.metres,
    text: `INTERSECTS:geometries([${circleText(center, node.metres)}])`,
  };
  return pointsWeight(field, area, context, boost);
}
