import type { WorkerSearch } from './search-worker.ts';

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
