import { expect, test } from 'vitest';
import { runThrough } from '../../budget/slices.ts';
import { testBudget } from '../../testing/query-context.ts';
import { exponential, fitted, linear, simple, withSeasons, withTrend } from './moving-models.ts';

test('what follows a window by each model', () => {
  expect(simple.next([1, 2, 6], [], 2)).toEqual([3, 3]);
  expect(linear.next([1, 2, 3], [], 1)).toEqual([2]);
  expect(exponential(0.5).next([2, 4], [0.5], 2)).toEqual([3, 3]);
  expect(withTrend(1, 1).next([1, 2, 3], [1, 1], 3)).toEqual([3, 4, 5]);
  const seasonal = withSeasons([0, 0, 0], 2, { multiplicative: false, padding: 0 });
  expect(seasonal.least).toBe(4);
  expect(seasonal.next([1, 3, 1, 3], [0, 0, 0], 3)).toEqual([2.5, 3.5, 2.5]);
});

test('weights are fitted alike each time, and tell the test values better', () => {
  const model = withTrend(0.3, 0.1);
  const [train, told] = [
    [1, 2, 3, 4, 5],
    [5, 6, 7, 8, 9],
  ];
  const error = (weights: readonly number[]): number =>
    model.next(train!, weights, 5).reduce((sum, value, i) => sum + Math.abs(value - told![i]!), 0);
  const weights = runThrough(fitted(model, train!, told!, testBudget()));
  expect(weights).toEqual(runThrough(fitted(model, train!, told!, testBudget())));
  expect(error(weights)).toBeLessThan(error(model.weights) / 10);
});

test('others have a turn while weights are fitted', () => {
  const budget = testBudget({ stepsPerLook: 1, sliceSteps: 100 });
  budget.beginSlice();
  const steps = fitted(withTrend(0.3, 0.1), [1, 2, 3, 4, 5], [5, 6, 7, 8, 9], budget);
  let turns = 0;
  while (steps.next().done !== true) {
    turns++;
    budget.beginSlice();
  }
  expect(turns).toBeGreaterThan(50);
});

test('too few values for seasons are refused in words', () => {
  const model = withSeasons([0.3, 0.1, 0.1], 2, { multiplicative: false, padding: 0 });
  expect(() => model.next([1, 2, 3], model.weights, 4)).toThrow(
    'illegal_argument_exception: Holt-Winters aggregation requires at least (2 * period == 2 * 2 == 4) data-points ' +
      'to function.  Only [3] were provided.',
  );
});
