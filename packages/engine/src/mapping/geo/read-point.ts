import { ApiError } from '@sextant/contract';
import { wrapError } from '../errors.ts';
import { ExactToken } from '../exact-json.ts';
import { javaDouble } from '../java-text.ts';
import { javaParseDouble } from '../number-coercion.ts';
import { isObjectValue } from '../value-preview.ts';
import type { GeoPoint } from './geo-encoding.ts';
import { geohashPoint } from './geohash.ts';
import { wktPoint } from './wkt-point.ts';

/** Every form of a point that OpenSearch reads; of a third coordinate only whether it may be there is asked. */
export function readPoint(value: unknown, ignoresZ: boolean): GeoPoint {
  if (typeof value === 'string') return textPoint(value, ignoresZ);
  if (Array.isArray(value)) return arrayPoint(value, ignoresZ);
  if (isObjectValue(value)) return objectPoint(value, ignoresZ);
  throw failure('geo_point expected');
}

/** The number that a value is, of whichever parser; undefined where it is none. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return value instanceof ExactToken && value.kind === 'number' ? Number(value.text) : undefined;
}

function failure(reason: string): ApiError {
  return new ApiError({ type: 'parse_exception', reason });
}

function textPoint(text: string, ignoresZ: boolean): GeoPoint {
  if (text.toLowerCase().includes('point')) return wktPoint(text, ignoresZ);
  if (!text.includes(',')) return geohashPoint(text);
  const parts = text.replace(/,+$/, '').split(',');
  if (parts.length > 3) {
    throw failure(`failed to parse [${text}], expected 2 or 3 coordinates but found: [${parts.length}]`);
  }
  const lat = coordinate(parts[0], 'latitude');
  const lon = coordinate(parts[1], 'longitude');
  if (parts.length > 2) checkZ(coordinate(parts[2], 'z value'), ignoresZ);
  return { lat, lon };
}

function coordinate(text: string | undefined, name: string): number {
  const number = text === undefined ? undefined : javaParseDouble(text);
  if (number === undefined) throw failure(`${name} must be a number`);
  return number;
}

function checkZ(z: number, ignoresZ: boolean): void {
  if (ignoresZ) return;
  const found = `found Z value [${javaDouble(z)}] but [ignore_z_value] parameter is [false]`;
  throw failure(`Exception parsing coordinates: ${found}`);
}

/** `[lon, lat]` or `[lon, lat, z]`. */
function arrayPoint(items: readonly unknown[], ignoresZ: boolean): GeoPoint {
  const numbers = items.map((item) => {
    const number = numberOf(item);
    if (number === undefined) throw failure('numeric value expected');
    return number;
  });
  const [lon, lat, z] = numbers;
  if (lon === undefined || lat === undefined)
    throw failure('[geo_point] field type should have at least two dimensions');
  if (numbers.length > 3) throw failure('[geo_point] field type does not accept more than 3 values');
  if (z !== undefined) checkZ(z, ignoresZ);
  return { lat, lon };
}

function objectPoint(value: Readonly<Record<string, unknown>>, ignoresZ: boolean): GeoPoint {
  const keys = Object.keys(value);
  if (keys.length === 0) throw failure('token [END_OBJECT] not allowed');
  const has = (...names: readonly string[]): boolean => keys.every((key) => names.includes(key));
  if (has('lat', 'lon')) return coordinatesPoint(value);
  if (has('geohash')) {
    if (typeof value.geohash !== 'string') throw failure('geohash must be a string');
    return geohashPoint(value.geohash);
  }
  if (has('type', 'coordinates')) return geoJsonPoint(value, ignoresZ);
  throw failure('field must be either [lon|lat], [type|coordinates], or [geohash]');
}

function coordinatesPoint(value: Readonly<Record<string, unknown>>): GeoPoint {
  const lat = degrees(value, 'lat');
  const lon = degrees(value, 'lon');
  if (lat === undefined) throw failure('field [lat] missing');
  if (lon === undefined) throw failure('field [lon] missing');
  return { lat, lon };
}

function degrees(value: Readonly<Record<string, unknown>>, name: 'lat' | 'lon'): number | undefined {
  if (!Object.hasOwn(value, name)) return undefined;
  const given = value[name];
  const number = numberOf(given);
  if (number !== undefined) return number;
  if (typeof given !== 'string') throw failure(`${name} must be a number`);
  const parsed = javaParseDouble(given);
  if (parsed !== undefined) return parsed;
  const text = given.trim();
  const reason = text === '' ? 'empty String' : `For input string: "${text}"`;
  throw wrapError('parse_exception', '[lon] and [lat] must be valid double values', {
    type: 'number_format_exception',
    reason,
  });
}

function geoJsonPoint(value: Readonly<Record<string, unknown>>, ignoresZ: boolean): GeoPoint {
  const { type, coordinates } = value;
  if (type === undefined) throw failure('field [type] missing');
  if (typeof type !== 'string') throw failure('type must be a string');
  if (type.toLowerCase() !== 'point') throw failure('type must be Point');
  if (coordinates === undefined) throw failure('field [coordinates] missing');
  if (!Array.isArray(coordinates)) throw failure('coordinates must be an array');
  return arrayPoint(coordinates, ignoresZ);
}
