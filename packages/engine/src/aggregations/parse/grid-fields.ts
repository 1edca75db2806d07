import { apiError } from '@sextant/contract';
import { isObject, toInt } from '../../dsl/json-reader.ts';
import { type Box, readBox } from '../../query/types/geo-bounding-box.ts';
import type { FieldParsers } from './field-parsers.ts';

/** How the precision of a grid is read. */
export interface GridPrecision {
  /** Where none is given. */
  readonly precision: number;
  /** Throws where it is out of range, or no number. */
  readPrecision(value: unknown): number;
}

/** Tiles of a map: the precision is the zoom. */
export const geotiles: GridPrecision = {
  precision: 7,
  readPrecision: (value) => {
    const zoom = toInt(value);
    if (zoom >= 0 && zoom <= 29) return zoom;
    const range = 'Must be between 0 and 29.';
    throw apiError('illegal_argument_exception', `Invalid geotile_grid precision of ${zoom}. ${range}`);
  },
};

interface GridFields {
  readonly parsers: FieldParsers;
  readonly precision: number;
  /** Points elsewhere are left out; null: none are. */
  readonly bounds: Box | null;
}

/** `precision` and `bounds`, as they are read. */
export function gridFields(grid: GridPrecision): GridFields {
  let { precision } = grid;
  let bounds: Box | null = null;
  return {
    parsers: {
      precision: {
        tokens: ['VALUE_NUMBER', 'VALUE_STRING'],
        read: (value) => {
          precision = grid.readPrecision(value);
        },
      },
      bounds: {
        tokens: ['START_OBJECT'],
        read: (value) => {
          const box = isObject(value) ? readBox(value) : null;
          // One that lacks a side has no bounds.
          bounds = box !== null && Object.values(box).every(Number.isFinite) ? box : null;
        },
      },
    },
    get precision() {
      return precision;
    },
    get bounds() {
      return bounds;
    },
  };
}
