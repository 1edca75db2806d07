import type { SearchWorker, WorkerSearch } from './search-worker.ts';

/** Until a thread that rests has begun. */
export const WAKE_MS = 0.05;

/** What is expected to take as long, or does so, is long: others do not wait for its end. */
export const LONG_MS = 100;

/** Where there is room for a search there is room for all of its kind, and where there is none for none. */
export function kindOf(
  { expectedMs, options }: Pick<WorkerSearch, 'expectedMs' | 'options'>,
  shortMs: number,
): 'short' | 'middling' | 'long' {
  if (expectedMs <= shortMs && options.isAhead !== true) return 'short';
  return expectedMs < LONG_MS ? 'middling' : 'long';
}

/** As `kindOf`, with what is known of searches that have not ended yet: what takes long is no excuse for another like it. */
export function kindNow(
  job: Pick<WorkerSearch, 'expectedMs' | 'options' | 'form'>,
  shortMs: number,
  workers: Iterable<SearchWorker>,
  now: number,
): ReturnType<typeof kindOf> {
  const kind = kindOf(job, shortMs);
  if (kind !== 'middling' || job.form === undefined) return kind;
  for (const worker of workers) if (worker.hasHeld(job.form.text, now - LONG_MS)) return 'long';
  return kind;
}

/** What a search has to wait for until the thread begins with it, as far as is known. */
export function loadOf({ expectedMs, busySince }: SearchWorker, now: number): number {
  // What takes longer than was expected may take any time.
  const heldMs = heldSince(busySince, now);
  return Math.max(expectedMs, heldMs >= LONG_MS ? heldMs : 0) + WAKE_MS;
}

/** Whether it has given no answer for so long that what it does is long, whatever was expected. */
export function isHeld({ busySince }: SearchWorker, now: number): boolean {
  return heldSince(busySince, now) >= LONG_MS;
}

function heldSince(busySince: number | undefined, now: number): number {
  return busySince === undefined ? 0 : now - busySince;
}

/** Of those with room; undefined: none has. */
export function leastLoaded(workers: readonly SearchWorker[], now: number): SearchWorker | undefined {
  let least: SearchWorker | undefined;
  for (const worker of workers) {
    if (worker.hasRoom && (least === undefined || loadOf(worker, now) < loadOf(least, now))) least = worker;
  }
  return least;
}

/** How many have something to do. */
export function countActive(workers: Iterable<SearchWorker>): number {
  let count = 0;
  for (const { active } of workers) if (active > 0) count++;
  return count;
}
