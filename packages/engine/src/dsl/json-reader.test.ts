import { expect, test } from 'vitest';
import { toBoolean } from './json-reader.ts';

test('an empty text is false, as another parser may be told by its caller', () => {
  expect([true, false, 'true', 'false', ''].map(toBoolean)).toEqual([true, false, true, false, false]);
  expect(() => toBoolean('yes')).toThrow('Failed to parse value [yes]');
  expect(() => toBoolean(1)).toThrow('not of boolean type');
});
