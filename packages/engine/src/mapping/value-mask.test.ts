import { expect, test } from 'vitest';
import { masking, parseFieldMask } from './value-mask.ts';

/** The salt that OpenSearch has where nobody gives one. */
const salt = Buffer.from('e1ukloTsQlOgPquJ').toString('base64');
const masked = (mask: string, text: string): string => masking(parseFieldMask(mask).mask, salt)(text);

test('values are masked as the security plugin of OpenSearch masks them', () => {
  expect(masked('name', 'alice 192')).toBe(
    '111828edba0e6eaba03281bfe29e05b244be63abb07e2cddbb49ed0ef1dfa9ef',
  );
  expect(masked('name', 'bob')).toBe('be158b6420098234e246d21cec92cada6b01443409ec9d7f5743da2864657a2d');
  expect(masked('ip::SHA-512', '10.0.0.1')).toMatch(/^c399b5166e7a34dbec1bd002b7052f72/);
  expect(masked('multi::/[0-9]+/::*', 'x1')).toBe('x*');
  expect(masked('a::/(\\w)\\w+@/::$1***@::/\\.[a-z]+$/::', 'ann@example.org')).toBe('a***@example');
});

test('another salt gives other hashes, and digests have none', () => {
  const other = Buffer.alloc(16, 1).toString('base64');
  const hash = parseFieldMask('name').mask;
  expect(masking(hash, other)('bob')).not.toBe(masking(hash, salt)('bob'));
  const digest = parseFieldMask('name::SHA-1').mask;
  expect(masking(digest, other)('bob')).toBe('48181acd22b3edaebc8a447868a7df7ce629920a');
});

test('what cannot be read says so', () => {
  expect(() => parseFieldMask('a::BAD')).toThrow('Invalid algorithm BAD');
  expect(() => parseFieldMask('a::/x/')).toThrow('Invalid algorithm /x/');
  expect(() => parseFieldMask('a::/[/::x')).toThrow();
  expect(() => parseFieldMask('a::/x/::y::/z/')).toThrow('each pattern needs a replacement');
  expect(() => parseFieldMask('a::x::y')).toThrow('a pattern stands between slashes: x');
  expect(() => parseFieldMask('a::/x/::$1')).toThrow();
});

test('an expression that would explode takes no longer than its text', () => {
  const text = `${'a'.repeat(20_000)}!`;
  expect(masked('a::/(a+)+$/::x', text)).toBe(text);
});
