import type { WorkerSearch } from './search-worker.ts';

/** Nobody waits for a search that was cancelled, as one is whose caller has gone: it keeps no place from others. */
export function dropCancelled(queue: WorkerSearch[]): void {
  for (const search of queue.splice(0)) {
    try {
      search.budget.check();
      queue.push(search);
    } catch (error) {
      search.failed(error);
    }
  }
}
