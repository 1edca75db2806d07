import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { flag, wholeNumber } from './bulk-metadata-values.ts';

function problem(read: () => unknown): string {
  try {
    return `no error but ${String(read())}`;
  } catch (error) {
    if (error instanceof ApiError) return `${error.error.type}: ${error.error.reason}`;
    throw error;
  }
}

test('a version with a fraction loses it, whether number or text', () => {
  expect([1.5, '1.5', '1e3', -2.7].map((value) => wholeNumber(value, 'long'))).toEqual([1, 1, 1000, -2]);
});

test('a version that could not be kept exactly is refused, not rounded', () => {
  expect(problem(() => wholeNumber(1764268800123456789n.toString(), 'long'))).toBe(
    'illegal_argument_exception: [1764268800123456789] is beyond [9007199254740991], the largest number that is kept',
  );
  expect(wholeNumber(Number.MAX_SAFE_INTEGER, 'long')).toBe(Number.MAX_SAFE_INTEGER);
});

test('what is no number is named in the words of its type', () => {
  expect(problem(() => wholeNumber('x', 'int'))).toBe('number_format_exception: For input string: "x"');
  for (const text of ['x', '', ' 5', '0x10', 'Infinity'])
    expect(problem(() => wholeNumber(text, 'long'))).toBe(
      `illegal_argument_exception: For input string: "${text}"`,
    );
  expect(problem(() => wholeNumber(true, 'int'))).toBe(
    'json_parse_exception: Current token (VALUE_TRUE) not numeric, can not use numeric value accessors',
  );
});

test('a flag is true or false', () => {
  expect([true, 'true', false, 'false', ''].map(flag)).toEqual([true, true, false, false, false]);
  expect(problem(() => flag('x'))).toBe(
    'illegal_argument_exception: Failed to parse value [x] as only [true] or [false] are allowed.',
  );
  expect(problem(() => flag(1))).toBe(
    'json_parse_exception: Current token (VALUE_NUMBER_INT) not of boolean type',
  );
});
