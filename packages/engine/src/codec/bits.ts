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
  for (let i = 0; i < words.length; i++) {
    let word = words[i]!;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    word = (word + (word >>> 4)) & 0x0f0f0f0f;
    total += Math.imul(word, 0x01010101) >>> 24;
  }
  return total;
}
