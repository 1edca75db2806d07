import { expect, test } from 'vitest';
import { aggregate, shardOf } from '../../testing/run-aggregations.ts';
import { testField } from '../../testing/segments.ts';
import { compensatedSum, Sums } from './stats-values.ts';

const fields = [testField('n', 'double'), testField('w', 'long')];
const figures = { sum: { sum: { field: 'n' } }, x: { extended_stats: { field: 'n' } } };

function shown(shards: readonly (readonly (readonly number[])[])[], body: object): unknown {
  const searched = shards.map((segments) =>
    shardOf(
      fields,
      segments.map((values) => values.map((n, w) => ({ n, w }))),
    ),
  );
  return JSON.parse(aggregate(searched, body));
}

const HUGE = 1.7e308;

test.each([
  ['beyond all numbers', [[[HUGE, HUGE, HUGE, -1]]], Number.POSITIVE_INFINITY],
  ['below all numbers', [[[-HUGE, -HUGE, HUGE]]], Number.NEGATIVE_INFINITY],
  ['in several segments', [[[HUGE], [HUGE], [1]]], Number.POSITIVE_INFINITY],
  ['in several shards', [[[HUGE]], [[HUGE]], [[1]]], Number.POSITIVE_INFINITY],
  ['in one of several shards', [[[HUGE, HUGE]], [[-1]]], Number.POSITIVE_INFINITY],
])('a sum %s stays there', (_, shards, sum) => {
  const text = String(sum);
  expect(shown(shards, figures)).toMatchObject({
    sum: { value: text },
    x: { sum: text, avg: text, sum_of_squares: 'Infinity' },
  });
  const buckets = { h: { histogram: { field: 'w', interval: 1000 }, aggs: figures } };
  expect(shown(shards, buckets)).toMatchObject({ h: { buckets: [{ sum: { value: text } }] } });
});

test('squares may be beyond all numbers where their numbers are not', () => {
  expect(shown([[[1e155, 2, 3]]], figures)).toMatchObject({ x: { sum: 1e155, sum_of_squares: 'Infinity' } });
});

test('a value that stands for missing ones may be too large as well', () => {
  const body = { s: { sum: { field: 'w', missing: 1e308 } } };
  const shard = shardOf(fields, [[{ n: 1 }, { n: 2 }, { n: 3 }]]);
  expect(JSON.parse(aggregate([shard], body))).toEqual({ s: { value: 'Infinity' } });
});

test('a chunk beyond all numbers makes the sum of all chunks so', () => {
  const meter = { take: () => undefined, charge: () => undefined };
  for (const keep of [false, true]) {
    const sums = new Sums(HUGE);
    for (const [chunk, values] of [[HUGE, HUGE], [1], [2]].entries()) {
      sums.addToFirst(Float64Array.from(values), values.length);
      sums.endChunk(chunk, keep, meter as never);
    }
    sums.settle(meter as never);
    expect(sums.of(0)).toBe(Number.POSITIVE_INFINITY);
  }
});

test('sums of sums end beyond all numbers', () => {
  expect(compensatedSum([Number.POSITIVE_INFINITY, 1, -5])).toBe(Number.POSITIVE_INFINITY);
  expect(compensatedSum([HUGE, HUGE, -HUGE])).toBe(Number.POSITIVE_INFINITY);
  expect(compensatedSum([0.1, 0.2, 0.3])).toBe(0.6);
});
