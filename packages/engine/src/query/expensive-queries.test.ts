import { expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import { refuseExpensive } from './expensive-queries.ts';

const clock = { nanos: () => 0 };
const mapping = {} as never;

test('nothing is refused unless the budget says so', () => {
  expect(() =>
    refuseExpensive('[script] queries', { budget: new WorkBudget({ clock }), mapping }),
  ).not.toThrow();
});

test('parts of a request refuse what the whole refuses', () => {
  const budget = new WorkBudget({ clock, refusesExpensive: true }).fork();
  expect(() => refuseExpensive('[script] queries', { budget, mapping })).toThrow(
    "[script] queries cannot be executed when 'search.allow_expensive_queries' is set to false.",
  );
});
