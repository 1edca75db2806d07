import { type ApiError, apiError } from '@sextant/contract';
import { isObject, toText } from '../../dsl/json-reader.ts';
import { distanceMetres } from '../../mapping/geo/distance-unit.ts';
import type { GeoPoint } from '../../mapping/geo/geo-encoding.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import type { Polygon, Ring } from './polygon-area.ts';
import { readWktShape } from './wkt-shape.ts';

/** A shape of a query, of those that points may lie in; `bare` are points and lines, in which none does. */
export type QueryShape =
  | { readonly kind: 'all'; readonly shapes: readonly QueryShape[] }
  | { readonly kind: 'bare'; readonly name: string }
  | { readonly kind: 'box'; readonly topLeft: GeoPoint; readonly bottomRight: GeoPoint }
  | { readonly kind: 'circle'; readonly center: GeoPoint; readonly metres: number }
  | { readonly kind: 'polygons'; readonly polygons: readonly Polygon[] };

/** A shape as GeoJSON has it, whichever form it was given in. */
export interface RawShape {
  readonly type: string;
  readonly coordinates?: unknown;
  readonly radius?: unknown;
  readonly geometries?: readonly RawShape[];
  /** `EMPTY` of Well-Known Text. */
  readonly isEmpty?: boolean;
}

/** Points of all rings of a query, each of which is asked of each point of a document. */
const MOST_POINTS = 10_000;
/** Collections within each other. */
const MOST_DEPTH = 20;

/** Lines and points, by the names of both forms. */
const bare = new Set(['point', 'multipoint', 'linestring', 'multilinestring']);

function failure(reason: string): ApiError {
  return apiError('parse_exception', reason);
}

/** GeoJSON or Well-Known Text; null where that says `EMPTY`. Throws ApiError. */
export function readShape(given: unknown): QueryShape | null {
  const raw = typeof given === 'string' ? readWktShape(given) : rawShape(given, 0);
  if (raw.isEmpty === true) {
    requireKnown(raw);
    return null;
  }
  const shape = shapeOf(raw);
  if (pointsIn(shape) > MOST_POINTS) {
    const reason = `the shape of a geo_shape query has at most [${MOST_POINTS}] points`;
    throw apiError('illegal_argument_exception', reason);
  }
  return shape;
}

function rawShape(given: unknown, depth: number): RawShape {
  if (!isObject(given)) throw failure('shape must be an object consisting of type and coordinates');
  if (depth > MOST_DEPTH) throw failure(`geometry collections are nested more than [${MOST_DEPTH}] deep`);
  const members = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  const type = members.get('type');
  if (type === undefined || type === null) throw failure('shape type not included');
  const [coordinates, radius, geometries] = ['coordinates', 'radius', 'geometries'].map((name) =>
    members.get(name),
  );
  const orientation = members.get('orientation');
  if (orientation !== undefined) checkOrientation(toText(orientation));
  if (geometries !== undefined && !Array.isArray(geometries)) {
    throw failure('geometries must be an array of geojson objects');
  }
  return {
    type: toText(type),
    coordinates,
    radius,
    ...(geometries === undefined
      ? {}
      : { geometries: (geometries as readonly unknown[]).map((each) => rawShape(each, depth + 1)) }),
  };
}

/** In which direction a ring goes round is seen by its points, whatever is said here. */
function checkOrientation(text: string): void {
  const known = ['right', 'counterclockwise', 'ccw', 'left', 'clockwise', 'cw'];
  if (!known.includes(text.toLowerCase())) {
    throw apiError('illegal_argument_exception', `Unknown orientation [${text}]`);
  }
}

function shapeOf(raw: RawShape): QueryShape {
  const name = raw.type.toLowerCase();
  if (name === 'geometrycollection') {
    if (raw.geometries === undefined) throw failure('geometries not included');
    return { kind: 'all', shapes: raw.geometries.map(shapeOf) };
  }
  requireKnown(raw);
  const { coordinates } = raw;
  if (coordinates === undefined || coordinates === null) throw failure('coordinates not included');
  if (raw.radius !== undefined && name !== 'circle') {
    throw failure('field [radius] is supported for [CIRCLE] only');
  }
  if (bare.has(name)) return { kind: 'bare', name };
  if (name === 'circle') return circle(coordinates, raw.radius);
  if (name === 'polygon') return { kind: 'polygons', polygons: [polygon(coordinates)] };
  if (name === 'multipolygon') return { kind: 'polygons', polygons: items(coordinates).map(polygon) };
  return box(coordinates);
}

