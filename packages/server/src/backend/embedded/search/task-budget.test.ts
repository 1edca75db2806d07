import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { testTasks } from '../../../testing/test-tasks.ts';
import { taskBudget } from './request-budget.ts';

test('one search of several ends with its task, and all of them with that of the request', async () => {
  const clock = new FakeClock();
  const tasks = testTasks(clock);
  const whole = tasks.begin({ action: 'indices:data/read/msearch', cancellable: true });
  const part = { action: 'indices:data/read/search' };
  await tasks.within(whole, part, (first) =>
    tasks.within(whole, part, async (second) => {
      const [one, two] = [taskBudget({ clock }, first), taskBudget({ clock }, second)];
      tasks.cancel(first, 'by user request');
      expect([one.isCancelled, two.isCancelled]).toEqual([true, false]);
      tasks.cancel(whole, 'channel closed');
      expect(two.isCancelled).toBe(true);
    }),
  );
});
