import type { Clock } from '../ports/clock.ts';

/** Time of the machine. */
export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }

  nanos(): number {
    return performance.now() * 1e6;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return () => clearTimeout(timer);
  }
}
