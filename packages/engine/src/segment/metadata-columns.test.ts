import { expect, test } from 'vitest';
import { runThrough } from '../budget/slices.ts';
import { WorkBudget } from '../budget/work-budget.ts';
import { metadataColumn } from './metadata-columns.ts';
import type { SegmentIndex } from './segment-index.ts';
import type { ColumnArray } from './segment-reader.ts';

function valuesOf(
  { base, slope, data }: { readonly base: number; readonly slope: 0 | 1; readonly data: ColumnArray },
  maxDoc: number,
) {
  const segment = { maxDoc, seqNos: { base, slope, data } } as unknown as SegmentIndex;
  const budget = new WorkBudget({ clock: { nanos: () => 0 } });
  let held = -1;
  const made = runThrough(
    metadataColumn('_seq_no', segment, 'i')!(budget, (bytes) => {
      held = bytes;
    }),
  );
  expect(held).toBe(made.bytes);
  const column = made.numeric!;
  const values = Array.from({ length: maxDoc }, (_, doc) => column.base + column.data[doc]!);
  return { values, bounds: [column.min, column.max, column.blockMin[0], column.blockMax[0]] };
}

test('sequence numbers are a column, however they are kept', () => {
  const words = (...values: number[]) => Uint32Array.from(values);
  const of = (base: number, slope: 0 | 1, data: Uint32Array, maxDoc = 3) =>
    valuesOf({ base, slope, data }, maxDoc);
  expect(of(7, 1, words())).toEqual({ values: [7, 8, 9], bounds: [7, 9, 7, 9] });
  expect(of(7, 1, words(2, 0, 5))).toEqual({ values: [9, 8, 14], bounds: [8, 14, 8, 14] });
  expect(of(7, 0, words(2, 0, 5))).toEqual({ values: [9, 7, 12], bounds: [7, 12, 7, 12] });
  expect(of(7, 0, words(), 2)).toEqual({ values: [7, 7], bounds: [7, 7, 7, 7] });
});

test('sequence numbers that are more than 32 bits apart stay what they are', () => {
  const far = [0, 2 ** 32, 2 ** 52];
  expect(valuesOf({ base: 5, slope: 1, data: Float64Array.from(far) }, 3).values).toEqual([
    5,
    2 ** 32 + 6,
    2 ** 52 + 7,
  ]);
  const last = 2 ** 32 - 1;
  expect(valuesOf({ base: 0, slope: 1, data: Uint32Array.of(last, last) }, 2).values).toEqual([
    last,
    last + 1,
  ]);
});
