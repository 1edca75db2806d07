import { ApiError, apiError } from '@sextant/contract';
import {
  isObject,
  type JsonObject,
  parsingError,
  requireBoost,
  requireObject,
  singleOptions,
  toBoolean,
  toDouble,
  toText,
} from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import {
  type GeoPoint,
  latOf,
  latSteps,
  latStepsUp,
  lonOf,
  lonSteps,
  lonStepsUp,
  normalizePoint,
} from '../../mapping/geo/geo-encoding.ts';
import { readPoint } from '../../mapping/geo/read-point.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import { geoFieldOf } from '../geo/geo-field.ts';
import { type Area, pointsWeight } from '../geo/points-weight.ts';
import {
  checkCoordinates,
  invalidCoordinate,
  notValid,
  readValidationMethod,
  type ValidationMethod,
} from '../geo/validation-method.ts';
import type { QueryType } from '../query-type.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';

export interface Box {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

interface GeoBoundingBoxNode extends QueryNode {
  readonly kind: 'geo_bounding_box';
  readonly field: string;
  readonly box: Box;
  readonly validation: ValidationMethod;
  readonly ignoreUnmapped: boolean;
}

export const geoBoundingBox: QueryType<GeoBoundingBoxNode> = {
  name: 'geo_bounding_box',
  ofField: false,
  parse: parseGeoBoundingBox,
  weight: geoBoundingBoxWeight,
};

type Draft = { -readonly [Side in keyof Box]: number };

/** `{"geo_bounding_box":{"place":{"top_left":…,"bottom_right":…},"validation_method":…,"ignore_unmapped":…}}` */
function parseGeoBoundingBox(body: JsonObject): GeoBoundingBoxNode {
  let field: string | null = null;
  let box: Box | null = null;
  let validation: ValidationMethod = 'STRICT';
  let ignoreUnmapped = false;
  let boost = 1;
  for (const { name, value } of singleOptions(requireObject('geo_bounding_box', body))) {
    if (isObject(value)) {
      field = name;
      box = readBox(value);
    } else if (name === 'type') checkType(toText(value));
    else if (name === 'validation_method') validation = readValidationMethod(value);
    else if (name === 'ignore_unmapped') ignoreUnmapped = toBoolean(value);
    else if (name === 'boost') boost = requireBoost(value);
    else throw parsingError(`failed to parse [geo_bounding_box] query. unexpected field [${name}]`);
  }
  if (field === null || box === null) throw failure('bounding box not provided');
  checkCorners(box);
  return Object.freeze({ kind: 'geo_bounding_box', field, box, validation, ignoreUnmapped, boost });
}

function failure(problem: string): ApiError {
  return apiError('parse_exception', `failed to parse [geo_bounding_box] query. ${problem}`);
}

/** How a box was once executed; both words mean the same now. */
function checkType(text: string): void {
  if (text === 'indexed' || text === 'memory') return;
  throw apiError('illegal_argument_exception', `no type can be parsed from ordinal ${text}`);
}

/** Sides that are not given are NaN. Throws parse_exception. */
export function readBox(given: JsonObject): Box {
  const sides = { top: Number.NaN, left: Number.NaN, bottom: Number.NaN, right: Number.NaN };
  try {
    for (const [name, value] of membersOf(given)) readSide(sides, name, value);
  } catch (error) {
    if (!(error instanceof ApiError) || error.error.type !== 'parse_exception') throw error;
    throw failure(`[${error.error.reason}]`);
  }
  return Object.freeze(sides);
}

function readSide(sides: Draft, name: string, value: unknown): void {
  switch (name) {
    case 'top':
    case 'bottom':
    case 'left':
    case 'right':
      sides[name] = toDouble(value);
      return;
    case 'top_left':
    case 'topLeft':
      setCorner(sides, 'top', 'left', value);
      return;
    case 'bottom_right':
    case 'bottomRight':
      setCorner(sides, 'bottom', 'right', value);
      return;
    case 'top_right':
    case 'topRight':
      setCorner(sides, 'top', 'right', value);
      return;
    case 'bottom_left':
    case 'bottomLeft':
      setCorner(sides, 'bottom', 'left', value);
      return;
    case 'wkt':
      Object.assign(sides, envelope(toText(value)));
      return;
    default:
      throw apiError('parse_exception', `failed to parse bounding box. unexpected field [${name}]`);
  }
}

/** The cell of a geohash stands for that of its corners that is meant. */
function setCorner(
  sides: Draft,
  vertical: 'top' | 'bottom',
  horizontal: 'left' | 'right',
  value: unknown,
): void {
  const { lat, lon } = readPoint(value, true);
  const cell =
    typeof value === 'string' && /^[0-9a-z]+$/.test(value) && !value.includes('point') ? value : null;
  const bits = Math.min(cell?.length ?? 0, 12) * 5;
  const height = 180 / 2 ** Math.floor(bits / 2);
  const width = 360 / 2 ** Math.ceil(bits / 2);
  sides[vertical] = cell !== null && vertical === 'top' ? lat + height : lat;
  sides[horizontal] = cell !== null && horizontal === 'right' ? lon + width : lon;
}

const ENVELOPE = /^\s*(?:BBOX|ENVELOPE)\s*\(([^()]*)\)\s*$/i;

/** `BBOX (left, right, top, bottom)` */
function envelope(text: string): Box {
  const sides = ENVELOPE.exec(text)?.[1]
    ?.split(',')
    .map((side) => (side.trim() === '' ? Number.NaN : Number(side)));
  if (sides?.length === 4 && sides.every(Number.isFinite)) {
    const [left = 0, right = 0, top = 0, bottom = 0] = sides;
    return { top, left, bottom, right };
  }
  const other = /^\s*(POINT|LINESTRING|POLYGON|MULTI[A-Z]+|GEOMETRYCOLLECTION|CIRCLE)\b/i.exec(text)?.[1];
  const found = other === undefined ? '' : `. [${other.toUpperCase()}] found. expected [ENVELOPE]`;
  throw apiError('parse_exception', `failed to parse WKT bounding box${found}`);
}

function checkCorners({ top, left, bottom, right }: Box): void {
  const illegal = (reason: string): Error => apiError('illegal_argument_exception', reason);
  const isBad = (value: number): boolean => !Number.isFinite(value);
  if (isBad(top)) throw illegal(`top latitude is invalid: ${javaDouble(top)}`);
  if (isBad(left)) throw illegal(`left longitude is invalid: ${javaDouble(left)}`);
  if (isBad(bottom)) throw illegal(`bottom latitude is invalid: ${javaDouble(bottom)}`);
  if (isBad(right)) throw illegal(`right longitude is invalid: ${javaDouble(right)}`);
  const pair = (a: number, b: number, between: string): string =>
    `${javaDouble(a)} ${between} ${javaDouble(b)}`;
  if (top < bottom) throw illegal(`top is below bottom corner: ${pair(top, bottom, 'vs.')}`);
  if (top === bottom) throw illegal(`top cannot be the same as bottom: ${pair(top, bottom, '==')}`);
  if (left === right) throw illegal(`left cannot be the same as right: ${pair(left, right, '==')}`);
}

function geoBoundingBoxWeight(node: GeoBoundingBoxNode, context: QueryContext, boost: number): Weight {
  const use = { query: node.kind, sought: 'geo field' } as const;
  const field = geoFieldOf({ ...use, field: node.field, ignoreUnmapped: node.ignoreUnmapped }, context);
  if (field === null) return new MatchNoneWeight();
  const corners = node.validation === 'COERCE' ? coerced(node.box) : node.box;
  for (const [side, point] of cornersOf(corners)) {
    const wrong = invalidCoordinate(point);
    if (wrong !== null && node.validation === 'STRICT')
      throw notValid(node.kind, `${side} ${wrong}`, context);
    checkCoordinates(point);
  }
  const area = boxArea(corners);
  return area === null ? new MatchNoneWeight() : pointsWeight(field, area, context, boost);
}

/** Each coordinate by itself. */
function cornersOf({ top, left, bottom, right }: Box): readonly (readonly [string, GeoPoint])[] {
  return [
    ['top', { lat: top, lon: 0 }],
    ['left', { lat: 0, lon: left }],
    ['bottom', { lat: bottom, lon: 0 }],
    ['right', { lat: 0, lon: right }],
  ];
}

/** A box all round the earth stays one. */
function coerced({ top, left, bottom, right }: Box): Box {
  const isRound = (right - left) % 360 === 0 && right > left;
  const topLeft = normalizePoint({ lat: top, lon: left });
  const bottomRight = normalizePoint({ lat: bottom, lon: right });
  if (isRound) return { top: topLeft.lat, left: -180, bottom: bottomRight.lat, right: 180 };
  return { top: topLeft.lat, left: topLeft.lon, bottom: bottomRight.lat, right: bottomRight.lon };
}

/** In the steps in which points are kept; one whose left side is east of its right side crosses the date line. */
export function boxArea({ top, left, bottom, right }: Box): Area | null {
  if (bottom === 90 || (left === 180 && right === 180)) return null;
  const west = left === 180 && right < left ? -180 : left;
  const [south, north] = [latOf(latStepsUp(bottom)), latOf(latSteps(top))];
  const [from, to] = [lonOf(lonStepsUp(west)), lonOf(lonSteps(right))];
  const crosses = right < west;
  const isBetween = (lon: number): boolean => (crosses ? lon >= from || lon <= to : lon >= from && lon <= to);
  const [minLat, maxLat, minLon, maxLon] = [south, north, from, to].map(javaDouble);
  const text = `box(minLat=${minLat}, maxLat=${maxLat}, minLon=${minLon}, maxLon=${maxLon})`;
  const contains = (lat: number, lon: number): boolean => lat >= south && lat <= north && isBetween(lon);
  return { south, north, cost: 1, contains, text };
}
