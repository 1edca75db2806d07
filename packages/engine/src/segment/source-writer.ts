import { crc32 } from 'node:zlib';
import type { DiskFile } from '@sextant/base';
import { bytesOf } from '../codec/bytes.ts';
import { ByteList, Float64List, Uint32List } from '../codec/lists.ts';
import { Lz4Encoder } from '../codec/lz4-encoder.ts';
import { SEGMENT_VERSION, SOURCE_MAGIC } from './segment-format.ts';
import {
  BLOCK_HEADER_BYTES,
  checksumOfBlock,
  encodeBlock,
  SourceMethod,
  sealBlock,
  writeLengths,
} from './source-block.ts';
import { endsWithKept } from './stored-document.ts';

export const SOURCE_HEADER_BYTES = 16;
export const SOURCE_FOOTER_BYTES = 16;
/** Written to the file in pieces of about this size. */
const WRITE_BYTES = 1 << 20;

export interface SourceLayout {
  /** File offset of each block, and the end of the last. */
  readonly blocks: Float64Array;
  /** First document of each block, and the count of documents. */
  readonly blockDocs: Uint32Array;
  /** Which of the blocks are dictionaries: each is that of the blocks after it. */
  readonly dictionaries: Uint32Array;
  readonly fileBytes: number;
}

/** A file of documents that is whole. */
export interface WrittenSource extends SourceLayout {
  /** Some documents have a part that is kept beside their source. */
  readonly hasKept: boolean;
}

/** How documents are put into blocks; a block ends at the document that fills it. */
export interface SourcePacking {
  readonly method: typeof SourceMethod.deflate | typeof SourceMethod.lz4;
  readonly blockBytes: number;
  readonly blockDocs: number;
}

/** Quickly, and quick to read: to read a document the block before it is unpacked, a microsecond for a KiB or two. */
export const fastPacking: SourcePacking = {
  method: SourceMethod.lz4,
  blockBytes: 2 * 1024,
  blockDocs: 64,
};

/** Small. */
export const bestPacking: SourcePacking = {
  method: SourceMethod.deflate,
  blockBytes: 64 * 1024,
  blockDocs: 16,
};
const BEST_LEVEL = 6;

const NOTHING = new Uint8Array(0);

/** Makes a `.src` file: documents in order, in blocks with a checksum each. */
export class SourceWriter {
  readonly #file: DiskFile;
  readonly #packing: SourcePacking;
  /** What waits to be written. */
  readonly #output = new ByteList();
  readonly #pending = new ByteList();
  readonly #lengths: Uint32Array;
  #pendingDocs = 0;
  readonly #blocks = new Float64List();
  readonly #blockDocs = new Uint32List();
  readonly #dictionaries = new Uint32List();
  #dictionary: Uint8Array = NOTHING;
  /** Made when a block is packed with the present dictionary. */
  #encoder: Lz4Encoder | undefined;
  #docs = 0;
  #hasKept = false;
  #position = SOURCE_HEADER_BYTES;
  /** The checksum of each block. */
  readonly #checksums = new Uint32List();

  /** Packs what is added and writes it to the file as it comes. The file must be empty; it is neither synced nor closed here. */
  constructor(packing: SourcePacking, target: { readonly file: DiskFile; readonly generation: number }) {
    this.#packing = packing;
    this.#lengths = new Uint32Array(packing.blockDocs);
    this.#file = target.file;
    target.file.write(headerOf(target.generation));
  }

