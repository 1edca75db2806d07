import { expect, test } from 'vitest';
import { PrefixEdits } from './prefix-edits.ts';

const fuzzy = { edits: 1, transpositions: true, minLength: 3, prefixLength: 1, unicode: false };

function common(typed: string, text: string, more: Partial<typeof fuzzy> = {}): number {
  const bytes = (of: string): number[] => [...new TextEncoder().encode(of)];
  return new PrefixEdits(bytes(typed), { ...fuzzy, ...more }).common(bytes(text));
}

test('a beginning within the edits is found, and the characters told that it has in common', () => {
  expect(common('helo', 'hello')).toBe(3);
  expect(common('hello', 'world')).toBe(-1);
  expect(common('wrold', 'world', { edits: 1 })).toBe(1);
  expect(common('wrold', 'world', { transpositions: false })).toBe(-1);
  expect(common('wrold', 'world', { transpositions: false, edits: 2 })).toBe(1);
});

test('what was typed may be very long', () => {
  const long = 'a'.repeat(900_000);
  expect(common(long, 'abc')).toBe(-1);
  expect(common(long, 'abc', { prefixLength: 3 })).toBe(-1);
  expect(common('hello', 'hell'), 'one edit longer').toBe(4);
});

test('the first characters are the same, and short texts are taken as they are', () => {
  expect(common('xello', 'hello')).toBe(-1);
  expect(common('xello', 'hello', { prefixLength: 0 })).toBe(0);
  expect(common('hx', 'hello')).toBe(-1);
  expect(common('he', 'hello')).toBe(2);
});
