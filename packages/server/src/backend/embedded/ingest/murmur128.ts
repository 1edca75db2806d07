const [c1, c2] = [0x87c37b91114253d5n, 0x4cf5ad432745937fn];

const long = (value: bigint): bigint => BigInt.asUintN(64, value);

function rotated(value: bigint, bits: bigint): bigint {
  return long((value << bits) | (value >> (64n - bits)));
}

function mixed(value: bigint): bigint {
  let mix = value;
  mix = long((mix ^ (mix >> 33n)) * 0xff51afd7ed558ccdn);
  mix = long((mix ^ (mix >> 33n)) * 0xc4ceb9fe1a85ec53n);
  return mix ^ (mix >> 33n);
}

/** Up to eight bytes from an offset on, the first one the lowest. */
function word(bytes: Uint8Array, from: number): bigint {
  let value = 0n;
  for (let i = Math.min(bytes.length, from + 8) - 1; i >= from; i--)
    value = (value << 8n) | BigInt(bytes[i]!);
  return value;
}

const first = (k: bigint): bigint => long(rotated(long(k * c1), 31n) * c2);
const second = (k: bigint): bigint => long(rotated(long(k * c2), 33n) * c1);

/** MurmurHash3 x64 128 of the text in UTF-8 with the seed 0 (Austin Appleby, public domain): its two halves, unsigned. */
export function murmur128(text: string): readonly [bigint, bigint] {
  const bytes = new TextEncoder().encode(text);
  const whole = bytes.length & ~15;
  let [h1, h2] = [0n, 0n];
  for (let i = 0; i < whole; i += 16) {
    h1 ^= first(word(bytes, i));
    h1 = long(long(rotated(h1, 27n) + h2) * 5n + 0x52dce729n);
    h2 ^= second(word(bytes, i + 8));
    h2 = long(long(rotated(h2, 31n) + h1) * 5n + 0x38495ab5n);
  }
  if (bytes.length > whole + 8) h2 ^= second(word(bytes, whole + 8));
  if (bytes.length > whole) h1 ^= first(word(bytes, whole));
  h1 ^= BigInt(bytes.length);
  h2 ^= BigInt(bytes.length);
  h1 = long(h1 + h2);
  h2 = long(h2 + h1);
  h1 = mixed(h1);
  h2 = mixed(h2);
  h1 = long(h1 + h2);
  return [h1, long(h2 + h1)];
}
