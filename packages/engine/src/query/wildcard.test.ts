import { expect, test, vi } from 'vitest';
import { wildcardLastByte, wildcardMatcher } from './wildcard.ts';

test.each([
  ['a*b', 'ab', true],
  ['a*b', 'axxb', true],
  ['a*b', 'axxbc', false],
  ['?', 'ä', true],
  ['?', 'ab', false],
  ['*語?', 'x語😀', true],
  ['a\\*', 'a*', true],
  ['a\\*', 'ab', false],
  ['*', '', true],
  ['?', '', false],
  ['*a*a*a*b', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', false],
  ['ab*cd*', 'abxcxcdy', true],
  ['*bc', 'c', false],
  ['bc*bc', 'bc', false],
  ['?bc', 'abc', true],
  ['a***b**', 'axxb', true],
  ['a**?**b', 'ab', false],
  ['a\\***b', 'a*xb', true],
  ['a*\\*', 'ab*', true],
])('%s against %s: %s', (pattern, term, expected) => {
  const bytes = new TextEncoder().encode(term);
  const matches = wildcardMatcher(pattern);
  expect(matches(bytes, 0, bytes.length)).toBe(expected);
  const within = new TextEncoder().encode(`ab${term}ab`);
  expect(matches(within, 2, within.length - 2)).toBe(expected);
});

test.each([
  ['a*b', 'b'.charCodeAt(0)],
  ['a', 'a'.charCodeAt(0)],
  ['*語', 0x9e],
  ['a\\*', '*'.charCodeAt(0)],
  ['a\\', '\\'.charCodeAt(0)],
  ['a*', undefined],
  ['a?', undefined],
  ['', undefined],
])('%s ends with byte %s', (pattern, byte) => {
  expect(wildcardLastByte(pattern)).toBe(byte);
});

// A body may hold a pattern of megabytes, which held its thread for seconds.
test('a pattern is encoded in one go', () => {
  const encode = vi.spyOn(TextEncoder.prototype, 'encode');
  const matches = wildcardMatcher('ä\\*語*'.repeat(1000));
  const calls = encode.mock.calls.length;
  encode.mockRestore();
  expect(calls).toBe(1);
  const bytes = new TextEncoder().encode('ä*語-'.repeat(1000));
  expect(matches(bytes, 0, bytes.length)).toBe(true);
  expect(matches(bytes, 1, bytes.length)).toBe(false);
});
