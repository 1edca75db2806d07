/** Places in the shared array; the reason's characters follow. */
const CANCELLED = 0;
const STEPS = 1;
const KILOBYTES = 2;
const REASON_LENGTH = 3;
const REASON = 4;

/** Characters of a reason that reach other threads. */
const MAX_REASON = 120;

/**
 * What the parts of one request share: a flag that ends it, and counters of what it took. They are one array as soon
 * as another thread is to have them, so that a thread that is busy and hears no message can be stopped from outside;
 * most requests stay in one thread, and shared memory is dear to make.
 */
export class BudgetState {
  #buffer: SharedArrayBuffer | null = null;
  /** null while nobody else has it. */
  #slots: Int32Array | null = null;
  #isCancelled = false;
  #reason = '';
  #steps = 0;
  #kilobytes = 0;

  /** `buffer`: that of another thread. */
  constructor(buffer?: SharedArrayBuffer) {
    if (buffer === undefined) return;
    this.#buffer = buffer;
    this.#slots = new Int32Array(buffer);
  }

  /** For another thread. */
  get buffer(): SharedArrayBuffer {
    if (this.#buffer !== null) return this.#buffer;
    this.#buffer = new SharedArrayBuffer((REASON + MAX_REASON) * 4);
    this.#slots = new Int32Array(this.#buffer);
    this.addSteps(this.#steps);
    this.addKilobytes(this.#kilobytes);
    if (this.#isCancelled) share(this.#slots, this.#reason);
    return this.#buffer;
  }

  get isCancelled(): boolean {
    return this.#isCancelled || (this.#slots !== null && Atomics.load(this.#slots, CANCELLED) === 1);
  }

  /** Why it was cancelled; empty where it was not. */
  get reason(): string {
    if (this.#isCancelled || this.#slots === null) return this.#reason;
    const length = Atomics.load(this.#slots, REASON_LENGTH);
    return String.fromCharCode(...this.#slots.subarray(REASON, REASON + length));
  }

  /** The first reason stays. */
  cancel(reason: string): void {
    if (this.isCancelled) return;
    this.#reason = reason;
    this.#isCancelled = true;
    if (this.#slots !== null) share(this.#slots, reason);
  }

  /** Steps of all threads so far, modulo 2^32. */
  get steps(): number {
    return this.#slots === null ? this.#steps : Atomics.load(this.#slots, STEPS) >>> 0;
  }

  addSteps(steps: number): void {
    if (this.#slots === null) this.#steps += steps;
    else Atomics.add(this.#slots, STEPS, steps);
  }

  /** Memory that all threads hold, rounded for each of them. */
  get kilobytes(): number {
    return this.#slots === null ? this.#kilobytes : Atomics.load(this.#slots, KILOBYTES);
  }

  addKilobytes(kilobytes: number): void {
    if (this.#slots === null) this.#kilobytes += kilobytes;
    else Atomics.add(this.#slots, KILOBYTES, kilobytes);
  }
}

function share(slots: Int32Array, reason: string): void {
  const length = Math.min(reason.length, MAX_REASON);
  for (let i = 0; i < length; i++) slots[REASON + i] = reason.charCodeAt(i);
  Atomics.store(slots, REASON_LENGTH, length);
  Atomics.store(slots, CANCELLED, 1);
}
