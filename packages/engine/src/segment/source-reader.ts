import type { Disk } from '@sextant/base';
import { getBit, setBit, wordsFor } from '../codec/bits.ts';
import { corruptIndex } from '../codec/corruption.ts';
import { DocumentCache } from './document-cache.ts';
import {
  BLOCK_HEADER_BYTES,
  checkBlock,
  decodeBlock,
  decodeDictionary,
  headerOf,
  type SourceBlock,
  SourceMethod,
  UnpackSpace,
} from './source-block.ts';
import { SourceFile } from './source-file.ts';
import { SourceWindow, SourceWindows } from './source-window.ts';
import type { SourceLayout } from './source-writer.ts';

/** Inflated blocks kept: hits of one page are often neighbours. */
const CACHED_BLOCKS = 16;
/** Dictionaries of all segments that a thread keeps unpacked, and documents that it has read. */
const WINDOWS_BYTES = 4 << 20;
const DOCUMENTS_BYTES = 4 << 20;

const NOTHING = new Uint8Array(0);
const NO_DICTIONARY = new UnpackSpace(NOTHING);

const windows = new SourceWindows(WINDOWS_BYTES);
const documents = new DocumentCache(DOCUMENTS_BYTES);

/** Reads documents out of a `.src` file, which is opened at the first read. */
export class SourceReader {
  readonly file: SourceFile;
  readonly #path: string;
  readonly #number = documents.nextReader();
  readonly #blocks: Float64Array;
  readonly #blockDocs: Uint32Array;
  readonly #dictionaries: Uint32Array;
  /** Blocks that had to be unpacked as a whole. */
  readonly #cache = new Map<number, SourceBlock>();
  /** By the number of the dictionary, 0 for none: what was unpacked with it. */
  readonly #windows = new Map<number, SourceWindow>();
  /** Blocks whose checksum was compared. */
  #sound: Uint32Array | null = null;
  /** The dictionary that was asked for last, and what is unpacked with it by readers of everything. */
  #unpacked: { readonly n: number; readonly space: UnpackSpace } = { n: 0, space: new UnpackSpace(NOTHING) };

  constructor(disk: Disk, path: string, { blocks, blockDocs, dictionaries, fileBytes }: SourceLayout) {
    this.file = new SourceFile(disk, path, fileBytes);
    this.#path = path;
    this.#blocks = blocks;
    this.#blockDocs = blockDocs;
    this.#dictionaries = dictionaries;
  }

  /** Dictionaries included. */
  get blockCount(): number {
    return this.#blocks.length - 1;
  }

  /** Block numbers of the dictionaries. */
  get dictionaries(): Uint32Array {
    return this.#dictionaries;
  }

  /** Of the blocks from `start` up to `end`. */
  storedBytes(start = 0, end = this.blockCount): number {
    return this.#blocks[end]! - this.#blocks[start]!;
  }

  firstDocOf(block: number): number {
    return this.#blockDocs[block]!;
  }

