import { expect, test } from 'vitest';
import {
  bytesText,
  countText,
  exactBytesText,
  exactTimeText,
  parseBytes,
  parseTimeMs,
  timeText,
} from './units.ts';

test.each([
  ['30s', 30_000],
  ['1m', 60_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['500ms', 500],
  ['-1', -1],
  ['0', 0],
  ['10micros', 0.01],
] as const)('the time %s is %d ms', (text, ms) => {
  expect(parseTimeMs(text, 'timeout')).toBeCloseTo(ms, 9);
});

test.each([
  ['100mb', 104_857_600],
  ['7b', 7],
  ['2g', 2_147_483_648],
  ['-1', -1],
  ['0', 0],
] as const)('the size %s is %d bytes', (text, bytes) => {
  expect(parseBytes(text, 'size')).toBe(bytes);
});

test('what cannot be read is refused', () => {
  expect(() => parseTimeMs('abc', 't')).toThrow('unit is missing or unrecognized');
  const told = 'failed to parse [9223372036854775808ms], fractional time values are not supported';
  expect(() => parseTimeMs('9223372036854775808ms', 't')).toThrow(told);
  expect(parseTimeMs('9223372036854775807ms', 't')).toBe(2 ** 63);
  expect(() => parseTimeMs('1M', 't')).toThrow('unit is missing or unrecognized');
  expect(parseTimeMs('1S', 't')).toBe(1000);
  expect(() => parseTimeMs('xs', 't')).toThrow('failed to parse [xs]');
  expect(() => parseBytes('b', 't')).toThrow('failed to parse [b]');
  expect(() => parseBytes('1.5kb', 't')).toThrow('Fractional bytes values have been deprecated');
  expect(() => parseBytes('-5mb', 't')).toThrow('with value [-5mb] as a size in bytes');
});

test('a size is shown without loss', () => {
  expect([100 * 1024 ** 2, 1025, 0].map(exactBytesText)).toEqual(['100mb', '1025b', '0b']);
});

test('sizes, times and counts are shown with one decimal that is cut, not rounded', () => {
  expect([208, 1024, 5427, 80 * 1024 ** 3, 0].map(bytesText)).toEqual(['208b', '1kb', '5.2kb', '80gb', '0b']);
  expect([0, 12, 1999, 408_000, 90_000_000].map(timeText)).toEqual(['0s', '12ms', '1.9s', '6.8m', '1d']);
  expect([999, 1250, 3_000_000].map(countText)).toEqual(['999', '1.2k', '3m']);
});

test('a time without loss is a whole number of a unit', () => {
  const texts = [0, 3, 30_000, 1.5, 0.2, 0.0015].map(exactTimeText);
  expect(texts).toEqual(['0ms', '3ms', '30000ms', '1500micros', '200micros', '1500nanos']);
});
