import { expect, test } from 'vitest';
import { wildcardMatcher } from './wildcard.ts';

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
  ['a*\\*', 'ab*', true],
])('%s against %s: %s', (pattern, term, expected) => {
  const bytes = new TextEncoder().encode(term);
  const matches = wildcardMatcher(pattern);
  expect(matches(bytes, 0, bytes.length)).toBe(expected);
  const within = new TextEncoder().encode(`ab${term}ab`);
  expect(matches(within, 2, within.length - 2)).toBe(expected);
});
