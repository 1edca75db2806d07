import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const types = ['half_float', 'float', 'double', 'long', 'integer', 'unsigned_long'];
const shard = searchableShard({
  properties: { id: { type: 'long' }, ...Object.fromEntries(types.map((type) => [type, { type }])) },
  segments: [
    Array.from({ length: 24 }, (_, i) => ({
      id: i + 1,
      ...(i < 20 ? Object.fromEntries(types.map((type) => [type, i + 1])) : {}),
    })),
  ],
});

test.each(types)('a page may begin after all %s values there are, among documents without one', (type) => {
  const ids = (order: string, after: readonly number[]): readonly string[] => {
    const sort = [{ [type]: { order } }, { id: { order } }];
    return searchShards([shard], { size: 3, sort, search_after: after }).hits.map(({ id }) => id);
  };
  expect(ids('asc', [200, 0])).toEqual(['21', '22', '23']);
  expect(ids('desc', [0, 25])).toEqual(['24', '23', '22']);
});
