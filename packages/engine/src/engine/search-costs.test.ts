import { expect, test } from 'vitest';
import type { SearchOptions } from '../search/search-api.ts';
import { formOf, SearchCosts, type SearchForm } from './search-costs.ts';

const form = (body: SearchOptions['body'], indices = ['i'], countOnly = false): string =>
  formOf({ indices, body, countOnly, maxBuckets: 1 }).text;

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

test('what a hit is explained by tells its form, and may have scripts', () => {
  const body = { query: { ids: { values: ['1'] } }, size: 1, explain: true };
  const explained = (query: unknown) =>
    formOf({ indices: ['i'], body, maxBuckets: 1, explained: { query } } as SearchOptions);
  const short = explained({ term: { t: 'a' } });
  const wide = explained({ query_string: { query: 'a', fields: ['*'] } });
  expect(new Set([form(body), short.text, wide.text]).size).toBe(3);
  expect(short.hasScripts).toBe(false);
  expect(explained({ script: { script: 'while (true) {}' } }).hasScripts).toBe(true);
});

test('the form of a body without end is short', () => {
  let body: Record<string, unknown> = { term: { t: 'x'.repeat(100_000) } };
  for (let i = 0; i < 1000; i++) body = { bool: { must: [body, body] } };
  expect(form(body).length).toBeLessThan(2000);
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n]));
  expect(form(wide).length).toBeLessThan(2000);
});

const plain = (text: string): SearchForm => ({ text, hasScripts: false, hits: 0 });

test('what is expected follows what the last searches of the form took, and one that was held up does not change it', () => {
  const costs = new SearchCosts();
  const [x, y] = [plain('x'), plain('y')];
  const many = () => ({ docs: 1_000_000, derives: false });
  expect(costs.expect(x, many)).toBeCloseTo(20);
  for (let i = 0; i < 60; i++) costs.learn(x, 20, 0.5);
  expect(costs.expect(x, many)).toBeCloseTo(0.5, 1);
  costs.learn(x, 0.5, 300);
  expect(costs.expect(x, many)).toBeLessThan(0.75);
  // Nor does one that found nothing; two of a kind are no accident.
  costs.learn(x, 0.5, 0.001);
  expect(costs.expect(x, many)).toBeGreaterThan(0.5);
  for (let i = 0; i < 2; i++) costs.learn(x, 0.5, 300);
  expect(costs.expect(x, many)).toBeGreaterThan(75);
  for (let i = 0; i < 12; i++) costs.learn(x, 0.5, 0.5);
  expect(costs.expect(x, many)).toBeLessThan(1.5);
  costs.learnLong(x, 100);
  expect(costs.expect(x, many)).toBeCloseTo(100);
  expect(costs.expect(y, () => ({ docs: 50, derives: false }))).toBeLessThan(0.01);
});

test('a short search that was handed over says that the next one is much shorter, or much longer, and nothing between', () => {
  const costs = new SearchCosts();
  const [x, y] = [plain('x'), plain('y')];
  const few = () => ({ docs: 50, derives: false });
  for (const form of [x, y]) costs.learn(form, 0.1, 0.1);
  for (let i = 0; i < 30; i++) costs.learn(x, 0.1, i % 2 === 0 ? 0.3 : 0.03, true);
  expect(costs.expect(x, few)).toBeCloseTo(0.1);
  for (let i = 0; i < 30; i++) costs.learn(x, costs.expect(x, few), 0.01, true);
  expect(costs.expect(x, few)).toBeLessThan(0.01 * 4.1);
  for (let i = 0; i < 30; i++) costs.learn(x, costs.expect(x, few), 9, true);
  expect(costs.expect(x, few)).toBeGreaterThan(9 / 4);
  for (let i = 0; i < 60; i++) costs.learn(y, 0.1, 0.3);
  expect(costs.expect(y, few)).toBeCloseTo(0.3);
  // Of a form that was never seen before it is all that is known.
  costs.learn(plain('z'), 1, 3, true);
  expect(costs.expect(plain('z'), few)).toBeGreaterThan(1.1);
});

