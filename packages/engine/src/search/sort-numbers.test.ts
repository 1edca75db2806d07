import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { jsonText } from '../testing/run-aggregations.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/* The answers are those of OpenSearch 3.6.0. */
const last = '9223372036854775807';

function shard(index: string, type: string, values: readonly unknown[], more: object = {}) {
  const documents = values.map((v) => (v === null ? {} : { v }));
  return searchableShard({ index, properties: { v: { type, ...more } }, segments: [documents] });
}

const longs = shard('longs', 'long', [1, -5, 100, null, 7]);
const doubles = shard('doubles', 'double', [1.5, 1e300, null, -1e300]);
const integers = shard('integers', 'integer', [7, null, 2147483647]);
const floats = shard('floats', 'float', [0.1, null, -7]);
const unsigned = shard('unsigned', 'unsigned_long', [1, null]);

type Shards = Parameters<typeof searchShards>[0];

const sorted = (shards: Shards, sort: object, more: object = {}): string => {
  const { hits } = searchShards(shards, { sort: [{ v: sort }], size: 100, ...more });
  return hits.map((hit) => `${hit.index[0]}${hit.id}=${jsonText(hit.sort![0]!)}`).join(' ');
};

function reason(shards: Shards, sort: object): string {
  try {
    return sorted(shards, sort);
  } catch (error) {
    return JSON.stringify((error as ApiError).error);
  }
}

test('a value for missing ones is a number of the type: fractions are cut off, limits hold', () => {
  expect(sorted([longs], { missing: 2.5 })).toBe('l2=-5 l1=1 l4=2 l5=7 l3=100');
  expect(sorted([longs], { missing: 2.5 }, { search_after: [2] })).toBe('l5=7 l3=100');
  expect(sorted([integers], { missing: 1e30 })).toBe('i1=7 i2=2147483647 i3=2147483647');
  expect(reason([longs], { missing: '2.5' })).toMatch(/For input string: \\"2.5\\"/);
  expect(reason([doubles], { missing: '2.5', numeric_type: 'long' })).toMatch(/For input string: \\"2.5\\"/);
  expect(sorted([doubles], { missing: '2.5' })).toBe('d4=-1.0E300 d1=1.5 d3=2.5 d2=1.0E300');
});

test('a value for missing ones of an unsigned_long has to be one', () => {
  expect(reason([unsigned], { missing: 1.5 })).toMatch(/1\.5 is not an integer value/);
  expect(reason([unsigned], { missing: -1 })).toMatch(/Value \[-1\] is out of range for an unsigned long/);
  expect(sorted([unsigned], { missing: 3 })).toBe('u1=1 u2=3');
});

test('documents without a value are equal to those with the value that is shown for them', () => {
  expect(sorted([integers], {})).toBe('i1=7 i2=2147483647 i3=2147483647');
  expect(sorted([integers], {}, { search_after: [2147483647] })).toBe('');
  expect(sorted([doubles], { order: 'desc', missing: '_first', numeric_type: 'long' })).toBe(
    `d2=${last} d3=${last} d1=1 d4=-9223372036854775808`,
  );
});

test('indices with a field of several types: each shows its own, and has its own missing values', () => {
  expect(sorted([longs, doubles], { missing: '_first' })).toBe(
    'd3="-Infinity" d4=-1.0E300 l4=-9223372036854775808 l2=-5 l1=1 d1=1.5 l5=7 l3=100 d2=1.0E300',
  );
  expect(sorted([longs, integers], {})).toBe(
    `l2=-5 l1=1 l5=7 i1=7 l3=100 i2=2147483647 i3=2147483647 l4=${last}`,
  );
});

test('an unsigned_long is not sorted with other numbers, whatever they are cast to', () => {
  const alone = /a field has \[unsigned_long\] type in one index/;
  expect(reason([longs, unsigned], { numeric_type: 'double' })).toMatch(alone);
  expect(reason([longs, unsigned], {})).toMatch(alone);
});

