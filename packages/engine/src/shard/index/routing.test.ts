import { expect, test } from 'vitest';
import { Routing } from './routing.ts';

const texts = [
  'a',
  'ab',
  'abc',
  'hello',
  'user-42',
  '1',
  '12',
  '123',
  'äö日本',
  '日本語',
  '😀z',
  'x-y-z-12345',
  'the quick brown fox',
  '/path/to?x=1',
  'KmPlz4sBP6KJ6DgvaH8A',
];

// Answers of OpenSearch 3.6.0 to _search_shards?routing=… on indices of 3, 5 and 8 shards.
const answers: readonly (readonly [number, readonly number[]])[] = [
  [3, [0, 2, 0, 2, 0, 2, 1, 1, 1, 2, 1, 2, 0, 1, 2]],
  [5, [1, 3, 4, 4, 1, 4, 4, 1, 4, 2, 4, 3, 2, 0, 2]],
  [8, [2, 1, 5, 3, 2, 0, 7, 3, 1, 0, 0, 6, 6, 0, 5]],
];

for (const [numberOfShards, expected] of answers) {
  test(`documents go to the same of ${numberOfShards} shards as in OpenSearch`, () => {
    const routing = new Routing({ numberOfShards, settings: {} });
    expect(texts.map((text) => routing.shardOf(text, null))).toEqual(expected);
    expect(texts.map((text) => routing.shardOf('any id', text))).toEqual(expected);
  });
}

test('a routing partition spreads the ids of one routing as OpenSearch does', () => {
  const settings = { 'index.routing_partition_size': '3', 'index.number_of_routing_shards': '28' };
  const routing = new Routing({ numberOfShards: 7, settings });
  const shardsOf = (text: string): readonly number[] => {
    const ids = Array.from({ length: 200 }, (_, i) => routing.shardOf(String(i), text));
    return [...new Set(ids)].sort();
  };
  expect([shardsOf('a'), shardsOf('hello'), shardsOf('user-42')]).toEqual([[1, 2], [1], [6]]);
});
