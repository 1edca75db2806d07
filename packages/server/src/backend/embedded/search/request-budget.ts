import { WorkBudget } from '@sextant/engine';
import type { BackendRequest } from '../../backend.ts';
import type { EmbeddedContext } from '../context.ts';

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
