import type { HistoryOperation } from './history-operation.ts';
import { encodeRecord } from './record-format.ts';

/** Appended operations gather here before they go to the file in one write. */
const BYTES_MAX = 1024 * 1024;
const FIRST_BYTES = 8 * 1024;
/** Of a shard that is not written to. */
const NOTHING = new Uint8Array(0);
const NO_VIEW: DataView = new DataView(NOTHING.buffer);

/** Records that are not in the file of their generation yet. */
export class AppendBuffer {
  #bytes: Uint8Array = NOTHING;
  #view: DataView = NO_VIEW;
  #length = 0;

  /** Bytes that wait to be written. */
  get length(): number {
    return this.#length;
  }

  /** Makes room for so many bytes more; false where what waits must be written first. */
  makeRoom(bytes: number): boolean {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return true;
    if (this.#length > 0 && needed > BYTES_MAX) return false;
    const twice = Math.max(FIRST_BYTES, this.#bytes.length * 2);
    const grown = new Uint8Array(Math.max(needed, Math.min(twice, BYTES_MAX)));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#use(grown);
    return true;
  }

  /** Puts a record behind the others, for which there is room; answers with its length. */
  add(operation: HistoryOperation, syncedBytes: number): number {
    const length = encodeRecord(operation, syncedBytes, this.#bytes, this.#view, this.#length);
    this.#length += length;
    return length;
  }

  /** What waits; valid until something is added. */
  waiting(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** What waited is in the file. */
  written(): void {
    this.#length = 0;
    // One huge document must not hold its memory for good.
    if (this.#bytes.length > BYTES_MAX) this.#use(new Uint8Array(BYTES_MAX));
  }

  /** Nothing waits; a shard that is written to no more must not hold the memory. */
  shrink(): void {
    this.#bytes = NOTHING;
    this.#view = NO_VIEW;
  }

  #use(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}
