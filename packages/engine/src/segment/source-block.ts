import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { assert } from '@sextant/base';
import { bytesOf } from '../codec/bytes.ts';
import { corruptIndex } from '../codec/corruption.ts';
import { LZ4_SLACK, Lz4Decoder } from '../codec/lz4-decoder.ts';
import { MAX_UINT16, MAX_UINT32 } from './segment-format.ts';

/** CRC-32 of what follows, stored length, plain length, documents, method, zero. */
export const BLOCK_HEADER_BYTES = 16;

/** `raw` and `deflate`: u32 length of each document, then the documents. `lz4`: lengths as varints, packed documents. */
export const SourceMethod = { raw: 0, deflate: 1, lz4: 2 } as const;
export type SourceMethod = (typeof SourceMethod)[keyof typeof SourceMethod];

/** A length takes at most so many bytes as a varint. */
const MAX_VARINT_BYTES = 5;

export interface BlockHeader {
  readonly storedBytes: number;
  /** Of an `lz4` block without the lengths. */
  readonly plainBytes: number;
  /** None: a dictionary. */
  readonly docs: number;
  readonly method: number;
}

export function headerOf(block: Uint8Array): BlockHeader {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  return {
    storedBytes: view.getUint32(4, true),
    plainBytes: view.getUint32(8, true),
    docs: view.getUint16(12, true),
    method: view.getUint8(14),
  };
}

/** As it stands in the block. */
export function checksumOfBlock(block: Uint8Array): number {
  return new DataView(block.buffer, block.byteOffset, 4).getUint32(0, true);
}

/** Writes the header before `stored` bytes that stand in the block already. */
export function sealBlock(block: Uint8Array, plainBytes: number, docs: number, method: SourceMethod): void {
  assert(docs <= MAX_UINT16 && plainBytes <= MAX_UINT32, 'a block of stored documents is too large');
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  view.setUint32(4, block.length - BLOCK_HEADER_BYTES, true);
  view.setUint32(8, plainBytes, true);
  view.setUint16(12, docs, true);
  view.setUint8(14, method);
  view.setUint8(15, 0);
  view.setUint32(0, crc32(block.subarray(4)), true);
}

/** Of `raw` content where that is not smaller deflated. */
export function encodeBlock(
  content: Uint8Array,
  docs: number,
  method: typeof SourceMethod.raw | typeof SourceMethod.deflate,
  level: number,
): Uint8Array {
  let stored = content;
  let used: SourceMethod = SourceMethod.raw;
  if (method === SourceMethod.deflate) {
    const packed = deflateRawSync(content, { level });
    if (packed.length < content.length) {
      stored = packed;
      used = SourceMethod.deflate;
    }
  }
  const block = new Uint8Array(BLOCK_HEADER_BYTES + stored.length);
  block.set(stored, BLOCK_HEADER_BYTES);
  sealBlock(block, content.length, docs, used);
  return block;
}

/** A block after decoding. */
export interface SourceBlock {
  readonly docs: number;
  readonly content: Uint8Array;
  /** Start of each document in `content`, and the end of the last. */
  readonly offsets: Uint32Array;
}

/** ApiError corrupt_index_exception where the checksum does not match, or the block is not as long as it says. */
export function checkBlock(block: Uint8Array, where: string): void {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  if (block.length < BLOCK_HEADER_BYTES || view.getUint32(0, true) !== crc32(block.subarray(4))) {
    throw damaged(where, 'the checksum of a block of stored documents does not match');
  }
  if (view.getUint32(4, true) !== block.length - BLOCK_HEADER_BYTES) throw lengthsDamaged(where);
}

/** Takes what it has out of a checked block without documents. */
export function decodeDictionary(block: Uint8Array, where: string): Uint8Array {
  const { docs, method, plainBytes } = headerOf(block);
  if (docs !== 0) throw damaged(where, 'a dictionary of stored documents is not the expected one');
  const stored = block.subarray(BLOCK_HEADER_BYTES);
  if (method === SourceMethod.lz4)
    return unpack(stored, 0, new UnpackSpace(new Uint8Array(0)), plainBytes, where);
  if (method !== SourceMethod.raw) throw unknownMethod(where, method);
  if (stored.length !== plainBytes) throw lengthsDamaged(where);
  return stored.slice();
}

/** Where blocks are unpacked one after the other that have a dictionary in common. */
export class UnpackSpace {
  readonly dictionary: Uint8Array;
  #window = new Uint8Array(0);

  constructor(dictionary: Uint8Array) {
    this.dictionary = dictionary;
  }

