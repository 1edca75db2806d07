import type { GeoPoint } from '../../mapping/geo/geo-encoding.ts';

/** Metres: of the sphere that Lucene takes the earth for. */
const EARTH_RADIUS = 6_371_008.7714;

const RADIANS = Math.PI / 180;

/** Metres from one point to others. */
export function distanceFrom({ lat, lon }: GeoPoint): (lat: number, lon: number) => number {
  const latFrom = lat * RADIANS;
  const cosFrom = Math.cos(latFrom);
  return (toLat, toLon) => {
    const latTo = toLat * RADIANS;
    const sinLat = Math.sin((latFrom - latTo) / 2);
    const sinLon = Math.sin(((lon - toLon) * RADIANS) / 2);
    const h = sinLat * sinLat + cosFrom * Math.cos(latTo) * sinLon * sinLon;
    return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
  };
}

/** Degrees of latitude that lie within so many metres, with some room for rounding. */
export function latitudeSpan(metres: number): number {
  return (metres / EARTH_RADIUS / RADIANS) * (1 + 1e-9) + 1e-9;
}
