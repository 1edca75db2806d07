import { apiError } from '@sextant/contract';
import { javaClass } from '../../mapping/java-text.ts';
import type { ShardContext } from '../aggregator.ts';
import type { SourceSpec } from '../spec-parts.ts';
import type { TileRounding } from '../types/composite.ts';
import { GeoValues, PointNumbers } from '../values/geo-values.ts';
import type { ValueFormat } from '../values/value-format.ts';
import { ANY_VALUE } from './bucket-ords.ts';
import type { CompositeValues } from './composite-values.ts';
import { cellsWithin, type GridCells, geotileCells } from './grid-cells.ts';

/** In place of the point of a document that has none. */
const nowhere = { lat: Number.NaN, lon: Number.NaN };

/** The tiles in which the points of a document lie: their numbers ascend with those of OpenSearch. */
export function tilesOf(
  rounding: TileRounding,
  spec: SourceSpec,
  shard: ShardContext,
  missing: number | null,
): CompositeValues {
  const values = new GeoValues('geotile_grid', { ...spec, missing: null }, shard);
  const { precision, bounds } = rounding;
  // So few that a number tells them from each other: nothing is held.
  const cells = geotileCells(precision, () => {});
  const inBounds = bounds === null ? cells.cellOf : cellsWithin(bounds, cells.cellOf);
  const cellOf = (lat: number, lon: number): number =>
    Number.isNaN(lat) ? (missing ?? Number.NaN) : inBounds(lat, lon);
  return {
    domain: ANY_VALUE,
    missing,
    unmapped: false,
    shape: { as: 'text', format: tileFormat(cells) },
    source: (segment) => {
      const points = values.source(segment, missing === null ? null : nowhere);
      return points === null ? null : new PointNumbers(points, cellOf);
    },
    key: (cell) => cell,
    placeOf: (key) => placeOfTile(key, precision),
  };
}

function tileFormat(cells: GridCells): ValueFormat {
  return { raw: false, json: (cell) => cells.key(cell), text: (cell) => cells.key(cell), parse: Number };
}

/** OpenSearch's number of a tile: its zoom, and 29 bits of each coordinate. */
const COORDINATE_BITS = 29n;
const COORDINATES = 2n ** COORDINATE_BITS;

/** Of a tile that is not of the map: between those before and after it. */
function placeOfTile(key: unknown, precision: number): number {
  if (typeof key === 'number') {
    const number = BigInt(Math.trunc(key));
    const zoom = Number(number / COORDINATES ** 2n);
    const [x, y] = [Number((number / COORDINATES) % COORDINATES), Number(number % COORDINATES)];
    return placeOf(zoom, x, y, precision);
  }
  if (typeof key !== 'string') {
    const reason = `invalid value, expected string, got ${javaClass(key)}`;
    throw apiError('illegal_argument_exception', reason);
  }
  const [, zoom, x, y] = /^(\d+)\/(\d+)\/(\d+)$/.exec(key)?.map(Number) ?? [];
  if (zoom === undefined || zoom > 29 || !(Math.max(x!, y!) < Number(COORDINATES))) {
    const wanted = 'Must be three integers in a form "zoom/x/y".';
    throw apiError('illegal_argument_exception', `Invalid geotile_grid hash string of ${key}. ${wanted}`);
  }
  return placeOf(zoom, x!, y!, precision);
}

function placeOf(zoom: number, x: number, y: number, precision: number): number {
  if (zoom < precision) return -0.5;
  const tiles = 2 ** precision;
  if (zoom > precision || x >= tiles) return tiles * tiles;
  return y < tiles ? x * tiles + y : (x + 1) * tiles - 0.5;
}
