import { apiError } from '@sextant/contract';
import { isObject, type JsonObject, parsingError, toDouble, tokenOf } from '../../dsl/json-reader.ts';
import { membersOf, readAt } from '../../dsl/read-place.ts';
import { unitMetres } from '../../mapping/geo/distance-unit.ts';
import type { GeoPoint } from '../../mapping/geo/geo-encoding.ts';
import { numberOf, readPoint } from '../../mapping/geo/read-point.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { geoDistanceAggregator } from '../buckets/geo-distance.ts';
import { booleanField, type FieldParser, readFields, textField } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { DistanceRange, GeoDistanceSpec } from '../specs/geo-distance.ts';

/** Rings round a point. */
export const geoDistance: AggregationType<GeoDistanceSpec> = {
  name: 'geo_distance',
  holds: true,
  gives: 'buckets',
  isOneBucket: ({ ranges }) => ranges.length === 1,
  parse,
  sources: ({ source }) => [source],
  create: (node, shard, place) => geoDistanceAggregator(node, shard, place),
};

function parse(name: string, body: JsonObject): GeoDistanceSpec {
  const source = new SourceFields('geo_distance', { formattable: false, zoned: false, scripted: 'points' });
  let origin: GeoPoint | null = null;
  let unit = 1;
  let isPlane = false;
  let keyed = false;
  let ranges: readonly DistanceRange[] = [];
  const originField: FieldParser = {
    tokens: ['VALUE_STRING', 'START_ARRAY', 'START_OBJECT'],
    read: (value) => {
      origin = readOrigin(value);
    },
  };
  readFields('geo_distance', body, {
    ...source.parsers,
    keyed: booleanField((value) => {
      keyed = value;
    }),
    ranges: {
      tokens: ['START_ARRAY'],
      read: (value) => {
        ranges = (value as readonly unknown[]).map(parseRange);
      },
    },
    unit: textField((value) => {
      unit = unitMetres(value);
    }),
    distance_type: textField((value) => {
      isPlane = isPlaneType(value);
    }),
    origin: originField,
    center: originField,
    point: originField,
    por: originField,
  });
  if (origin === null) {
    throw apiError('illegal_argument_exception', `Aggregation [${name}] must define an [origin].`);
  }
  return Object.freeze({
    source: source.spec(),
    origin,
    unit,
    isPlane,
    keyed,
    ranges: Object.freeze(ranges),
  });
}

/** As OpenSearch reads it: an object has numbers for both coordinates, whatever else it has. */
function readOrigin(value: unknown): GeoPoint {
  if (!isObject(value)) return readPoint(value, true);
  const sides = new Map<string, number>();
  let last: string | null = null;
  for (const [name, given] of membersOf(value)) {
    const number = numberOf(given);
    if (number !== undefined) sides.set(name, number);
    last = name;
  }
  const [lat, lon] = [sides.get('lat'), sides.get('lon')];
  if (lat !== undefined && lon !== undefined) return { lat, lon };
  readAt(value, null);
  throw parsingError(`malformed [${last}] geo point object. either [lat] or [lon] (or both) are missing`);
}

function isPlaneType(text: string): boolean {
  const type = text.toLowerCase();
  if (type === 'arc' || type === 'plane') return type === 'plane';
  throw apiError('illegal_argument_exception', `No geo distance for [${text}]`);
}

type Sides<T> = { from: T | null; to: T | null };

/** Where one side is a text, the other one has to be, as in OpenSearch. */
function textSide(text: string | null): number {
  if (text !== null) return toDouble(text);
  throw apiError('null_pointer_exception', 'Cannot invoke "String.length()" because "in" is null');
}

function parseRange(value: unknown): DistanceRange {
  if (!isObject(value)) throw parsingError('Failed to parse object: expecting token of type [START_OBJECT]');
  let key: string | null = null;
  const sides: Sides<number> = { from: null, to: null };
  const texts: Sides<string> = { from: null, to: null };
  for (const [name, given] of membersOf(value)) {
    if (given === null) continue;
    if (typeof given !== 'string' && typeof given !== 'number') {
      throw parsingError(`Failed to parse object: unexpected token [${tokenOf(given)}] found`);
    }
    const isSide = name === 'from' || name === 'to';
    if (name === 'key' && typeof given === 'string') key = given;
    // A number with more digits than a double holds is a text here.
    else if (isSide && typeof given === 'string' && !/^-?\d{16,}$/.test(given)) texts[name] = given;
    else if (isSide) sides[name] = toDouble(given);
    else throw parsingError(`Failed to parse object: unknown field [${name}] found`);
  }
  if (texts.from !== null || texts.to !== null) {
    sides.from = textSide(texts.from);
    sides.to = textSide(texts.to);
  }
  const text = (side: number | null): string => (side === null ? '*' : javaDouble(side));
  return Object.freeze({
    // No point is nearer than none.
    key: key ?? `${text(sides.from || null)}-${text(sides.to)}`,
    from: sides.from ?? 0,
    to: sides.to ?? Number.POSITIVE_INFINITY,
  });
}
