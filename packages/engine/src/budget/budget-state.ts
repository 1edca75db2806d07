/** Places in the shared array; the reason's characters follow. */
const CANCELLED = 0;
const STEPS = 1;
const KILOBYTES = 2;
const REASON_LENGTH = 3;
const REASON = 4;

/** Characters of a reason that reach other threads. */
const MAX_REASON = 120;

/**
 * What the threads of one request share: a flag that ends it, and counters of what it took. One array, so that
 * a thread that is busy and hears no message can be stopped from outside.
 */
export class BudgetState {
  readonly buffer: SharedArrayBuffer;
  readonly #slots: Int32Array;

  /** `buffer`: that of another thread. */
  constructor(buffer = new SharedArrayBuffer((REASON + MAX_REASON) * 4)) {
    this.buffer = buffer;
    this.#slots = new Int32Array(buffer);
  }

  get isCancelled(): boolean {
    return Atomics.load(this.#slots, CANCELLED) === 1;
  }

  /** Why it was cancelled; empty where it was not. */
  get reason(): string {
    const length = Atomics.load(this.#slots, REASON_LENGTH);
    return String.fromCharCode(...this.#slots.subarray(REASON, REASON + length));
  }

  /** The first reason stays. */
  cancel(reason: string): void {
    if (this.isCancelled) return;
    const length = Math.min(reason.length, MAX_REASON);
    for (let i = 0; i < length; i++) this.#slots[REASON + i] = reason.charCodeAt(i);
    Atomics.store(this.#slots, REASON_LENGTH, length);
    Atomics.store(this.#slots, CANCELLED, 1);
  }

  /** Steps of all threads so far, modulo 2^32. */
  get steps(): number {
    return Atomics.load(this.#slots, STEPS) >>> 0;
  }

  addSteps(steps: number): void {
    Atomics.add(this.#slots, STEPS, steps);
  }

  /** Memory that all threads hold, rounded for each of them. */
  get kilobytes(): number {
    return Atomics.load(this.#slots, KILOBYTES);
  }

  addKilobytes(kilobytes: number): void {
    Atomics.add(this.#slots, KILOBYTES, kilobytes);
  }
}
