import { expect, test } from 'vitest';
import { TimeExceeded } from '../../budget/work-budget.ts';
import { testBudget } from '../../testing/query-context.ts';
import { lentUint32 } from './lent-arrays.ts';
import { Meter } from './meter.ts';
import { OrdinalTally } from './ordinal-counts.ts';

const column = { data: new Uint8Array([5, 7, 5]), offsets: null, present: null, valueCount: 3, docCount: 3 };

test('what a segment has counted is not lost where the time is up before it is taken', () => {
  const budget = testBudget({ stepsPerLook: 1, stepsMax: 0 });
  const tally = new OrdinalTally(new Meter(budget, 'a'));
  tally.leaf({ column, size: 8192, map: null }).collect(Int32Array.of(0, 1, 2), new Int32Array(3), 3);
  const counts = new Uint32Array(8192);
  expect(() => tally.addTo(counts)).toThrow(TimeExceeded);
  budget.liftTime();
  tally.addTo(counts);
  expect([counts[5], counts[7]]).toEqual([2, 1]);
});

test('memory that is given back where larger one cannot be had has one owner', () => {
  const tally = new OrdinalTally(new Meter(testBudget(), 'a'));
  tally.leaf({ column, size: 8192, map: null });
  expect(() => tally.leaf({ column, size: Number.MAX_SAFE_INTEGER, map: null })).toThrow(RangeError);
  tally.release();
  expect(lentUint32(8192).buffer).not.toBe(lentUint32(8192).buffer);
});
