import { FakeClock } from '@sextant/base/testing';
import { WorkBudget, type WorkBudgetOptions } from '../budget/work-budget.ts';
import { ScoreWindows } from '../query/score-window.ts';
import type { QueryContext } from '../query/weight.ts';

/** A budget over a clock that stands still. */
export function testBudget(options: Partial<WorkBudgetOptions> = {}): WorkBudget {
  return new WorkBudget({ clock: new FakeClock(), ...options });
}

/** What a query is bound to, with nothing that limits it. */
export function testContext(given: Pick<QueryContext, 'searcher' | 'mapping'>): QueryContext {
  return { ...given, nowMs: 0, budget: testBudget(), windows: new ScoreWindows() };
}
