import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { distanceMetres } from '../../mapping/geo/distance-unit.ts';
import { distanceFrom } from '../../mapping/geo/earth.ts';
import { searchableShard, searchShards } from '../../testing/searchable.ts';

const places = [
  { name: 'Munich', p: '48.137,11.575' },
  { name: 'Berlin', p: '52.52,13.405' },
  { name: 'Sydney', p: '-33.868,151.209' },
  { name: 'Suva', p: ['-18.124,178.45', '-16.5,-179.9'] },
  { name: 'nowhere' },
];

const shard = searchableShard({
  properties: { name: { type: 'keyword' }, p: { type: 'geo_point' } },
  segments: [places.slice(0, 2), places.slice(2)],
});

function found(query: Readonly<Record<string, unknown>>): string[] {
  const { hits } = searchShards([shard], { query, size: 10 });
  return hits.map(({ id }) => places[Number(id) - 1]!.name);
}

test('points within a distance are found, with any of the points of a document', () => {
  const near = (distance: string, p: string) => found({ geo_distance: { distance, p } });
  expect(near('1km', '48.137,11.575')).toEqual(['Munich']);
  expect(near('505km', '48.137,11.575')).toEqual(['Munich', 'Berlin']);
  expect(near('500km', '48.137,11.575')).toEqual(['Munich']);
  expect(near('20km', '-16.5,179.99')).toEqual(['Suva']);
  expect(near('21000km', '0,0')).toEqual(['Munich', 'Berlin', 'Sydney', 'Suva']);
});

test('a box whose left side is east of its right side crosses the date line', () => {
  const box = (top: number, left: number, bottom: number, right: number) =>
    found({ geo_bounding_box: { p: { top, left, bottom, right } } });
  expect(box(60, 10, 40, 20)).toEqual(['Munich', 'Berlin']);
  expect(box(60, 12, 40, 20)).toEqual(['Berlin']);
  expect(box(0, 179, -40, -179)).toEqual(['Suva']);
  expect(box(0, 20, -40, -170)).toEqual(['Sydney', 'Suva']);
  expect(box(90, -180, -90, 180)).toEqual(['Munich', 'Berlin', 'Sydney', 'Suva']);
});

test('a polygon holds what lies between its sides', () => {
  const points = [
    [5, 45],
    [15, 45],
    [15, 55],
    [10, 46],
    [5, 55],
  ];
  expect(found({ geo_polygon: { p: { points } } })).toEqual(['Munich']);
  expect(found({ geo_polygon: { p: { points: points.filter((_, i) => i !== 3) } } })).toEqual([
    'Munich',
    'Berlin',
  ]);
});

test('a distance is read with its unit, or in that of the query', () => {
  expect(distanceMetres('2km', 1)).toBe(2000);
  expect(distanceMetres('2 mi', 1)).toBe(3218.688);
  expect(distanceMetres('2', 1000)).toBe(2000);
  expect(() => distanceMetres('2 parsecs', 1)).toThrow('For input string: "2 parsecs"');
});

test('distances are those on a sphere', () => {
  expect(distanceFrom({ lat: 0, lon: 0 })(0, 180)).toBeCloseTo(Math.PI * 6_371_008.7714, 3);
  expect(distanceFrom({ lat: 48.137, lon: 11.575 })(52.52, 13.405)).toBeCloseTo(504_330, -3);
});

test('a shape holds the points within it, and may lie over the date line', () => {
  const within = (shape: unknown) => found({ geo_shape: { p: { shape } } });
  const around = [
    [170, -20],
    [-170, -20],
    [-170, -10],
    [170, -10],
    [170, -20],
  ];
  expect(within({ type: 'polygon', coordinates: [around] })).toEqual(['Suva']);
  expect(
    within({ type: 'polygon', coordinates: [around.map(([x, y]) => [x! < 0 ? x! + 360 : x, y])] }),
  ).toEqual(['Suva']);
  expect(within('POLYGON ((5 45, 15 45, 15 55, 5 55, 5 45), (13 52, 14 52, 14 53, 13 53, 13 52))')).toEqual([
    'Munich',
  ]);
  expect(within('BBOX (10, 20, 60, 40)')).toEqual(['Munich', 'Berlin']);
  expect(
    within({
      type: 'envelope',
      coordinates: [
        [179, 0],
        [-179, -40],
      ],
    }),
  ).toEqual(['Suva']);
  expect(within({ type: 'circle', coordinates: [11.575, 48.137], radius: '505km' })).toEqual([
    'Munich',
    'Berlin',
  ]);
  const both = ['BBOX (178, 180, 0, -40)', 'BBOX (-180, -179, 0, -40)'];
  expect(within(`GEOMETRYCOLLECTION (${both.join(', ')})`)).toEqual(['Suva']);
  expect(within({ type: 'geometrycollection', geometries: [] })).toEqual([]);
});

test.each([
  [{ type: 'weird', coordinates: [] }, 'unknown geo_shape [weird]'],
  [{ type: 'polygon', coordinates: [] }, 'invalid LinearRing provided for type polygon'],
  [
    {
      type: 'polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    },
    'found [3] - must be >= [4]',
  ],
  [{ type: 'circle', coordinates: [0, 0], radius: '-1km' }, 'Circle radius [-1000.0] cannot be negative'],
  [{ type: 'multipolygon', coordinates: [] }, 'failed to create query: geometries must not be empty'],
  ['MULTIPOLYGON EMPTY', 'either shape or indexedShapeId is required'],
  ['GEOMETRYCOLLECTION EMPTY', 'either shape or indexedShapeId is required'],
  ['NONSENSE EMPTY', 'unknown geo_shape [NONSENSE]'],
  ['CIRCLE (1 1 1)', 'Unknown geometry type: circle'],
  [{ type: 'point', coordinates: [0, 0] }, 'Field [p] does not support point queries'],
  ['MULTIPOINT (1 2, 3 4)', 'Field [p] does not support multipoint queries'],
  ['BBOX (0, 1, 95, 2)', 'invalid latitude 95.0; must be between -90.0 and 90.0'],
  [`POLYGON ((${'0 0, '.repeat(10_001)}0 0))`, 'at most [10000] points'],
  ['GEOMETRYCOLLECTION ('.repeat(50), 'shapes are nested more than [40] deep'],
])('a shape that no point can lie in is refused: %j', (shape, reason) => {
  let told: unknown;
  try {
    found({ geo_shape: { p: { shape } } });
  } catch (error) {
    told = error;
  }
  expect(JSON.stringify((told as ApiError).error)).toContain(reason);
});
