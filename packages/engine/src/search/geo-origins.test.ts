import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
const shard = searchableShard({
  properties: { p: { type: 'geo_point' } },
  segments: [[{ p: '1,1' }, {}]],
});

function bucketsRound(origin: unknown, ranges: readonly object[] = [{ to: 1 }]): unknown {
  const aggs = { rings: { geo_distance: { field: 'p', origin, ranges } } };
  return (searchShards([shard], { size: 0, aggs }).aggregations as { rings: { buckets: unknown } }).rings
    .buckets;
}

test.each([
  [{ lat: 1, lon: 1 }],
  [{ lat: 1, lon: 1, name: 'here', height: 3 }],
  [[1, 1]],
  ['1,1'],
  ['POINT (1 1)'],
])('rings lie round a point: %j', (origin) => {
  expect(bucketsRound(origin)).toMatchObject([{ doc_count: 1 }]);
});

test.each([
  [{ lat: '45', lon: '-180' }, 'lon'],
  [{ lat: 45 }, 'lat'],
  [{ lat: 45, lon: null }, 'lon'],
  [{ geohash: 'u4pr' }, 'geohash'],
  [{ type: 'Point', coordinates: [1, 2] }, 'coordinates'],
])('an object without two numbers is no point to have rings round it: %j', (origin, last) => {
  const problem = `malformed [${last}] geo point object. either [lat] or [lon] (or both) are missing`;
  let error: unknown;
  try {
    bucketsRound(origin);
  } catch (thrown) {
    error = thrown;
  }
  if (!(error instanceof ApiError)) throw error;
  expect(error.error.causedBy).toMatchObject({ type: 'parsing_exception', reason: problem });
});

test('a ring from nothing is called as one without a beginning', () => {
  const keys = bucketsRound('1,1', [{ from: 0, to: 1 }, { from: 0 }, { from: 1 }, { to: 2 }]);
  expect(keys).toMatchObject([{ key: '*-1.0' }, { key: '*-*' }, { key: '1.0-*' }, { key: '*-2.0' }]);
});

test('a script tells how far points are from the cell of a geohash', () => {
  const of = (source: string, id: string): unknown => {
    const { hits } = searchShards([shard], {
      query: { ids: { values: [id] } },
      script_fields: { x: { script: source } },
    });
    return (hits[0]?.fields as { x: readonly { value: number }[] } | undefined)?.x[0]?.value;
  };
  expect(of("doc['p'].geohashDistance('u4pr')", '1')).toBe(6332991.430148295);
  expect(of("doc['p'].geohashDistance('u4pru4pru4pru4pr')", '1')).toBe(6350855.910723822);
  expect(of("doc['p'].geohashDistanceWithDefault('u4pr', 2)", '2')).toBe(2);
  expect(of("doc['p'].planeDistanceWithDefault(1.0, 2.0, 5.0)", '1')).toBe(111178.15081217322);
  expect(of("doc['p'].planeDistanceWithDefault(1.0, 2.0, 5.0)", '2')).toBe(5);
  expect(() => of("doc['p'].geohashDistance('aaa')", '1')).toThrow();
});
