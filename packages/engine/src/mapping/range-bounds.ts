import { assert } from '@sextant/base';
import { type ColumnNumber, coarseOf, columnNumber, restOf } from './fine-number.ts';

/** A double whose unsigned bytes are in its order, then a rest. */
const NUMBER_BYTES = 12;

const SIGN = 0x80000000;

/** A number as bytes in its order. */
export function numberBytes(value: ColumnNumber): Uint8Array {
  const bytes = new Uint8Array(NUMBER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, coarseOf(value) + 0);
  const high = view.getUint32(0);
  if (high >= SIGN) {
    view.setUint32(0, ~high);
    view.setUint32(4, ~view.getUint32(4));
  } else view.setUint32(0, high + SIGN);
  view.setUint32(8, restOf(value) + SIGN);
  return bytes;
}

export function numberOfBytes(bytes: Uint8Array): ColumnNumber {
  assert(bytes.length === NUMBER_BYTES, 'the bound of a range has another length');
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const rest = view.getUint32(8) - SIGN;
  const high = view.getUint32(0);
  if (high >= SIGN) view.setUint32(0, high - SIGN);
  else {
    view.setUint32(0, ~high);
    view.setUint32(4, ~view.getUint32(4));
  }
  return columnNumber(view.getFloat64(0), rest);
}

/** The bytes of a number one above (1) or below (-1) in a row of bytes; those at the end stay. */
export function nextBytes(bytes: Uint8Array, by: 1 | -1): Uint8Array {
  const next = bytes.slice();
  const end = by > 0 ? 0xff : 0;
  let i = next.length - 1;
  while (i >= 0 && next[i] === end) next[i--] = 0xff - end;
  if (i < 0) return bytes;
  next[i] = next[i]! + by;
  return next;
}

/** Two bounds of one length, both within, as one term. */
export function rangeTerm(low: Uint8Array, high: Uint8Array): Uint8Array {
  const term = new Uint8Array(low.length + high.length);
  term.set(low);
  term.set(high, low.length);
  return term;
}

export function boundsOfTerm(term: Uint8Array): { readonly low: Uint8Array; readonly high: Uint8Array } {
  const width = term.length / 2;
  return { low: term.subarray(0, width), high: term.subarray(width) };
}
