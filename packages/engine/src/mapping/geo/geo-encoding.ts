import { nextDown } from '../number-bounds.ts';

/** A place on the earth in degrees. */
export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

/** Degrees of one step of the 32 bits that Lucene keeps of each coordinate. */
const LAT_STEP = 180 / 2 ** 32;
const LON_STEP = 360 / 2 ** 32;

/** Steps from the equator, -2^31 to 2^31 - 1; the pole in the north is the last step before it. */
export function latSteps(lat: number): number {
  return Math.floor((lat === 90 ? nextDown(lat) : lat) / LAT_STEP);
}

/** Steps from Greenwich, -2^31 to 2^31 - 1. */
export function lonSteps(lon: number): number {
  return Math.floor((lon === 180 ? nextDown(lon) : lon) / LON_STEP);
}

/** The least number of steps that is not below the coordinate, as limits of boxes are read. */
export function latStepsUp(lat: number): number {
  return Math.ceil((lat === 90 ? nextDown(lat) : lat) / LAT_STEP);
}

export function lonStepsUp(lon: number): number {
  return Math.ceil((lon === 180 ? nextDown(lon) : lon) / LON_STEP);
}

export function latOf(steps: number): number {
  return steps * LAT_STEP;
}

export function lonOf(steps: number): number {
  return steps * LON_STEP;
}

/** Bytes of a point as a term. */
export const POINT_BYTES = 8;

/**
 * Latitude and longitude in 32 bits each, as terms whose order is that of Lucene's values: by latitude from south to north,
 * then by longitude, the eastern half first.
 */
export function encodePoint({ lat, lon }: GeoPoint): Uint8Array {
  const bytes = new Uint8Array(POINT_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, latSteps(lat) + 2 ** 31);
  view.setInt32(4, lonSteps(lon));
  return bytes;
}

export function latStepsOf(term: Uint8Array, at = 0): number {
  return ((term[at]! ^ 0x80) << 24) | (term[at + 1]! << 16) | (term[at + 2]! << 8) | term[at + 3]! | 0;
}

export function lonStepsOf(term: Uint8Array, at = 0): number {
  return (term[at + 4]! << 24) | (term[at + 5]! << 16) | (term[at + 6]! << 8) | term[at + 7]! | 0;
}

/** The point that a term stands for: up to a step south and west of the one that was given. */
export function decodePoint(term: Uint8Array): GeoPoint {
  return { lat: latOf(latStepsOf(term)), lon: lonOf(lonStepsOf(term)) };
}

function centered(value: number, range: number): number {
  const rest = value % range;
  const positive = rest <= 0 ? rest + range : rest;
  return positive > range / 2 ? positive - range : positive;
}

/** The same place with coordinates in range: beyond a pole lies the other side of the earth. */
export function normalizePoint({ lat, lon }: GeoPoint): GeoPoint {
  const isBeyondPole = lat > 90 || lat < -90;
  if (!isBeyondPole) return { lat, lon: lon > 180 || lon < -180 ? centered(lon, 360) : lon };
  const turned = centered(lat, 360);
  if (turned < -90) return { lat: -180 - turned, lon: centered(lon + 180, 360) };
  if (turned > 90) return { lat: 180 - turned, lon: centered(lon + 180, 360) };
  return { lat: turned, lon: centered(lon, 360) };
}
