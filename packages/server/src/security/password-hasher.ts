import { availableParallelism } from 'node:os';
import { hashPassword, passwordMatches } from './password-hash.ts';
import { TooManyAttempts } from './too-many-attempts.ts';

export interface HasherOptions {
  /** Hashes that run at once. */
  readonly concurrency?: number;
  /** Hashes that may wait, for each of the two kinds of callers. */
  readonly waitingMax?: number;
}

/** Who came in with this account lately is served before others. */
export type HashLane = 'known' | 'strange';

/** 50 ms each: who is last in line waits for some three seconds. */
const defaultWaitingMax = 64;
const retrySeconds = 3;

/**
 * Half of the cores, two at most: hashing runs in the pool of four threads in which Node also compresses, resolves
 * names and reads files, and beside the thread that serves requests.
 */
function defaultConcurrency(): number {
  return Math.min(2, Math.max(1, availableParallelism() >> 1));
}

/** Hashes passwords, few at once; what comes when the line is full is refused. */
export class PasswordHasher {
  readonly #concurrency: number;
  readonly #waitingMax: number;
  readonly #lines: Readonly<Record<HashLane, (() => void)[]>> = { known: [], strange: [] };
  #running = 0;

  constructor(options: HasherOptions = {}) {
    this.#concurrency = options.concurrency ?? defaultConcurrency();
    this.#waitingMax = options.waitingMax ?? defaultWaitingMax;
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
    if (this.#running >= this.#concurrency) {
      const line = this.#lines[lane];
      if (line.length >= this.#waitingMax) throw new TooManyAttempts(retrySeconds, 'busy');
      await new Promise<void>((resolve) => line.push(resolve));
    } else this.#running++;
    try {
      return await work();
    } finally {
      // The place goes to the next in line, or becomes free.
      const next = this.#lines.known.shift() ?? this.#lines.strange.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
