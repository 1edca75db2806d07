import type { Clock } from '@sextant/base';
import { pause } from './retries.ts';

/** Part of the interval by which an answer may be late and still saves the next look. */
const LATE = 1 / 6;

/**
 * Whether settings, mapping and aliases of a leader are those that were taken last. Whoever waits for its operations is told so
 * with the answer, so that most of them need not be read again and again.
 */
export class MetadataWatch {
  readonly #clock: Clock;
  /** As the leader calls what was taken; undefined where it is to be read again in any case. */
  #version: string | undefined;
  /** When the leader said last that it has no other ones, in milliseconds of the clock that is never set. */
  #sameMs = Number.NEGATIVE_INFINITY;
  #changed = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What was taken, as goes with each wait. */
  get version(): string | undefined {
    return this.#version;
  }

  took(version: string | undefined): void {
    this.#version = version;
  }

  /** What the leader has, of whom it was asked whether that is `asked`. */
  told(version: string, asked: string): void {
    if (asked !== this.#version) return;
    if (version === asked) this.#sameMs = this.#clock.nanos() / 1e6;
    else this.#changed.abort();
  }

  /** Resolves when they are to be read: there are others, or for `intervalMs` nothing was heard of them; or nobody waits. */
  async untilDue(intervalMs: () => number, signal: AbortSignal): Promise<void> {
    do {
      const changed = this.#changed.signal;
      await pause(this.#clock, intervalMs(), AbortSignal.any([signal, changed]));
      if (changed.aborted) this.#changed = new AbortController();
      if (signal.aborted || changed.aborted) return;
    } while (this.#clock.nanos() / 1e6 - this.#sameMs <= intervalMs() * (1 + LATE));
  }
}
