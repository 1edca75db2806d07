/** Smaller arrays are made anew: the runtime is quick with them. */
const LEAST_BYTES = 16 * 1024;

/**
 * Memory of arrays that were outgrown or are done with, for the next ones of the same size. New memory costs more than it seems: the
 * system clears each page of it, and the runtime, which counts it, goes through its whole heap after every 64 MB of it.
 */
export class SpareArrays {
  readonly #bySize = new Map<number, ArrayBuffer[]>();
  readonly #keptBytes: number;
  #bytes = 0;
  #isOpen = false;

  /** More than `keptBytes` are given back to the system. */
  constructor(keptBytes: number) {
    this.#keptBytes = keptBytes;
  }

  /** From now on arrays are kept. */
  open(): void {
    this.#isOpen = true;
  }

  /** Keeps none, and takes none until it is opened again. */
  drop(): void {
    this.#isOpen = false;
    this.#bySize.clear();
    this.#bytes = 0;
  }

  get bytesKept(): number {
    return this.#bytes;
  }

  /** Exactly so many bytes, of any content; undefined where none are left. */
  take(bytes: number): ArrayBuffer | undefined {
    if (this.#bytes === 0) return undefined;
    const taken = this.#bySize.get(bytes)?.pop();
    if (taken !== undefined) this.#bytes -= bytes;
    return taken;
  }

  /** Nobody may use the array, or a view of it, any more. */
  give({ buffer, byteLength }: ArrayBufferView): void {
    const isKept = this.#isOpen && byteLength >= LEAST_BYTES && this.#bytes + byteLength <= this.#keptBytes;
    if (!isKept || !(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength) return;
    const others = this.#bySize.get(byteLength);
    if (others === undefined) this.#bySize.set(byteLength, [buffer]);
    else others.push(buffer);
    this.#bytes += byteLength;
  }
}