test('longs beside numbers with fractions keep their digits', () => {
  const fine = shard('fine', 'long', ['9007199254740993']);
  expect(sorted([fine, doubles], { numeric_type: 'long', order: 'desc', missing: '_last' })).toMatch(
    /f1=9007199254740993/,
  );
  expect(sorted([fine, doubles], {})).toMatch(/f1=9007199254740993/);
});

const places = [{ _index: 'asc' }, { _id: 'asc' }];

test.each([
  ['longs and doubles', [longs, doubles]],
  ['longs and integers', [longs, integers]],
  ['doubles and floats', [doubles, floats, shard('more', 'double', [0.1, 7])]],
  ['doubles and dates', [doubles, shard('dates', 'date', [0, null, 5])]],
  ['longs, floats and dates', [longs, floats, shard('dates', 'date', [0, null, 5])]],
])('each document is on one page, whatever the types of its index and of others: %s', (_, shards) => {
  for (const order of ['asc', 'desc']) {
    for (const missing of ['_first', '_last', 2.5, 1e30]) {
      const sort = [{ v: { order, missing } }, ...places];
      const all = searchShards(shards, { sort, size: 100 }).hits.map(({ index, id }) => index + id);
      const paged: string[] = [];
      let after: readonly unknown[] | null = null;
      while (paged.length <= all.length) {
        const more: object = after === null ? {} : { search_after: after };
        const { hits } = searchShards(shards, { sort, size: 2, ...more });
        if (hits.length === 0) break;
        paged.push(...hits.map(({ index, id }) => index + id));
        const [value, ...place] = hits.at(-1)!.sort!;
        after = [jsonText(value).replaceAll('"', ''), ...place];
      }
      expect(paged, JSON.stringify(sort)).toEqual(all);
    }
  }
});

test('-0 of doubles and floats is shown as such, and equal to 0', () => {
  const zeros = (type: string) => [shard(type, type, ['-0.0', 0, ['-0.0', 1], -1])];
  expect(sorted(zeros('double'), {})).toBe('d4=-1.0 d1=-0.0 d2=0.0 d3=-0.0');
  expect(sorted(zeros('float'), {})).toBe('f4=-1.0 f1=-0.0 f2=0.0 f3=-0.0');
  const { hits } = searchShards(zeros('double'), { docvalue_fields: ['v', { field: 'v', format: '0.0' }] });
  expect(jsonText(hits[2]!.fields!.v as never)).toBe('[-0.0,1.0,"-0.0","1.0"]');
});

test('sums and means are made by the type of each index, and pages go on behind them', () => {
  const all = [shard('longs', 'long', [[1, 2], [2, 3], 2]), shard('doubles', 'double', [[1, 2], 2.25])];
  const [ints, singles] = [shard('ints', 'integer', [[1, 2], 1]), shard('floats', 'float', [[0.1, 1], 1.1])];
  expect(sorted(all, { mode: 'avg' })).toBe('d1=1.5 l1=2 l3=2 d2=2.25 l2=3');
  expect(sorted(all, { mode: 'avg' }, { search_after: [2] })).toBe('d2=2.25 l2=3');
  expect(sorted([ints, singles], { mode: 'sum' })).toMatch(/^i2=1 f1=(1\.1\d*) f2=\1 i1=3$/);
  expect(sorted([ints, singles], { mode: 'sum' }, { search_after: [1.1] })).toBe('i1=3');
});

test('documents without a value are equal in indices with dates and with other numbers', () => {
  const all = [shard('nanos', 'date_nanos', [null, 1]), shard('longs', 'long', [null])];
  expect(sorted(all, {})).toBe(`n2=1000000 n1=${last} l1=${last}`);
  expect(sorted(all, {}, { search_after: [1000000] })).toBe(`n1=${last} l1=${last}`);
  expect(sorted(all, {}, { search_after: [last] })).toBe('');
});
