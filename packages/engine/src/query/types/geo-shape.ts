import { ApiError, apiError } from '@sextant/contract';
import {
  isObject,
  type JsonObject,
  parsingError,
  requireBoost,
  requireObject,
  toBoolean,
  tokenOf,
  toText,
} from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { distanceFrom, latitudeSpan } from '../../mapping/geo/earth.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { geoPoint } from '../../mapping/types/geo-point.ts';
import { shardError } from '../field-support.ts';
import { type Area, pointsWeight } from '../geo/points-weight.ts';
import { type Polygon, polygonsArea } from '../geo/polygon-area.ts';
import { type QueryShape, readShape } from '../geo/query-shape.ts';
import { checkCoordinates } from '../geo/validation-method.ts';
import { joinClauses } from '../join-clauses.ts';
import type { QueryType } from '../query-type.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';
import { boxArea } from './geo-bounding-box.ts';

const RELATIONS = ['INTERSECTS', 'DISJOINT', 'WITHIN', 'CONTAINS'];

interface GeoShapeNode extends QueryNode {
  readonly kind: 'geo_shape';
  readonly field: string;
  readonly shape: QueryShape;
  /** One of `RELATIONS`. */
  readonly relation: string;
  readonly ignoreUnmapped: boolean;
}

/** Over fields of points: documents with a point in a shape. */
export const geoShape: QueryType<GeoShapeNode> = {
  name: 'geo_shape',
  ofField: false,
  parse: parseGeoShape,
  weight: geoShapeWeight,
};

/** `{"geo_shape":{"place":{"shape":…,"relation":…},"ignore_unmapped":…}}` */
function parseGeoShape(body: JsonObject): GeoShapeNode {
  let field: string | null = null;
  let spec: JsonObject = {};
  let ignoreUnmapped = false;
  let boost = 1;
  for (const [name, value] of membersOf(requireObject('geo_shape', body))) {
    if (isObject(value)) {
      if (field !== null) throw parsingError(`point specified twice. [${name}]`);
      field = name;
      spec = value;
    } else if (name === 'boost') boost = requireBoost(value);
    else if (name === 'ignore_unmapped') ignoreUnmapped = toBoolean(value);
    else throw parsingError(`query does not support [${name}]`);
  }
  if (field === null) throw illegal('fieldName is required');
  return Object.freeze({ kind: 'geo_shape', field, ...readSpec(spec), ignoreUnmapped, boost });
}

function illegal(reason: string): ApiError {
  return apiError('illegal_argument_exception', reason);
}

function readSpec(spec: JsonObject): Pick<GeoShapeNode, 'relation' | 'shape'> {
  let shape: QueryShape | null = null;
  let relation = 'INTERSECTS';
  for (const [name, value] of membersOf(spec)) {
    if (name === 'shape') shape = value === null ? null : readShape(value);
    else if (name === 'relation') relation = readRelation(toText(value));
    else if (name === 'strategy') checkStrategy(toText(value));
    else if (name === 'indexed_shape') refuseIndexed(value);
    else throw parsingError(`query does not support [${name}]`);
  }
  if (shape === null) throw illegal('either shape or indexedShapeId is required');
  return { shape, relation };
}

function readRelation(text: string): string {
  const relation = RELATIONS.find((known) => known === text.toUpperCase());
  if (relation === undefined) throw parsingError(`Unknown shape operation [${text} ]`);
  return relation;
}

/** How shapes were once indexed: it makes no difference to points. */
function checkStrategy(text: string): void {
  if (text !== 'recursive' && text !== 'term') throw parsingError(`Unknown strategy [${text} ]`);
}

/** A shape of a document has been looked up where a search is read; elsewhere it cannot be. */
function refuseIndexed(value: unknown): void {
  if (!isObject(value)) return;
  for (const [name, given] of membersOf(value)) {
    if (typeof given === 'object') throw parsingError(`unknown token [${tokenOf(given)}] after [${name}]`);
  }
  if (Object.hasOwn(value, 'id')) throw illegal('[indexed_shape] is not supported here');
}

function geoShapeWeight(node: GeoShapeNode, context: QueryContext, boost: number): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined) {
    if (node.ignoreUnmapped) return new MatchNoneWeight();
    throw shardError(context, `failed to find type for field [${node.field}]`);
  }
  if (field.fieldType !== geoPoint) {
    const problem = `Field [${node.field}] is of unsupported type [${field.type}]`;
    throw shardError(context, `${problem} for [geo_shape] query`);
  }
  if (node.relation !== 'INTERSECTS') {
    throw shardError(context, `${node.relation} query relation not supported for Field [${node.field}].`);
  }
  // As in OpenSearch, where it is a filter that a boost alone makes count.
  return shapeWeight(node.shape, field, context, node.boost === 1 ? 0 : boost);
}

function shapeWeight(shape: QueryShape, field: MappedField, context: QueryContext, score: number): Weight {
  if (shape.kind === 'bare') {
    throw shardError(context, `Field [${field.name}] does not support ${shape.name} queries`);
  }
  if (shape.kind !== 'all') {
    const area = checked(context, () => areaOf(shape));
    return area === null ? new MatchNoneWeight() : pointsWeight(field, area, context, score);
  }
  const [first, ...others] = shape.shapes;
  if (first === undefined) return new MatchNoneWeight();
  const must = [shapeWeight(first, field, context, score)];
  const filter = others.map((other) => shapeWeight(other, field, context, 0));
  const clauses = { must, filter, should: [], mustNot: [] };
  return joinClauses(context, clauses, { minimum: null, adjustPureNegative: true });
}

/** What is wrong with a coordinate is told as a fault of the query over the index. */
function checked(context: QueryContext, make: () => Area | null): Area | null {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { error: told } = shardError(context, `failed to create query: ${error.error.reason}`);
    throw new ApiError({ ...told, causedBy: error.error });
  }
}

type SingleShape = Exclude<QueryShape, { readonly kind: 'all' | 'bare' }>;

function areaOf(shape: SingleShape): Area | null {
  switch (shape.kind) {
    case 'box':
      checkCoordinates(shape.topLeft);
      checkCoordinates(shape.bottomRight);
      return boxArea({
        top: shape.topLeft.lat,
        left: shape.topLeft.lon,
        bottom: shape.bottomRight.lat,
        right: shape.bottomRight.lon,
      });
    case 'circle':
      checkCoordinates(shape.center);
      return circleArea(shape.center, shape.metres);
    case 'polygons':
      return polygonsIn(shape.polygons);
  }
}

function circleArea(center: { readonly lat: number; readonly lon: number }, metres: number): Area {
  const span = latitudeSpan(metres);
  const distance = distanceFrom(center);
  return {
    south: center.lat - span,
    north: center.lat + span,
    cost: 8,
    contains: (lat, lon) => distance(lat, lon) <= metres,
  };
}

function polygonsIn(polygons: readonly Polygon[]): Area {
  if (polygons.length === 0) throw illegal('geometries must not be empty');
  for (const { shell, holes } of polygons) {
    for (const { lat } of [shell, ...holes].flat()) checkCoordinates({ lat, lon: 0 });
  }
  return polygonsArea(polygons);
}
