import { ApiError, apiError } from '@sextant/contract';
import { toText } from '../../dsl/json-reader.ts';
import type { GeoPoint } from '../../mapping/geo/geo-encoding.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import { shardError } from '../field-support.ts';
import type { QueryContext } from '../weight.ts';

/** What is done with points of a query that are out of range. */
export type ValidationMethod = 'COERCE' | 'IGNORE_MALFORMED' | 'STRICT';

const METHODS: readonly ValidationMethod[] = ['COERCE', 'IGNORE_MALFORMED', 'STRICT'];

export function readValidationMethod(value: unknown): ValidationMethod {
  const text = toText(value);
  const method = METHODS.find((known) => known === text.toUpperCase());
  if (method !== undefined) return method;
  const reason = `operator needs to be either [${METHODS.join(', ')}], but not [${text}]`;
  throw apiError('illegal_argument_exception', reason);
}

/** What is wrong with a coordinate; null where nothing is. */
export function outOfRange({ lat, lon }: GeoPoint): 'latitude' | 'longitude' | null {
  if (!(lat >= -90 && lat <= 90)) return 'latitude';
  return lon >= -180 && lon <= 180 ? null : 'longitude';
}

/** Points of a query must be in range, whatever is overlooked in documents. */
export function checkCoordinates(point: GeoPoint): void {
  const wrong = outOfRange(point);
  if (wrong === null) return;
  const [value, most] = wrong === 'latitude' ? [point.lat, 90] : [point.lon, 180];
  const limits = `${javaDouble(-most)} and ${javaDouble(most)}`;
  const reason = `invalid ${wrong} ${javaDouble(value)}; must be between ${limits}`;
  throw apiError('illegal_argument_exception', reason);
}

/** The error of a query with a coordinate that is out of range: `problem` says which. */
export function notValid(query: string, problem: string, context: QueryContext): ApiError {
  const { error } = shardError(context, "couldn't validate latitude/ longitude values");
  const reason = `Validation Failed: 1: [${query}] ${problem};`;
  return new ApiError({ ...error, causedBy: { type: 'query_validation_exception', reason } });
}

/** `latitude is invalid: 91.0`; null where nothing is wrong. */
export function invalidCoordinate(point: GeoPoint): string | null {
  const wrong = outOfRange(point);
  if (wrong === null) return null;
  return `${wrong} is invalid: ${javaDouble(wrong === 'latitude' ? point.lat : point.lon)}`;
}
