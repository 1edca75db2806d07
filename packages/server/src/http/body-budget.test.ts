import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { BodyBudget } from './body-budget.ts';

test('bodies together take no more than the budget, and what ended makes room again', () => {
  const budget = new BodyBudget(100);
  budget.take(60);
  budget.take(40);
  const refused = (): unknown => {
    try {
      budget.take(1);
      return undefined;
    } catch (error) {
      return error;
    }
  };
  const error = refused();
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).status).toBe(429);
  expect((error as ApiError).error.details).toEqual({
    bytes_wanted: 101,
    bytes_limit: 100,
    durability: 'TRANSIENT',
  });
  budget.give(60);
  budget.take(60);
  expect(refused()).toBeInstanceOf(ApiError);
});
