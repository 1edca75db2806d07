import type { Clock, Log } from '@sextant/base';

interface ThrottleParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly index: string;
  readonly shard: number;
}

/**
 * Lets what is written to a shard wait while more of its merges are wanted than may be: they would fall behind
 * without end. As OpenSearch, it begins above the limit and ends below it.
 */
export class MergeThrottle {
  readonly #parts: ThrottleParts;
  /** Clock.nanos() since when it lets wait. */
  #sinceNanos: number | undefined;
  #pastNanos: number;
  #waiting: PromiseWithResolvers<void> | undefined;

  /** `pastMs`: what is counted already. */
  constructor(parts: ThrottleParts, pastMs = 0) {
    this.#parts = parts;
    this.#pastNanos = pastMs * 1e6;
  }

  get isThrottled(): boolean {
    return this.#sinceNanos !== undefined;
  }

  /** How long it has let wait, in milliseconds. */
  get throttledMs(): number {
    const present = this.#sinceNanos === undefined ? 0 : this.#parts.clock.nanos() - this.#sinceNanos;
    return (this.#pastNanos + present) / 1e6;
  }

  /** What is written waits for this; undefined where it need not. Never rejects. */
  get free(): Promise<void> | undefined {
    if (this.#sinceNanos === undefined) return undefined;
    this.#waiting ??= Promise.withResolvers<void>();
    return this.#waiting.promise;
  }

  /** `inFlight`: merges that run or wait. */
  look(inFlight: number, limit: number): void {
    const { clock, log, index, shard } = this.#parts;
    const fields = { index, shard };
    const state = `numMergesInFlight=${inFlight}, maxNumMerges=${limit}`;
    if (this.#sinceNanos === undefined) {
      if (inFlight <= limit) return;
      this.#sinceNanos = clock.nanos();
      log.log('info', 'index.merge', `now throttling indexing: ${state}`, fields);
    } else if (inFlight < limit) {
      this.end();
      log.log('info', 'index.merge', `stop throttling indexing: ${state}`, fields);
    }
  }

  /** Who waits goes on. */
  end(): void {
    if (this.#sinceNanos !== undefined) this.#pastNanos += this.#parts.clock.nanos() - this.#sinceNanos;
    this.#sinceNanos = undefined;
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }
}
