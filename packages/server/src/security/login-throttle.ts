import type { Clock } from '@sextant/base';
import { callerNetwork } from './caller-network.ts';
import { TooManyAttempts } from './too-many-attempts.ts';

const windowMs = 60_000;
const blockMs = 600_000;
const triesPerWindow = 10;
const keysMax = 10_000;
/** Attempts that wait for the outcome of those before them: of one address, and of all. */
const waitingPerAddressMax = 64;
const waitingMax = 256;
/** Who signed in with an account from an address within this time is known there. */
const knownMs = 24 * 3_600_000;
const delayFromFailures = 10;
const delayFirstMs = 250;
const delayMaxMs = 8_000;
const delayedPerAccountMax = 20;
const quietMs = 600_000;

/** Failures of an address, or of an account from an address. Times are of the monotonic clock. */
interface Tries {
  failures: number;
  pending: number;
  windowEnds: number;
  blockedUntil: number;
}

/** Failures of an account, wherever they come from. */
interface AccountTries {
  failures: number;
  delayed: number;
  lastFailure: number;
}

interface Waiting {
  readonly keys: readonly string[];
  readonly admit: () => void;
  readonly refuse: (error: TooManyAttempts) => void;
}

/** An attempt that was counted before its outcome is known. One of the three is called, once. */
export interface Attempt {
  /** The account was signed in to from this address before. */
  readonly known: boolean;
  /**
   * Gives the attempt back, and remembers that the account is at home at this address, by whichever name it is called
   * next: the one that was given, its user name, or none.
   */
  succeeded(username: string): void;
  failed(): void;
  /** Gives the attempt back: nothing was learnt. */
  abandoned(): void;
}

/**
 * Slows guessing down. Each attempt is counted before it is tried, so that many at once are no way around:
 * - ten failures within a minute from one address, or for one account from one address, block that for ten minutes;
 * - after ten failures for one account from anywhere, attempts for it wait, longer with each failure, up to eight
 *   seconds and twenty at once. They are delayed and not refused, so the owner gets in from a new place too;
 * - an address from which the account was signed in to within a day is bound by its own failures for that account
 *   alone: what strangers do, near or far, does not lock it out.
 * An unknown account is counted as a known one.
 */
export class LoginThrottle {
  readonly #clock: Clock;
  readonly #tries = new Map<string, Tries>();
  readonly #accounts = new Map<string, AccountTries>();
  readonly #known = new Map<string, number>();
  #waiting: Waiting[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when the attempt may be made. Rejects with TooManyAttempts. */
  async admit(login: string, remoteAddress: string): Promise<Attempt> {
    const network = callerNetwork(remoteAddress);
    const pair = `${network} ${login}`;
    const known = this.#isKnown(pair);
    const keys = known ? [pair] : [network, pair];
    await this.#reserve(keys);
    try {
      if (!known) await this.#delay(login);
    } catch (error) {
      this.#settle(keys, false);
      throw error;
    }
    return {
      known,
      succeeded: (username) => {
        this.#triesOf(pair).failures = 0;
        this.#settle(keys, false);
        for (const name of [login, username, '']) this.#remember(`${network} ${name}`);
      },
      failed: () => {
        this.#settle(keys, true);
        if (!known) this.#accountFailed(login);
      },
      abandoned: () => this.#settle(keys, false),
    };
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#tries.size + this.#accounts.size + this.#known.size;
  }

  async #reserve(keys: readonly string[]): Promise<void> {
    if (!this.#mayGo(keys)) {
      const first = keys[0]!;
      const sameAddress = this.#waiting.filter((waiting) => waiting.keys[0] === first).length;
      if (sameAddress >= waitingPerAddressMax || this.#waiting.length >= waitingMax) {
        throw new TooManyAttempts(1, 'busy');
      }
      await new Promise<void>((admit, refuse) => this.#waiting.push({ keys, admit, refuse }));
      return;
    }
    this.#take(keys);
  }

