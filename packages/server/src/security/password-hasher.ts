import { availableParallelism } from 'node:os';
import type { Clock } from '@sextant/base';
import { hashPassword, passwordMatches } from './password-hash.ts';
import { TooManyAttempts } from './too-many-attempts.ts';

export interface HasherOptions {
  /** Hashes that run at once. */
  readonly concurrency?: number;
  /** Hashes that may wait, for each of the two kinds of callers. */
  readonly waitingMax?: number;
  /** Where not given, strangers are hashed for without a pause. */
  readonly clock?: Pick<Clock, 'nanos' | 'after'>;
}

/** Who came in with this account lately is served before others. */
export type HashLane = 'known' | 'strange';

/** 50 ms each, and for strangers thrice as long: who is last in line waits for some three seconds. */
const defaultWaiting: Readonly<Record<HashLane, number>> = { known: 64, strange: 22 };
const retrySeconds = 3;
/** What hashing for strangers may take of one core, however many they are: the rest of it is for those who work here. */
const strangeShare = 1 / 3;

/**
 * Half of the cores, two at most: hashing runs in the pool of four threads in which Node also compresses, resolves
 * names and reads files, and beside the thread that serves requests.
 */
function defaultConcurrency(): number {
  return Math.min(2, Math.max(1, availableParallelism() >> 1));
}

/** Hashes passwords, few at once, and for strangers a part of the time; what comes when the line is full is refused. */
export class PasswordHasher {
  readonly #concurrency: number;
  readonly #waitingMax: Readonly<Record<HashLane, number>>;
  readonly #lines: Readonly<Record<HashLane, (() => void)[]>> = { known: [], strange: [] };
  readonly #clock: HasherOptions['clock'];
  #running = 0;
  /** Of the monotonic clock, in milliseconds: until then nothing is begun for strangers. */
  #restsUntil = Number.NEGATIVE_INFINITY;
  #isWoken = false;

  constructor(options: HasherOptions = {}) {
    this.#clock = options.clock;
    this.#concurrency = options.concurrency ?? defaultConcurrency();
    const { waitingMax: most } = options;
    this.#waitingMax = most === undefined ? defaultWaiting : { known: most, strange: most };
  }

  /** Hashes that run now. */
  get running(): number {
    return this.#running;
  }

  /** See `passwordMatches`. Rejects with TooManyAttempts where the line is full. */
  matches(password: string, hash: string, lane: HashLane): Promise<boolean> {
    return this.#inTurn(lane, () => passwordMatches(password, hash));
  }

  /** See `hashPassword`. Rejects with TooManyAttempts where the line is full. */
  hash(password: string, salt: Uint8Array): Promise<string> {
    return this.#inTurn('known', () => hashPassword(password, salt));
  }

  async #inTurn<T>(lane: HashLane, work: () => Promise<T>): Promise<T> {
    const line = this.#lines[lane];
    if (line.length >= this.#waitingMax[lane]) throw new TooManyAttempts(retrySeconds, 'busy');
    const mayBegin = new Promise<void>((resolve) => line.push(resolve));
    this.#beginNext();
    await mayBegin;
    const startedMs = this.#nowMs();
    try {
      return await work();
    } finally {
      const nowMs = this.#nowMs();
      if (lane === 'strange') this.#restsUntil = nowMs + (nowMs - startedMs) * (1 / strangeShare - 1);
      this.#running--;
      this.#beginNext();
    }
  }

  #nowMs(): number {
    return (this.#clock?.nanos() ?? 0) / 1e6;
  }

  /** Gives places that are free to those who are first in line. */
  #beginNext(): void {
    const { known, strange } = this.#lines;
    while (this.#running < this.#concurrency) {
      const restMs = this.#restsUntil - this.#nowMs();
      const next = known.shift() ?? (restMs > 0 ? undefined : strange.shift());
      if (next === undefined) {
        if (strange.length > 0) this.#wakeAfter(restMs);
        return;
      }
      this.#running++;
      next();
    }
  }

  #wakeAfter(ms: number): void {
    if (this.#isWoken || this.#clock === undefined) return;
    this.#isWoken = true;
    this.#clock.after(Math.ceil(ms), () => {
      this.#isWoken = false;
      this.#beginNext();
    });
  }
}
