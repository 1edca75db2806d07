import { crc32 } from 'node:zlib';
import type { Disk } from '@sextant/base';
import { clearBit, countBits, fillBits, getBit, wordsFor } from '../codec/bits.ts';
import { corruptIndex } from '../codec/corruption.ts';
import { LIVE_DOCS_MAGIC, LIVE_DOCS_VERSION } from './segment-format.ts';

const HEADER_BYTES = 32;

/** Live documents of one segment on the writer's side: changes go to a copy, so published bits never change. */
export class LiveDocs {
  readonly maxDoc: number;
  #bits: Uint32Array | null;
  #shared: boolean;
  #deleted: number;

  /** `bits` null = all live; given ones are not changed. */
  constructor(maxDoc: number, bits: SharedArrayBuffer | null) {
    this.maxDoc = maxDoc;
    this.#bits = bits === null ? null : new Uint32Array(bits);
    this.#shared = true;
    this.#deleted = this.#bits === null ? 0 : maxDoc - countBits(this.#bits);
  }

  get deletedDocs(): number {
    return this.#deleted;
  }

  isLive(doc: number): boolean {
    return this.#bits === null || getBit(this.#bits, doc);
  }

  /** False where the document was dead already. */
  delete(doc: number): boolean {
    if (!this.isLive(doc)) return false;
    clearBit(this.#writable(), doc);
    this.#deleted++;
    return true;
  }

  #writable(): Uint32Array {
    if (this.#bits !== null && !this.#shared) return this.#bits;
    const bits = new Uint32Array(new SharedArrayBuffer(wordsFor(this.maxDoc) * 4));
    if (this.#bits === null) fillBits(bits, this.maxDoc);
    else bits.set(this.#bits);
    this.#bits = bits;
    this.#shared = false;
    return bits;
  }

  /** Bits to publish, null = all live. Later deletions go to another copy. */
  snapshot(): SharedArrayBuffer | null {
    this.#shared = true;
    const buffer = this.#bits?.buffer;
    return buffer instanceof SharedArrayBuffer ? buffer : null;
  }
}

export function liveDocsPath(directory: string, name: string, generation: number): string {
  return `${directory}/${name}_${generation.toString(36)}.liv`;
}

/** Writes and syncs `<name>_<generation>.liv`; the folder is not synced. */
export function writeLiveDocs(
  disk: Disk,
  directory: string,
  name: string,
  generation: number,
  maxDoc: number,
  bits: SharedArrayBuffer,
): void {
  const content = new Uint8Array(bits);
  const bytes = new Uint8Array(HEADER_BYTES + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, LIVE_DOCS_MAGIC, true);
  view.setUint32(4, LIVE_DOCS_VERSION, true);
  view.setUint32(8, maxDoc, true);
  view.setUint32(12, countBits(new Uint32Array(bits)), true);
  view.setFloat64(16, generation, true);
  bytes.set(content, HEADER_BYTES);
  view.setUint32(24, crc32(content), true);
  view.setUint32(28, crc32(bytes.subarray(0, 28)), true);
  const file = disk.open(liveDocsPath(directory, name, generation), 'create');
  try {
    file.write(bytes);
    file.sync();
  } finally {
    file.close();
  }
}

/** ApiError corrupt_index_exception where the file is not what was written. */
export function readLiveDocs(
  disk: Disk,
  directory: string,
  name: string,
  generation: number,
  maxDoc: number,
): SharedArrayBuffer {
  const path = liveDocsPath(directory, name, generation);
  const bytes = disk.readFile(path);
  const problem = liveDocsProblem(bytes, generation, maxDoc);
  if (problem !== null) throw corruptIndex(`${problem} [${path}]`);
  const bits = new SharedArrayBuffer(wordsFor(maxDoc) * 4);
  new Uint8Array(bits).set(bytes.subarray(HEADER_BYTES));
  return bits;
}

/** What is wrong with the bytes of a `.liv` file, null when nothing. */
function liveDocsProblem(bytes: Uint8Array, generation: number, maxDoc: number): string | null {
  if (bytes.length < HEADER_BYTES) return 'the file of live documents is too short';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== LIVE_DOCS_MAGIC) return 'this is not a file of live documents';
  if (view.getUint32(28, true) !== crc32(bytes.subarray(0, 28))) return 'the header checksum does not match';
  const version = view.getUint32(4, true);
  if (version !== LIVE_DOCS_VERSION)
    return `live documents have format ${version}, this is ${LIVE_DOCS_VERSION}`;
  if (view.getUint32(8, true) !== maxDoc) return 'live documents belong to another segment';
  if (view.getFloat64(16, true) !== generation) return 'live documents are of another generation';
  // A copy for its alignment; `slice` of a Buffer is none.
  const content = new Uint8Array(bytes.subarray(HEADER_BYTES));
  if (content.length !== wordsFor(maxDoc) * 4) return 'the file of live documents has the wrong length';
  if (view.getUint32(24, true) !== crc32(content)) return 'the checksum of the live documents does not match';
  const words = new Uint32Array(content.buffer);
  if (countBits(words) !== view.getUint32(12, true)) return 'the count of live documents is wrong';
  const last = words[words.length - 1];
  if ((maxDoc & 31) !== 0 && last! >>> (maxDoc & 31) !== 0) return 'live documents name some past the end';
  return null;
}

/** The same segment with other live documents. */
export function withLiveDocs<T extends { readonly maxDoc: number }>(
  data: T,
  bits: SharedArrayBuffer | null,
): T & { readonly liveDocs: SharedArrayBuffer | null; readonly deletedDocs: number } {
  const deletedDocs = bits === null ? 0 : data.maxDoc - countBits(new Uint32Array(bits));
  return { ...data, liveDocs: bits, deletedDocs };
}
