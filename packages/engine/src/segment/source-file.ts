import { type Disk, DiskError, type DiskFile, type FileMapping } from '@sextant/base';
import { corruptIndex } from '../codec/corruption.ts';
import { LZ4_INPUT_SLACK } from '../codec/lz4-decoder.ts';

/** Where a block is read that is only needed until its document is copied. */
let scratch = new DataView(new ArrayBuffer(128 * 1024));

function scratchOf(length: number): DataView {
  // A huge document should not hold its memory for ever.
  if (length > 1024 * 1024) return new DataView(new ArrayBuffer(length));
  if (scratch.byteLength < length) scratch = new DataView(new ArrayBuffer(length * 2));
  return scratch;
}

/**
 * A `.src` file as one thread reads it. Where single documents are wanted it is mapped, if the disk maps files of its length:
 * a call of the system costs more than all the rest of reading a document. Else it is read where it is asked for.
 */
export class SourceFile {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #bytes: number;
  #file: DiskFile | null = null;
  #mapping: FileMapping | null = null;

  /** The file has so many bytes, or is damaged. */
  constructor(disk: Disk, path: string, bytes: number) {
    this.#disk = disk;
    this.#path = path;
    this.#bytes = bytes;
  }

  /** Of memory that the system can take back. */
  get mappedBytes(): number {
    return this.#mapping === null ? 0 : this.#bytes;
  }

  get size(): number {
    return this.#bytes;
  }

  /** Can be read from now on until `close`, though the file be removed from its folder. */
  pin(): void {
    if (this.#mapping === null) this.#open();
  }

  /**
   * The bytes from `start` on, valid until the next call, with at least `LZ4_INPUT_SLACK` more after them, that mean nothing. In
   * the file so many must follow, as its footer does.
   */
  view(start: number, length: number): DataView {
    const buffer = (this.#mapping ?? this.#map())?.buffer;
    if (buffer === undefined) {
      const view = scratchOf(length + LZ4_INPUT_SLACK);
      this.#fill(new Uint8Array(view.buffer, 0, length), start);
      return view;
    }
    this.#requireWithin(start, length + LZ4_INPUT_SLACK);
    return new DataView(buffer, start, length + LZ4_INPUT_SLACK);
  }

  /** The bytes from `start` on, valid until `close`. Never maps the file. */
  bytes(start: number, length: number): Uint8Array {
    if (this.#mapping === null) return this.#fill(new Uint8Array(length), start);
    this.#requireWithin(start, length);
    return new Uint8Array(this.#mapping.buffer, start, length);
  }

  /** What is read later opens the file again. */
  close(): void {
    this.#file?.close();
    this.#file = null;
    this.#mapping?.unmap();
    this.#mapping = null;
  }

  /** Not what is open already: it may have been removed. */
  #map(): FileMapping | undefined {
    if (this.#file !== null || !this.#disk.maps(this.#bytes)) return undefined;
    try {
      const mapping = this.#disk.mapOnly(this.#path, this.#bytes);
      this.#mapping = mapping ?? null;
      return mapping;
    } catch (error) {
      if (!(error instanceof DiskError) || error.code !== 'failed') throw error;
      throw corruptIndex(`a file of stored documents cannot be mapped: ${error.message} [${this.#path}]`);
    }
  }

  #open(): DiskFile {
    this.#file ??= this.#disk.open(this.#path, 'read');
    return this.#file;
  }

  #fill(target: Uint8Array, start: number): Uint8Array {
    if (this.#open().read(target, start) === target.length) return target;
    throw this.#tooShort();
  }

  #requireWithin(start: number, length: number): void {
    if (!(start >= 0 && start + length <= this.#bytes)) throw this.#tooShort();
  }

  #tooShort(): Error {
    return corruptIndex(`a file of stored documents is too short [${this.#path}]`);
  }
}