  /** The dictionary, room for so many bytes, and as much as a decoder may write beyond. */
  windowFor(bytes: number): Uint8Array {
    const needed = this.dictionary.length + bytes + LZ4_SLACK;
    if (this.#window.length < needed) {
      this.#window = new Uint8Array(needed * 2);
      this.#window.set(this.dictionary);
    }
    return this.#window;
  }
}

/**
 * Takes a checked block with documents apart; `where` names the file for the error. What was packed with LZ4 lies in `space` until
 * the next block is unpacked there.
 */
export function decodeBlock(block: Uint8Array, space: () => UnpackSpace, where: string): SourceBlock {
  const { docs, method, plainBytes } = headerOf(block);
  const stored = block.subarray(BLOCK_HEADER_BYTES);
  if (method === SourceMethod.lz4) {
    const offsets = new Uint32Array(docs + 1);
    const at = readLengths(stored, docs, offsets, where);
    if (offsets[docs] !== plainBytes) throw lengthsDamaged(where);
    return { docs, content: unpack(stored, at, space(), plainBytes, where), offsets };
  }
  if (method !== SourceMethod.raw && method !== SourceMethod.deflate) throw unknownMethod(where, method);
  const content = method === SourceMethod.raw ? stored : inflate(stored, where);
  if (content.length !== plainBytes || content.length < docs * 4) throw lengthsDamaged(where);
  const lengths = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const offsets = new Uint32Array(docs + 1);
  let end = docs * 4;
  offsets[0] = end;
  for (let i = 0; i < docs; i++) {
    end += lengths.getUint32(i * 4, true);
    offsets[i + 1] = end;
  }
  if (end !== content.length) throw lengthsDamaged(where);
  return { docs, content, offsets };
}

function unpack(
  stored: Uint8Array,
  from: number,
  space: UnpackSpace,
  plainBytes: number,
  where: string,
): Uint8Array {
  const input = new Uint8Array(stored.length + LZ4_SLACK);
  input.set(stored);
  // No LZ4 byte stands for more than 255 others, so a length that is beyond belief takes no memory.
  if (plainBytes > stored.length * 255) throw lengthsDamaged(where);
  const window = space.windowFor(plainBytes);
  const start = space.dictionary.length;
  const end = start + plainBytes;
  const decoder = new Lz4Decoder();
  decoder.inputAt = from;
  decoder.windowAt = start;
  const views = { input: new DataView(input.buffer), window: new DataView(window.buffer) };
  const sound = decoder.fill(views.input, stored.length, views.window, end, Number.POSITIVE_INFINITY);
  if (!sound || decoder.windowAt !== end || decoder.inputAt !== stored.length) throw packedDamaged(where);
  return window.subarray(start, end);
}

/** Writes `count` lengths as varints of seven bits, the lowest first; returns where they end. */
export function writeLengths(lengths: Uint32Array, count: number, target: Uint8Array, start: number): number {
  let at = start;
  for (let i = 0; i < count; i++) {
    let rest = lengths[i]!;
    for (; rest > 0x7f; rest >>>= 7) target[at++] = (rest & 0x7f) | 0x80;
    target[at++] = rest;
  }
  return at;
}

/** Sums up `count` lengths that begin the content, so that `offsets` says where each document begins and ends. */
export function readLengths(
  content: Uint8Array,
  count: number,
  offsets: Uint32Array,
  where: string,
  start = 0,
): number {
  let at = start;
  let sum = 0;
  offsets[0] = 0;
  for (let i = 0; i < count; i++) {
    let length = 0;
    let factor = 1;
    let byte = 0x80;
    for (let bytes = 0; byte > 0x7f; bytes++, factor *= 128) {
      if (at >= content.length || bytes === MAX_VARINT_BYTES) throw lengthsDamaged(where);
      byte = content[at++]!;
      length += (byte & 0x7f) * factor;
    }
    sum += length;
    if (sum > MAX_UINT32) throw lengthsDamaged(where);
    offsets[i + 1] = sum;
  }
  return at;
}

function inflate(stored: Uint8Array, where: string): Uint8Array {
  try {
    return bytesOf(inflateRawSync(stored));
  } catch (error) {
    throw damaged(where, `a block of stored documents cannot be unpacked: ${String(error)}`);
  }
}

export function lengthsDamaged(where: string): Error {
  return damaged(where, 'the lengths of a block of stored documents do not add up');
}

export function packedDamaged(where: string): Error {
  return damaged(where, 'a block of stored documents cannot be unpacked');
}

function unknownMethod(where: string, method: number): Error {
  return damaged(where, `a block of stored documents is packed in an unknown way, ${method}`);
}

function damaged(where: string, what: string): Error {
  return corruptIndex(`${what} [${where}]`);
}
