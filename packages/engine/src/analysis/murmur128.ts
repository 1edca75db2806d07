const MASK = (1n << 64n) - 1n;
const FIRST = 0x87c37b91114253d5n;
const SECOND = 0x4cf5ad432745937fn;
const BLOCK_BYTES = 16;

function rotated(value: bigint, by: bigint): bigint {
  return ((value << by) | (value >> (64n - by))) & MASK;
}

function mixed(value: bigint): bigint {
  let mix = value ^ (value >> 33n);
  mix = (mix * 0xff51afd7ed558ccdn) & MASK;
  mix ^= mix >> 33n;
  mix = (mix * 0xc4ceb9fe1a85ec53n) & MASK;
  return mix ^ (mix >> 33n);
}

function low(part: bigint): bigint {
  return (rotated((part * FIRST) & MASK, 31n) * SECOND) & MASK;
}

function high(part: bigint): bigint {
  return (rotated((part * SECOND) & MASK, 33n) * FIRST) & MASK;
}

/** MurmurHash3 x64 128 of the bytes with seed 0 (Austin Appleby, public domain). */
export function murmur128(bytes: Uint8Array): readonly [first: bigint, second: bigint] {
  const blocks = Math.floor(bytes.length / BLOCK_BYTES);
  const rest = new Uint8Array((blocks + 1) * BLOCK_BYTES);
  rest.set(bytes);
  const view = new DataView(rest.buffer);
  let h1 = 0n;
  let h2 = 0n;
  for (let at = 0; at < blocks * BLOCK_BYTES; at += BLOCK_BYTES) {
    h1 = (rotated(h1 ^ low(view.getBigUint64(at, true)), 27n) + h2) & MASK;
    h1 = (h1 * 5n + 0x52dce729n) & MASK;
    h2 = (rotated(h2 ^ high(view.getBigUint64(at + 8, true)), 31n) + h1) & MASK;
    h2 = (h2 * 5n + 0x38495ab5n) & MASK;
  }
  const length = BigInt(bytes.length);
  // What is not there is 0, which changes nothing.
  h2 ^= high(view.getBigUint64(blocks * BLOCK_BYTES + 8, true)) ^ length;
  h1 ^= low(view.getBigUint64(blocks * BLOCK_BYTES, true)) ^ length;
  h1 = (h1 + h2) & MASK;
  h2 = (h2 + h1) & MASK;
  [h1, h2] = [mixed(h1), mixed(h2)];
  h1 = (h1 + h2) & MASK;
  return [h1, (h2 + h1) & MASK];
}
