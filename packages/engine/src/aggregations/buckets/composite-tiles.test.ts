import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../../testing/searchable.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
const properties = { p: { type: 'geo_point' }, k: { type: 'keyword' } };
const shards = [
  searchableShard({
    properties,
    segments: [
      [
        { p: '48,11', k: 'a' },
        { p: ['52,13', '-33,151'], k: 'b' },
      ],
      [{ k: 'a' }],
    ],
  }),
  searchableShard({ properties, segments: [[{ p: '40,-74', k: 'a' }]] }),
];

function keys(source: object, body: object = {}): unknown[] {
  const sources = [{ g: { geotile_grid: { field: 'p', precision: 2, ...source } } }];
  const aggs = { x: { composite: { sources, ...body } } };
  const { aggregations } = searchShards(shards, { size: 0, aggs });
  const { x } = JSON.parse(JSON.stringify(aggregations)) as {
    x: { buckets: { key: { g: unknown }; doc_count: number }[] };
  };
  return x.buckets.map(({ key, doc_count: count }) => [key.g, count]);
}

test('a combination may have the tile of a map, after which pages go on', () => {
  expect(keys({})).toEqual([
    ['2/1/1', 1],
    ['2/2/1', 2],
    ['2/3/2', 1],
  ]);
  expect(keys({ order: 'desc' }, { size: 2 }).map((each) => (each as unknown[])[0])).toEqual([
    '2/3/2',
    '2/2/1',
  ]);
  expect(keys({}, { after: { g: '2/2/1' } })).toEqual([['2/3/2', 1]]);
  expect(keys({}, { after: { g: '2/2/0' } })).toEqual([
    ['2/2/1', 2],
    ['2/3/2', 1],
  ]);
  expect(keys({}, { after: { g: '2/9/9' } })).toEqual([]);
  expect(keys({}, { after: { g: 7 } })).toHaveLength(3);
  expect(keys({ missing_bucket: true })[0]).toEqual([null, 1]);
});

test('pages go on after a tile that is none of the map, by its number', () => {
  const [first, second, third] = ['2/1/1', '2/2/1', '2/3/2'];
  const pages: readonly (readonly [unknown, readonly (string | undefined)[]])[] = [
    ['2/9/0', []],
    ['2/1/99', [second, third]],
    ['1/9/9', [first, second, third]],
    ['5/1/1', []],
    ['30/1/1', []],
    ['-1/0/0', [first, second, third]],
    [7, [first, second, third]],
    [2.5 * 2 ** 58, []],
  ];
  for (const [g, expected] of pages) {
    const found = keys({}, { after: { g } }).map((each) => (each as unknown[])[0]);
    expect([g, found]).toEqual([g, expected]);
  }
});

test('points outside of the bounds have no tile', () => {
  const bounds = { top_left: '60,0', bottom_right: '40,20' };
  expect(keys({ bounds })).toEqual([['2/2/1', 2]]);
});

test.each([
  [{ precision: 30 }, {}, 'Invalid geotile_grid precision of 30. Must be between 0 and 29.'],
  [{ precision: 27 }, {}, '[precision] above [26] is not supported for a [geotile_grid] source'],
  [{}, { after: { g: '2/9' } }, 'Invalid geotile_grid hash string of 2/9.'],
  [{}, { after: { g: true } }, 'Invalid geotile_grid hash string of true.'],
  [{ field: 'k' }, {}, 'is not supported for aggregation [geotile_grid]'],
])('a source that cannot be is refused: %j %j', (source, body, reason) => {
  try {
    keys(source, body);
    expect.fail('it was taken');
  } catch (error) {
    expect(JSON.stringify((error as ApiError).error)).toContain(reason);
    expect(error).toBeInstanceOf(ApiError);
  }
});
