import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { chiSquare, type Frequencies, gnd, jlh, mutualInformation, percentage } from './heuristics.ts';

const frequencies: Frequencies = { subsetFreq: 49, subsetSize: 353, supersetFreq: 74, supersetSize: 600 };
const plain = { includeNegatives: false, backgroundIsSuperset: true };

test('scores are those of OpenSearch for the same frequencies', () => {
  expect(jlh(frequencies)).toBe(0.017419027257802953);
  expect(gnd(true)(frequencies)).toBe(0.3892574396328852);
  expect(percentage(frequencies)).toBe(49 / 74);
});

test('what is as frequent elsewhere is not significant', () => {
  const even: Frequencies = { subsetFreq: 1, subsetSize: 10, supersetFreq: 10, supersetSize: 100 };
  expect(jlh(even)).toBe(0);
  expect(mutualInformation(plain)(even)).toBeCloseTo(0, 12);
  expect(chiSquare(plain)(even)).toBe(0);
  const rarer: Frequencies = { ...even, supersetFreq: 50 };
  expect(chiSquare(plain)(rarer)).toBe(Number.NEGATIVE_INFINITY);
  expect(mutualInformation(plain)(rarer)).toBe(Number.NEGATIVE_INFINITY);
  expect(chiSquare({ ...plain, includeNegatives: true })(rarer)).toBeGreaterThan(0);
});

test('frequencies that do not go together are refused, unless the background is said to be another', () => {
  const apart: Frequencies = { subsetFreq: 5, subsetSize: 10, supersetFreq: 3, supersetSize: 100 };
  expect(() => chiSquare(plain)(apart)).toThrow(ApiError);
  expect(() => gnd(true)(apart)).toThrow('subsetFreq > supersetFreq, does your background filter');
  expect(chiSquare({ ...plain, backgroundIsSuperset: false })(apart)).toBeGreaterThan(0);
  expect(() => jlh({ ...apart, supersetSize: 2 })).toThrow('supersetFreq > supersetSize, in JLHScore');
  expect(jlh({ ...apart, supersetFreq: 0 })).toBeCloseTo(0.49 * 50, 10);
});
