import type { GeoPoint } from '../../mapping/geo/geo-encoding.ts';
import type { Area } from './points-weight.ts';

/** Closed: the last point is the first. */
export type Ring = readonly GeoPoint[];

/** What lies within the shell and not within one of the holes. Longitudes may go on beyond the date line. */
export interface Polygon {
  readonly shell: Ring;
  readonly holes: readonly Ring[];
}

type Contains = Area['contains'];

/** What lies within one of several polygons, at least one. */
export function polygonsArea(polygons: readonly Polygon[]): Area {
  const shells = polygons.flatMap(({ shell }) => shell);
  const lats = shells.map(({ lat }) => lat);
  const lons = shells.map(({ lon }) => lon);
  const [west, east] = [least(lons), -least(lons.map((lon) => -lon))];
  const sides = shells.length + polygons.flatMap(({ holes }) => holes.flat()).length;
  const within = polygons.map(polygonContains);
  const isWithin = (lat: number, lon: number): boolean => within.some((contains) => contains(lat, lon));
  // A polygon that goes on beyond the date line is met by points a turn further.
  const turns = [...(west < -180 ? [-360] : []), 0, ...(east > 180 ? [360] : [])];
  return {
    south: least(lats),
    north: -least(lats.map((lat) => -lat)),
    cost: (1 + (sides >> 1)) * turns.length,
    contains: turns.length === 1 ? isWithin : (lat, lon) => turns.some((turn) => isWithin(lat, lon + turn)),
  };
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function polygonContains({ shell, holes }: Polygon): Contains {
  const inShell = ringContains(shell);
  if (holes.length === 0) return inShell;
  const inHoles = holes.map(ringContains);
  return (lat, lon) => inShell(lat, lon) && !inHoles.some((inHole) => inHole(lat, lon));
}

/** By how many sides lie to the east of a point: an odd number, or on a side itself, is within. */
function ringContains(points: Ring): Contains {
  const lats = Float64Array.from(points, ({ lat }) => lat);
  const lons = Float64Array.from(points, ({ lon }) => lon);
  return (lat, lon) => {
    let inside = false;
    for (let i = 1; i < lats.length; i++) {
      const [fromLat, fromLon, toLat, toLon] = [lats[i - 1]!, lons[i - 1]!, lats[i]!, lons[i]!];
      const side = (toLon - fromLon) * (lat - fromLat) - (toLat - fromLat) * (lon - fromLon);
      if (side === 0 && isBetween(lat, fromLat, toLat) && isBetween(lon, fromLon, toLon)) return true;
      if (fromLat > lat !== toLat > lat && side > 0 === toLat > fromLat) inside = !inside;
    }
    return inside;
  };
}

function isBetween(value: number, a: number, b: number): boolean {
  return value >= Math.min(a, b) && value <= Math.max(a, b);
}