test('searches of a form that differ are expected by more than the middle one, and by less than their mean', () => {
  const costs = new SearchCosts();
  const x = plain('x');
  for (let i = 0; i < 400; i++) costs.learn(x, 0.1, [0.05, 0.1, 0.1, 0.1, 0.5][i % 5]!);
  const expected = costs.expect(x, () => ({ docs: 1, derives: false }));
  expect(expected).toBeGreaterThan(0.12);
  expect(expected).toBeLessThan(0.17);
});

test('of the short searches of a form that are handed over, some are done here so that it stays known what they take here', () => {
  const costs = new SearchCosts();
  const [x, y] = [plain('x'), plain('y')];
  expect(costs.isUnsure(x)).toBe(false);
  for (let i = 0; i < 15; i++) costs.learn(x, 0.1, 0.1, true);
  expect(costs.isUnsure(x)).toBe(false);
  costs.learn(x, 0.1, 0.1, true);
  expect([costs.isUnsure(x), costs.isUnsure(y)]).toEqual([true, false]);
  costs.learn(x, 0.1, 0.1);
  expect(costs.isUnsure(x)).toBe(false);
});

test('a script is told by its text, and nothing is expected of one that was not run before', () => {
  const searching = (source: unknown, more: object = {}): SearchForm =>
    formOf({ indices: ['i'], body: { query: { script: { script: source } }, ...more }, maxBuckets: 1 });
  expect(searching('a == 1').text).toBe(searching('a == 1').text);
  expect(searching('a == 1').text).not.toBe(searching('a == 2').text);
  expect(searching({ source: 'a == 1' }).text).not.toBe(searching({ source: 'a == 2' }).text);
  const given = (word: string) => searching({ source: 'a == params.b', params: { b: word } }).text;
  expect(given('one')).toBe(given('two'));
  const metric = { size: 0, aggs: { a: { scripted_metric: { map_script: 's' } } } };
  const made = { derived: { f: { type: 'long', script: 'emit(1)' } } };
  const few = () => ({ docs: 5, derives: false });
  const costs = new SearchCosts();
  const bodies = [metric, made, { script_fields: { f: { script: 's' } } }];
  for (const body of bodies) {
    const form = formOf({ indices: ['i'], body, maxBuckets: 1 });
    expect(costs.expect(form, few)).toBe(100);
    for (let i = 0; i < 10; i++) costs.learn(form, 100, 0.1);
    expect(costs.expect(form, few)).toBeLessThan(0.5);
  }
  expect(costs.expect(plain('x'), () => ({ docs: 5, derives: true }))).toBe(100);
  expect(costs.expect(plain('x'), few)).toBeLessThan(0.01);
});

test('long names in a body do not make long forms', () => {
  const named = (length: number) => form({ query: { term: { ['n'.repeat(length)]: 'x' } } });
  expect(named(1_000_000).length).toBeLessThan(200);
  expect(named(1_000_000)).not.toBe(named(100));
});

test('filters that aliases and rules add make another form', () => {
  const filtered = (more: Partial<SearchOptions>): SearchForm =>
    formOf({
      indices: ['i'],
      body: Object.fromEntries(Array.from({ length: 99 }, (_, n) => [n, n])),
      maxBuckets: 1,
      ...more,
    });
  const scripted = new Map([['i', { script: { script: 'a' } }]]);
  const forms = [
    filtered({}),
    filtered({ aliasFilters: scripted }),
    filtered({ documentFilters: scripted }),
    filtered({ documentFilters: new Map([['i', { term: { k: 'a' } }]]) }),
  ];
  expect(forms.map(({ hasScripts }) => hasScripts)).toEqual([false, true, true, false]);
  expect(new Set(forms.map(({ text }) => text)).size).toBe(3);
});

test('hits that are asked for cost more than documents that are looked at, as far as there are as many', () => {
  const expected = (body: SearchOptions['body'], docs: number): number =>
    new SearchCosts().expect(formOf({ indices: ['i'], body, maxBuckets: 1 }), () => ({
      docs,
      derives: false,
    }));
  expect(expected({ size: 10_000, docvalue_fields: ['n'] }, 10_000)).toBeGreaterThan(10);
  expect(expected({ size: 10_000 }, 10)).toBeLessThan(0.1);
  expect(expected({}, 10_000)).toBeLessThan(0.5);
});
