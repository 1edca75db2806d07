import type { Clock } from '../ports/clock.ts';

interface Timer {
  readonly dueMs: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Time that moves only when told to. */
export class FakeClock implements Clock {
  #nowMs: number;
  #elapsedMs = 0;
  #order = 0;
  #timers: Timer[] = [];

  constructor(nowMs = 1_700_000_000_000) {
    this.#nowMs = nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  nanos(): number {
    return this.#elapsedMs * 1e6;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { dueMs: this.#elapsedMs + Math.max(0, ms), order: this.#order++, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Moves on by `ms`, calling back what falls due on the way, in order. */
  advance(ms: number): void {
    const targetMs = this.#elapsedMs + ms;
    for (;;) {
      const next = this.#earliest();
      if (next === undefined || next.dueMs > targetMs) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#moveTo(Math.max(next.dueMs, this.#elapsedMs));
      next.callback();
    }
    this.#moveTo(targetMs);
  }

  /** Sets the wall clock alone, as an administrator would: timers keep their distance. */
  setNow(nowMs: number): void {
    this.#nowMs = nowMs;
  }

  get pendingTimers(): number {
    return this.#timers.length;
  }

  /** Milliseconds until the next callback; undefined where nobody waits. */
  get nextTimerMs(): number | undefined {
    const next = this.#earliest();
    return next && Math.max(0, next.dueMs - this.#elapsedMs);
  }

  #moveTo(elapsedMs: number): void {
    this.#nowMs += elapsedMs - this.#elapsedMs;
    this.#elapsedMs = elapsedMs;
  }

  #earliest(): Timer | undefined {
    let best: Timer | undefined;
    for (const timer of this.#timers) {
      if (best === undefined || timer.dueMs < best.dueMs) best = timer;
    }
    return best;
  }
}