  /** The document's bytes, which stay as they are; empty where none were kept. Others may have the same memory. */
  read(doc: number): Uint8Array {
    return documents.find(this.#number, doc) ?? documents.keep(this.#number, doc, this.readOnce(doc));
  }

  /** The same, valid until the next is read. */
  readOnce(doc: number): Uint8Array {
    // A damaged column may name any number.
    if (doc < 0 || doc >= this.#blockDocs[this.blockCount]!) {
      throw corruptIndex(`a file of stored documents has no document ${doc} [${this.#path}]`);
    }
    const index = placeOf(this.#blockDocs, doc, this.blockCount);
    const n = doc - this.#blockDocs[index]!;
    const known = this.#cache.get(index) ?? null;
    if (known !== null) {
      this.#cache.delete(index);
      this.#cache.set(index, known);
      return known.content.subarray(known.offsets[n], known.offsets[n + 1]);
    }
    const dictionary = this.#dictionaryOf(index);
    return this.#windows.get(dictionary)?.known(index, n) ?? this.#readFrom(index, n, dictionary);
  }

  #readFrom(index: number, n: number, dictionary: number): Uint8Array {
    const length = this.#lengthOf(index);
    const view = this.file.view(this.#blocks[index]!, length);
    const bytes = new Uint8Array(view.buffer, view.byteOffset, length);
    if (this.#sound === null || !getBit(this.#sound, index)) this.#checkSound(index, bytes);
    const header = headerOf(bytes);
    if (header.storedBytes !== length - BLOCK_HEADER_BYTES || header.docs !== this.#docsOf(index))
      throw this.#strange();
    if (header.method === SourceMethod.lz4) {
      return this.#windowOf(dictionary).read(index, n, view, header, this.#path);
    }
    const block = decodeBlock(bytes, () => NO_DICTIONARY, this.#path);
    // What was not packed lies where it was read, and is as quickly read again as kept.
    if (block.content.buffer !== bytes.buffer) this.#keep(index, block);
    return block.content.subarray(block.offsets[n], block.offsets[n + 1]);
  }

  #checkSound(index: number, bytes: Uint8Array): void {
    checkBlock(bytes, this.#path);
    this.#sound ??= new Uint32Array(wordsFor(this.blockCount));
    setBit(this.#sound, index);
  }

  #keep(index: number, block: SourceBlock): void {
    if (this.#cache.size === CACHED_BLOCKS) this.#cache.delete(this.#cache.keys().next().value!);
    this.#cache.set(index, block);
  }

  #docsOf(index: number): number {
    return this.#blockDocs[index + 1]! - this.#blockDocs[index]!;
  }

  /** How many dictionaries begin before the block: the last of them is the block's own. */
  #dictionaryOf(index: number): number {
    const dictionaries = this.#dictionaries;
    if (dictionaries.length === 0 || dictionaries[0]! > index) return 0;
    return placeOf(dictionaries, index, dictionaries.length) + 1;
  }

  #windowOf(dictionary: number): SourceWindow {
    let window = this.#windows.get(dictionary);
    if (window === undefined) {
      window = new SourceWindow(this.dictionary(dictionary));
      this.#unpacked = { n: 0, space: new UnpackSpace(NOTHING) };
      this.#windows.set(dictionary, window);
    }
    windows.use(window, () => this.#windows.delete(dictionary));
    return window;
  }

  /** The n-th dictionary, from 1 on; empty for 0. */
  dictionary(n: number): Uint8Array {
    return this.#spaceOf(n).dictionary;
  }

  #spaceOf(n: number): UnpackSpace {
    if (this.#unpacked.n === n) return this.#unpacked.space;
    const bytes = n === 0 ? NOTHING : decodeDictionary(this.encoded(this.#dictionaries[n - 1]!), this.#path);
    this.#unpacked = { n, space: new UnpackSpace(bytes) };
    return this.#unpacked.space;
  }

  /**
   * Not cached, and valid until the next one: for readers of everything. Dictionaries are blocks without documents.
   */
  decoded(index: number): SourceBlock {
    const n = this.#dictionaryOf(index);
    if (n > 0 && this.#dictionaries[n - 1] === index) {
      return { docs: 0, content: this.dictionary(n), offsets: new Uint32Array(1) };
    }
    const block = decodeBlock(this.encoded(index), () => this.#spaceOf(n), this.#path);
    if (block.docs !== this.#docsOf(index)) throw this.#strange();
    return block;
  }

  #strange(): Error {
    return corruptIndex(`a block of stored documents is not the expected one [${this.#path}]`);
  }

  #lengthOf(index: number): number {
    const length = this.#blocks[index + 1]! - this.#blocks[index]!;
    // Not so either where a damaged segment names a block that is not there.
    if (length >= BLOCK_HEADER_BYTES && length <= this.file.size) return length;
    throw this.#strange();
  }

  /** As it stands in the file, its checksum compared; valid until `close`. */
  encoded(index: number): Uint8Array {
    const bytes = this.file.bytes(this.#blocks[index]!, this.#lengthOf(index));
    checkBlock(bytes, this.#path);
    return bytes;
  }

  /** A later read opens the file again. */
  close(): void {
    this.file.close();
    this.#sound = null;
    this.#unpacked = { n: 0, space: new UnpackSpace(NOTHING) };
    this.#cache.clear();
    for (const window of this.#windows.values()) windows.close(window);
    this.#windows.clear();
  }
}

/** The last of `count` ascending numbers that is not greater than `wanted`; 0 where the first is. */
function placeOf(numbers: Uint32Array, wanted: number, count: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (numbers[middle]! <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}
