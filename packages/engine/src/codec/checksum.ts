import { crc32 } from 'node:zlib';

/** zlib counts the bytes of one call in 32 bits. */
const PART_BYTES = 1 << 30;

/** CRC-32 of bytes of any number; `partBytes` are taken at once. */
export function checksumOf(bytes: Uint8Array, partBytes = PART_BYTES): number {
  let crc = 0;
  for (let at = 0; at < bytes.length; at += partBytes) crc = crc32(bytes.subarray(at, at + partBytes), crc);
  return crc;
}
