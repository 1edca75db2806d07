import type { Clock } from '@sextant/base';

/** How long the pipelines of all searches may keep the thread that serves everybody. */
const TURN_NANOS = 10e6;

/** Turns of all searches that go through pipelines: however many there are, others have the thread between any two. */
export class Turns {
  readonly #clock: Clock;
  #since: number;
  #last: Promise<void> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.nanos();
  }

  /** To be awaited before work: gives the thread to others where it was kept long enough. */
  take(): Promise<void> | undefined {
    if (this.#clock.nanos() - this.#since < TURN_NANOS) return undefined;
    // One after the other: those that wait do not go on together.
    this.#last = this.#last.then(() => this.#pause());
    return this.#last;
  }

  #pause(): Promise<void> {
    return new Promise((resume) => {
      setImmediate(() => {
        this.#since = this.#clock.nanos();
        resume();
      });
    });
  }
}
