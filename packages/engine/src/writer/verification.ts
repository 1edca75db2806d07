import type { Clock } from '@sextant/base';
import type { ErrorCause } from '@sextant/contract';
import type { ShardWriter } from '../shard/write/shard-writer.ts';

/** The start answers first. */
const BEGIN_AFTER_MS = 1_000;

/**
 * Reads segments through in the background that may not be as they were written. One at a time, all shards together, so
 * that merges come in between.
 */
export class Verification {
  readonly #clock: Clock;
  readonly #waiting: (() => Promise<void>)[] = [];
  #isSuspect = false;
  #damageFound = false;
  #cancel: (() => void) | undefined;
  #running = false;
  #ended = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The process before did not end by itself: nothing that is found is taken on trust. */
  suspectAll(): void {
    this.#isSuspect = true;
  }

  /** A shard was opened; `hadFailed` before. It fails where it has damage. */
  opened(shard: ShardWriter, hadFailed: boolean): void {
    if (this.#ended || !(this.#isSuspect || hadFailed)) return;
    this.#add(() => shard.damage.verifyFound());
  }

  /** Who reads the shard met damage; or, without a cause, what damage may be the reason of: then it is read through. */
  damageMet(shard: ShardWriter, cause: ErrorCause | undefined): void {
    if (cause !== undefined) shard.damage.met(cause);
    else if (!this.#ended) this.#add(() => shard.damage.verifyAll());
  }

  #add(verify: () => Promise<void>): void {
    this.#waiting.push(verify);
    if (!this.#running) this.#cancel ??= this.#clock.after(BEGIN_AFTER_MS, () => void this.#run());
  }

  /** A shard has failed, so that the next process must look again. */
  failed(): void {
    this.#damageFound = true;
  }

  /** No further one begins. Answers whether the next process may take on trust what it finds. */
  end(): boolean {
    this.#ended = true;
    this.#cancel?.();
    const left = this.#running || this.#waiting.length > 0;
    this.#waiting.length = 0;
    return !left && !this.#damageFound;
  }

  async #run(): Promise<void> {
    this.#cancel = undefined;
    this.#running = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      await next();
    }
    this.#running = false;
  }
}
