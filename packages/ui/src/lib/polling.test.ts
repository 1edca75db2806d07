import { expect, test } from 'vitest';
import { backOffMs, polling } from './polling.ts';

test('the pause doubles with each failure in a row and ends at two minutes', () => {
  expect([0, 1, 2, 3, 10, 1000].map((failures) => backOffMs(5000, failures))).toEqual([
    5000, 10_000, 20_000, 40_000, 120_000, 120_000,
  ]);
});

test('a success brings back the first pause', () => {
  const next = polling(1000);
  const query = { state: { dataUpdateCount: 1, errorUpdateCount: 0 } };
  expect(next(query)).toBe(1000);
  query.state = { dataUpdateCount: 1, errorUpdateCount: 2 };
  expect(next(query)).toBe(4000);
  query.state = { dataUpdateCount: 2, errorUpdateCount: 2 };
  expect(next(query)).toBe(1000);
  query.state = { dataUpdateCount: 2, errorUpdateCount: 3 };
  expect(next(query)).toBe(2000);
});

test('a query that never succeeded backs off from its first failure', () => {
  expect(polling(1000)({ state: { dataUpdateCount: 0, errorUpdateCount: 3 } })).toBe(8000);
});
