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
])('%s against %s: %s', (pattern, term, expected) => {
  expect(wildcardMatcher(pattern)(new TextEncoder().encode(term))).toBe(expected);
});
