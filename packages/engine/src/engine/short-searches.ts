import type { Job } from './search-job.ts';
import type { SearchWorker } from './search-worker.ts';
import { loadOf } from './worker-loads.ts';

/** What takes the thread that serves HTTP longer to hand over than to do. */
const CHEAP_MS = 0.1;

/**
 * What each request that is under way takes that thread beside its search: reading it, handing it over and sending its answer. While it does so,
 * searches that it hands over are done.
 */
const SERVE_MS = 0.1;

/** What is known of the thread that serves HTTP when it is to do a short search. */
interface Here {
  /** The searches that it has to do before. */
  readonly hereMs: number;
  /** What it does at most in one turn. */
  readonly shortMs: number;
  /** Searches under way, this one among them: their callers are served, and ask for more. */
  readonly served: number;
  /** It is to be seen what one of the form takes. */
  readonly isUnsure: boolean;
}

/** Whether a short search is not worth handing over. */
export function isCheap({ expectedMs }: Job, { hereMs, shortMs, isUnsure }: Here): boolean {
  return hereMs <= shortMs && (isUnsure || expectedMs <= CHEAP_MS);
}

/** Whether the thread that serves HTTP comes to it sooner. `worker`: the one that would do it; undefined: none has room. */
export function isSoonerThan(
  worker: SearchWorker | undefined,
  { hereMs, shortMs, served }: Here,
  now: number,
): boolean {
  if (worker === undefined) return hereMs <= shortMs;
  return hereMs + Math.min(shortMs, (served - 1) * SERVE_MS) <= loadOf(worker, now);
}

/** Tells, by the last one, whether a search is taken to be the only one of its turn of the event loop: it need not wait for the end of that. */
export class AloneInTurn {
  #wasAlone = false;
  #inTurn = false;

  /** For one that comes while no other is under way. Of those that come in one turn it is so for one at most. */
  isNext(): boolean {
    if (!this.#wasAlone || this.#inTurn) return false;
    this.#inTurn = true;
    setImmediate(() => {
      this.#inTurn = false;
    });
    return true;
  }

  /** Searches were dealt out: whether one, and no other was under way. */
  dealt(isAlone: boolean): void {
    this.#wasAlone = isAlone;
  }
}
