import type { ShardStats } from '@sextant/engine';
import type { Task } from '../../tasks/task.ts';

/** Searches under way by index, as their tasks say. */
export function runningSearches(tasks: Iterable<Task>): ReadonlyMap<string, number> {
  const running = new Map<string, number>();
  for (const { searched } of tasks) {
    for (const index of searched) running.set(index, (running.get(index) ?? 0) + 1);
  }
  return running;
}

/** A search asks the shards of its indices at once, and is one query in each until it ends. */
export function withRunning(shard: ShardStats, running: ReadonlyMap<string, number>): ShardStats {
  const queryCurrent = running.get(shard.index);
  return queryCurrent === undefined ? shard : { ...shard, search: { ...shard.search, queryCurrent } };
}
