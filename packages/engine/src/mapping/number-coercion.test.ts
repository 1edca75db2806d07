import { expect, test } from 'vitest';
import { javaParseDouble } from './number-coercion.ts';

test('numbers are read as Java reads them', () => {
  expect(javaParseDouble(' 1.5f ')).toBe(1.5);
  expect(javaParseDouble('1.')).toBe(1);
  expect(javaParseDouble('.5e1')).toBe(5);
  expect(javaParseDouble('-0x1.8p1')).toBe(-3);
  expect(javaParseDouble('0xAp0')).toBe(10);
  expect(javaParseDouble('0x.8p0')).toBe(0.5);
  expect(javaParseDouble('0x.p1')).toBeUndefined();
  expect(javaParseDouble('.')).toBeUndefined();
  expect(javaParseDouble('1.2.3')).toBeUndefined();
});

test('a million digits that are no number are read once', () => {
  expect(javaParseDouble(`${'1'.repeat(1_000_000)}x`)).toBeUndefined();
  expect(javaParseDouble(`0x${'a'.repeat(1_000_000)}x`)).toBeUndefined();
});
