import { expect, test } from 'vitest';
import { dateFormat } from './date/date-format.ts';
import { KeptByText } from './kept-by-text.ts';

test('texts are remembered up to a number and a length', () => {
  let made = 0;
  const kept = new KeptByText(3, (text) => `${text} ${++made}`);
  expect([kept.get('a'), kept.get('a'), kept.get('b')]).toEqual(['a 1', 'a 1', 'b 2']);
  for (const text of ['c', 'd', 'e', 'f']) kept.get(text);
  expect(kept.size).toBeLessThanOrEqual(3);
});

test('of long texts the last four are remembered', () => {
  let made = 0;
  const kept = new KeptByText(3, () => ++made);
  const long = (i: number): string => `${i}`.repeat(2000);
  expect([1, 2, 3, 4, 1, 5, 2, 1].map((i) => kept.get(long(i)))).toEqual([1, 2, 3, 4, 1, 5, 2, 6]);
  expect(kept.size).toBe(4);
});

test('a format is read once', () => {
  expect(dateFormat('yyyy/MM')).toBe(dateFormat('yyyy/MM'));
});
