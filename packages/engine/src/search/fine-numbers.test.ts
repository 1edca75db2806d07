import { Long } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/** Longs that doubles round to few, in an order that is none. */
const longs = Array.from({ length: 300 }, (_, i) => 2n ** 60n + BigInt((i * 7919) % 300));

function shardOf(mapping: object, several = false) {
  const documents = longs.map((value, i) => ({
    l: several && i % 3 === 0 ? [String(value), '5'] : String(value),
  }));
  const segments = [documents.slice(0, 120), documents.slice(120), [{ l: 7 }]];
  return searchableShard({ properties: { l: { type: 'long', ...mapping } }, segments });
}

const between = (low: bigint, high: bigint): number =>
  longs.filter((value) => value >= low && value <= high).length;

test.each([
  ['with all its columns', {}, false],
  ['without an index', { index: false }, false],
  ['without doc values', { doc_values: false }, false],
  ['with several values', {}, true],
  ['with several values and no index', { index: false }, true],
])('ranges over longs beyond doubles are exact %s', (_name, mapping, several) => {
  const shard = shardOf(mapping, several);
  const [low, high] = [2n ** 60n + 17n, 2n ** 60n + 201n];
  const count = (query: object): unknown =>
    searchShards([shard], { query, size: 0, track_total_hits: true }).total?.value;
  expect(count({ range: { l: { gte: String(low), lte: String(high) } } })).toBe(between(low, high));
  expect(count({ range: { l: { gt: String(low), lt: String(high) } } })).toBe(between(low + 1n, high - 1n));
  expect(count({ term: { l: String(low) } })).toBe(1);
  expect(count({ terms: { l: [String(low), String(high), '7'] } })).toBe(3);
});

test('sorts by longs beyond doubles are exact, and go on after any', () => {
  const shard = shardOf({});
  const ascending = [7n, ...longs.toSorted((a, b) => (a < b ? -1 : 1))].map(String);
  const sorted = (order: string, more: object = {}): unknown[] =>
    searchShards([shard], { sort: [{ l: order }], size: 400, ...more }).hits.map(({ sort }) =>
      sort![0] instanceof Long ? sort![0].digits : sort![0],
    );
  expect(sorted('asc').map(String)).toEqual(ascending);
  expect(sorted('desc', { size: 5 }).map(String)).toEqual(ascending.toReversed().slice(0, 5));
  const rest = sorted('asc', { search_after: [ascending[100]] });
  expect(rest.map(String)).toEqual(ascending.slice(101));
});

test('what is added up of several longs goes on at the other end, as in Java', () => {
  const documents = [
    { l: ['9223372036854775807', 1] },
    { l: ['922337203685477777', 2] },
    { l: [2147483647, 3, 4] },
    { l: [2147483648, 5, -1, -2] },
  ];
  const shard = searchableShard({ properties: { l: { type: 'long' } }, segments: [documents] });
  const sorted = (mode: string): string[] =>
    searchShards([shard], { sort: [{ l: { mode, order: 'asc' } }] }).hits.map(({ sort }) => {
      const [value] = sort!;
      return value instanceof Long ? value.digits : String(value);
    });
  const sums = ['-9223372036854775808', '2147483650', '2147483654', '922337203685477779'];
  expect(sorted('sum')).toEqual(sums);
  expect(sorted('avg')).toEqual(['-4611686018427387904', '536870913', '715827885', '461168601842738880']);
});

test('of several longs without a sign sums, means and medians go on at the other end and are rounded, halves up', () => {
  const documents = [
    { l: [1, 2] },
    { l: ['18446744073709551615', '18446744073709551615'] },
    { l: ['18446744073709551615', 0, 0] },
    { l: ['9007199254740993', '9007199254740995', 4] },
    { l: ['13835058055282163720', '13835058055282163721', 3, 4] },
  ];
  const shard = searchableShard({ properties: { l: { type: 'unsigned_long' } }, segments: [documents] });
  const sorted = (mode: string): string[] =>
    searchShards([shard], { sort: [{ l: { mode, order: 'asc' } }] }).hits.map(({ sort }) => {
      const [value] = sort!;
      return value instanceof Long ? value.digits : String(value);
    });
  const half = '9223372036854775807';
  const ends = ['18446744073709551614', '18446744073709551615'];
  expect(sorted('sum')).toEqual(['3', '18014398509481992', '9223372036854775832', ...ends]);
  expect(sorted('avg')).toEqual([
    '2',
    '6004799503160664',
    '2305843009213693958',
    '6148914691236517205',
    half,
  ]);
  expect(sorted('median')).toEqual(['0', '2', '9007199254740993', '6917529027641081862', half]);
});

test('a number with a fraction includes the whole number below it beside longs that doubles cannot hold', () => {
  const documents = ['9007199254740993', 9, -1].map((l) => ({ l }));
  const shard = searchableShard({ properties: { l: { type: 'long' } }, segments: [documents] });
  const aggs = { t: { terms: { field: 'l', include: [9.5, -0.5] } } };
  const { aggregations } = searchShards([shard], { size: 0, aggs });
  expect(aggregations).toMatchObject({ t: { buckets: [{ doc_count: 1 }, { doc_count: 1 }] } });
});

test.each([
  ['long', '-9223372036854775808'],
  ['long', '1152921504606846976'],
  ['unsigned_long', '9223372036854775808'],
])('how often a number is elsewhere is counted by all of its digits: %s %s', (type, value) => {
  const documents = [
    { n: value, k: 'a' },
    { n: value, k: 'a' },
    { n: value },
    ...[1, 1, '9007199254740993'].map((n) => ({ n })),
  ];
  const mapped = { n: { type }, k: { type: 'keyword' } };
  const shard = searchableShard({ properties: mapped, segments: [documents] });
  const aggs = { s: { significant_terms: { field: 'n', min_doc_count: 1 } } };
  const { aggregations } = searchShards([shard], { size: 0, query: { term: { k: 'a' } }, aggs });
  expect(JSON.parse(JSON.stringify(aggregations))).toMatchObject({
    s: { buckets: [{ doc_count: 2, bg_count: 3 }] },
  });
});

// As OpenSearch 3.6 answers.
test.each([
  ['long', ['1e19'], ['9223372036854775807']],
  ['long', [-1e30], ['-9223372036854775808']],
  ['long', ['9223372036854775808', 3.7], ['3', '9223372036854775807']],
  ['unsigned_long', [-0.5, 1e30], []],
  ['unsigned_long', ['18446744073709551616', 3.7], ['3']],
] as const)('numbers beyond those of a field include the nearest, or none: %s %j', (type, include, keys) => {
  const most =
    type === 'long' ? ['9223372036854775807', '-9223372036854775808'] : ['18446744073709551615', 0];
  const documents = [...most, '9007199254740993', 3].map((n) => ({ n }));
  const shard = searchableShard({ properties: { n: { type } }, segments: [documents] });
  const aggs = { t: { terms: { field: 'n', include, order: { _key: 'asc' } } } };
  const { aggregations } = searchShards([shard], { size: 0, aggs });
  const { buckets } = (aggregations as unknown as { t: { buckets: { key: unknown }[] } }).t;
  expect(buckets.map(({ key }) => (key instanceof Long ? key.digits : String(key)))).toEqual(keys);
});
