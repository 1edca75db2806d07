import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesPattern, matchesWildcard, wildcardTest } from './wildcard.ts';

test('a star stands for any run of characters, everything else for itself', () => {
  const cases: readonly (readonly [pattern: string, text: string, matches: boolean])[] = [
    ['logs', 'logs', true],
    ['logs', 'logs-1', false],
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['logs-*', 'logs-', true],
    ['*-1', 'logs-1', true],
    ['l*s*1', 'logs-1', true],
    ['l*s*2', 'logs-1', false],
    ['ab*ba', 'aba', false],
    ['a**b', 'a\nb', true],
    ['a.c', 'abc', false],
    ['a?c', 'abc', false],
    ['(*', '(a+)+$', true],
  ];
  for (const [pattern, text, matches] of cases) {
    expect(wildcardTest(pattern)(text), `${pattern} on ${text}`).toBe(matches);
  }
});

test('a pattern of many stars that almost matches a long text ends at once', () => {
  expect(matchesWildcard(`${'*a'.repeat(2000)}c`, `${'a'.repeat(60_000)}b`)).toBe(false);
});

/** What a pattern means, written as plainly as possible: exponential, and only for short texts. */
function plainly(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern[0] !== '*') return pattern[0] === text[0] && plainly(pattern.slice(1), text.slice(1));
  return plainly(pattern.slice(1), text) || (text !== '' && plainly(pattern, text.slice(1)));
}

test('it answers as the plain definition does', () => {
  const over = (letters: string) =>
    fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(over('ab*'), over('ab'), (pattern, text) => {
      expect(matchesWildcard(pattern, text)).toBe(plainly(pattern, text));
    }),
    { numRuns: 2000 },
  );
});

test('a question mark stands for one character, and never for a star', () => {
  const cases: readonly (readonly [pattern: string, text: string, matches: boolean])[] = [
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a?c', 'a*c', false],
    ['a?', 'a*', false],
    ['a*?', 'a*', false],
    ['a*?', 'ab*', false],
    ['a*', 'ab*', true],
    ['?*b', 'aab', true],
    ['*?', '', false],
    ['?', '\n', true],
    ['l?gs-*', 'logs-1', true],
  ];
  for (const [pattern, text, matches] of cases) {
    expect(matchesPattern(pattern, text), `${pattern} on ${text}`).toBe(matches);
  }
  expect(matchesPattern(`${'*a?'.repeat(1000)}c`, 'a'.repeat(20_000))).toBe(false);
});

test('a pattern that matches the text of another one matches all that it does', () => {
  const over = (letters: string) =>
    fc.array(fc.constantFrom(...letters), { maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(over('ab*?'), over('ab*'), over('ab'), (pattern, inner, text) => {
      if (matchesPattern(pattern, inner) && matchesWildcard(inner, text))
        expect(matchesPattern(pattern, text)).toBe(true);
    }),
    { numRuns: 5000 },
  );
});
