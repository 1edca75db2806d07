import { Long } from '@sextant/contract';
import { expect, test } from 'vitest';
import { parseNumber } from './number-coercion.ts';
import { wholeJson } from './whole-number.ts';

test.each([
  ['0', 0],
  ['12', 12],
  ['1.5', 1],
  ['18446744073709551615', 2 ** 64],
  ['10223372036854775807.23', Number('10223372036854775807')],
])('%s is an unsigned long', (text, expected) => {
  expect(parseNumber('unsigned_long', text, true)).toBe(expected);
});

test.each(['-1', '18446744073709551616', '1e30'])('%s is no unsigned long', (text) => {
  expect(() => parseNumber('unsigned_long', text, true)).toThrow(
    `Value [${text}] is out of range for an unsigned long`,
  );
});

test.each(['9223372036854775807', '-9223372036854775808'])('%s is a long, the next one is not', (text) => {
  expect(parseNumber('long', text, true)).toBe(Number(text));
  const next = (BigInt(text) + (text.startsWith('-') ? -1n : 1n)).toString();
  expect(() => parseNumber('long', next, true)).toThrow(`Value [${next}] is out of range for a long`);
});

test('whole numbers are shown with the shortest digits, within the limits of their type', () => {
  expect(wholeJson('long', 7)).toBe(7);
  expect(wholeJson('long', 2 ** 63)).toEqual(new Long('9223372036854775807'));
  expect(wholeJson('long', -(2 ** 63))).toEqual(new Long('-9223372036854775808'));
  expect(wholeJson('long', Number('223372036854775800'))).toEqual(new Long('223372036854775800'));
  expect(wholeJson('unsigned_long', 2 ** 64)).toEqual(new Long('18446744073709551615'));
});
