import { type JsonMap, table } from '@sextant/contract';
import { timeText } from '../../../config/units.ts';
import type { TaskInfo } from '../../../tasks/task.ts';
import { type EmbeddedContext, type Handler, ok } from '../context.ts';
import { priorities } from './health-conditions.ts';

type Priority = 'IMMEDIATE' | 'URGENT' | 'HIGH';

/** Actions that change the state of the cluster, with what OpenSearch calls them in its queue. */
const changes: Readonly<Record<string, readonly [source: string, priority: Priority]>> = table({
  'cluster:admin/settings/update': ['cluster_update_settings', 'IMMEDIATE'],
  'indices:admin/aliases': ['index-aliases', 'URGENT'],
  'indices:admin/block/add': ['add-index-block', 'URGENT'],
  'indices:admin/close': ['close-indices', 'URGENT'],
  'indices:admin/create': ['create-index', 'URGENT'],
  'indices:admin/delete': ['delete-index', 'URGENT'],
  'indices:admin/mapping/put': ['put-mapping', 'HIGH'],
  'indices:admin/open': ['open-indices', 'URGENT'],
  'indices:admin/settings/update': ['update-settings', 'URGENT'],
});

export interface PendingTask {
  readonly number: number;
  readonly source: string;
  readonly priority: Priority;
  readonly waitedMs: number;
}

/** Changes under way, in the order in which they are made: the first is being made, the others wait for it. */
export function pendingTasks({ tasks }: EmbeddedContext): readonly PendingTask[] {
  return tasks.all().flatMap((task) => {
    const change = changes[task.action];
    return change === undefined ? [] : [pendingTask(tasks.info(task), ...change)];
  });
}

/** Numbers of those whose priority is the given one, or higher. */
export function pendingFrom(context: EmbeddedContext, priority: string): readonly number[] {
  const lowest = priorities.indexOf(priority);
  return pendingTasks(context)
    .filter((task) => priorities.indexOf(task.priority) <= lowest)
    .map(({ number }) => number);
}

function pendingTask({ number, runningNanos }: TaskInfo, source: string, priority: Priority): PendingTask {
  return { number, source, priority, waitedMs: Math.floor(runningNanos / 1e6) };
}

/** How long the one that waits longest has waited; 0 where none does. */
export function longestWaitMs(pending: readonly PendingTask[]): number {
  return Math.max(0, ...pending.map(({ waitedMs }) => waitedMs));
}

export const listPendingTasks: Handler<'cluster.pending_tasks'> = async (context) => {
  const tasks = pendingTasks(context).map(
    ({ number, source, priority, waitedMs }, at): JsonMap => ({
      insert_order: number,
      priority,
      source,
      executing: at === 0,
      time_in_queue_millis: waitedMs,
      time_in_queue: timeText(waitedMs),
    }),
  );
  return ok({ tasks });
};
