import { afterEach, expect, test, vi } from 'vitest';
import { TimeExceeded } from '../../budget/work-budget.ts';
import { SpareArrays } from '../../codec/spare-arrays.ts';
import { testBudget } from '../../testing/query-context.ts';
import { Meter } from '../values/meter.ts';
import { bucketOrds } from './bucket-ords.ts';

afterEach(() => vi.restoreAllMocks());

test('where the time is up while many buckets become a hash, those that were found are still there', () => {
  const give = vi.spyOn(SpareArrays.prototype, 'give');
  const budget = testBudget({ stepsPerLook: 1, stepsMax: 1 });
  const domain = { first: 0, count: 100_000 };
  const ords = bucketOrds(domain, { topLevel: false, children: [] }, new Meter(budget, 'a'));
  const out = new Int32Array(1000);
  const values = Float64Array.from(out, (_, i) => i * 7);
  ords.assign(new Int32Array(1000), values, 1000, out);
  // Outgrown ones were given back, and that which is searched was not.
  const given = give.mock.calls.length;
  const assignFar = (): void => ords.assign(Int32Array.of(500), Float64Array.of(3), 1, new Int32Array(1));
  expect(assignFar).toThrow(TimeExceeded);
  expect(give).toHaveBeenCalledTimes(given);
  budget.liftTime();
  expect([ords.find(0, 21), ords.find(0, 22), ords.find(500, 3)]).toEqual([3, -1, -1]);
  assignFar();
  expect([ords.find(0, 21), ords.find(0, 22), ords.find(500, 3)]).toEqual([3, -1, 1000]);
});
