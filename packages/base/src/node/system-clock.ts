import type { Clock } from '../ports/clock.ts';

/** A timer of the runtime that is to wait longer ends at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Time of the machine. */
export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }

  nanos(): number {
    return performance.now() * 1e6;
  }

  after(ms: number, callback: () => void): () => void {
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      const ended = left <= LONGEST_MS ? callback : () => wait(left - LONGEST_MS);
      timer = setTimeout(ended, Math.min(left, LONGEST_MS));
      timer.unref();
    };
    wait(ms);
    return () => clearTimeout(timer);
  }
}
