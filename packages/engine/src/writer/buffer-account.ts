/**
 * What the indexing buffers of all writers hold, in memory that they share: one number for each, in kilobytes, as it
 * was when it looked last.
 */
export class BufferAccount {
  readonly #kilobytes: Int32Array;
  readonly #slot: number;

  /** `shared` has four bytes for each writer, of which `slot` is this one's. */
  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(4), slot = 0) {
    this.#kilobytes = new Int32Array(shared);
    this.#slot = slot;
  }

  /** How many writers there may be. */
  get writers(): number {
    return this.#kilobytes.length;
  }

  /** Tells what this writer's buffers hold, and answers with what those of all do. */
  total(bytes: number): number {
    Atomics.store(this.#kilobytes, this.#slot, Math.ceil(bytes / 1024));
    let kilobytes = 0;
    for (let i = 0; i < this.writers; i++) kilobytes += Atomics.load(this.#kilobytes, i);
    return kilobytes * 1024;
  }
}
