import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
const properties = { k: { type: 'keyword' }, n: { type: 'integer' }, u: { type: 'unsigned_long' } };

test('what stands for a missing value is compared by its bytes, whichever terms a segment has', () => {
  const segments = [[{ k: 'b' }, { k: 'z' }, {}], [{ n: 1 }], [{ k: 'c' }]];
  const shard = searchableShard({ properties, segments });
  const found = (order: string, after: string): unknown => {
    const sort = [{ k: { order, missing: 'cc' } }];
    return searchShards([shard], { sort, search_after: [after] }).hits.map((hit) => hit.sort?.[0]);
  };
  expect(found('desc', 'd')).toEqual(['cc', 'cc', 'c', 'b']);
  expect(found('asc', 'ca')).toEqual(['cc', 'cc', 'z']);
  expect(found('asc', 'cc')).toEqual(['z']);
  const best = searchShards([shard], { size: 1, sort: [{ k: { order: 'desc', missing: 'zz' } }] });
  expect(best.hits.map((hit) => hit.sort?.[0])).toEqual(['zz']);
});

test.each([
  ['n', 1e20],
  ['n', -1e20],
  ['u', 1e30],
])('search_after by %s with a number beyond what the field can hold, %d, is refused', (field, after) => {
  const shard = searchableShard({ properties, segments: [[{ n: 1, u: 1 }]] });
  try {
    searchShards([shard], { sort: [field], search_after: [after] });
    expect.fail('it was taken');
  } catch (error) {
    const cause = error instanceof ApiError ? error.error.causedBy : undefined;
    expect(cause?.reason).toBe(`Failed to parse search_after value for field [${field}].`);
  }
});
