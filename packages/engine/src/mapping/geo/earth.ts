import type { GeoPoint } from './geo-encoding.ts';
import { sloppyAsin, sloppyCos } from './sloppy-math.ts';

/** Metres: of the sphere that Lucene takes the earth for. */
const EARTH_RADIUS = 6_371_008.7714;

const RADIANS = Math.PI / 180;

/** The bits of a double, the lower half first, and the lowest three of them out. */
const shared = new Float64Array(1);
const halves = new Uint32Array(shared.buffer);
const COARSE = ~7;

/** Metres from one point to others, by the haversine formula as Lucene works it out: nearer than a centimetre it is coarse. */
export function distanceFrom({ lat, lon }: GeoPoint): (lat: number, lon: number) => number {
  const latFrom = lat * RADIANS;
  const cosFrom = sloppyCos(latFrom);
  return (toLat, toLon) => {
    const latTo = toLat * RADIANS;
    const north = 1 - sloppyCos(latFrom - latTo);
    const east = 1 - sloppyCos((lon - toLon) * RADIANS);
    shared[0] = north + cosFrom * sloppyCos(latTo) * east;
    halves[0]! &= COARSE;
    return EARTH_RADIUS * 2 * sloppyAsin(Math.min(1, Math.sqrt(shared[0] * 0.5)));
  };
}

/** Metres as on a plane, which is quicker, and wrong for far points and near the poles. */
export function planeDistanceFrom({ lat, lon }: GeoPoint): (lat: number, lon: number) => number {
  return (toLat, toLon) => {
    const x = (toLon - lon) * RADIANS * Math.cos(((toLat + lat) / 2) * RADIANS);
    const y = (toLat - lat) * RADIANS;
    return Math.sqrt(x * x + y * y) * EARTH_RADIUS;
  };
}

/** Degrees of latitude that lie within so many metres, with some room for rounding. */
export function latitudeSpan(metres: number): number {
  return (metres / EARTH_RADIUS / RADIANS) * (1 + 1e-9) + 1e-9;
}
