import { Long } from '@sextant/contract';
import { expect, test } from 'vitest';
import { ofBig, restOf, toBig } from './fine-number.ts';
import { parseNumber } from './number-coercion.ts';
import { nextWhole, wholeJson, wholeOf } from './whole-number.ts';

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

test('whole numbers are shown with all their digits, within the limits of their type', () => {
  expect(wholeJson('long', 7)).toBe(7);
  expect(wholeJson('long', 2 ** 63)).toEqual(new Long('9223372036854775807'));
  expect(wholeJson('long', -(2 ** 63))).toEqual(new Long('-9223372036854775808'));
  expect(wholeJson('long', wholeOf('long', '223372036854775801'))).toEqual(new Long('223372036854775801'));
  expect(wholeJson('long', 2 ** 60)).toEqual(new Long('1152921504606846976'));
  expect(wholeJson('unsigned_long', 2 ** 64)).toEqual(new Long('18446744073709551615'));
});

test.each([
  ['9007199254740993', 1],
  ['-9007199254740993', -1],
  ['9223372036854775807', -1],
  ['9007199254740992', 0],
  ['5.9', 0],
])('%s is the nearest double and a rest', (text, rest) => {
  const value = wholeOf('long', text);
  expect(restOf(value)).toBe(rest);
  expect(toBig(value)).toBe(BigInt(text.split('.')[0]!));
});

test('the next whole number is one further, however large', () => {
  expect(toBig(nextWhole(2 ** 60, 1))).toBe(2n ** 60n + 1n);
  expect(toBig(nextWhole(ofBig(2n ** 60n + 1n), -1))).toBe(2n ** 60n);
  expect(nextWhole(5, 1)).toBe(5.000000000000001);
});
