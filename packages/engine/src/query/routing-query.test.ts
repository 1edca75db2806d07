import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const shard = searchableShard({
  properties: { n: { type: 'integer' } },
  segments: [[{ n: 1 }, { n: 2 }]],
});

test('documents without a routing value are not found by it', () => {
  const found = (query: Readonly<Record<string, unknown>>) => searchShards([shard], { query }).hits.length;
  expect(found({ exists: { field: '_routing' } })).toBe(0);
  expect(found({ term: { _routing: 'a' } })).toBe(0);
  expect(found({ bool: { must_not: { exists: { field: '_routing' } } } })).toBe(2);
});

test('values, beginnings and ranges of _routing can be asked for', () => {
  const parts = { bool: { should: [{ term: { _routing: 'a' } }, { prefix: { _routing: 'a' } }] } };
  expect(searchShards([shard], { query: parts }).hits).toEqual([]);
  const found = (query: string) => searchShards([shard], { query: { query_string: { query } } }).hits.length;
  expect(['_routing:a', '_routing:"a"', '_routing:*', '_routing:a*', '_routing:[a TO b]'].map(found)).toEqual(
    [0, 0, 0, 0, 0],
  );
});

test('a routing may be like the one that is asked for', () => {
  const routed = searchableShard({ properties: {}, segments: [[{}, {}]], routing: 'r1' });
  const found = (query: Readonly<Record<string, unknown>>) => searchShards([routed], { query }).hits.length;
  expect(found({ fuzzy: { _routing: 'r2' } })).toBe(0);
  expect(found({ fuzzy: { _routing: { value: 'r2', fuzziness: 1 } } })).toBe(2);
  expect(found({ fuzzy: { _routing: { value: 'r1', fuzziness: 1, prefix_length: 2 } } })).toBe(2);
  expect(found({ match: { _routing: { query: 'rr1', fuzziness: 'AUTO' } } })).toBe(2);
});
