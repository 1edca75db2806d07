/** Documents lie in pieces of memory of this size; the oldest piece goes as a whole. */
const SLAB_BYTES = 256 * 1024;
/** A longer document has memory of its own and is not kept. */
const KEPT_BYTES_MAX = 64 * 1024;
/** Rows for so many bytes: documents are rarely shorter. */
const BYTES_PER_ROW = 256;

const HASH_PRIME = 0x9e3779b1;
const DOC_PRIME = 0x85ebca6b;

/** A row of the table: whose document it is and where it lies. */
const READER = 0;
const DOC = 1;
const SLAB = 2;
const START = 3;
const LENGTH = 4;
const ROW_NUMBERS = 5;

/**
 * The documents that a thread has read last, of all segments. To unpack one takes some microseconds, to find one here a
 * tenth of that, and the same hits are asked for again and again. What is given out never changes, and stays with whoever holds it.
 */
export class DocumentCache {
  readonly #slabs: (Uint8Array | null)[];
  readonly #rowBits: number;
  /** Made when the first document comes. */
  #rows: Int32Array | null = null;
  /** Slabs that were begun; the last of them is being filled. 0 stands for none. */
  #slab = 0;
  #filled = SLAB_BYTES;
  #readers = 0;

  constructor(bytesMax: number) {
    this.#slabs = new Array(Math.max(1, Math.floor(bytesMax / SLAB_BYTES))).fill(null);
    this.#rowBits = 31 - Math.clz32(bytesMax / BYTES_PER_ROW);
  }

  /** By this number its documents are known; none has it twice. */
  nextReader(): number {
    return ++this.#readers;
  }

  find(reader: number, doc: number): Uint8Array | undefined {
    const rows = this.#rows;
    if (rows === null) return undefined;
    const row = this.#rowOf(reader, doc);
    for (let at = row; at <= row + ROW_NUMBERS; at += ROW_NUMBERS) {
      if (rows[at + DOC] !== doc || rows[at + READER] !== reader || !this.#isThere(rows[at + SLAB]!))
        continue;
      const { buffer } = this.#slabs[rows[at + SLAB]! % this.#slabs.length]!;
      return new Uint8Array(buffer, rows[at + START], rows[at + LENGTH]);
    }
    return undefined;
  }

  /** A copy that stays as it is. */
  keep(reader: number, doc: number, document: Uint8Array): Uint8Array {
    const { length } = document;
    if (length > KEPT_BYTES_MAX || length === 0) return document.slice();
    if (this.#filled + length > SLAB_BYTES) this.#beginSlab();
    const start = this.#filled;
    const slab = this.#slabs[this.#slab % this.#slabs.length]!;
    slab.set(document, start);
    this.#filled += length;
    this.#note(reader, doc, start, length);
    return new Uint8Array(slab.buffer, start, length);
  }

  #beginSlab(): void {
    this.#slab++;
    this.#slabs[this.#slab % this.#slabs.length] = new Uint8Array(SLAB_BYTES);
    this.#filled = 0;
  }

  /** In the older of the two rows that the document may have. */
  #note(reader: number, doc: number, start: number, length: number): void {
    this.#rows ??= new Int32Array((2 << this.#rowBits) * ROW_NUMBERS);
    const rows = this.#rows;
    const first = this.#rowOf(reader, doc);
    const at = rows[first + SLAB]! <= rows[first + ROW_NUMBERS + SLAB]! ? first : first + ROW_NUMBERS;
    rows[at + READER] = reader;
    rows[at + DOC] = doc;
    rows[at + SLAB] = this.#slab;
    rows[at + START] = start;
    rows[at + LENGTH] = length;
  }

  #isThere(slab: number): boolean {
    return slab > 0 && slab > this.#slab - this.#slabs.length;
  }

  /** The first of two. */
  #rowOf(reader: number, doc: number): number {
    const hash = Math.imul(Math.imul(reader, HASH_PRIME) ^ doc, DOC_PRIME);
    return (hash >>> (32 - this.#rowBits)) * 2 * ROW_NUMBERS;
  }
}
