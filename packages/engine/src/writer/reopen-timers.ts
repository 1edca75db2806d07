import type { Clock } from '@sextant/base';

const FIRST_DELAY_MS = 5_000;
const LONGEST_DELAY_MS = 60_000;

/** When shards that the disk has failed are opened again: soon, then with growing pauses. */
export class ReopenTimers {
  readonly #clock: Clock;
  readonly #reopen: (shard: number) => void;
  readonly #waiting = new Map<number, () => void>();
  readonly #delaysMs = new Map<number, number>();

  constructor(clock: Clock, reopen: (shard: number) => void) {
    this.#clock = clock;
    this.#reopen = reopen;
  }

  failed(shard: number): void {
    if (this.#waiting.has(shard)) return;
    const delayMs = this.#delaysMs.get(shard) ?? FIRST_DELAY_MS;
    this.#delaysMs.set(shard, Math.min(delayMs * 2, LONGEST_DELAY_MS));
    const cancel = this.#clock.after(delayMs, () => {
      this.#waiting.delete(shard);
      this.#reopen(shard);
    });
    this.#waiting.set(shard, cancel);
  }

  recovered(shard: number): void {
    this.#delaysMs.delete(shard);
  }

  stop(): void {
    for (const cancel of this.#waiting.values()) cancel();
    this.#waiting.clear();
    this.#delaysMs.clear();
  }
}
