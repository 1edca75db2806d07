import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = {
  i: { type: 'integer_range' },
  f: { type: 'double_range' },
  l: { type: 'long_range' },
  d: { type: 'date_range' },
  p: { type: 'ip_range' },
  k: { type: 'keyword' },
};
const documents = [
  { i: { gte: 1, lt: 12 }, f: { gt: 0.5, lt: 2.25 }, d: { gte: '2024-01-15', lt: '2024-03-01' }, k: 'a' },
  {
    i: [
      { gte: 3, lte: 4 },
      { gte: 13, lte: 21 },
    ],
    f: { gte: 1, lte: 1 },
    d: [
      { gte: '2024-02-10', lte: '2024-02-12' },
      { gte: '2024-02-11', lte: '2024-04-20' },
    ],
    k: 'b',
  },
  { i: { gte: -7, lte: -6 }, k: 'a' },
  { k: 'c' },
];
const shard = searchableShard({ properties, segments: [documents.slice(0, 1), documents.slice(1)] });

interface Buckets {
  readonly one: { readonly buckets: readonly { readonly key: unknown; readonly doc_count: number }[] };
}

function bucketsOf(aggregation: object, of = shard): unknown[] {
  const { aggregations } = searchShards([of], { size: 0, aggs: { one: aggregation } });
  const { one } = JSON.parse(JSON.stringify(aggregations)) as Buckets;
  return one.buckets.map((bucket) => {
    const { key, key_as_string: text } = bucket as { key: unknown; key_as_string?: string };
    return [text ?? numberOf(key), bucket.doc_count];
  });
}

/** Doubles are written by whoever renders the answer. */
function numberOf(key: unknown): unknown {
  return typeof key === 'object' && key !== null && 'value' in key ? key.value : key;
}

test('a histogram counts a range once in each interval that it touches, as OpenSearch 3.6', () => {
  const histogram = (more: object): unknown[] =>
    bucketsOf({ histogram: { field: 'i', interval: 5, ...more } });
  const inner = [
    [0, 2],
    [5, 1],
    [10, 2],
  ];
  const inside = [[-5, 0], ...inner, [15, 1], [20, 1]];
  expect(histogram({})).toEqual([[-10, 1], ...inside]);
  expect(histogram({ hard_bounds: { min: 0, max: 12 } })).toEqual(inner);
  expect(histogram({ hard_bounds: { min: 3, max: 15 } })).toEqual([...inner, [15, 1]]);
  expect(histogram({ hard_bounds: { min: -6.5, max: -6.2 } })).toEqual([[-10, 1]]);
  const wide = histogram({ extended_bounds: { min: -15, max: 25 } });
  expect(wide).toEqual([[-15, 0], [-10, 1], ...inside, [25, 0]]);
  const halves = bucketsOf({ histogram: { field: 'f', interval: 0.5 } });
  expect(halves).toEqual([
    [0.5, 1],
    [1, 2],
    [1.5, 1],
    [2, 1],
  ]);
});

test('a date_histogram counts ranges by months and by days, within hard bounds', () => {
  const histogram = (more: object): unknown[] =>
    bucketsOf({ date_histogram: { field: 'd', format: 'yyyy-MM-dd', ...more } });
  expect(histogram({ calendar_interval: 'month' })).toEqual([
    ['2024-01-01', 1],
    ['2024-02-01', 2],
    ['2024-03-01', 1],
    ['2024-04-01', 1],
  ]);
  expect(histogram({ calendar_interval: 'month', offset: '+4d' })).toEqual([
    ['2024-01-05', 1],
    ['2024-02-05', 2],
    ['2024-03-05', 1],
    ['2024-04-05', 1],
  ]);
  const hard = { hard_bounds: { min: '2024-02-01', max: '2024-03-15' } };
  expect(histogram({ calendar_interval: 'month', time_zone: '+02:00', ...hard })).toEqual([
    ['2024-02-01', 2],
    ['2024-03-01', 2],
  ]);
  expect(histogram({ fixed_interval: '30d' })).toEqual([
    ['2023-12-19', 1],
    ['2024-01-18', 2],
    ['2024-02-17', 2],
    ['2024-03-18', 1],
    ['2024-04-17', 1],
  ]);
});

