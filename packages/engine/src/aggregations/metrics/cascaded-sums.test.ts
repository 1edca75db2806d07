import { describe, expect, test } from 'vitest';
import { Sums } from './stats-values.ts';

const meter = { take: () => undefined, charge: () => undefined } as never;

/** One bucket of a shard of several chunks. */
const cascading = (largest = 1e20): Sums => new Sums(largest, true);

const ways: readonly [string, (sums: Sums, values: Float64Array) => void][] = [
  ['values of the first bucket', (sums, values) => sums.addToFirst(values, values.length)],
  [
    'values with their extremes',
    (sums, values) => sums.addToFirstWithExtremes(values, values.length, new Float64Array(2)),
  ],
];

describe.each(ways)('a cascaded sum of %s', (_, add) => {
  test.each([
    ['in one chunk', 0],
    ['in chunks that follow each other', 1],
    ['in chunks that come in any order', 2],
  ])('loses nothing of small ones beside large ones, %s', (_, chunks) => {
    const sums = cascading();
    for (let chunk = 0; chunk <= chunks; chunk++) {
      // Added one by one, each 1 would be rounded off.
      add(sums, Float64Array.of(2 ** 60, ...new Array<number>(4096).fill(1)));
      if (chunks > 0) sums.endChunk(chunks === 1 ? chunk : chunks - chunk, chunks === 2, meter);
    }
    sums.settle(meter);
    expect(sums.of(0)).toBe((chunks + 1) * (2 ** 60 + 4096));
  });

  test('is the same in blocks of any length', () => {
    const values = Float64Array.from({ length: 1000 }, (_, i) => (((i * 7919) % 1000) / 7) ** 4);
    const whole = cascading();
    add(whole, values);
    whole.settle(meter);
    const cut = cascading();
    for (let from = 0; from < values.length; from += 129) add(cut, values.subarray(from, from + 129));
    cut.settle(meter);
    expect(cut.of(0)).toBe(whole.of(0));
  });

  test('stays where it is beyond all numbers', () => {
    const sums = cascading(Number.MAX_VALUE);
    add(sums, Float64Array.of(Number.MAX_VALUE, Number.MAX_VALUE, 1));
    sums.settle(meter);
    expect(sums.of(0)).toBe(Number.POSITIVE_INFINITY);
  });
});

test('extremes are those of all values, and of those before', () => {
  const extremes = Float64Array.of(-1, 7);
  cascading().addToFirstWithExtremes(Float64Array.of(3, -2.5, 4), 3, extremes);
  expect([...extremes]).toEqual([-2.5, 7]);
});

test('whole numbers go on a sum of others, whose errors are not forgotten', () => {
  const sums = cascading();
  sums.addToFirst(Float64Array.of(2 ** 60, 1, 1), 3);
  expect(sums.addWholeToFirst(Float64Array.of(1, 1), 2, 1)).toBe(false);
  sums.addToFirst(Float64Array.of(254), 1);
  sums.settle(meter);
  expect(sums.of(0)).toBe(2 ** 60 + 256);
});
