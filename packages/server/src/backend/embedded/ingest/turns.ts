import type { Clock } from '@sextant/base';

/** How long pipelines may keep the thread that serves everybody. */
const TURN_NANOS = 10e6;

/** All pipelines share the thread: of those that wait for it one goes on in a turn of the event loop, however many there are, for as long as a turn may take. */
class SharedTurns {
  readonly #clock: Clock;
  readonly #waiting: (() => void)[] = [];
  #since: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.nanos();
  }

  next(): Promise<void> | undefined {
    if (this.#clock.nanos() - this.#since < TURN_NANOS) return undefined;
    return new Promise((resume) => {
      this.#waiting.push(resume);
      if (this.#waiting.length === 1) this.#schedule();
    });
  }

  #schedule(): void {
    setImmediate(() => {
      this.#since = this.#clock.nanos();
      this.#waiting.shift()!();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}

const turnsOf = new WeakMap<Clock, SharedTurns>();

/** To be awaited before each document: gives the thread to others where it was kept long enough. */
export function ingestTurns(clock: Clock): () => Promise<void> | undefined {
  let turns = turnsOf.get(clock);
  if (turns === undefined) {
    turns = new SharedTurns(clock);
    turnsOf.set(clock, turns);
  }
  const shared = turns;
  return () => shared.next();
}