test('what lies within a histogram of ranges sees each document in each of its intervals', () => {
  const within = { k: { terms: { field: 'k' } } };
  const aggs = { one: { histogram: { field: 'i', interval: 10 }, aggs: within } };
  const { aggregations } = searchShards([shard], { size: 0, aggs });
  expect(aggregations).toMatchObject({
    one: {
      buckets: [
        { doc_count: 1, k: { buckets: [{ key: 'a', doc_count: 1 }] } },
        { doc_count: 2, k: { buckets: [{ key: 'a' }, { key: 'b' }] } },
        { doc_count: 2, k: { buckets: [{ key: 'a' }, { key: 'b' }] } },
        { doc_count: 1, k: { buckets: [{ key: 'b' }] } },
      ],
    },
  });
  const parent = { terms: { field: 'k' }, aggs: { h: { histogram: { field: 'i', interval: 10 } } } };
  const { aggregations: below } = searchShards([shard], { size: 0, aggs: { one: parent } });
  const counts = { h: { buckets: [{ doc_count: 1 }, { doc_count: 1 }, { doc_count: 1 }] } };
  expect(below).toMatchObject({ one: { buckets: [counts, counts, { h: { buckets: [] } }] } });
});

test('more intervals than any number of batches are handed on whole', () => {
  const wide = searchableShard({
    properties,
    segments: [[{ l: { gte: 0, lt: 20_000 } }, { l: { gte: 5, lte: 6 } }]],
  });
  const buckets = bucketsOf({ histogram: { field: 'l', interval: 1 } }, wide);
  expect(buckets).toHaveLength(20_000);
  expect(buckets.filter((bucket) => (bucket as unknown[])[1] === 2)).toEqual([
    [5, 2],
    [6, 2],
  ]);
});

test('ranges without an end have buckets within hard bounds only', () => {
  const open = searchableShard({ properties, segments: [[{ l: { lte: 10 } }, { l: { gte: 15 } }]] });
  const histogram = { field: 'l', interval: 1 };
  const cut = bucketsOf({ histogram: { ...histogram, hard_bounds: { min: 0, max: 20 } } }, open);
  expect(cut).toHaveLength(21);
  expect(cut.at(-1)).toEqual([20, 1]);
  expect(() => bucketsOf({ histogram }, open)).toThrow('intervals of the histogram');
  const days = searchableShard({ properties, segments: [[{ d: { gte: '2024-01-01' } }]] });
  const calendar = { date_histogram: { field: 'd', calendar_interval: 'month' } };
  expect(() => bucketsOf(calendar, days)).toThrow('intervals of the histogram');
});

test.each([
  [
    { histogram: { field: 'p', interval: 5 } },
    'Expected numeric range type but found non-numeric range [ip_range]',
  ],
  [
    { date_histogram: { field: 'i', calendar_interval: 'month' } },
    'Expected date range type but found range type [integer_range]',
  ],
  [
    { histogram: { field: 'i', interval: 5, missing: 3 } },
    "Can't apply missing values on a class org.opensearch.search.aggregations.support.ValuesSource$Range",
  ],
  [
    { histogram: { field: 'i', interval: 5, format: '0.0' } },
    'Field [i] of type [integer_range] does not support custom formats',
  ],
])('%j is refused in the words of OpenSearch', (aggregation, reason) => {
  expect(() => bucketsOf(aggregation)).toThrow(ApiError);
  try {
    bucketsOf(aggregation);
  } catch (error) {
    expect(JSON.stringify((error as ApiError).error)).toContain(JSON.stringify(reason).slice(1, -1));
  }
});
