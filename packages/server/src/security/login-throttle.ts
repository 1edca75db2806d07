import type { Clock } from '@sextant/base';

const windowMs = 60_000;
const blockMs = 600_000;
const triesPerWindow = 10;
const keysMax = 10_000;

interface Tries {
  failures: number;
  windowEnds: number;
  blockedUntil: number;
}

/** Counts failed logins by address and by account name: ten within a minute block the key for ten minutes. */
export class LoginThrottle {
  readonly #tries = new Map<string, Tries>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Seconds until any of the keys may try again; 0 = now. */
  secondsToWait(keys: readonly string[]): number {
    const now = this.#clock.now();
    const until = Math.max(0, ...keys.map((key) => this.#tries.get(key)?.blockedUntil ?? 0));
    return until > now ? Math.ceil((until - now) / 1000) : 0;
  }

  failed(keys: readonly string[]): void {
    const now = this.#clock.now();
    if (this.#tries.size > keysMax) this.#forgetOld(now);
    for (const key of keys) {
      const tries = this.#tries.get(key) ?? { failures: 0, windowEnds: 0, blockedUntil: 0 };
      if (tries.windowEnds <= now) {
        tries.failures = 0;
        tries.windowEnds = now + windowMs;
      }
      tries.failures++;
      if (tries.failures >= triesPerWindow) tries.blockedUntil = now + blockMs;
      this.#tries.set(key, tries);
    }
  }

  succeeded(keys: readonly string[]): void {
    for (const key of keys) this.#tries.delete(key);
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#tries.size;
  }

  /**
   * Bounds the memory that an attacker with many names can take: what is over goes first, then the oldest, until a
   * tenth is free, so that the walk is paid for by a thousand failures.
   */
  #forgetOld(now: number): void {
    for (const [key, tries] of this.#tries) {
      if (tries.windowEnds <= now && tries.blockedUntil <= now) this.#tries.delete(key);
    }
    for (const key of this.#tries.keys()) {
      if (this.#tries.size <= keysMax * 0.9) break;
      this.#tries.delete(key);
    }
  }
}
