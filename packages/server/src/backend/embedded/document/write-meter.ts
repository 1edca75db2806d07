/** 0 = no limit. */
interface MeterLimit {
  readonly maxRequests: number;
  readonly maxBytes: number;
  readonly intervalMs: number;
}

/** A meter that nobody has read for so long counts nothing any more. */
const OLD_MS = 3_600_000;

/** What was written lately, in intervals: each takes what its limit is off the count. */
export class WriteMeter {
  /** When the present interval began. */
  #since: number;
  #readAt: number;
  #requests = 0;
  #bytes = 0;

  constructor(now: number) {
    this.#since = now;
    this.#readAt = now;
  }

  /** How long until something may be written; 0 = now. */
  waitMs(limit: MeterLimit, now: number): number {
    this.#readAt = now;
    this.#goOn(limit, now);
    const intervals = Math.floor(
      Math.max(share(this.#requests, limit.maxRequests), share(this.#bytes, limit.maxBytes)),
    );
    return intervals === 0 ? 0 : this.#since + intervals * limit.intervalMs - now;
  }

  count(load: { readonly requests: number; readonly bytes: number }): void {
    this.#requests += load.requests;
    this.#bytes += load.bytes;
  }

  isOld(now: number): boolean {
    return now - this.#readAt > OLD_MS;
  }

  #goOn({ maxRequests, maxBytes, intervalMs }: MeterLimit, now: number): void {
    const passed = Math.floor((now - this.#since) / intervalMs);
    // A clock that was set back begins a new interval.
    if (passed < 0) this.#since = now;
    if (passed <= 0) return;
    this.#since += passed * intervalMs;
    this.#requests = maxRequests === 0 ? 0 : Math.max(0, this.#requests - passed * maxRequests);
    this.#bytes = maxBytes === 0 ? 0 : Math.max(0, this.#bytes - passed * maxBytes);
  }
}

function share(used: number, most: number): number {
  return most === 0 ? 0 : used / most;
}
