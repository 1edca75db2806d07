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

test('whole values of _routing can be asked for in query_string, and nothing else', () => {
  const found = (query: string) => searchShards([shard], { query: { query_string: { query } } }).hits.length;
  expect([found('_routing:a'), found('_routing:"a"'), found('_routing:*')]).toEqual([0, 0, 0]);
  let error = '';
  try {
    found('_routing:a*');
  } catch (thrown) {
    error = JSON.stringify((thrown as { error: object }).error);
  }
  expect(error).toContain('only whole values of [_routing] can be asked for');
});
