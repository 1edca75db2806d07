import { expect, test } from 'vitest';
import { Mapping } from '../mapping.ts';
import { FastSource } from '../value-source.ts';
import { decodePoint, encodePoint, normalizePoint } from './geo-encoding.ts';
import { geohashOf, geohashPoint } from './geohash.ts';
import { readPoint } from './read-point.ts';

const place = { lat: 41.12, lon: -71.34 };

test.each([
  ['41.12,-71.34'],
  [' 41.12 , -71.34,100'],
  [[-71.34, 41.12]],
  [[-71.34, 41.12, 5]],
  [{ lat: 41.12, lon: '-71.34' }],
  ['POINT (-71.34 41.12)'],
  ['point(-71.34 41.12 3) and more'],
  [{ type: 'Point', coordinates: [-71.34, 41.12] }],
])('%j is read as a point', (value) => {
  expect(readPoint(value, true)).toEqual(place);
});

test.each([
  ['', 'empty geohash'],
  ['drm3!', 'unsupported symbol [!] in geohash [drm3!]'],
  ['1,2,3,4', 'failed to parse [1,2,3,4], expected 2 or 3 coordinates but found: [4]'],
  ['a,1', 'latitude must be a number'],
  ['1,', 'longitude must be a number'],
  [5, 'geo_point expected'],
  [{}, 'token [END_OBJECT] not allowed'],
  [{ lat: 1 }, 'field [lon] missing'],
  [{ lat: null, lon: 1 }, 'lat must be a number'],
  [{ lat: 'a', lon: 1 }, '[lon] and [lat] must be valid double values'],
  [{ lat: 1, lon: 2, x: 1 }, 'field must be either [lon|lat], [type|coordinates], or [geohash]'],
  [{ type: 'LineString', coordinates: [] }, 'type must be Point'],
  [[1], '[geo_point] field type should have at least two dimensions'],
  ['POINT (1)', 'Invalid WKT format'],
  ['MULTIPOINT (1 2)', '[geo_point] supports only POINT among WKT primitives, but found MULTIPOINT'],
])('%j is refused: %s', (value, reason) => {
  expect(() => readPoint(value, true)).toThrow(reason);
});

test.each(['1,2,3', [1, 2, 3], 'POINT (1 2 3)', { type: 'Point', coordinates: [1, 2, 3] }])(
  'a third coordinate of %j is refused where it is not ignored',
  (value) => {
    expect(readPoint(value, true)).toBeDefined();
    expect(() => readPoint(value, false)).toThrow(/Z value|Invalid WKT/);
  },
);

test('coordinates are kept in 32 bits each, rounded down as Lucene does', () => {
  expect(decodePoint(encodePoint({ lat: 1, lon: 2 }))).toEqual({
    lat: 0.9999999823048711,
    lon: 1.9999999646097422,
  });
  expect(decodePoint(encodePoint({ lat: -90, lon: -180 }))).toEqual({ lat: -90, lon: -180 });
  expect(decodePoint(encodePoint({ lat: 90, lon: 180 })).lat).toBeCloseTo(90, 6);
});

test('a geohash is the south-west of its cell, and the cell of a point is found again', () => {
  expect(geohashPoint('drm3')).toEqual({ lat: 40.95703125, lon: -71.3671875 });
  expect(geohashPoint('drm3btev3e86drm3')).toEqual({ lat: 41.119999922811985, lon: -71.34000029414892 });
  expect(geohashOf(encodePoint({ lat: 1, lon: 2 }))).toBe('s01mtw037ms0');
});

test.each([
  [
    { lat: 100, lon: 200 },
    { lat: 80, lon: 20 },
  ],
  [
    { lat: 95, lon: 181 },
    { lat: 85, lon: 1 },
  ],
  [
    { lat: 10, lon: -190 },
    { lat: 10, lon: 170 },
  ],
  [
    { lat: 10, lon: 20 },
    { lat: 10, lon: 20 },
  ],
])('%j lies at %j', (point, normal) => {
  expect(normalizePoint(point)).toEqual(normal);
});

test('a point out of range is refused, and taken round the earth where what is malformed is ignored', () => {
  const properties = { p: { type: 'geo_point' }, m: { type: 'geo_point', ignore_malformed: true } };
  const mapping = Mapping.create({ properties }, {});
  const [p, m] = [mapping.mapper('p')!, mapping.mapper('m')!];
  expect(() => p.stored('91,0', new FastSource())).toThrow('illegal latitude value [91.0] for p');
  expect(() => p.stored([181, 0], new FastSource())).toThrow('illegal longitude value [181.0] for p');
  expect(m.stored('100,200', new FastSource())).toEqual(encodePoint({ lat: 80, lon: 20 }));
});
