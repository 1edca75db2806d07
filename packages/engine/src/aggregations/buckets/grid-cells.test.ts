import { expect, test } from 'vitest';
import { seeded } from '../../testing/random-search.ts';
import { type GridCells, geohashCells, geotileCells } from './grid-cells.ts';

const ignore = (): void => {};

function keyAt(cells: GridCells, lat: number, lon: number): string {
  return cells.key(cells.cellOf(lat, lon));
}

test('points lie in the cells of their geohashes, however long those are', () => {
  for (let symbols = 1; symbols <= 12; symbols++) {
    const cells = geohashCells(symbols, ignore);
    expect(keyAt(cells, 52.374081, 4.91235)).toBe('u173zy3j4h3d'.slice(0, symbols));
    expect(keyAt(cells, -90, -180)).toBe('0'.repeat(symbols));
    expect(keyAt(cells, 90, 180)).toBe('z'.repeat(symbols));
  }
});

test('tiles are clipped at the ends of the map', () => {
  const cells = geotileCells(8, ignore);
  expect(keyAt(cells, 52.374081, 4.91235)).toBe('8/131/84');
  expect(keyAt(cells, 90, -180)).toBe('8/0/0');
  expect(keyAt(cells, -90, 180)).toBe('8/255/255');
  expect(keyAt(geotileCells(0, ignore), 1, 1)).toBe('0/0/0');
});

test('cells that are too many for a number are numbered as they come, and take memory', () => {
  let bytes = 0;
  const cells = geotileCells(29, (more) => {
    bytes += more;
  });
  expect(cells.isDivisible).toBe(false);
  const first = cells.cellOf(10, 10);
  expect(cells.cellOf(10, 10)).toBe(first);
  expect(cells.cellOf(10, 10.1)).not.toBe(first);
  expect(bytes).toBeGreaterThan(0);
  expect(cells.key(first)).toMatch(/^29\/\d+\/\d+$/);
});

test('keys have the order of the signed longs that stand for them', () => {
  const short = geohashCells(3, ignore);
  expect(short.compareKeys('zzz', '000')).toBeGreaterThan(0);
  const long = geohashCells(12, ignore);
  expect(long.compareKeys('z'.repeat(12), '0'.repeat(12))).toBeLessThan(0);
  expect(geotileCells(5, ignore).compareKeys('5/10/2', '5/9/30')).toBeGreaterThan(0);
});

const seed = Number(process.env.GRID_SEED ?? Date.now() % 2 ** 31);
const levels: readonly (readonly [string, GridCells])[] = [
  ...Array.from({ length: 12 }, (_, i) => [`geohash ${i + 1}`, geohashCells(i + 1, () => {})] as const),
  ...[0, 1, 7, 26, 27, 29].map((zoom) => [`tile ${zoom}`, geotileCells(zoom, () => {})] as const),
];

test.each(levels)(`cells are in the order of their keys: %s (GRID_SEED=${seed})`, (_, cells) => {
  const random = seeded(seed);
  const borders = [-180, -90, 0, 45, 90, 180];
  const degrees = (most: number): number => {
    const border = borders[Math.floor(random() * borders.length)]! + (random() - 0.5) / 100;
    return Math.max(-most, Math.min(most, random() < 0.5 ? border : (random() * 2 - 1) * most));
  };
  const some = Array.from({ length: 60 }, () => cells.cellOf(degrees(90), degrees(180)));
  for (const a of some) {
    for (const b of some) {
      const expected = Math.sign(cells.compareKeys(cells.key(a), cells.key(b)));
      expect(Math.sign(cells.compare(a, b)), `${cells.key(a)} ${cells.key(b)}`).toBe(expected);
    }
  }
});
