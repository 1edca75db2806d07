import type { ColumnArray } from '../segment/segment-reader.ts';

/** Documents [doc, end) and the values wanted of them, less the column's base; both limits are among them. */
export interface RangeToMark {
  readonly doc: number;
  readonly end: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Sets bit `doc - base` for the documents whose value lies in the range, a word at a time. No branch depends on a whole
 * value: what a range takes from a column is as a rule not to be foreseen.
 */
export function markRange(data: ColumnArray, range: RangeToMark, bits: Uint32Array, base: number): void {
  if (data instanceof Float64Array) {
    markDoubles(data, range, bits, base);
    return;
  }
  const low = Math.max(0, Math.ceil(range.low));
  const high = Math.min(2 ** 32 - 1, Math.floor(range.high));
  if (low > high) return;
  const whole = { ...range, low, high };
  if (data instanceof Uint32Array) markIntegers(data, whole, bits, base);
  else if (data instanceof Uint16Array) markShorts(data, whole, bits, base);
  else markBytes(data, whole, bits, base);
}

/** Below this no difference of two values overflows, and its sign says on which side of the limit a value lies. */
const SMALL = 0xffff;

function markBytes(data: Uint8Array, range: RangeToMark, bits: Uint32Array, base: number): void {
  const low = Math.min(SMALL, range.low) | 0;
  const high = Math.min(SMALL, range.high) | 0;
  for (let start = range.doc; start < range.end; ) {
    const shift = (start - base) & 31;
    const stop = Math.min(range.end, start + 32 - shift);
    let outside = 0;
    for (let i = start, bit = shift; i < stop; i++, bit++) {
      const value = data[i]!;
      outside |= (((value - low) | (high - value)) >>> 31) << bit;
    }
    bits[(start - base) >>> 5]! |= ~outside & onesBetween(shift, stop - start);
    start = stop;
  }
}

function markShorts(data: Uint16Array, range: RangeToMark, bits: Uint32Array, base: number): void {
  const low = Math.min(SMALL + 1, range.low) | 0;
  const high = Math.min(SMALL, range.high) | 0;
  for (let start = range.doc; start < range.end; ) {
    const shift = (start - base) & 31;
    const stop = Math.min(range.end, start + 32 - shift);
    let outside = 0;
    for (let i = start, bit = shift; i < stop; i++, bit++) {
      const value = data[i]!;
      outside |= (((value - low) | (high - value)) >>> 31) << bit;
    }
    bits[(start - base) >>> 5]! |= ~outside & onesBetween(shift, stop - start);
    start = stop;
  }
}

/** Unsigned: a value is inside where it lies no further above the low limit than the high one does. */
function markIntegers(data: Uint32Array, range: RangeToMark, bits: Uint32Array, base: number): void {
  const low = range.low | 0;
  const span = (range.high - range.low) | 0;
  for (let start = range.doc; start < range.end; ) {
    const shift = (start - base) & 31;
    const stop = Math.min(range.end, start + 32 - shift);
    let word = 0;
    for (let i = start, bit = shift; i < stop; i++, bit++) {
      const above = (data[i]! - low) | 0;
      // The sign of this is that of `above <= span` without signs.
      word |= (((~above | span) & ((above ^ span) | ~(span - above))) >>> 31) << bit;
    }
    bits[(start - base) >>> 5]! |= word;
    start = stop;
  }
}

function markDoubles(data: Float64Array, range: RangeToMark, bits: Uint32Array, base: number): void {
  const { low, high } = range;
  for (let start = range.doc; start < range.end; ) {
    const shift = (start - base) & 31;
    const stop = Math.min(range.end, start + 32 - shift);
    let word = 0;
    for (let i = start, bit = shift; i < stop; i++, bit++) {
      const value = data[i]!;
      word |= (Number(value >= low) & Number(value <= high)) << bit;
    }
    bits[(start - base) >>> 5]! |= word;
    start = stop;
  }
}

/** A word with `count` bits set from `shift` on; `shift + count` is at most 32. */
function onesBetween(shift: number, count: number): number {
  return count === 32 ? -1 : ((1 << count) - 1) << shift;
}

/** Sets all of the bits [from, to). */
export function markAll(bits: Uint32Array, from: number, to: number): void {
  if (from >= to) return;
  const first = from >>> 5;
  const last = (to - 1) >>> 5;
  const head = -1 << (from & 31);
  const tail = -1 >>> (31 - ((to - 1) & 31));
  if (first === last) {
    bits[first]! |= head & tail;
    return;
  }
  bits[first]! |= head;
  bits.fill(0xffffffff, first + 1, last);
  bits[last]! |= tail;
}

/** Sets bit `i - start` for each bit i of [start, end) that `from` has. */
export function markFrom(bits: Uint32Array, from: Uint32Array, start: number, end: number): void {
  const offset = start & 31;
  const first = start >>> 5;
  const words = (end - start + 31) >>> 5;
  for (let i = 0; i < words; i++) {
    const low = from[first + i]! >>> offset;
    const next = first + i + 1;
    const word = offset === 0 || next >= from.length ? low : low | (from[next]! << (32 - offset));
    const left = end - start - (i << 5);
    bits[i]! |= left >= 32 ? word : word & ((1 << left) - 1);
  }
}
