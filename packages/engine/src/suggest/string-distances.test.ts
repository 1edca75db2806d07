import { expect, test } from 'vitest';
import { damerauLevenshtein, jaroWinkler, levenshtein, ngram } from './string-distances.ts';

const { fround } = Math;

test('each distance is 1 for equal texts and less for others', () => {
  for (const distance of [damerauLevenshtein, jaroWinkler, levenshtein, ngram]) {
    expect(distance('hello', 'hello')).toBe(1);
    expect(distance('hello', 'help')).toBeLessThan(1);
  }
});

test('two exchanged neighbours are one edit to one of them', () => {
  expect(levenshtein('martha', 'marhta')).toBe(fround(1 - fround(2 / 6)));
  expect(damerauLevenshtein('martha', 'marhta')).toBe(fround(1 - fround(1 / 6)));
});

test('a common beginning raises the likeness of Jaro and Winkler', () => {
  expect(jaroWinkler('martha', 'marhta')).toBeCloseTo(0.961, 3);
  expect(jaroWinkler('dwayne', 'duane')).toBeCloseTo(0.84, 2);
});

test('pairs of characters that differ in part cost a part', () => {
  expect(ngram('helo', 'hello')).toBe(fround(0.8));
  expect(ngram('prze', 'prize')).toBe(fround(0.7));
});
