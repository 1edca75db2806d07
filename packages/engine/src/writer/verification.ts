import type { Clock } from '@sextant/base';
import type { ErrorCause } from '@sextant/contract';
import type { ShardWriter } from '../shard/write/shard-writer.ts';

/** The start answers first. */
const BEGIN_AFTER_MS = 1_000;

/** A shard that is to be read through, or a part of it. */
interface Reading {
  readonly shard: ShardWriter;
  /** False where not all of it could be read. */
  readonly verify: () => Promise<boolean>;
}

/**
 * Reads segments through in the background that may not be as they were written. One at a time, all shards together, so
 * that merges come in between.
 */
export class Verification {
  readonly #clock: Clock;
  readonly #waiting: Reading[] = [];
  #current: Reading | undefined;
  #isSuspect = false;
  #endedCleanly = false;
  #damageFound = false;
  #cancel: (() => void) | undefined;
  #running = false;
  #ended = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The process before ended by itself, with every shard open and sound: all that is found is durable. */
  trustAll(): void {
    this.#endedCleanly = true;
  }

  get endedCleanly(): boolean {
    return this.#endedCleanly;
  }

  /** The process before did not end by itself: nothing that is found is taken on trust. */
  suspectAll(): void {
    this.#isSuspect = true;
  }

  /** A shard was opened; `isSuspect`: what is found is not to be trusted. It fails where it has damage. */
  opened(shard: ShardWriter, isSuspect: boolean): void {
    if (this.#ended || !(this.#isSuspect || isSuspect)) return;
    this.#add({ shard, verify: () => shard.damage.verifyFound() });
  }

  /** Who reads the shard met damage; or, without a cause, what damage may be the reason of: then it is read through. */
  damageMet(shard: ShardWriter, cause: ErrorCause | undefined): void {
    if (cause !== undefined) shard.damage.met(cause);
    else if (!this.#ended) this.#add({ shard, verify: () => shard.damage.verifyAll() });
  }

  /** It waits to be read through, or is being. */
  awaits(shard: ShardWriter): boolean {
    return this.#current?.shard === shard || this.#waiting.some((each) => each.shard === shard);
  }

  #add(reading: Reading): void {
    this.#waiting.push(reading);
    if (!this.#running) this.#cancel ??= this.#clock.after(BEGIN_AFTER_MS, () => void this.#run());
  }

  /** A shard has failed, or could not be read through, so that the next process must look again. */
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
      this.#current = next;
      if (!(await next.verify())) this.failed();
    }
    this.#current = undefined;
    this.#running = false;
  }
}
