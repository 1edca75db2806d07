import { WorkBudget, type WorkBudgetOptions } from '@sextant/engine';
import type { BackendRequest } from '../../backend.ts';
import type { EmbeddedContext } from '../context.ts';

/** What one search of several may take: it ends with its own task, which ends with that of the request. */
export function taskBudget(options: WorkBudgetOptions, task: BackendRequest['task']): WorkBudget {
  const budget = new WorkBudget(options);
  task.onCancel(() => budget.cancel(task.cancelReason ?? ''));
  return budget;
}

export function budgetOptions({
  clock,
  random,
  requestMemory,
  settings,
}: EmbeddedContext): WorkBudgetOptions {
  const refusesExpensive = !settings.get('search.allow_expensive_queries');
  const refusesDerived = !settings.get('search.derived_field.enabled');
  const scriptBytesMax = settings.get('script.max_size_in_bytes');
  const isWatchedOnly = settings.get('search.query.max_query_string_length_monitor_only');
  const queryStringMax = isWatchedOnly
    ? Number.POSITIVE_INFINITY
    : settings.get('search.query.max_query_string_length');
  const limits = { refusesExpensive, refusesDerived, scriptBytesMax, queryStringMax };
  return { clock, memory: requestMemory, ...limits, scripts: { clock, random } };
}

/** What one search may take; it ends with the connection of its request, and with its task. */
export function requestBudget(
  context: EmbeddedContext,
  request: Pick<BackendRequest, 'signal' | 'task'>,
): WorkBudget {
  const budget = new WorkBudget(budgetOptions(context));
  endWith(budget, request);
  return budget;
}

/** Ends it with the connection of a request, and with its task. */
export function endWith(budget: WorkBudget, request: Pick<BackendRequest, 'signal' | 'task'>): void {
  const { task } = request;
  const end = (): void => budget.cancel(task.cancelReason ?? 'channel closed');
  // A task that can be cancelled hears of its connection; a signal is made only for the others.
  if (task.cancellable) task.onCancel(end);
  else if (request.signal.aborted) end();
  else request.signal.addEventListener('abort', end, { once: true });
}
