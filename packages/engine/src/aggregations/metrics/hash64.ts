/** A 64-bit hash as two halves; hashing writes here instead of making objects. */
export const hash64 = { high: 0, low: 0 };

/** High 32 bits of the product of two unsigned 32-bit numbers. */
function multiplyHigh(a: number, b: number): number {
  const aHigh = a >>> 16;
  const aLow = a & 0xffff;
  const bHigh = b >>> 16;
  const bLow = b & 0xffff;
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const cross = aLow * bHigh + (middle & 0xffff);
  // The quotients stay below 2^32, where division by a power of two is exact.
  return (aHigh * bHigh + Math.floor(middle / 0x10000) + Math.floor(cross / 0x10000)) | 0;
}

/** hash64 *= constant */
function multiply(high: number, low: number): void {
  const product = multiplyHigh(hash64.low >>> 0, low >>> 0);
  hash64.high = (product + Math.imul(hash64.high, low) + Math.imul(hash64.low, high)) | 0;
  hash64.low = Math.imul(hash64.low, low);
}

/** hash64 += value */
function add(high: number, low: number): void {
  const sum = (hash64.low >>> 0) + (low >>> 0);
  hash64.high = (hash64.high + high + (sum > 0xffffffff ? 1 : 0)) | 0;
  hash64.low = sum | 0;
}

/** hash64 ^= hash64 >>> bits, for bits from 1 to 63. */
function xorShift(bits: number): void {
  const { high, low } = hash64;
  if (bits >= 32) {
    hash64.low = low ^ (bits === 32 ? high : high >>> (bits - 32));
    return;
  }
  hash64.low = low ^ ((low >>> bits) | (high << (32 - bits)));
  hash64.high = high ^ (high >>> bits);
}

/**
 * hash64 = hash64 rotated left by bits from 1 to 31 (or by 32 + bits with the halves swapped by the caller).
 */
function rotate(bits: number): void {
  const { high, low } = hash64;
  hash64.high = (high << bits) | (low >>> (32 - bits));
  hash64.low = (low << bits) | (high >>> (32 - bits));
}

/** BitMixer.mix64 of the given number: David Stafford's variant 9. */
function mix64(high: number, low: number): void {
  hash64.high = high | 0;
  hash64.low = low | 0;
  xorShift(32);
  multiply(0x4cd6944c, 0x5cc20b6d);
  xorShift(29);
  multiply(0xfc12c5b1, 0x9d3259e9);
  xorShift(32);
}

const doubleView = new Float64Array(1);
const wordView = new Int32Array(doubleView.buffer);

/** As OpenSearch hashes the value of a double or float field. */
export function hashDouble(value: number): void {
  doubleView[0] = value;
  mix64(wordView[1]!, wordView[0]!);
}

/** As OpenSearch deals out doubles: by longs that have their order. */
export function hashSortable(value: number): void {
  doubleView[0] = value;
  const sign = wordView[1]! >> 31;
  mix64(wordView[1]! ^ (sign & 0x7fffffff), wordView[0]! ^ sign);
}

/** As OpenSearch hashes a whole number. */
export function hashLong(value: number): void {
  const high = Math.floor(value / 0x100000000);
  mix64(high, value - high * 0x100000000);
}

/** The same of one that a double may not hold. */
export function hashBig(value: bigint): void {
  mix64(Number(BigInt.asIntN(32, value >> 32n)), Number(BigInt.asIntN(32, value)));
}

function word(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

/** hash64 = mixed first half of a block (c1, rotate 31, c2). */
function mixFirst(high: number, low: number): void {
  hash64.high = high;
  hash64.low = low;
  multiply(0x87c37b91, 0x114253d5);
  rotate(31);
  multiply(0x4cf5ad43, 0x2745937f);
}

/** hash64 = mixed second half of a block (c2, rotate 33, c1). */
function mixSecond(high: number, low: number): void {
  hash64.high = high;
  hash64.low = low;
  multiply(0x4cf5ad43, 0x2745937f);
  const swapped = hash64.high;
  hash64.high = hash64.low;
  hash64.low = swapped;
  rotate(1);
  multiply(0x87c37b91, 0x114253d5);
}

function finalMix(): void {
  xorShift(33);
  multiply(0xff51afd7, 0xed558ccd);
  xorShift(33);
  multiply(0xc4ceb9fe, 0x1a85ec53);
  xorShift(33);
}

/** The last, short block as little-endian words. */
function tailWord(bytes: Uint8Array, from: number): number {
  let value = 0;
  for (let i = Math.min(bytes.length, from + 4) - 1; i >= from; i--) value = (value << 8) | bytes[i]!;
  return value;
}

/** First half of MurmurHash3 x64 128 with seed 0, as OpenSearch hashes terms. */
export function hashBytes(bytes: Uint8Array): void {
  const { length } = bytes;
  let [high1, low1, high2, low2] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 16 <= length; at += 16) {
    mixFirst(word(bytes, at + 4), word(bytes, at));
    hash64.high ^= high1;
    hash64.low ^= low1;
    rotate(27);
    add(high2, low2);
    multiply(0, 5);
    add(0, 0x52dce729);
    high1 = hash64.high;
    low1 = hash64.low;
    mixSecond(word(bytes, at + 12), word(bytes, at + 8));
    hash64.high ^= high2;
    hash64.low ^= low2;
    rotate(31);
    add(high1, low1);
    multiply(0, 5);
    add(0, 0x38495ab5);
    high2 = hash64.high;
    low2 = hash64.low;
  }
  if (length - at > 8) {
    mixSecond(tailWord(bytes, at + 12), tailWord(bytes, at + 8));
    high2 ^= hash64.high;
    low2 ^= hash64.low;
  }
  if (length > at) {
    mixFirst(tailWord(bytes, at + 4), tailWord(bytes, at));
    high1 ^= hash64.high;
    low1 ^= hash64.low;
  }
  finish(high1, low1 ^ length, high2, low2 ^ length);
}

function finish(high1: number, low1: number, high2: number, low2: number): void {
  hash64.high = high1;
  hash64.low = low1;
  add(high2, low2);
  const sumHigh = hash64.high;
  const sumLow = hash64.low;
  hash64.high = high2;
  hash64.low = low2;
  add(sumHigh, sumLow);
  finalMix();
  const secondHigh = hash64.high;
  const secondLow = hash64.low;
  hash64.high = sumHigh;
  hash64.low = sumLow;
  finalMix();
  add(secondHigh, secondLow);
}
