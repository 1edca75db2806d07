import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { analyzerRegistry } from '../analysis/registry.ts';
import { testBudget } from '../testing/query-context.ts';
import { tokensOf, wantedTokensOf } from './text-tokens.ts';
import { WantedTerms } from './wanted-terms.ts';

const registry = analyzerRegistry({
  'index.analysis.analyzer.pairs.tokenizer': 'standard',
  'index.analysis.analyzer.pairs.filter': ['lowercase', 'shingle'],
});

const words = ['fox', 'Fox', 'the', 'naïve', 'Ærø', 'foxes', 'x', '日本', '😀', "don't", 'a_b', '12.5'];

test('the words that are wanted are those of all words', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.float() * from.length)]!;
  const many = (most: number, make: () => string): string[] =>
    Array.from({ length: Math.floor(random.float() * most) }, make);
  for (let round = 0; round < 500; round++) {
    const analyzer = registry.analyzer(pick(['standard', 'english', 'whitespace', 'pairs']))!;
    const values = many(4, () => many(12, () => pick(words)).join(pick([' ', ', ', ' - '])));
    const field = { analyzer, gap: pick([0, 100]), maxOffset: pick([null, 0, 7, 20]) };
    const all = tokensOf(values, field, testBudget());
    const terms = new Set(many(5, () => (all.length > 0 ? pick(all).term : 'none')));
    const wanted = wantedTokensOf(values, field, new WantedTerms(terms), testBudget());
    const expected = all.filter(({ term }) => terms.has(term));
    expect(wanted, `seed ${seed}, round ${round}`).toEqual(expected);
  }
});

test('terms with the same beginning, or none at all, are told apart', () => {
  const wanted = new WantedTerms(['fo', 'fox', 'foxes', 'bar', '']);
  const find = (text: string): string | undefined => {
    const bytes = new TextEncoder().encode(`-${text}`);
    return wanted.find(bytes, 1, bytes.length - 1);
  };
  expect(['fo', 'fox', 'foxe', 'foxes', 'bar', 'baz', ''].map(find)).toEqual([
    'fo',
    'fox',
    undefined,
    'foxes',
    'bar',
    undefined,
    undefined,
  ]);
});

test('one of many terms of the same length and beginning is found in few steps', () => {
  const terms = Array.from({ length: 4096 }, (_, i) => `wanted-${1000 + i}`);
  const wanted = new WantedTerms(terms);
  let reads = 0;
  const counted = (text: string): Uint8Array => {
    const read = (target: Uint8Array, key: string | symbol): unknown => {
      reads++;
      return Reflect.get(target, key);
    };
    return new Proxy(new TextEncoder().encode(text), { get: read });
  };
  for (const term of [terms[0]!, terms[4095]!, 'wanted-0999', 'wanted-9999']) {
    const found = wanted.find(counted(term), 0, term.length);
    expect(found).toBe(terms.includes(term) ? term : undefined);
  }
  expect(reads).toBeLessThan(4 * 13 * 12);
});
