/**
 * Lucene 10's `SmallFloat.intToByte4`: a length in one byte with four significant bits, exact up to 39. The order of
 * lengths is kept. Needed bit for bit, because scores are compared with Lucene's.
 */

function longToInt4(value: number): number {
  const bits = 32 - Math.clz32(value);
  if (bits < 4) return value;
  const shift = bits - 4;
  // The leading bit is implied, so only three bits of the mantissa stay.
  return ((value >>> shift) & 0x07) | ((shift + 1) << 3);
}

function int4ToLong(code: number): number {
  const mantissa = code & 0x07;
  const shift = (code >>> 3) - 1;
  return shift === -1 ? mantissa : (mantissa | 0x08) * 2 ** shift;
}

const MAX_INT4 = longToInt4(0x7fffffff);
/** Lengths that need no rounding: as many as there are codes left. */
const EXACT = 255 - MAX_INT4;

export function intToByte4(length: number): number {
  return length < EXACT ? length : EXACT + longToInt4(length - EXACT);
}

export function byte4ToInt(code: number): number {
  return code < EXACT ? code : EXACT + int4ToLong(code - EXACT);
}
