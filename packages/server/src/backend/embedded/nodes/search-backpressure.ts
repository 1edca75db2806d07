import type { JsonMap } from '@sextant/contract';
import type { Task } from '../../../tasks/task.ts';
import type { EmbeddedContext } from '../context.ts';

const searchActions: ReadonlySet<string> = new Set(['indices:data/read/search', 'indices:data/read/msearch']);

/**
 * Searches under way as OpenSearch's backpressure sees them: nothing is cancelled under duress, and memory and processor time
 * of single tasks are not measured. The search of a shard is a part of its request.
 */
export function searchBackpressure({ settings, tasks, clock, poolWork }: EmbeddedContext): JsonMap {
  const now = clock.nanos();
  const ages = [...tasks.running()]
    .filter(({ action, type }) => searchActions.has(action) && type !== 'direct')
    .map((task: Task) => Math.floor(task.info(now).runningNanos / 1e6));
  const total = ages.reduce((sum, age) => sum + age, 0);
  const averageMs = ages.length === 0 ? 0 : Math.floor(total / ages.length);
  return {
    search_task: taskPart({ maxMs: Math.max(0, ...ages), averageMs, done: poolWork.done('search') }),
    search_shard_task: taskPart({ maxMs: 0, averageMs: 0, done: 0 }),
    mode: settings.get('search_backpressure.mode'),
  };
}

interface Ages {
  readonly maxMs: number;
  readonly averageMs: number;
  /** Since the start. */
  readonly done: number;
}

function taskPart({ maxMs, averageMs, done }: Ages): JsonMap {
  return {
    resource_tracker_stats: {
      elapsed_time_tracker: {
        cancellation_count: 0,
        current_max_millis: maxMs,
        current_avg_millis: averageMs,
      },
      heap_usage_tracker: {
        cancellation_count: 0,
        current_max_bytes: 0,
        current_avg_bytes: 0,
        rolling_avg_bytes: 0,
      },
      cpu_usage_tracker: { cancellation_count: 0, current_max_millis: 0, current_avg_millis: 0 },
    },
    completion_count: done,
    cancellation_stats: { cancellation_count: 0, cancellation_limit_reached_count: 0 },
  };
}
