import { apiError } from '@sextant/contract';
import { toText } from '../../dsl/json-reader.ts';
import type { ShardContext } from '../aggregator.ts';
import type { SourceSpec } from '../spec-parts.ts';
import type { TileRounding } from '../specs/composite.ts';
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

/** OpenSearch keeps a tile as one number: its zoom above 58 bits, its column above 29. */
const [zoomShift, columnShift] = [58n, 29n];

/** Of what is no tile of this zoom: before or after those between whose numbers its own lies. A number is such a one. */
function placeOfTile(key: unknown, precision: number): number {
  const number = typeof key === 'number' ? longOf(key) : numberOfTile(toText(key));
  const beyond = number - (BigInt(precision) << zoomShift);
  if (beyond < 0n) return -0.5;
  const tiles = 2 ** precision;
  const [column, row] = [Number(beyond >> columnShift), Number(BigInt.asUintN(Number(columnShift), beyond))];
  return column < tiles ? column * tiles + Math.min(row, tiles - 0.5) : 4 ** precision;
}

function numberOfTile(text: string): bigint {
  const parts = text.split('/');
  const [zoom = 0n, column = 0n, row = 0n] = parts.filter(isInt).map(BigInt);
  if (parts.length !== 3 || !parts.every(isInt)) {
    const wanted = 'Must be three integers in a form "zoom/x/y".';
    throw apiError('illegal_argument_exception', `Invalid geotile_grid hash string of ${text}. ${wanted}`);
  }
  return BigInt.asIntN(64, (zoom << zoomShift) | (column << columnShift) | row);
}

function isInt(text: string): boolean {
  return /^-?\d{1,10}$/.test(text) && Number(text) === (Number(text) | 0);
}

/** As Java makes a long of a double. */
function longOf(value: number): bigint {
  return BigInt.asIntN(64, BigInt(Math.trunc(Math.max(-(2 ** 63), Math.min(value, 2 ** 63 - 1024)))));
}
