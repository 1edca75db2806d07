import { expect, test } from 'vitest';
import type { SearchOptions } from '../search/search-api.ts';
import { formOf, SearchCosts } from './search-costs.ts';

const form = (body: SearchOptions['body'], indices = ['i'], countOnly = false): string =>
  formOf({ indices, body, countOnly, maxBuckets: 1 });

test('searches that differ in their words and numbers alone have one form', () => {
  const search = (word: string, from: number) => form({ query: { match: { t: word } }, from, size: 10 });
  expect(search('alpha', 16)).toBe(search('omega', 17));
  expect(search('alpha', 16)).not.toBe(search('alpha', 5000));
  expect(search('alpha', 16)).not.toBe(search('alpha beta', 16));
});

test('another index, field, kind of query or place of a pattern is another form', () => {
  const forms = [
    form({ query: { wildcard: { t: 'a*' } } }),
    form({ query: { wildcard: { t: '*a' } } }),
    form({ query: { wildcard: { u: 'a*' } } }),
    form({ query: { prefix: { t: 'a*' } } }),
    form({ query: { wildcard: { t: 'a*' } } }, ['j']),
    form({ query: { wildcard: { t: 'a*' } } }, ['i'], true),
    form({ query: { wildcard: { t: 'a*' } }, aggs: { x: { avg: { field: 'n' } } } }),
    form({ query: { terms: { t: ['a'] } } }),
    form({ query: { terms: { t: Array.from({ length: 500 }, () => 'a') } } }),
    form({}, ['i', 'j']),
    form(
      {},
      Array.from({ length: 100 }, (_, n) => `i${n}`),
    ),
  ];
  expect(new Set(forms).size).toBe(forms.length);
});

test('the form of a body without end is short', () => {
  let body: Record<string, unknown> = { term: { t: 'x'.repeat(100_000) } };
  for (let i = 0; i < 1000; i++) body = { bool: { must: [body, body] } };
  expect(form(body).length).toBeLessThan(2000);
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n]));
  expect(form(wide).length).toBeLessThan(2000);
});

test('what is expected follows what the last searches of the form took, and one that was held up does not change it', () => {
  const costs = new SearchCosts();
  expect(costs.expect('x', () => 1_000_000)).toBeCloseTo(20);
  for (let i = 0; i < 30; i++) costs.learn('x', 20, 0.5);
  expect(costs.expect('x', () => 1_000_000)).toBeCloseTo(0.5, 1);
  costs.learn('x', 0.5, 300);
  expect(costs.expect('x', () => 1_000_000)).toBeLessThan(3);
  expect(costs.expect('y', () => 50)).toBeLessThan(0.01);
});

test('long names in a body do not make long forms', () => {
  const named = (length: number) => form({ query: { term: { ['n'.repeat(length)]: 'x' } } });
  expect(named(1_000_000).length).toBeLessThan(200);
  expect(named(1_000_000)).not.toBe(named(100));
});
