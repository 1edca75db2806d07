import { expect, test } from 'vitest';
import { quantileOf, shareUpTo } from './digest-figures.ts';
import { medianDeviation } from './median-deviation.ts';
import { TDigest } from './t-digest.ts';

/** The same numbers on every machine. */
function numbers(count: number): number[] {
  let state = 7;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.round((state / 2_147_483_648) * 1e6) / 1000;
  });
}

function digestOf(values: readonly number[], compression: number): TDigest {
  const digest = new TDigest(compression);
  for (const value of values) digest.add(value);
  return digest;
}

const PERCENTS = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];

test('percentiles of 900 values in one merge are those that OpenSearch 3.6 answers', () => {
  const digest = digestOf(numbers(900), 100).compressed();
  expect(PERCENTS.map((q) => quantileOf(digest, q))).toEqual([
    7.0275, 46.781749999999995, 238.24825305874774, 492.96671133052024, 736.574157762298, 937.1798333333334,
    992.30575,
  ]);
});

test('percentiles of 5,000 values in several merges are those that OpenSearch 3.6 answers', () => {
  const digest = digestOf(numbers(5000), 100).compressed();
  expect(PERCENTS.map((q) => quantileOf(digest, q))).toEqual([
    8.698317708333333, 49.06774678446475, 247.3980136336661, 492.5723287232327, 739.0916911823998,
    946.1865461598593, 992.1951999999999,
  ]);
});

test('median absolute deviations are those that OpenSearch 3.6 answers', () => {
  expect(medianDeviation(digestOf(numbers(900), 100), 100).value).toBe(256.19522891108903);
  expect(medianDeviation(digestOf(numbers(5000), 1000), 1000).value).toBe(245.42718890228437);
});

test('values in blocks and one by one make the same digest', () => {
  const values = numbers(4000);
  const blocks = new TDigest(100);
  for (let from = 0; from < values.length; from += 333) {
    const block = Float64Array.from(values.slice(from, from + 333));
    blocks.addAll(block, block.length);
  }
  expect(blocks.compressed()).toEqual(digestOf(values, 100).compressed());
});

test('a digest that another one becomes goes on as if it were the first', () => {
  const values = numbers(4000);
  const first = digestOf(values.slice(0, 2500), 100);
  const second = new TDigest(100);
  second.absorb(first.state());
  for (const value of values.slice(2500)) second.add(value);
  expect(second.compressed()).toEqual(digestOf(values, 100).compressed());
});

test('a digest of nothing has no percentiles and no shares', () => {
  const digest = new TDigest(100).compressed();
  expect(quantileOf(digest, 0.5)).toBeNaN();
  expect(shareUpTo(digest, 1)).toBeNaN();
});

test('one value is all percentiles, and half of all is up to it', () => {
  const digest = digestOf([3], 100).compressed();
  expect([0, 0.5, 1].map((q) => quantileOf(digest, q))).toEqual([3, 3, 3]);
  expect([2, 3, 4].map((value) => shareUpTo(digest, value))).toEqual([0, 0.5, 1]);
});

test('shares of values grow with the value', () => {
  const digest = digestOf(numbers(3000), 100).compressed();
  let last = 0;
  for (let value = -10; value <= 1010; value += 10) {
    const share = shareUpTo(digest, value);
    expect(share).toBeGreaterThanOrEqual(last);
    last = share;
  }
  expect(last).toBe(1);
});
