import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const values = [-10, -9, -3, 0, 1, 2, 7, 8, 13, 14, 29];
const single = searchableShard({
  properties: { n: { type: 'integer' } },
  segments: [values.map((n) => ({ n }))],
});
const several = searchableShard({
  properties: { n: { type: 'integer' } },
  segments: [values.map((n) => ({ n: [n, n + 100] }))],
});

type Limits = Readonly<Record<string, number | boolean>>;

/** The values that a range finds; the second shard holds each of them beside another. */
function found(limits: Limits): number[][] {
  return [single, several].map((shard) => {
    const { hits } = searchShards([shard], { query: { range: { n: limits } }, size: 100 });
    return hits.map((hit) => values[Number(hit.id) - 1]!);
  });
}

test('open ends of a range leave their value out, wherever the column’s values begin', () => {
  const both = (wanted: readonly number[]) => [wanted, wanted];
  expect(found({ gte: 8, lt: 13 })).toEqual(both([8]));
  expect(found({ gt: 8, lte: 13 })).toEqual(both([13]));
  expect(found({ gt: -10, lt: 0 })).toEqual(both([-9, -3]));
  expect(found({ gt: 2, lt: 7 })).toEqual(both([]));
  expect(found({ from: 2, to: 8, include_lower: false })).toEqual(both([7, 8]));
});
