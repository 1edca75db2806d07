import { expect, test } from 'vitest';
import { LinearPattern } from './linear-pattern.ts';

test('an expression is matched against the whole text', () => {
  expect(new LinearPattern('a+').matches('aaa')).toBe(true);
  expect(new LinearPattern('a+').matches('aaab')).toBe(false);
  expect(new LinearPattern('a|ab').matches('ab')).toBe(true);
  expect(new LinearPattern('').matches('')).toBe(true);
  expect(new LinearPattern('.*_\\d{2,4}').matches('size_2026')).toBe(true);
  expect(new LinearPattern('(?i)ID').matches('id')).toBe(true);
  expect(new LinearPattern('\\p{L}+').matches('größe')).toBe(true);
});

test('an expression that backtracks for ever elsewhere ends at once', () => {
  expect(new LinearPattern('(a+)+$').matches(`${'a'.repeat(5000)}b`)).toBe(false);
  expect(new LinearPattern('(.*)(.*)(.*)(.*)(.*)[^x]').matches('x'.repeat(5000))).toBe(false);
});

test('what cannot be matched in linear time is refused, with the place', () => {
  expect(new LinearPattern('(a)\\1').problem()).toContain('`\\1`');
  expect(new LinearPattern('(?=a)a').problem()).toContain('`(?=`');
  expect(new LinearPattern('(?<!a)a').problem()).toContain('(?<!a)a');
  expect(new LinearPattern('(a').problem()).toContain('missing closing )');
  expect(new LinearPattern('a'.repeat(1001)).problem()).toContain('[1001]');
  expect(new LinearPattern('(a{100}){10}(b{100}){10}c{1000}').problem()).toContain('steps');
  expect(() => new LinearPattern('(a)\\1').matches('aa')).toThrow('Pattern [(a)\\1]');
});

test('a name too long to be matched in time is refused', () => {
  expect(() => new LinearPattern('a*').matches('a'.repeat(10_001))).toThrow('10001');
});
