import { expect, test } from 'vitest';
import { keyTarget } from './table-keys.ts';

test('moves stay within the rows', () => {
  expect(keyTarget('ArrowDown', 0, 3)).toBe(1);
  expect(keyTarget('ArrowDown', 2, 3)).toBe(2);
  expect(keyTarget('ArrowUp', 0, 3)).toBe(0);
  expect(keyTarget('PageDown', 5, 100)).toBe(17);
  expect(keyTarget('PageUp', 5, 100)).toBe(0);
  expect(keyTarget('End', 0, 5000)).toBe(4999);
  expect(keyTarget('Home', 17, 5000)).toBe(0);
});

test('other keys do not move', () => {
  for (const key of ['Enter', ' ', 'a', 'Tab']) expect(keyTarget(key, 1, 3)).toBeUndefined();
});
