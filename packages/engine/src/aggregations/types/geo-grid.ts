import { apiError } from '@sextant/contract';
import { toInt } from '../../dsl/json-reader.ts';
import { distanceMetres } from '../../mapping/geo/distance-unit.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { geoGridAggregator } from '../buckets/geo-grid.ts';
import { type GridCells, geohashCells, geotileCells } from '../buckets/grid-cells.ts';
import { atLeast, intField, readFields } from '../parse/field-parsers.ts';
import { type GridPrecision, geotiles, gridFields } from '../parse/grid-fields.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { GeoGridSpec } from '../specs/geo-grid.ts';

interface Grid extends GridPrecision {
  readonly name: string;
  cells(precision: number, take: (bytes: number) => void): GridCells;
}

function geoGrid(grid: Grid): AggregationType<GeoGridSpec> {
  return {
    name: grid.name,
    holds: true,
    gives: 'buckets',
    parse: (name, body) => {
      const source = new SourceFields(grid.name, { formattable: false, zoned: false, scripted: null });
      const fields = gridFields(grid);
      let size = 10_000;
      let shardSize: number | null = null;
      readFields(grid.name, body, {
        ...source.parsers,
        ...fields.parsers,
        size: intField((value) => {
          size = atLeast(value, 1, 'size', name);
        }),
        shard_size: intField((value) => {
          shardSize = atLeast(value, 1, 'shardSize', name);
        }),
      });
      const { precision, bounds } = fields;
      const cells = (take: (bytes: number) => void): GridCells => grid.cells(precision, take);
      const kept = Math.max(size, shardSize ?? Math.floor(size * 1.5 + 10));
      return Object.freeze({ source: source.spec(), size, shardSize: kept, bounds, cells });
    },
    sources: ({ source }) => [source],
    create: (node, shard, place) => geoGridAggregator(node, shard, place),
  };
}

/** The cells of geohashes that points lie in. */
export const geohashGrid = geoGrid({
  name: 'geohash_grid',
  precision: 5,
  readPrecision: (value) => {
    const symbols = typeof value === 'string' ? symbolsOf(value) : toInt(value);
    if (symbols >= 1 && symbols <= 12) return symbols;
    const range = 'Must be between 1 and 12.';
    const reason = `Invalid geohash aggregation precision of ${symbols}. ${range}`;
    throw apiError('illegal_argument_exception', reason);
  },
  cells: geohashCells,
});

/** The tiles of a map that points lie in. */
export const geotileGrid = geoGrid({
  name: 'geotile_grid',
  ...geotiles,
  cells: geotileCells,
});

/** Metres round the equator, and from pole to pole, of the ellipsoid WGS-84. */
const EQUATOR = 2 * Math.PI * 6_378_137;
const POLE_TO_POLE = Math.PI * 6_356_752.314245;

/** `5`, or a distance: then so many symbols that the diagonal of a cell is no longer. */
function symbolsOf(text: string): number {
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  const metres = distanceMetres(text, 1);
  const width = metres / (1 + POLE_TO_POLE / EQUATOR);
  const bits = Math.max(0, Math.ceil(Math.log2(Math.ceil(EQUATOR / width))));
  const full = Math.floor(bits / 5);
  const left = bits - full * 5;
  return 2 * full + Number(left > 0) + Number(left > 3);
}
