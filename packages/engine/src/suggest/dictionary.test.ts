import { expect, test } from 'vitest';
import { compareWords } from './dictionary.ts';

test('words are in the order of their code points', () => {
  const words = ['a', 'ab', 'b', 'é', '\uffee', '😀', '😀a'];
  expect([...words].reverse().sort(compareWords)).toEqual(words);
});
