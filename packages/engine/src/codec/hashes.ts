/** The last step of MurmurHash3 for 32 bits: all bits of the number in all bits of the result. */
export function mix32(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** MurmurHash3 x86 32 of the bytes (Austin Appleby, public domain), as Lucene's `StringHelper` has it. */
export function murmur3(bytes: Uint8Array, seed: number): number {
  const whole = bytes.length & ~3;
  let hash = seed;
  for (let i = 0; i < whole; i += 4) {
    const word = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    hash ^= scrambled(word);
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let i = bytes.length - 1; i >= whole; i--) rest = (rest << 8) | bytes[i]!;
  if (bytes.length > whole) hash ^= scrambled(rest);
  return mix32(hash ^ bytes.length);
}

function scrambled(word: number): number {
  const multiplied = Math.imul(word, 0xcc9e2d51);
  return Math.imul((multiplied << 15) | (multiplied >>> 17), 0x1b873593);
}
