import { ApiError, apiError, isObject } from '@sextant/contract';
import { type JsonObject, requireBoost } from '../../dsl/json-reader.ts';
import { nameField, readFields, required, textField } from '../../dsl/object-parser.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { timeValueMs } from '../../dsl/time-value.ts';
import { coarseOf } from '../../mapping/fine-number.ts';
import { distanceMetres } from '../../mapping/geo/distance-unit.ts';
import type { GeoPoint } from '../../mapping/geo/geo-encoding.ts';
import { readPoint } from '../../mapping/geo/read-point.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { geoPoint } from '../../mapping/types/geo-point.ts';
import { derivedWeight } from '../derived/derived-weight.ts';
import { NumberDistanceWeight, PointDistanceWeight } from '../distance-weights.ts';
import { EarlyError, requireSearchable } from '../field-support.ts';
import { checkCoordinates } from '../geo/validation-method.ts';
import type { QueryType } from '../query-type.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';

interface DistanceFeatureNode extends QueryNode {
  readonly kind: 'distance_feature';
  readonly field: string;
  readonly origin: string | number | GeoPoint;
  readonly pivot: string;
}

/** Documents score the more the nearer a date or a point of theirs is. */
export const distanceFeature: QueryType<DistanceFeatureNode> = {
  name: 'distance_feature',
  ofField: false,
  named: 'by-text',
  parse: parseDistanceFeature,
  weight: distanceFeatureWeight,
};

/** `{"distance_feature":{"field":"date","origin":"now","pivot":"7d","boost":1}}` */
function parseDistanceFeature(body: JsonObject): DistanceFeatureNode {
  let field = '';
  let origin: DistanceFeatureNode['origin'] = '';
  let pivot = '';
  let boost = 1;
  readFields('distance_feature', body, {
    field: textField((value) => {
      field = value;
    }),
    origin: {
      tokens: ['VALUE_STRING', 'VALUE_NUMBER', 'START_OBJECT', 'START_ARRAY'],
      read: (value) => {
        origin =
          isObject(value) || Array.isArray(value) ? readPoint(value, false) : (value as string | number);
      },
    },
    pivot: textField((value) => {
      pivot = value;
    }),
    boost: {
      tokens: ['VALUE_NUMBER', 'VALUE_STRING'],
      read: (value) => {
        boost = requireBoost(value);
      },
    },
    _name: nameField,
  });
  required(body, ['field', 'origin', 'pivot']);
  return Object.freeze({ kind: 'distance_feature', field, origin, pivot, boost });
}

function distanceFeatureWeight(node: DistanceFeatureNode, context: QueryContext, boost: number): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined)
    return new MatchNoneWeight(`Can't run [distance_feature] query on unmapped fields!`);
  if (field.derived !== undefined) {
    return derivedWeight(field, context, boost, (_own, within) => distanceFeatureWeight(node, within, 1));
  }
  if (field.fieldType === geoPoint) return pointWeight(node, field, context, boost);
  if (field.fieldType.numbers?.values === 'dates') return dateWeight(node, field, context, boost);
  throw illegal(
    `Illegal data type of [${field.type}]![distance_feature] query can only be run on a date, date_nanos or geo_point field type!`,
  );
}

function dateWeight(
  { origin, pivot }: DistanceFeatureNode,
  field: MappedField,
  context: QueryContext,
  boost: number,
): Weight {
  requireSearchable(field, context);
  const text = typeof origin === 'object' ? shownPoint(origin) : origin;
  const options = { nowMs: context.nowMs, roundUp: true, format: null, timeZone: null };
  let from: number;
  try {
    from = coarseOf(field.fieldType.numbers!.limit(field, text, options));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new EarlyError(error.error, { cause: error });
  }
  const distance = timeValueMs(pivot, 'distance_feature.pivot');
  if (distance <= 0) throw illegal(`pivotDistance must be > 0, got ${distance}`);
  // As in OpenSearch, which looks for the nearest in the index.
  if (!field.indexed) return new MatchNoneWeight();
  return new NumberDistanceWeight(context, { field: field.name, origin: from, pivot: distance, boost });
}

function pointWeight(
  { origin, pivot }: DistanceFeatureNode,
  field: MappedField,
  context: QueryContext,
  boost: number,
): Weight {
  const from = typeof origin === 'object' ? origin : readPoint(String(origin), false);
  const distance = distanceMetres(pivot, 1);
  checkCoordinates(from);
  if (!(distance > 0)) throw illegal(`pivotDistance must be > 0, got ${javaDouble(distance)}`);
  return new PointDistanceWeight(context, { field: field.name, origin: from, pivot: distance, boost });
}

function shownPoint({ lat, lon }: GeoPoint): string {
  return `${javaDouble(lat)}, ${javaDouble(lon)}`;
}

function illegal(reason: string): Error {
  return apiError('illegal_argument_exception', reason);
}
