import { expect, test } from 'vitest';
import { columnSource } from './value-source.ts';

test('what stands for a missing value comes in its place among documents with several values', () => {
  const column = { data: Float64Array.of(7, 8, 9), offsets: Uint32Array.of(0, 2, 2, 3, 3), present: null };
  const found: [doc: number, parent: number, value: number][] = [];
  columnSource(column, 0, 5).read(Int32Array.of(0, 1, 2, 3), Int32Array.of(4, 5, 6, 7), 4, {
    values: (docs, parents, values, length) => {
      for (let i = 0; i < length; i++) found.push([docs[i]!, parents[i]!, values[i]!]);
    },
  });
  expect(found).toEqual([
    [0, 4, 7],
    [0, 4, 8],
    [1, 5, 5],
    [2, 6, 9],
    [3, 7, 5],
  ]);
});

test('more combinations of values than may be held at once are refused before there is room for them', () => {
  const column = { data: new Float64Array(300_000), offsets: Uint32Array.of(0, 300_000), present: null };
  const places = new Int32Array(300_000);
  const read = () => columnSource(column, 0, null).read(places, places, places.length, { values: () => {} });
  expect(read).toThrow('combinations of values');
});
