import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

test('more clauses than a function takes arguments are too many, and no fault of the service', () => {
  const shard = searchableShard({ properties: { t: { type: 'keyword' } }, segments: [[{ t: 'a' }]] });
  const clauses = Array.from({ length: 150_000 }, () => ({ term: { t: 'a' } }));
  const search = (query: object) => () => searchShards([shard], { query });
  expect(search({ bool: { should: clauses } })).toThrow('all shards failed');
  expect(search({ dis_max: { queries: clauses } })).toThrow('all shards failed');
});
