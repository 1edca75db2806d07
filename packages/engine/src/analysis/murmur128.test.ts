import { expect, test } from 'vitest';
import { murmur128 } from './murmur128.ts';

test('hashes are those of MurmurHash3 x64 128', () => {
  const hex = (text: string): string[] =>
    murmur128(new TextEncoder().encode(text)).map((half) => half.toString(16).padStart(16, '0'));
  expect(hex('')).toEqual(['0000000000000000', '0000000000000000']);
  expect(hex('hello')).toEqual(['cbd8a7b341bd9b02', '5b1e906a48ae1d19']);
  expect(hex('The quick brown fox jumps over the lazy dog')).toEqual([
    'e34bbc7bbc071b6c',
    '7a433ca9c49a9347',
  ]);
});
