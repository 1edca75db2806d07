import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { assert } from '@sextant/base';
import { bytesOf } from '../codec/bytes.ts';
import { corruptIndex } from '../codec/corruption.ts';
import { MAX_UINT16, MAX_UINT32 } from './segment-format.ts';

/** Documents per block, fewer where they are large. */
export const SOURCE_BLOCK_DOCS = 16;
export const SOURCE_BLOCK_BYTES = 64 * 1024;
/** Of blocks that are compressed quickly: to read a document its whole block is unpacked, some 2 µs for a KiB. */
export const FAST_BLOCK_BYTES = 4 * 1024;

/** CRC-32 of what follows, stored length, raw length, documents, method, zero. */
export const BLOCK_HEADER_BYTES = 16;

export const SourceMethod = { raw: 0, deflate: 1 } as const;
export type SourceMethod = (typeof SourceMethod)[keyof typeof SourceMethod];

export function encodeBlock(
  content: Uint8Array,
  docs: number,
  method: SourceMethod,
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
  assert(docs <= MAX_UINT16 && content.length <= MAX_UINT32, 'a block of stored documents is too large');
  const block = new Uint8Array(BLOCK_HEADER_BYTES + stored.length);
  const view = new DataView(block.buffer);
  view.setUint32(4, stored.length, true);
  view.setUint32(8, content.length, true);
  view.setUint16(12, docs, true);
  view.setUint8(14, used);
  block.set(stored, BLOCK_HEADER_BYTES);
  view.setUint32(0, crc32(block.subarray(4)), true);
  return block;
}

/** A block after decoding: the lengths of its documents stand before their bytes. */
export interface SourceBlock {
  readonly docs: number;
  readonly content: Uint8Array;
  /** Start of each document in `content`, and the end of the last. */
  readonly offsets: Uint32Array;
}

export function methodOf(block: Uint8Array): number {
  return block[14]!;
}

/** ApiError corrupt_index_exception where the checksum does not match. */
export function checkBlock(block: Uint8Array, where: string): void {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  if (block.length < BLOCK_HEADER_BYTES || view.getUint32(0, true) !== crc32(block.subarray(4))) {
    throw damaged(where, 'the checksum of a block of stored documents does not match');
  }
}

/** Checks the block and takes it apart; `where` names the file for the error. */
export function decodeBlock(block: Uint8Array, where: string): SourceBlock {
  checkBlock(block, where);
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const method = view.getUint8(14);
  const stored = block.subarray(BLOCK_HEADER_BYTES);
  const content = method === SourceMethod.raw ? stored : inflate(stored, where);
  const docs = view.getUint16(12, true);
  const lengths = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const offsets = new Uint32Array(docs + 1);
  offsets[0] = docs * 4;
  for (let i = 0; i < docs; i++) offsets[i + 1] = offsets[i]! + lengths.getUint32(i * 4, true);
  if (content.length !== view.getUint32(8, true) || offsets[docs] !== content.length) {
    throw damaged(where, 'the lengths of a block of stored documents do not add up');
  }
  return { docs, content, offsets };
}

function inflate(stored: Uint8Array, where: string): Uint8Array {
  try {
    return bytesOf(inflateRawSync(stored));
  } catch (error) {
    throw damaged(where, `a block of stored documents cannot be unpacked: ${String(error)}`);
  }
}

function damaged(where: string, what: string): Error {
  return corruptIndex(`${what} [${where}]`);
}
