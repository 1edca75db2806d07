/** Order of two byte ranges by unsigned bytes, a prefix first: negative, 0 or positive. */
export function compareRanges(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const aLength = aEnd - aStart;
  const bLength = bEnd - bStart;
  const shared = Math.min(aLength, bLength);
  for (let i = 0; i < shared; i++) {
    const difference = a[aStart + i]! - b[bStart + i]!;
    if (difference !== 0) return difference;
  }
  return aLength - bLength;
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return compareRanges(a, 0, a.length, b, 0, b.length);
}

/** A text for each byte string, by which a map knows it. */
export function keyOfBytes(bytes: Uint8Array): string {
  return Buffer.prototype.latin1Slice.call(bytes, 0, bytes.length);
}

/**
 * 32-bit hash of a byte range: FNV-1a, then the finalizer of Murmur3, because the table sizes are powers of two and
 * FNV alone leaves the low bits of short keys too regular. Part of the segment format (the table of ids).
 */
export function hashBytes(bytes: Uint8Array, start: number, length: number): number {
  let hash = 0x811c9dc5;
  const end = start + length;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Bytes of a view, shared memory included. */
export function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
