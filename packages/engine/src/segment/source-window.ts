import { LZ4_SLACK, Lz4Decoder } from '../codec/lz4-decoder.ts';
import {
  BLOCK_HEADER_BYTES,
  type BlockHeader,
  lengthsDamaged,
  packedDamaged,
  readLengths,
} from './source-block.ts';

/** Room for a block beside the dictionary; a block that needs more gets a buffer that is not kept. */
const ROOM_BYTES = 16 * 1024;

/** A dictionary with the block that was unpacked last over it, as far as anybody asked for it. */
export class SourceWindow {
  readonly #dictionaryBytes: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #decoder = new Lz4Decoder();
  #offsets = new Uint32Array(32);
  /** The block that lies in the window, -1 for none, and the document of it that was read last. */
  #block = -1;
  #last = -1;

  constructor(dictionary: Uint8Array) {
    this.#dictionaryBytes = dictionary.length;
    this.#bytes = new Uint8Array(dictionary.length + ROOM_BYTES + LZ4_SLACK);
    this.#bytes.set(dictionary);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get byteLength(): number {
    return this.#bytes.length;
  }

  /** A copy of the dictionary. */
  get dictionary(): Uint8Array {
    return this.#bytes.slice(0, this.#dictionaryBytes);
  }

  /** The n-th document where it lies here already; valid until the next is read. */
  known(block: number, n: number): Uint8Array | undefined {
    if (block !== this.#block) return undefined;
    const start = this.#dictionaryBytes;
    const end = start + this.#offsets[n + 1]!;
    if (end <= this.#decoder.windowAt) this.#last = n;
    return end > this.#decoder.windowAt ? undefined : this.#bytes.subarray(start + this.#offsets[n]!, end);
  }

  /**
   * Unpacks the block up to its n-th document, which is valid until the next is read; whole, where the one before that was read just now:
   * then the others will be. After `input`, which is the block
   * with its header, as many bytes must follow as a decoder may read beyond its end.
   */
  read(block: number, n: number, input: DataView, header: BlockHeader, where: string): Uint8Array {
    const { docs, plainBytes, storedBytes } = header;
    const inputEnd = BLOCK_HEADER_BYTES + storedBytes;
    const decoder = this.#decoder;
    const start = this.#dictionaryBytes;
    if (block !== this.#block) {
      this.#block = -1;
      if (this.#offsets.length <= docs) this.#offsets = new Uint32Array(docs + 1);
      const stored = new Uint8Array(input.buffer, input.byteOffset, inputEnd);
      decoder.inputAt = readLengths(stored, docs, this.#offsets, where, BLOCK_HEADER_BYTES);
      if (this.#offsets[docs] !== plainBytes || plainBytes > storedBytes * 255) throw lengthsDamaged(where);
      decoder.windowAt = start;
    }
    const from = start + this.#offsets[n]!;
    const end = start + this.#offsets[n + 1]!;
    const windowEnd = start + plainBytes;
    if (plainBytes > ROOM_BYTES) return this.#readAlone(input, inputEnd, windowEnd, from, end, where);
    const until = block === this.#block && n === this.#last + 1 ? windowEnd : end;
    this.#block = block;
    this.#last = n;
    const sound = decoder.fill(input, inputEnd, this.#view, windowEnd, until);
    if (sound && decoder.windowAt >= end) return this.#bytes.subarray(from, end);
    this.#block = -1;
    throw packedDamaged(where);
  }

  #readAlone(
    input: DataView,
    inputEnd: number,
    windowEnd: number,
    from: number,
    end: number,
    where: string,
  ): Uint8Array {
    const window = new Uint8Array(windowEnd + LZ4_SLACK);
    window.set(this.#bytes.subarray(0, this.#dictionaryBytes));
    const sound = this.#decoder.fill(input, inputEnd, new DataView(window.buffer), windowEnd, end);
    if (!sound || this.#decoder.windowAt < end) throw packedDamaged(where);
    return window.subarray(from, end);
  }
}

/** The windows that a thread has open, of all segments: those used last, up to so many bytes. */
export class SourceWindows {
  readonly #bytesMax: number;
  /** In the order of their use, with what is called when one has to go. */
  readonly #open = new Map<SourceWindow, () => void>();
  #last: SourceWindow | undefined;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get byteLength(): number {
    return this.#bytes;
  }

  /** `dropped` lets go of the window; it is not called for `close`. */
  use(window: SourceWindow, dropped: () => void): void {
    if (window === this.#last) return;
    this.#last = window;
    if (!this.#open.delete(window)) this.#bytes += window.byteLength;
    this.#open.set(window, dropped);
    for (const [oldest, drop] of this.#open) {
      if (this.#bytes <= this.#bytesMax || oldest === window) break;
      this.close(oldest);
      drop();
    }
  }

  close(window: SourceWindow): void {
    if (!this.#open.delete(window)) return;
    this.#bytes -= window.byteLength;
    if (this.#last === window) this.#last = undefined;
  }
}
