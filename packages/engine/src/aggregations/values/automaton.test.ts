import { expect, test } from 'vitest';
import { compileRegex } from './automaton.ts';

test('a pattern must match the whole text', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['a.c', ['abc', 'a😀c'], ['ac', 'abcd', 'xabc']],
    ['ab*', ['a', 'abbb'], ['b', 'aba']],
    ['(ab|c)+', ['ab', 'cab', 'abcab'], ['', 'a']],
    ['x{2,3}', ['xx', 'xxx'], ['x', 'xxxx']],
    ['x{2}', ['xx'], ['x', 'xxx']],
    ['x{2,}', ['xx', 'xxxxx'], ['x']],
    ['[a-c\\]]?z', ['z', 'bz', ']z'], ['dz']],
    ['[^a-c]', ['d'], ['a', '']],
    ['"a.c"', ['a.c'], ['abc']],
    ['a\\.c', ['a.c'], ['abc']],
    ['@foo@', ['foo', 'xfoox'], ['fo']],
    ['a|', ['a', ''], ['b']],
  ];
  for (const [pattern, matching, others] of cases) {
    const matches = compileRegex(pattern);
    for (const text of matching)
      expect(`${pattern} ${text} ${matches(text)}`).toBe(`${pattern} ${text} true`);
    for (const text of others) expect(`${pattern} ${text} ${matches(text)}`).toBe(`${pattern} ${text} false`);
  }
});

test('nested repetition takes no more than states times text', () => {
  const matches = compileRegex('(a+)+b');
  expect(matches('a'.repeat(5000))).toBe(false);
  expect(matches(`${'a'.repeat(5000)}b`)).toBe(true);
});

test('what cannot be read or served is refused', () => {
  for (const pattern of [
    'a(',
    '[a',
    'a{2',
    'a{3,2}',
    '~a',
    '<1-9>',
    'a'.repeat(1001),
    '((((a{900}){900}){900}))',
  ]) {
    expect(() => compileRegex(pattern)('a')).toThrow('illegal_argument_exception');
  }
});

test('repetitions of nothing are counted as any others', () => {
  expect(() => compileRegex('(((){1000}){1000}){1000}')).toThrow('more than [10000] states');
});
