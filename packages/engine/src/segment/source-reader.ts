import type { Disk, DiskFile } from '@sextant/base';
import { getBit, setBit, wordsFor } from '../codec/bits.ts';
import { corruptIndex } from '../codec/corruption.ts';
import {
  BLOCK_HEADER_BYTES,
  checkBlock,
  decodeBlock,
  SOURCE_BLOCK_DOCS,
  type SourceBlock,
} from './source-block.ts';

/** Decoded blocks kept: hits of one page are often neighbours. */
const CACHED_BLOCKS = 16;

/** Where a block is read that is only needed until its document is copied. */
let scratch = new Uint8Array(128 * 1024);

function scratchOf(length: number): Uint8Array {
  // A huge document should not hold its memory for ever.
  if (length > 1024 * 1024) return new Uint8Array(length);
  if (scratch.length < length) scratch = new Uint8Array(length * 2);
  return scratch.subarray(0, length);
}

/** Reads documents out of a `.src` file, which is opened at the first read. */
export class SourceReader {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #blocks: Float64Array;
  readonly #blockDocs: Uint32Array;
  readonly #cache = new Map<number, SourceBlock>();
  /** Blocks whose checksum was compared and whose documents stand in them as they are. */
  #plain: Uint32Array | null = null;
  /** The lengths of the documents of a block. */
  readonly #lengths = new Uint32Array(SOURCE_BLOCK_DOCS);
  #file: DiskFile | null = null;

  constructor(disk: Disk, path: string, blocks: Float64Array, blockDocs: Uint32Array) {
    this.#disk = disk;
    this.#path = path;
    this.#blocks = blocks;
    this.#blockDocs = blockDocs;
  }

  get blockCount(): number {
    return this.#blocks.length - 1;
  }

  /** Of all blocks. */
  get storedBytes(): number {
    return this.#blocks[this.blockCount]! - this.#blocks[0]!;
  }

  firstDocOf(block: number): number {
    return this.#blockDocs[block]!;
  }

  /** A copy of the document's bytes; empty where none were kept. */
  read(doc: number): Uint8Array {
    // A damaged column may name any number.
    if (doc < 0 || doc >= this.#blockDocs[this.blockCount]!) {
      throw corruptIndex(`a file of stored documents has no document ${doc} [${this.#path}]`);
    }
    const index = this.#blockOf(doc);
    if (this.#plain !== null && getBit(this.#plain, index)) return this.#readPlain(index, doc);
    let block = this.#cache.get(index);
    if (block === undefined) {
      const bytes = this.#bytesOf(index, scratchOf(this.#blocks[index + 1]! - this.#blocks[index]!));
      block = this.#decode(index, bytes);
      // What was not packed lies in the scratch memory, and is as quickly read again as kept.
      if (block.content.buffer !== bytes.buffer) this.#keep(index, block);
      else if (block.docs <= SOURCE_BLOCK_DOCS) this.#setPlain(index);
    } else {
      this.#cache.delete(index);
      this.#cache.set(index, block);
    }
    const at = doc - this.#blockDocs[index]!;
    return block.content.slice(block.offsets[at], block.offsets[at + 1]);
  }

  #setPlain(index: number): void {
    this.#plain ??= new Uint32Array(wordsFor(this.blockCount));
    setBit(this.#plain, index);
  }

  /** One document alone, out of a block that is known to be sound. */
  #readPlain(index: number, doc: number): Uint8Array {
    const first = this.#blockDocs[index]!;
    const docs = this.#blockDocs[index + 1]! - first;
    const start = this.#blocks[index]! + BLOCK_HEADER_BYTES;
    const file = this.open();
    const lengths = this.#lengths;
    this.#fill(file, new Uint8Array(lengths.buffer, 0, docs * 4), start);
    let at = start + docs * 4;
    for (let i = 0; i < doc - first; i++) at += lengths[i]!;
    const bytes = new Uint8Array(lengths[doc - first]!);
    this.#fill(file, bytes, at);
    return bytes;
  }

  #fill(file: DiskFile, target: Uint8Array, position: number): void {
    if (file.read(target, position) === target.length) return;
    throw corruptIndex(`a file of stored documents is too short [${this.#path}]`);
  }

  #keep(index: number, block: SourceBlock): void {
    if (this.#cache.size === CACHED_BLOCKS) this.#cache.delete(this.#cache.keys().next().value!);
    this.#cache.set(index, block);
  }

  /** Not cached: for readers of everything. */
  decoded(index: number): SourceBlock {
    return this.#decode(index, this.#bytesOf(index));
  }

  #decode(index: number, bytes: Uint8Array): SourceBlock {
    const block = decodeBlock(bytes, this.#path);
    const docs = this.#blockDocs[index + 1]! - this.#blockDocs[index]!;
    if (block.docs !== docs) {
      throw corruptIndex(`a block of stored documents is not the expected one [${this.#path}]`);
    }
    return block;
  }

  /** As it stands in the file, its checksum compared. */
  encoded(index: number): Uint8Array {
    const bytes = this.#bytesOf(index);
    checkBlock(bytes, this.#path);
    return bytes;
  }

  /** Read into memory of their own, or into `target` of their length. */
  #bytesOf(index: number, target?: Uint8Array): Uint8Array {
    const start = this.#blocks[index]!;
    const bytes = target ?? new Uint8Array(this.#blocks[index + 1]! - start);
    const read = this.open().read(bytes, start);
    return bytes.subarray(0, read);
  }

  #blockOf(doc: number): number {
    const firsts = this.#blockDocs;
    let low = 0;
    let high = firsts.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (firsts[middle]! <= doc) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Opens the file where no read has done so, so that it can be read after it was removed from its folder. */
  open(): DiskFile {
    this.#file ??= this.#disk.open(this.#path, 'read');
    return this.#file;
  }

  /** A later read opens the file again. */
  close(): void {
    this.#file?.close();
    this.#file = null;
    this.#plain = null;
    this.#cache.clear();
  }
}
