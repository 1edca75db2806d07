import { Long } from '@sextant/contract';
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

test.each(['long', 'unsigned_long', 'date', 'date_nanos'])(
  'a page begins behind a document without %s where a client has rounded what stands for its value',
  (type) => {
    const some = searchableShard({
      properties: { id: { type: 'long' }, x: { type } },
      segments: [[1, 2, 3, 4, 5, 6].map((id) => ({ id, ...(id < 3 ? { x: id } : {}) }))],
    });
    const page = (order: string, after?: readonly unknown[]) => {
      const sort = [{ x: { order } }, { id: 'asc' }];
      return searchShards([some], { size: 2, sort, ...(after && { search_after: after }) }).hits;
    };
    for (const order of ['asc', 'desc']) {
      const seen: string[] = [];
      let hits = page(order);
      while (hits.length > 0 && seen.length < 10) {
        seen.push(...hits.map(({ id }) => id));
        const last = hits.at(-1)!.sort!.map((value) => Number(value instanceof Long ? value.digits : value));
        hits = page(order, last);
      }
      expect(seen, order).toEqual([...(order === 'asc' ? ['1', '2'] : ['2', '1']), '3', '4', '5', '6']);
    }
  },
);

test('a page over several types of whole numbers begins behind missing values that a client has rounded', () => {
  const make = (index: string, type: string) =>
    searchableShard({
      index,
      properties: { id: { type: 'long' }, x: { type } },
      segments: [[1, 2, 3].map((id) => ({ id, ...(id === 1 ? { x: 7 } : {}) }))],
    });
  const shards = [make('a', 'integer'), make('b', 'long')];
  const ids = (order: string, rounded: string): readonly string[] => {
    const sort = [{ x: { order } }, { id: 'asc' }];
    const body = { sort, search_after: [rounded, 2] };
    return searchShards(shards, body).hits.map(({ index, id }) => `${index}${id}`);
  };
  expect(ids('desc', '-9223372036854776000')).toEqual(['b3']);
  expect(ids('asc', '9223372036854776000')).toEqual(['b3']);
});
