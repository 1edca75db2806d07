import { WorkBudget, type WorkBudgetOptions } from '@sextant/engine';
import type { BackendRequest } from '../../backend.ts';
import type { EmbeddedContext } from '../context.ts';

/** What one search of several may take: it ends with its own task, which ends with that of the request. */
export function taskBudget(options: WorkBudgetOptions, task: BackendRequest['task']): WorkBudget {
  const budget = new WorkBudget(options);
  task.onCancel(() => budget.cancel(task.cancelReason ?? ''));
  return budget;
}

const budgets = new WeakMap<AbortSignal, WorkBudget>();

/** What a request may take, in all its searches together; it ends with its connection, and with its task. */
export function requestBudget(
  context: EmbeddedContext,
  { signal, task }: Pick<BackendRequest, 'signal' | 'task'>,
): WorkBudget {
  const known = budgets.get(signal);
  if (known !== undefined) return known;
  const budget = new WorkBudget({ clock: context.clock, memory: context.requestMemory });
  budgets.set(signal, budget);
  const end = (): void => budget.cancel(task.cancelReason ?? 'channel closed');
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return budget;
}
