/**
 * Horizontal bit packing: value i takes the bits [i * width, (i + 1) * width) of a little-endian stream of 32-bit
 * words. 32 values take exactly `width` words, so groups of 32 start on a word and are unpacked by unrolled code.
 */

/** Bits that hold the value (unsigned, 32-bit); 0 for 0. */
export function bitWidth(value: number): number {
  return 32 - Math.clz32(value);
}

export function packedWords(count: number, width: number): number {
  return Math.ceil((count * width) / 32);
}

/** Packs `values[from, from + count)` into words that are zero; returns the word after the last one used. */
export function pack(
  values: Int32Array,
  from: number,
  count: number,
  width: number,
  words: Uint32Array,
  offset: number,
): number {
  let bit = 0;
  for (let i = 0; i < count; i++) {
    const value = values[from + i]!;
    const word = offset + (bit >>> 5);
    const shift = bit & 31;
    words[word] = words[word]! | (value << shift);
    if (shift + width > 32) words[word + 1] = value >>> (32 - shift);
    bit += width;
  }
  return offset + packedWords(count, width);
}

/** One value out of a packed run that starts at word `offset`. */
export function unpackOne(words: Uint32Array, offset: number, width: number, index: number): number {
  if (width === 0) return 0;
  const bit = index * width;
  const word = offset + (bit >>> 5);
  const shift = bit & 31;
  let value = words[word]! >>> shift;
  if (shift + width > 32) value |= words[word + 1]! << (32 - shift);
  return width === 32 ? value >>> 0 : (value & ((1 << width) - 1)) >>> 0;
}
