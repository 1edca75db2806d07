import type { Clock } from '@sextant/base';

export interface ChangeWait {
  readonly timeoutMs: number;
  /** Ends the wait early: nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Wakes those who wait for the cluster to be otherwise: an index or a shard of it has changed, or a task has ended. */
export class ClusterChanges {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be called after a change; costs nothing while nobody waits. */
  tell(): void {
    if (this.#waiting.size === 0) return;
    for (const look of [...this.#waiting]) look();
  }

  /** True as soon as `holds` does, which is asked at once and after each change; false when the wait is over before. */
  async until(holds: () => boolean, { timeoutMs, signal }: ChangeWait): Promise<boolean> {
    if (holds()) return true;
    if (timeoutMs <= 0 || signal.aborted) return false;
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const look = (): void => {
      try {
        if (holds()) resolve(true);
      } catch (error) {
        reject(error);
      }
    };
    const giveUp = (): void => resolve(false);
    const cancelTimer = this.#clock.after(timeoutMs, giveUp);
    signal.addEventListener('abort', giveUp);
    this.#waiting.add(look);
    try {
      return await promise;
    } finally {
      this.#waiting.delete(look);
      signal.removeEventListener('abort', giveUp);
      cancelTimer();
    }
  }
}
