import { crc32 } from 'node:zlib';
import type { DiskFile } from '@sextant/base';
import { ByteList, Float64List, Uint32List } from '../codec/lists.ts';
import { FORMAT_VERSION, SOURCE_MAGIC } from './segment-format.ts';
import {
  encodeBlock,
  FAST_BLOCK_BYTES,
  SOURCE_BLOCK_BYTES,
  SOURCE_BLOCK_DOCS,
  SourceMethod,
} from './source-block.ts';

export const SOURCE_HEADER_BYTES = 16;
export const SOURCE_FOOTER_BYTES = 16;
/** Written to the file in pieces of about this size. */
const WRITE_BYTES = 1 << 20;

export interface SourceLayout {
  /** File offset of each block, and the end of the last. */
  readonly blocks: Float64Array;
  /** First document of each block, and the count of documents. */
  readonly blockDocs: Uint32Array;
  readonly fileBytes: number;
}

/** How documents are put into blocks; a block ends at the document that fills it. */
export interface SourcePacking {
  readonly method: SourceMethod;
  readonly level: number;
  readonly blockBytes: number;
}

/** As they are, for documents that are soon written again. */
export const plainPacking: SourcePacking = {
  method: SourceMethod.raw,
  level: 0,
  blockBytes: SOURCE_BLOCK_BYTES,
};

/** Quickly, and quick to read. */
export const fastPacking: SourcePacking = {
  method: SourceMethod.deflate,
  level: 1,
  blockBytes: FAST_BLOCK_BYTES,
};

/** Small. */
export const bestPacking: SourcePacking = {
  method: SourceMethod.deflate,
  level: 6,
  blockBytes: SOURCE_BLOCK_BYTES,
};

/** Writes a `.src` file: documents in order, in blocks with a checksum each. */
export class SourceWriter {
  readonly #file: DiskFile;
  readonly #method: SourceMethod;
  readonly #level: number;
  readonly #blockBytes: number;
  readonly #output = new ByteList();
  readonly #pending = new ByteList();
  readonly #lengths = new Uint32Array(SOURCE_BLOCK_DOCS);
  #pendingDocs = 0;
  readonly #blocks = new Float64List();
  readonly #blockDocs = new Uint32List();
  #docs = 0;
  #position = 0;
  #crc = 0;

  /** The file must be empty; it is neither synced nor closed here. */
  constructor(file: DiskFile, generation: number, { method, level, blockBytes }: SourcePacking) {
    this.#file = file;
    this.#method = method;
    this.#level = level;
    this.#blockBytes = blockBytes;
    const header = new Uint8Array(SOURCE_HEADER_BYTES);
    const view = new DataView(header.buffer);
    view.setUint32(0, SOURCE_MAGIC, true);
    view.setUint32(4, FORMAT_VERSION, true);
    view.setFloat64(8, generation, true);
    this.#write(header);
  }

  /** The next document: `bytes[start, end)`. */
  add(bytes: Uint8Array, start: number, end: number): void {
    this.#lengths[this.#pendingDocs++] = end - start;
    this.#pending.append(bytes, start, end - start);
    if (this.#pendingDocs === SOURCE_BLOCK_DOCS || this.#pending.length >= this.#blockBytes) this.#endBlock();
  }

  /** The next documents as a block that is encoded already. */
  addBlock(block: Uint8Array, docs: number): void {
    this.#endBlock();
    this.#writeBlock(block, docs);
  }

  finish(): SourceLayout {
    this.#endBlock();
    this.#blocks.push(this.#position);
    this.#blockDocs.push(this.#docs);
    const footer = new Uint8Array(SOURCE_FOOTER_BYTES);
    const view = new DataView(footer.buffer);
    view.setUint32(0, this.#crc, true);
    view.setUint32(4, SOURCE_MAGIC, true);
    view.setFloat64(8, this.#position + SOURCE_FOOTER_BYTES, true);
    this.#write(footer);
    this.#file.write(this.#output.view());
    this.#output.length = 0;
    return {
      blocks: this.#blocks.values.subarray(0, this.#blocks.length),
      blockDocs: this.#blockDocs.view(),
      fileBytes: this.#position,
    };
  }

  #endBlock(): void {
    const docs = this.#pendingDocs;
    if (docs === 0) return;
    const content = new Uint8Array(docs * 4 + this.#pending.length);
    const view = new DataView(content.buffer);
    for (let i = 0; i < docs; i++) view.setUint32(i * 4, this.#lengths[i]!, true);
    content.set(this.#pending.view(), docs * 4);
    this.#pending.length = 0;
    this.#pendingDocs = 0;
    this.#writeBlock(encodeBlock(content, docs, this.#method, this.#level), docs);
  }

  #writeBlock(block: Uint8Array, docs: number): void {
    this.#blocks.push(this.#position);
    this.#blockDocs.push(this.#docs);
    this.#docs += docs;
    // The footer's checksum is over the blocks' checksums: a block that is missing or doubled shows.
    this.#crc = crc32(block.subarray(0, 4), this.#crc);
    this.#write(block);
  }

  #write(bytes: Uint8Array): void {
    this.#output.append(bytes, 0, bytes.length);
    this.#position += bytes.length;
    if (this.#output.length < WRITE_BYTES) return;
    this.#file.write(this.#output.view());
    this.#output.length = 0;
  }
}
