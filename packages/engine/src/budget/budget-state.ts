/** Places in what two threads share of one request; the reason's characters follow. */
const CANCELLED = 0;
const STEPS = 1;
const KILOBYTES = 2;
const REASON_LENGTH = 3;
const REASON = 4;

/** Characters of a reason that reach other threads. */
const MAX_REASON = 124;

/** Int32 that two threads need for one request. */
export const SHARED_BUDGET_LENGTH = REASON + MAX_REASON;

/**
 * What the parts of one request have in common: a flag that ends it, and counters of what it took. A part in another thread
 * has its own counters in shared memory, beside a copy of the flag, so that a thread that is busy and hears no message can be
 * stopped from outside; most requests stay in one thread.
 */
export class BudgetState {
  /** In another thread than that of the request: what it shares with that one. */
  readonly #own: Int32Array | null;
  /** In the thread of the request: what it shares with others. */
  #parts: Int32Array[] | null = null;
  #isCancelled = false;
  #reason = '';
  #steps = 0;
  #kilobytes = 0;

  /** `own`: given by the thread of the request. */
  constructor(own?: Int32Array) {
    this.#own = own ?? null;
  }

  /** Begins a part in another thread, which is given the same memory. */
  share(part: Int32Array): void {
    part.fill(0, 0, REASON);
    if (this.#isCancelled) tell(part, this.#reason);
    this.#parts ??= [];
    this.#parts.push(part);
  }

  /** The part has ended: its steps are counted, its memory may be used for another. Returns the kilobytes that it held still. */
  unshare(part: Int32Array): number {
    this.#parts = this.#parts?.filter((each) => each !== part) ?? null;
    this.#steps = (this.#steps + Atomics.load(part, STEPS)) >>> 0;
    return Atomics.load(part, KILOBYTES);
  }

  get isCancelled(): boolean {
    return this.#isCancelled || (this.#own !== null && Atomics.load(this.#own, CANCELLED) === 1);
  }

  /** Why it was cancelled; empty where it was not. */
  get reason(): string {
    if (this.#isCancelled || this.#own === null) return this.#reason;
    const length = Atomics.load(this.#own, REASON_LENGTH);
    return String.fromCharCode(...this.#own.subarray(REASON, REASON + length));
  }

  /** The first reason stays. */
  cancel(reason: string): void {
    if (this.isCancelled) return;
    this.#reason = reason;
    this.#isCancelled = true;
    for (const part of this.#parts ?? []) tell(part, reason);
  }

  /** Steps of all threads so far, modulo 2^32; in another thread those of its part. */
  get steps(): number {
    let steps = this.#own === null ? this.#steps : Atomics.load(this.#own, STEPS) >>> 0;
    for (const part of this.#parts ?? []) steps += Atomics.load(part, STEPS) >>> 0;
    return steps >>> 0;
  }

  addSteps(steps: number): void {
    if (this.#own === null) this.#steps += steps;
    else Atomics.add(this.#own, STEPS, steps);
  }

  /** Memory that all threads hold, rounded for each of them. */
  get kilobytes(): number {
    let kilobytes = this.#own === null ? this.#kilobytes : Atomics.load(this.#own, KILOBYTES);
    for (const part of this.#parts ?? []) kilobytes += Atomics.load(part, KILOBYTES);
    return kilobytes;
  }

  addKilobytes(kilobytes: number): void {
    if (this.#own === null) this.#kilobytes += kilobytes;
    else Atomics.add(this.#own, KILOBYTES, kilobytes);
  }
}

function tell(part: Int32Array, reason: string): void {
  const length = Math.min(reason.length, MAX_REASON);
  for (let i = 0; i < length; i++) part[REASON + i] = reason.charCodeAt(i);
  Atomics.store(part, REASON_LENGTH, length);
  Atomics.store(part, CANCELLED, 1);
}