  #take(keys: readonly string[]): void {
    for (const key of keys) this.#triesOf(key).pending++;
  }

  /** False where the attempts under way could use up what is left. Throws TooManyAttempts for a blocked key. */
  #mayGo(keys: readonly string[]): boolean {
    const now = this.#nowMs();
    let free = true;
    for (const key of keys) {
      const tries = this.#tries.get(key);
      if (tries === undefined) continue;
      if (tries.blockedUntil > now) throw this.#blocked(key, tries.blockedUntil - now);
      const failures = tries.windowEnds > now ? tries.failures : 0;
      if (failures + tries.pending >= triesPerWindow) free = false;
    }
    return free;
  }

  #blocked(key: string, ms: number): TooManyAttempts {
    const limit = key.includes(' ') ? 'account and address' : 'address';
    return new TooManyAttempts(Math.ceil(ms / 1000), limit);
  }

  #settle(keys: readonly string[], failed: boolean): void {
    const now = this.#nowMs();
    for (const key of keys) {
      const tries = this.#triesOf(key);
      tries.pending = Math.max(0, tries.pending - 1);
      if (!failed) {
        if (tries.pending === 0 && tries.failures === 0) this.#tries.delete(key);
        continue;
      }
      if (tries.windowEnds <= now) {
        tries.failures = 0;
        tries.windowEnds = now + windowMs;
      }
      tries.failures++;
      if (tries.failures >= triesPerWindow) tries.blockedUntil = now + blockMs;
    }
    this.#letGo();
  }

  /** Those who wait, in their order: some may go now, some are refused now. */
  #letGo(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    for (const entry of waiting) {
      try {
        if (this.#mayGo(entry.keys)) {
          this.#take(entry.keys);
          entry.admit();
        } else this.#waiting.push(entry);
      } catch (error) {
        entry.refuse(error as TooManyAttempts);
      }
    }
  }

  async #delay(login: string): Promise<void> {
    const tries = this.#accounts.get(login);
    if (tries === undefined || tries.failures < delayFromFailures) return;
    if (this.#nowMs() - tries.lastFailure > quietMs) {
      tries.failures = 0;
      return;
    }
    const ms = Math.min(delayMaxMs, delayFirstMs * 2 ** ((tries.failures - delayFromFailures) / 4));
    if (tries.delayed >= delayedPerAccountMax) throw new TooManyAttempts(Math.ceil(ms / 1000), 'account');
    tries.delayed++;
    await new Promise<void>((resolve) => this.#clock.after(ms, resolve));
    tries.delayed--;
  }

  #accountFailed(login: string): void {
    const tries = this.#accounts.get(login) ?? { failures: 0, delayed: 0, lastFailure: 0 };
    tries.failures++;
    tries.lastFailure = this.#nowMs();
    // Put in anew, so that the map is in the order of the last failure.
    this.#accounts.delete(login);
    this.#accounts.set(login, tries);
    forgetOldest(this.#accounts, ({ delayed }) => delayed === 0);
  }

  #isKnown(pair: string): boolean {
    const since = this.#known.get(pair);
    return since !== undefined && this.#nowMs() - since < knownMs;
  }

  #remember(pair: string): void {
    this.#known.delete(pair);
    this.#known.set(pair, this.#nowMs());
    forgetOldest(this.#known, () => true);
  }

  #triesOf(key: string): Tries {
    const found = this.#tries.get(key);
    if (found !== undefined) return found;
    if (this.#tries.size >= keysMax) this.#forgetTries();
    const tries = { failures: 0, pending: 0, windowEnds: 0, blockedUntil: 0 };
    this.#tries.set(key, tries);
    return tries;
  }

  /** What is over goes first, then the oldest; what is under way stays. */
  #forgetTries(): void {
    const now = this.#nowMs();
    for (const [key, tries] of this.#tries) {
      if (tries.pending === 0 && tries.windowEnds <= now && tries.blockedUntil <= now)
        this.#tries.delete(key);
    }
    forgetOldest(this.#tries, ({ pending }) => pending === 0);
  }

  /** Whoever sets the wall clock neither frees nor prolongs anything. */
  #nowMs(): number {
    return this.#clock.nanos() / 1e6;
  }
}

/**
 * Bounds the memory that an attacker with many names and addresses can take. A tenth goes at once, so that the walk is
 * paid for by a thousand entries.
 */
function forgetOldest<T>(map: Map<string, T>, mayGo: (value: T) => boolean): void {
  if (map.size < keysMax) return;
  for (const [key, value] of map) {
    if (map.size <= keysMax * 0.9) break;
    if (mayGo(value)) map.delete(key);
  }
}
