/** Bit sets over document numbers: bit `doc & 31` of word `doc >>> 5`. */

export function wordsFor(bits: number): number {
  return (bits + 31) >>> 5;
}

export function getBit(words: Uint32Array, bit: number): boolean {
  return (words[bit >>> 5]! & (1 << (bit & 31))) !== 0;
}

export function setBit(words: Uint32Array, bit: number): void {
  words[bit >>> 5] = words[bit >>> 5]! | (1 << (bit & 31));
}

export function clearBit(words: Uint32Array, bit: number): void {
  words[bit >>> 5] = words[bit >>> 5]! & ~(1 << (bit & 31));
}

/** Sets the bits [0, count) and clears the rest of the last word. */
export function fillBits(words: Uint32Array, count: number): void {
  words.fill(0);
  words.fill(0xffffffff, 0, count >>> 5);
  if ((count & 31) !== 0) words[count >>> 5] = 2 ** (count & 31) - 1;
}

export function countBits(words: Uint32Array): number {
  let total = 0;
  for (let i = 0; i < words.length; i++) total += bitsOf(words[i]!);
  return total;
}

/** How many of the bits [from, to) are set. */
export function countBitsBetween(words: Uint32Array, from: number, to: number): number {
  if (from >= to) return 0;
  const first = from >>> 5;
  const last = (to - 1) >>> 5;
  const head = -1 << (from & 31);
  const tail = -1 >>> (31 - ((to - 1) & 31));
  if (first === last) return bitsOf(words[first]! & head & tail);
  let total = bitsOf(words[first]! & head) + bitsOf(words[last]! & tail);
  for (let i = first + 1; i < last; i++) total += bitsOf(words[i]!);
  return total;
}

/** How many bits of the word are set. */
export function bitsOf(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  rest = (rest + (rest >>> 4)) & 0x0f0f0f0f;
  return Math.imul(rest, 0x01010101) >>> 24;
}