function requireKnown({ type }: RawShape): void {
  const known = ['envelope', 'bbox', 'circle', 'polygon', 'multipolygon', 'geometrycollection'];
  if (known.includes(type.toLowerCase()) || bare.has(type.toLowerCase())) return;
  throw apiError('illegal_argument_exception', `unknown geo_shape [${type}]`);
}

function items(coordinates: unknown): readonly unknown[] {
  if (!Array.isArray(coordinates)) throw failure('coordinates must be an array');
  return coordinates as readonly unknown[];
}

function point(given: unknown): GeoPoint {
  const numbers = items(given);
  if (numbers.length < 2 || numbers.length > 3) {
    throw failure('Exception parsing coordinates: a point has two or three coordinates');
  }
  for (const number of numbers)
    if (typeof number !== 'number') throw failure('geo coordinates must be numbers');
  const [lon, lat] = numbers as readonly number[];
  return { lat: lat!, lon: lon! };
}

function points(given: unknown): readonly GeoPoint[] {
  const list = items(given);
  const dimensions = new Set(list.map((each) => (Array.isArray(each) ? each.length : 0)));
  if (dimensions.size > 1) throw failure('Exception parsing coordinates: number of dimensions do not match');
  return list.map(point);
}

function box(coordinates: unknown): QueryShape {
  const corners = points(coordinates);
  const [topLeft, bottomRight] = corners;
  if (topLeft === undefined || bottomRight === undefined || corners.length !== 2) {
    const found = `invalid number of points [${corners.length}] provided`;
    throw failure(`${found} for geo_shape [envelope] when expecting an array of 2 coordinates`);
  }
  if (topLeft.lat < bottomRight.lat) {
    throw apiError('illegal_argument_exception', 'max y cannot be less than min x');
  }
  return { kind: 'box', topLeft, bottomRight };
}

function circle(coordinates: unknown, radius: unknown): QueryShape {
  if (radius === undefined || radius === null) throw failure('radius not included');
  const metres = distanceMetres(toText(radius), 1);
  if (metres < 0) {
    const reason = `Circle radius [${javaDouble(metres)}] cannot be negative`;
    throw apiError('illegal_argument_exception', reason);
  }
  return { kind: 'circle', center: point(coordinates), metres };
}

function polygon(coordinates: unknown): Polygon {
  const rings = items(coordinates).map(ring);
  const [shell, ...holes] = rings;
  if (shell === undefined) {
    const wanted = 'Linear ring must be an array of coordinates';
    throw failure(`invalid LinearRing provided for type polygon. ${wanted}`);
  }
  if (!goesOverDateLine(shell)) return { shell, holes };
  return { shell: shell.map(eastwards), holes: holes.map((hole) => hole.map(eastwards)) };
}

const FEWEST_POINTS = 4;

function ring(given: unknown): Ring {
  const found = points(given);
  if (found.length < FEWEST_POINTS) {
    const wanted = `must be >= [${FEWEST_POINTS}]`;
    throw failure(`invalid number of points in LinearRing (found [${found.length}] - ${wanted})`);
  }
  const [first, last] = [found[0]!, found.at(-1)!];
  if (first.lat !== last.lat || first.lon !== last.lon) {
    throw failure('invalid LinearRing found (coordinates are not closed)');
  }
  return found;
}

/** A ring that goes clockwise and is wider than half of the earth is taken for one on the other side of it. */
function goesOverDateLine(shell: Ring): boolean {
  let doubledArea = 0;
  let [west, east] = [shell[0]!.lon, shell[0]!.lon];
  for (let i = 1; i < shell.length; i++) {
    const [from, to] = [shell[i - 1]!, shell[i]!];
    doubledArea += from.lon * to.lat - to.lon * from.lat;
    west = Math.min(west, to.lon);
    east = Math.max(east, to.lon);
  }
  return doubledArea < 0 && east - west > 180 && east - west !== 360;
}

function eastwards({ lat, lon }: GeoPoint): GeoPoint {
  return { lat, lon: lon < 0 ? lon + 360 : lon };
}

function pointsIn(shape: QueryShape): number {
  const count = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  if (shape.kind === 'all') return count(shape.shapes.map(pointsIn));
  if (shape.kind !== 'polygons') return 1;
  return count(shape.polygons.flatMap(({ shell, holes }) => [shell, ...holes].map(({ length }) => length)));
}
