import type { SearchPoolOptions } from './search-pool-options.ts';
import type { SearchWorker, WorkerSearch } from './search-worker.ts';

/** Nobody waits for a search that was cancelled, as one is whose caller has gone: it keeps no place from others. */
export function dropCancelled(queue: WorkerSearch[]): void {
  for (const search of queue.splice(0)) {
    if (!search.budget.isCancelled) {
      // Nothing else ends one that waits: neither its time, nor that it was begun where it kept the thread.
      queue.push(search);
      continue;
    }
    try {
      search.budget.check();
    } catch (error) {
      search.failed(error);
    }
  }
}

/** Whether a search that nobody waits behind is done sooner by the thread that was asked than by one that has just been started. */
export function isSoonerHere(
  { expectedMs, options }: WorkerSearch,
  worker: SearchWorker | undefined,
  { shortMs, startMs = 0 }: SearchPoolOptions,
  now: number,
): boolean {
  if (worker === undefined || worker.hasAnswered || now - worker.startedAt >= startMs) return false;
  return shortMs > 0 && options.isAhead !== true && expectedMs <= startMs / 3;
}
