import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { sortDoubles } from './sort-doubles.ts';

const seed = Number(process.env.SORT_SEED ?? Math.floor(Math.random() * 2 ** 31));

const kinds: readonly [string, (random: SeededRandom) => number][] = [
  ['integers', (random) => Math.floor(Math.exp(random.float() * 20))],
  ['few values', (random) => Math.floor(random.float() * 5)],
  ['fractions of all sizes', (random) => Math.exp(random.float() * 30 - 20)],
  ['near each other, but for a few', (random) => (random.float() < 0.01 ? 1e12 : 1000) + random.float()],
  [
    'near each other in a fifth',
    (random) => Math.exp(random.float() < 0.2 ? 0.001 * random.float() : random.float() * 9),
  ],
  [
    'fractions of both signs',
    (random) => (random.float() - 0.5) * 10 ** Math.floor(random.float() * 40 - 20),
  ],
  ['equal upper halves', (random) => 1 + random.float() * 2 ** -30],
  [
    'some equal upper halves',
    (random) => Math.floor(random.float() * 300) + Math.floor(random.float() * 4) * 2 ** -40,
  ],
  [
    'extremes',
    (random) =>
      [0, -0, 1, -1, 5e-324, -5e-324, Number.MAX_VALUE, -Infinity, Infinity][Math.floor(random.float() * 9)]!,
  ],
  ['not a number among them', (random) => (random.float() < 0.01 ? Number.NaN : random.float() - 0.5)],
];

test.each(kinds)(`numbers are sorted as by the runtime: %s (seed ${seed})`, (_, next) => {
  const random = new SeededRandom(seed);
  for (const length of [0, 1, 2, 191, 192, 500, 1_050, 1_049, 4_000, 16_385]) {
    const around = Float64Array.from({ length: length + 3 }, () => next(random));
    const values = around.subarray(2, length + 2);
    const expected = values.slice().sort();
    const [before, after] = [around[1], around[length + 2]];
    sortDoubles(values);
    // `toEqual` tells -0 from 0.
    expect(Array.from(values)).toEqual(Array.from(expected));
    expect([around[1], around[length + 2]]).toEqual([before, after]);
  }
});
