import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { SearchOptions } from '../search/search-api.ts';
import { cacheKey } from './cache-key.ts';

const keyOf = (body: SearchOptions['body'], more: Partial<SearchOptions> = {}) =>
  cacheKey({ indices: ['i'], maxBuckets: 10, body, ...more });

const different: readonly (readonly [one: unknown, other: unknown])[] = [
  [0, -0],
  [1, '1'],
  [['a', 'b'], ['ab']],
  [
    ['a', ['b']],
    [['a'], 'b'],
  ],
  [{ a: 'b' }, ['a', 'b']],
  [{ a: { b: 1 } }, { a: {}, b: 1 }],
  [null, undefined],
  [true, 't'],
  [[], {}],
  ['1:a', ['a']],
  [[1, 2], [12]],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
];

test.each(different)('%j and %j are different keys', (one, other) => {
  expect(keyOf({ x: one })).not.toBe(keyOf({ x: other }));
  expect(keyOf({ x: structuredClone(one) })).toBe(keyOf({ x: one }));
});

const filter = (value: string) => new Map([['i', { term: { a: value } }]]);
const others: readonly Partial<SearchOptions>[] = [
  { indices: ['j'] },
  { indices: ['i', 'j'] },
  { aliasFilters: filter('x') },
  { aliasFilters: filter('y') },
  { countOnly: true },
  { shards: [0] },
  { terminateAfter: 1 },
  { maxBuckets: 11 },
  { routings: new Map([['i', ['a']]]) },
  { routings: new Map([['i', ['b']]]) },
  { typedKeys: true },
  { totalAsInt: true },
  { partialResults: false },
  { rendering: { totalAsInt: true } },
  { rendering: { totalAsInt: false } },
];

test('whatever a search asks for beside its body is part of its key', () => {
  const keys = [{}, ...others].map((more) => keyOf({ size: 0 }, more));
  expect(new Set(keys).size).toBe(others.length + 1);
});

test('who waits for an answer is no part of its key', () => {
  expect(keyOf({ size: 0 }, { onShard: () => {}, requestCache: true })).toBe(keyOf({ size: 0 }));
});

test.each(['now', 'now-1d', 'now/d', 'now+1h/h'])('a search that asks for %s has no key', (text) => {
  expect(keyOf({ query: { range: { at: { gte: text } } } })).toBeUndefined();
  const aliasFilters = new Map([['i', { range: { at: { gte: text } } }]]);
  expect(keyOf({ size: 0 }, { aliasFilters })).toBeUndefined();
});

test('words and names that begin as the present does are none', () => {
  expect(keyOf({ query: { match: { t: 'now or never' } } }, { indices: ['now-2024'] })).toBeDefined();
});

test('a search with a very long body has no key, and no more of it is looked at than tells that', () => {
  const long = Array.from({ length: 100_000 }, (_, n) => `value${n}`);
  expect(keyOf({ query: { terms: { k: long.slice(0, 10_000) } } })).toBeDefined();
  let looked = 0;
  const watched = new Proxy(long, {
    get: (target, name) => {
      looked++;
      return Reflect.get(target, name);
    },
  });
  expect(keyOf({ query: { terms: { k: watched } } })).toBeUndefined();
  expect(looked).toBeLessThan(60_000);
  expect(keyOf({ query: { match: { t: 'word '.repeat(100_000) } } })).toBeUndefined();
});

test('a key of many small values takes the room of its characters', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const keys: unknown[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 300; i++) {
    keys.push(
      keyOf({ query: { terms: { k: Array.from({ length: 1000 }, (_, n) => String((n + i) % 10)) } } }),
    );
  }
  collect();
  const characters = keys.reduce((sum: number, key) => sum + String(key).length, 0);
  // Made of pieces, they would take twenty times as much.
  expect((process.memoryUsage().heapUsed - before) / characters).toBeLessThan(6);
});

test.each([
  'System.currentTimeMillis() - doc.t.value',
  'new Date().getTime()',
  'Supplier s = Date::new',
  'UUID.randomUUID().toString()',
  'Math.random() * _score',
  'new Random().nextInt(5)',
  'Collections.shuffle(l); l[0]',
])('what a script finds out by %s is not kept', (source) => {
  expect(keyOf({ query: { script: { script: { source } } } } as never)).toBeUndefined();
});
