import { expect, test } from 'vitest';
import { javaParseDouble, parseNumber } from './number-coercion.ts';

test('numbers are read as Java reads them', () => {
  expect(javaParseDouble(' 1.5f ')).toBe(1.5);
  expect(javaParseDouble('1.')).toBe(1);
  expect(javaParseDouble('.5e1')).toBe(5);
  expect(javaParseDouble('-0x1.8p1')).toBe(-3);
  expect(javaParseDouble('0xAp0')).toBe(10);
  expect(javaParseDouble('0x.8p0')).toBe(0.5);
  expect(javaParseDouble('0x.p1')).toBeUndefined();
  expect(javaParseDouble('0X1P+4d')).toBe(16);
  expect(javaParseDouble('+1e3D')).toBe(1000);
  expect(javaParseDouble('-Infinity')).toBe(Number.NEGATIVE_INFINITY);
  expect(javaParseDouble('+NaN')).toBeNaN();
  for (const none of ['.', '', '+', '-.', '1e', '1e+', '1.5ff', 'f', '0x1', '0x1p', '0x1p1x', 'e5', '+ 1']) {
    expect(javaParseDouble(none), none).toBeUndefined();
  }
  expect(javaParseDouble('1.2.3')).toBeUndefined();
});

test('a million digits that are no number are read once', () => {
  expect(javaParseDouble(`${'1'.repeat(1_000_000)}x`)).toBeUndefined();
  expect(javaParseDouble(`0x${'a'.repeat(1_000_000)}x`)).toBeUndefined();
});

test.each(['1e999', '-1e999', `1${'0'.repeat(400)}`, '9'.repeat(5_000_000)])(
  'an integer beyond all doubles is out of range, and found so at once',
  (text) => {
    for (const type of ['long', 'unsigned_long', 'integer'] as const) {
      expect(() => parseNumber(type, text, true)).toThrow('is out of range for a');
    }
    expect(() => parseNumber('long', '9223372036854775808', true)).toThrow('is out of range');
    for (const fits of ['9223372036854775807', '+9223372036854775807.9', '00009223372036854775807']) {
      expect(parseNumber('long', fits, true)).toBe(2 ** 63);
    }
    expect(() => parseNumber('long', '9223372036854775807e1', true)).toThrow('is out of range');
    expect(parseNumber('long', '-9223372036854775808e0', true)).toBe(-(2 ** 63));
  },
  2_000,
);

test('texts of small integers are read as doubles, those of 64 bits as decimals', () => {
  for (const [text, value] of [
    [' 5 ', 5],
    ['5.9d', 5],
    ['-7f', -7],
    ['0x1p3', 8],
  ] as const) {
    for (const type of ['integer', 'short', 'byte'] as const)
      expect(parseNumber(type, text, true)).toBe(value);
    for (const type of ['long', 'unsigned_long'] as const)
      expect(() => parseNumber(type, text, true)).toThrow('For input string');
  }
  for (const text of ['NaN', '-NaN ', '0x0p9999']) expect(parseNumber('short', text, true)).toBe(0);
  expect(() => parseNumber('byte', '128', true)).toThrow('out of range for a byte');
  expect(() => parseNumber('byte', '1e10', true)).toThrow('out of range for an integer');
  expect(() => parseNumber('integer', 'Infinity', true)).toThrow('out of range');
});

test('white space around numbers is that of Java, which has no blanks beyond ASCII', () => {
  expect(parseNumber('double', '\u00015d\u001f', true)).toBe(5);
  expect(() => parseNumber('integer', '5\u00a0', true)).toThrow('For input string: "5\u00a0"');
  expect(() => parseNumber('float', '\tx', true)).toThrow('For input string: "\tx"');
  expect(() => parseNumber('half_float', '8640000000000001', true)).toThrow('but got [8.64E15]');
});
