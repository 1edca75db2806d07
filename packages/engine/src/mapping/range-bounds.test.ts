import { expect, test } from 'vitest';
import { compareBytes } from '../codec/bytes.ts';
import { ofBig } from './fine-number.ts';
import { boundsOfTerm, nextBytes, numberBytes, numberOfBytes, rangeTerm } from './range-bounds.ts';

const ascending = [
  Number.NEGATIVE_INFINITY,
  -1e300,
  ofBig(-(2n ** 60n) - 1n),
  -(2 ** 60),
  -1,
  0,
  5e-324,
  1,
  2 ** 53,
  ofBig(2n ** 53n + 1n),
  2 ** 53 + 2,
  Number.POSITIVE_INFINITY,
];

test('numbers are bytes in their order, and come back', () => {
  const bytes = ascending.map(numberBytes);
  expect(bytes.map(numberOfBytes)).toEqual(ascending);
  for (let i = 1; i < bytes.length; i++) expect(compareBytes(bytes[i - 1]!, bytes[i]!)).toBeLessThan(0);
});

test('the next address is one further, but for the last', () => {
  expect([...nextBytes(new Uint8Array([1, 255]), 1)]).toEqual([2, 0]);
  expect([...nextBytes(new Uint8Array([1, 0]), -1)]).toEqual([0, 255]);
  expect([...nextBytes(new Uint8Array([255, 255]), 1)]).toEqual([255, 255]);
});

test('a range is the term of its bounds', () => {
  const { low, high } = boundsOfTerm(rangeTerm(numberBytes(1), numberBytes(2)));
  expect([numberOfBytes(low), numberOfBytes(high)]).toEqual([1, 2]);
});
