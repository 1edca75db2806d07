import type { Clock } from '@sextant/base';

export interface ChangeWait {
  readonly timeoutMs: number;
  /** Ends the wait early: nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Looks take this part of the time at most, however many changes there are. */
const SHARE = 1 / 20;

/** Wakes those who wait for the cluster to be otherwise: an index or a shard of it has changed, or a task has ended. */
export class ClusterChanges {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #version = 1;
  /** A look is due for changes that came soon after the last one. */
  #isDue = false;
  /** Clock.nanos() from which on the next look may be. */
  #nextAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Of the metadata: grows with each change since the start, at which each index counts as one. */
  get version(): number {
    return this.#version;
  }

  /** To be called after each change of the metadata of an index. */
  metadata(): void {
    this.#version++;
    this.tell();
  }

  /**
   * To be called after a change; costs nothing while nobody waits. Where a look takes long, as over thousands of indices that are
   * being opened, changes that come soon after it are looked at together.
   */
  tell(): void {
    if (this.#waiting.size === 0 || this.#isDue) return;
    const pauseMs = (this.#nextAt - this.#clock.nanos()) / 1e6;
    if (pauseMs <= 0) {
      this.#look();
      return;
    }
    this.#isDue = true;
    this.#clock.after(pauseMs, () => {
      this.#isDue = false;
      this.#look();
    });
  }

  #look(): void {
    const started = this.#clock.nanos();
    for (const look of [...this.#waiting]) look();
    const ended = this.#clock.nanos();
    this.#nextAt = ended + (ended - started) / SHARE;
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
