import { encodePoint, latSteps, lonSteps } from '../../mapping/geo/geo-encoding.ts';
import { geohashOf } from '../../mapping/geo/geohash.ts';
import type { Box } from '../../query/types/geo-bounding-box.ts';

/** The cells of a grid over the earth, each with a number. */
export interface GridCells {
  /** Numbers are the same in every thread. */
  readonly isDivisible: boolean;
  cellOf(lat: number, lon: number): number;
  key(cell: number): string;
  /** Cells in the order of their keys. */
  compare(a: number, b: number): number;
  /** Keys in the order of OpenSearch's numbers for them. */
  compareKeys(a: string, b: string): number;
}

/** NaN for points that are not in the box. */
export function cellsWithin(
  { top, left, bottom, right }: Box,
  cellOf: GridCells['cellOf'],
): GridCells['cellOf'] {
  return (lat, lon) => {
    const isInside = left <= right ? lon >= left && lon <= right : lon >= left || lon <= right;
    return isInside && lat >= bottom && lat <= top ? cellOf(lat, lon) : Number.NaN;
  };
}

/** Numbers of pairs that are larger than what doubles count one by one: as they come. */
class PairNumbers {
  readonly #known = new Map<number, Map<number, number>>();
  readonly #pairs: (readonly [number, number])[] = [];
  readonly #take: (bytes: number) => void;

  constructor(take: (bytes: number) => void) {
    this.#take = take;
  }

  number(x: number, y: number): number {
    let column = this.#known.get(x);
    if (column === undefined) {
      column = new Map();
      this.#known.set(x, column);
    }
    let number = column.get(y);
    if (number === undefined) {
      this.#take(PAIR_BYTES);
      number = this.#pairs.length;
      this.#pairs.push([x, y]);
      column.set(y, number);
    }
    return number;
  }

  pair(number: number): readonly [number, number] {
    return this.#pairs[number]!;
  }
}

const PAIR_BYTES = 320;

/** Bits of two coordinates that one number can hold. */
const MOST_BITS = 53;

/** How pairs of `xBits` and `yBits` are told from each other. */
function pairs(
  xBits: number,
  yBits: number,
  take: (bytes: number) => void,
): {
  readonly isDivisible: boolean;
  number(x: number, y: number): number;
  pair(number: number): readonly [x: number, y: number];
} {
  if (xBits + yBits > MOST_BITS) {
    const numbers = new PairNumbers(take);
    const number = (x: number, y: number): number => numbers.number(x, y);
    return { isDivisible: false, number, pair: (each) => numbers.pair(each) };
  }
  const height = 2 ** yBits;
  const pair = (number: number): readonly [number, number] => [Math.floor(number / height), number % height];
  return { isDivisible: true, number: (x, y) => x * height + y, pair };
}

const BITS_PER_SYMBOL = 5;
const HALF = 2 ** 31;

/** Cells of geohashes of 1 to 12 symbols. `take`: told of memory that is held. */
export function geohashCells(symbols: number, take: (bytes: number) => void): GridCells {
  const bits = symbols * BITS_PER_SYMBOL;
  const xBits = Math.ceil(bits / 2);
  const yBits = Math.floor(bits / 2);
  const width = 2 ** (32 - xBits);
  const height = 2 ** (32 - yBits);
  const numbers = pairs(xBits, yBits, take);
  // Longs of twelve symbols have their sign in the first one, which begins with that of the length.
  const isSigned = symbols === 12;
  const isNegative = (key: string): boolean => isSigned && key >= 'h';
  const eastern = 2 ** (xBits - 1);
  return {
    isDivisible: numbers.isDivisible,
    cellOf: (lat, lon) =>
      numbers.number(Math.floor((lonSteps(lon) + HALF) / width), Math.floor((latSteps(lat) + HALF) / height)),
    key: (cell) => {
      const [x, y] = numbers.pair(cell);
      const lat = ((y * height - HALF) * 180) / 2 ** 32;
      const lon = ((x * width - HALF) * 360) / 2 ** 32;
      return geohashOf(encodePoint({ lat, lon })).slice(0, symbols);
    },
    compare: (a, b) => {
      const [ax, ay] = numbers.pair(a);
      const [bx, by] = numbers.pair(b);
      if (isSigned && ax >= eastern !== bx >= eastern) return bx - ax;
      const lon = ax ^ bx;
      const lat = (ay ^ by) << (xBits - yBits);
      // Bits of either in turn, longitude first: the highest one that differs decides.
      return lon < lat && lon < (lon ^ lat) ? ay - by : ax - bx;
    },
    compareKeys: (a, b) => {
      if (isNegative(a) !== isNegative(b)) return isNegative(a) ? -1 : 1;
      if (a === b) return 0;
      return a < b ? -1 : 1;
    },
  };
}

/** Tiles of a map in Mercator's projection (EPSG:3857), 2^zoom in each direction; zoom 0 to 29. */
export function geotileCells(zoom: number, take: (bytes: number) => void): GridCells {
  const tiles = 2 ** zoom;
  const numbers = pairs(zoom, zoom, take);
  const clip = (tile: number): number => Math.max(0, Math.min(tiles - 1, tile));
  const tileOf = (key: string): readonly [number, number] => {
    const [, x, y] = key.split('/');
    return [Number(x), Number(y)];
  };
  return {
    isDivisible: numbers.isDivisible,
    cellOf: (lat, lon) => {
      const sin = Math.cos(Math.PI / 2 - (lat / 180) * Math.PI);
      const y = (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * tiles;
      return numbers.number(clip(Math.floor(((lon + 180) / 360) * tiles)), clip(Math.floor(y)));
    },
    key: (cell) => [zoom, ...numbers.pair(cell)].join('/'),
    compare: (a, b) => {
      const [ax, ay] = numbers.pair(a);
      const [bx, by] = numbers.pair(b);
      return ax - bx || ay - by;
    },
    compareKeys: (a, b) => {
      const [ax, ay] = tileOf(a);
      const [bx, by] = tileOf(b);
      return ax - bx || ay - by;
    },
  };
}
