import type { Route } from '@sextant/contract';
import type { Task } from '../../tasks/task.ts';
import type { TaskRegistry } from '../../tasks/task-registry.ts';
import type { Exchange } from './exchange.ts';

/** The work of a request, listed while it runs. */
export async function runAsTask<T>(
  exchange: Exchange,
  route: Route,
  tasks: TaskRegistry,
  work: (task: Task) => Promise<T> | T,
): Promise<T> {
  const opaqueId = exchange.headers['x-opaque-id'];
  const cancellable = route.cancellable !== undefined;
  const task = tasks.begin({ action: actionOf(route), cancellable, opaqueId });
  // What nobody waits for any more need not be finished.
  if (route.cancellable === true) exchange.response.once('close', () => tasks.cancel(task, 'channel closed'));
  try {
    return await work(task);
  } finally {
    tasks.end(task);
  }
}

/** OpenSearch names an action as its privilege; what needs none is called by its row. */
function actionOf({ privilege, name }: Route): string {
  return privilege === 'public' || privilege === 'authenticated' ? name : privilege;
}