  /** The next document; empty where its source is not kept. */
  add(bytes: Uint8Array, start: number, end: number): void {
    if (end > start && endsWithKept(bytes, end)) this.#hasKept = true;
    this.#lengths[this.#pendingDocs++] = end - start;
    this.#pending.append(bytes, start, end - start);
    const { blockDocs, blockBytes } = this.#packing;
    if (this.#pendingDocs === blockDocs || this.#pending.length >= blockBytes) this.#endBlock();
  }

  /**
   * The next documents as a block that is encoded already, with the present dictionary where it needs one. `hasKept`: of some a
   * part may be kept beside their source.
   */
  addBlock(block: Uint8Array, docs: number, hasKept: boolean): void {
    if (hasKept) this.#hasKept = true;
    this.#endBlock();
    this.#output.append(block, 0, block.length);
    this.#blockWritten(block, docs);
  }

  /** What follows may refer to these bytes. */
  useDictionary(dictionary: Uint8Array): void {
    this.#endBlock();
    this.#encoder = undefined;
    this.#dictionary = NOTHING;
    this.#dictionaries.push(this.#blocks.length);
    this.#pending.append(dictionary, 0, dictionary.length);
    this.#endPacked();
    this.#encoder = undefined;
    this.#dictionary = dictionary;
  }

  /** Ends the file. */
  finish(): WrittenSource {
    this.#endBlock();
    this.#blocks.push(this.#position);
    this.#blockDocs.push(this.#docs);
    const footer = new Uint8Array(SOURCE_FOOTER_BYTES);
    const view = new DataView(footer.buffer);
    const fileBytes = this.#position + SOURCE_FOOTER_BYTES;
    view.setUint32(0, crc32(bytesOf(this.#checksums.view())), true);
    view.setUint32(4, SOURCE_MAGIC, true);
    view.setFloat64(8, fileBytes, true);
    this.#output.append(footer, 0, footer.length);
    this.#file.write(this.#output.view());
    this.#output.length = 0;
    return {
      blocks: this.#blocks.values.subarray(0, this.#blocks.length),
      blockDocs: this.#blockDocs.view(),
      dictionaries: this.#dictionaries.view(),
      fileBytes,
      hasKept: this.#hasKept,
    };
  }

  #endBlock(): void {
    if (this.#pendingDocs === 0) return;
    if (this.#packing.method === SourceMethod.lz4) this.#endPacked();
    else this.#endPlain(SourceMethod.deflate);
  }

  #endPacked(): void {
    const pending = this.#pending;
    const docs = this.#pendingDocs;
    this.#encoder ??= new Lz4Encoder(this.#dictionary);
    const packed = this.#encoder.encode(pending.values, 0, pending.length);
    // Without packing each length takes four bytes.
    if (packed >= pending.length + docs * 2) {
      this.#endPlain(SourceMethod.raw);
      return;
    }
    const output = this.#output;
    const start = output.length;
    output.reserve(BLOCK_HEADER_BYTES + docs * 5 + packed);
    const at = writeLengths(this.#lengths, docs, output.values, start + BLOCK_HEADER_BYTES);
    output.length = at;
    output.append(this.#encoder.output, 0, packed);
    const block = output.values.subarray(start, output.length);
    sealBlock(block, pending.length, docs, SourceMethod.lz4);
    this.#pending.length = 0;
    this.#pendingDocs = 0;
    this.#blockWritten(block, docs);
  }

  #endPlain(method: typeof SourceMethod.raw | typeof SourceMethod.deflate): void {
    const docs = this.#pendingDocs;
    const content = new Uint8Array(docs * 4 + this.#pending.length);
    const view = new DataView(content.buffer);
    for (let i = 0; i < docs; i++) view.setUint32(i * 4, this.#lengths[i]!, true);
    content.set(this.#pending.view(), docs * 4);
    this.#pending.length = 0;
    this.#pendingDocs = 0;
    const block = encodeBlock(content, docs, method, BEST_LEVEL);
    this.#output.append(block, 0, block.length);
    this.#blockWritten(block, docs);
  }

  /** The block stands at the end of the output. */
  #blockWritten(block: Uint8Array, docs: number): void {
    this.#blocks.push(this.#position);
    this.#blockDocs.push(this.#docs);
    this.#docs += docs;
    // The footer's checksum is over the blocks' checksums: a block that is missing or doubled shows.
    this.#checksums.push(checksumOfBlock(block));
    this.#position += block.length;
    if (this.#output.length < WRITE_BYTES) return;
    this.#file.write(this.#output.view());
    this.#output.length = 0;
  }
}

function headerOf(generation: number): Uint8Array {
  const header = new Uint8Array(SOURCE_HEADER_BYTES);
  const view = new DataView(header.buffer);
  view.setUint32(0, SOURCE_MAGIC, true);
  view.setUint32(4, SEGMENT_VERSION, true);
  view.setFloat64(8, generation, true);
  return header;
}
