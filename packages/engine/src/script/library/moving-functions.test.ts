import { expect, test } from 'vitest';
import { testBudget } from '../../testing/query-context.ts';
import { bucketContexts, bucketProgram } from '../bucket-program.ts';

function moved(source: string, values: readonly number[]): unknown {
  const spec = { source, stored: false, lang: 'painless', params: {} };
  return bucketProgram(spec, bucketContexts.window, testBudget()).run(new Map(), values, testBudget());
}

const VALUES = [95.25, 110.75, Number.NaN, 100.5];

test.each([
  ['min(values)', [3, 1, 2], 1],
  ['max(values)', [], Number.NaN],
  ['sum(values)', VALUES, 306.5],
  ['sum(values)', [], 0],
  ['unweightedAvg(values)', VALUES, 306.5 / 3],
  ['unweightedAvg(values)', [Number.NaN], Number.NaN],
  ['linearWeightedAvg(values)', [1, 2, 3], 14 / 7],
  ['ewma(values, 0.3)', [95.25, 110.75], 99.9],
  ['ewma(values, 0.3)', [], Number.NaN],
  ['holt(values, 1.0, 0.5)', [1, 2, 7], 7],
  ['stdDev(values, 2.0)', [1, 3], 1],
])('MovingFunctions.%s of %j', (call, values, expected) => {
  expect(moved(`MovingFunctions.${call}`, values)).toEqual(expected);
});

test('seasons need two full periods', () => {
  const call = 'MovingFunctions.holtWinters(values, 0.5, 0.5, 0.5, 2, false)';
  expect(() => moved(call, [1, 2, 3])).toThrow('runtime error');
  expect(moved(call, [])).toBeNaN();
  expect(Number.isFinite(moved(call, [1, 2, 1, 2]))).toBe(true);
});
