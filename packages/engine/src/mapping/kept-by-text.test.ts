import { expect, test } from 'vitest';
import { dateFormat } from './date/date-format.ts';
import { KeptByText } from './kept-by-text.ts';

test('texts are remembered up to a number and a length', () => {
  let made = 0;
  const kept = new KeptByText(3, (text) => `${text} ${++made}`);
  expect([kept.get('a'), kept.get('a'), kept.get('b')]).toEqual(['a 1', 'a 1', 'b 2']);
  for (const text of ['c', 'd', 'e', 'f']) kept.get(text);
  expect(kept.size).toBeLessThanOrEqual(3);
  const long = 'x'.repeat(2000);
  expect(kept.get(long)).not.toBe(kept.get(long));
});

test('a format is read once, a very long one each time', () => {
  expect(dateFormat('yyyy/MM')).toBe(dateFormat('yyyy/MM'));
  const long = Array.from({ length: 300 }, () => 'yyyy').join('||');
  expect(dateFormat(long)).not.toBe(dateFormat(long));
});
