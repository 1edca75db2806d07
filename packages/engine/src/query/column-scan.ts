import type { ColumnArray, NumericColumn } from '../segment/segment-reader.ts';

/**
 * Finds documents whose column value lies in [low, high] (given less the column's base), from `doc` up to
 * `end`, and at most as many as `target` holds. Returns the count; the caller goes on after the last one. One
 * function per kind of column keeps each loop on one kind of array. No loop branches by a value: a wrong guess of the
 * processor costs more than all the rest.
 */
export type ColumnScan = (
  data: ColumnArray,
  doc: number,
  end: number,
  low: number,
  high: number,
  target: Int32Array,
) => number;

/**
 * Whole numbers from 0 to 2^32 - 1 lie in [low, high] where they are no less than `firstWhole(low)` and no more than `lastWhole(high)`: to the processor one
 * comparison without signs, of what is left of the number when the first one is taken from it.
 */
function firstWhole(low: number): number {
  return Math.max(0, Math.ceil(low));
}

function lastWhole(high: number): number {
  return Math.min(0xffffffff, Math.floor(high));
}

function scanBytes(
  data: ColumnArray,
  doc: number,
  end: number,
  low: number,
  high: number,
  target: Int32Array,
): number {
  const values = data as Uint8Array;
  const first = firstWhole(low);
  const last = lastWhole(high);
  if (!(first <= last)) return 0;
  const start = first | 0;
  const span = (last - first) >>> 0;
  const room = target.length;
  let length = 0;
  for (let from = doc; from < end && length < room; ) {
    const to = Math.min(end, from + room - length);
    for (let i = from; i < to; i++) {
      const value = values[i]!;
      target[length] = i;
      length += Number((value - start) >>> 0 <= span);
    }
    from = to;
  }
  return length;
}

function scanShorts(
  data: ColumnArray,
  doc: number,
  end: number,
  low: number,
  high: number,
  target: Int32Array,
): number {
  const values = data as Uint16Array;
  const first = firstWhole(low);
  const last = lastWhole(high);
  if (!(first <= last)) return 0;
  const start = first | 0;
  const span = (last - first) >>> 0;
  const room = target.length;
  let length = 0;
  for (let from = doc; from < end && length < room; ) {
    const to = Math.min(end, from + room - length);
    for (let i = from; i < to; i++) {
      const value = values[i]!;
      target[length] = i;
      length += Number((value - start) >>> 0 <= span);
    }
    from = to;
  }
  return length;
}

function scanIntegers(
  data: ColumnArray,
  doc: number,
  end: number,
  low: number,
  high: number,
  target: Int32Array,
): number {
  const values = data as Uint32Array;
  const first = firstWhole(low);
  const last = lastWhole(high);
  if (!(first <= last)) return 0;
  const start = first | 0;
  const span = (last - first) >>> 0;
  const room = target.length;
  let length = 0;
  for (let from = doc; from < end && length < room; ) {
    const to = Math.min(end, from + room - length);
    for (let i = from; i < to; i++) {
      const value = values[i]!;
      target[length] = i;
      length += Number((value - start) >>> 0 <= span);
    }
    from = to;
  }
  return length;
}

function scanDoubles(
  data: ColumnArray,
  doc: number,
  end: number,
  low: number,
  high: number,
  target: Int32Array,
): number {
  const values = data as Float64Array;
  const room = target.length;
  let length = 0;
  for (let from = doc; from < end && length < room; ) {
    const to = Math.min(end, from + room - length);
    for (let i = from; i < to; i++) {
      const value = values[i]!;
      target[length] = i;
      length += Number(value >= low) & Number(value <= high);
    }
    from = to;
  }
  return length;
}

export function scanOf(data: ColumnArray): ColumnScan {
  if (data instanceof Uint8Array) return scanBytes;
  if (data instanceof Uint16Array) return scanShorts;
  return data instanceof Uint32Array ? scanIntegers : scanDoubles;
}

/** Leaves those documents, in place, of which the column value lies in [low, high]; returns their number. */
export type ColumnFilter = (
  data: ColumnArray,
  docs: Int32Array,
  length: number,
  low: number,
  high: number,
) => number;

function filterBytes(data: ColumnArray, docs: Int32Array, length: number, low: number, high: number): number {
  const values = data as Uint8Array;
  const first = firstWhole(low);
  const last = lastWhole(high);
  if (!(first <= last)) return 0;
  const start = first | 0;
  const span = (last - first) >>> 0;
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const doc = docs[i]!;
    const value = values[doc]!;
    docs[kept] = doc;
    kept += Number((value - start) >>> 0 <= span);
  }
  return kept;
}

function filterShorts(
  data: ColumnArray,
  docs: Int32Array,
  length: number,
  low: number,
  high: number,
): number {
  const values = data as Uint16Array;
  const first = firstWhole(low);
  const last = lastWhole(high);
  if (!(first <= last)) return 0;
  const start = first | 0;
  const span = (last - first) >>> 0;
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const doc = docs[i]!;
    const value = values[doc]!;
    docs[kept] = doc;
    kept += Number((value - start) >>> 0 <= span);
  }
  return kept;
}

function filterIntegers(
  data: ColumnArray,
  docs: Int32Array,
  length: number,
  low: number,
  high: number,
): number {
  const values = data as Uint32Array;
  const first = firstWhole(low);
  const last = lastWhole(high);
  if (!(first <= last)) return 0;
  const start = first | 0;
  const span = (last - first) >>> 0;
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const doc = docs[i]!;
    const value = values[doc]!;
    docs[kept] = doc;
    kept += Number((value - start) >>> 0 <= span);
  }
  return kept;
}

function filterDoubles(
  data: ColumnArray,
  docs: Int32Array,
  length: number,
  low: number,
  high: number,
): number {
  const values = data as Float64Array;
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const doc = docs[i]!;
    const value = values[doc]!;
    docs[kept] = doc;
    kept += Number(value >= low) & Number(value <= high);
  }
  return kept;
}

export function filterOf(data: ColumnArray): ColumnFilter {
  if (data instanceof Uint8Array) return filterBytes;
  if (data instanceof Uint16Array) return filterShorts;
  return data instanceof Uint32Array ? filterIntegers : filterDoubles;
}

/** Sets `hits[i]` for the documents of which the column value lies in [low, high]. */
export type ColumnProbe = (
  data: ColumnArray,
  docs: Int32Array,
  length: number,
  low: number,
  high: number,
  hits: Uint8Array,
) => void;

function probeBytes(
  data: ColumnArray,
  docs: Int32Array,
  length: number,
  low: number,
  high: number,
  hits: Uint8Array,
): void {
  const values = data as Uint8Array;
  const first = firstWhole(low);
  const last = lastWhole(high);
  if (!(first <= last)) return;
  const start = first | 0;
  const span = (last - first) >>> 0;
  for (let i = 0; i < length; i++) {
    const value = values[docs[i]!]!;
    hits[i]! |= Number((value - start) >>> 0 <= span);
  }
}

function probeShorts(
  data: ColumnArray,
  docs: Int32Array,
  length: number,
  low: number,
  high: number,
  hits: Uint8Array,
): void {
  const values = data as Uint16Array;
  const first = firstWhole(low);
  const last = lastWhole(high);
  if (!(first <= last)) return;
  const start = first | 0;
  const span = (last - first) >>> 0;
  for (let i = 0; i < length; i++) {
    const value = values[docs[i]!]!;
    hits[i]! |= Number((value - start) >>> 0 <= span);
  }
}

function probeIntegers(
  data: ColumnArray,
  docs: Int32Array,
  length: number,
  low: number,
  high: number,
  hits: Uint8Array,
): void {
  const values = data as Uint32Array;
  const first = firstWhole(low);
  const last = lastWhole(high);
  if (!(first <= last)) return;
  const start = first | 0;
  const span = (last - first) >>> 0;
  for (let i = 0; i < length; i++) {
    const value = values[docs[i]!]!;
    hits[i]! |= Number((value - start) >>> 0 <= span);
  }
}

function probeDoubles(
  data: ColumnArray,
  docs: Int32Array,
  length: number,
  low: number,
  high: number,
  hits: Uint8Array,
): void {
  const values = data as Float64Array;
  for (let i = 0; i < length; i++) {
    const value = values[docs[i]!]!;
    hits[i]! |= Number(value >= low) & Number(value <= high);
  }
}

export function probeOf(data: ColumnArray): ColumnProbe {
  if (data instanceof Uint8Array) return probeBytes;
  if (data instanceof Uint16Array) return probeShorts;
  return data instanceof Uint32Array ? probeIntegers : probeDoubles;
}

/**
 * The limits of a range less the column's base. Values above a base are whole numbers: the limits are made whole
 * before the difference, which else would round one just beside a number (an open end) onto it.
 */
export function offsetsOf(column: NumericColumn, low: number, high: number): readonly [number, number] {
  const { base } = column;
  return base === 0 ? [low, high] : [Math.ceil(low) - base, Math.floor(high) - base];
}

/** Places [from, to) in the sorted values of a column that hold the values in [low, high]. */
export function sortedSlice(column: NumericColumn, low: number, high: number): { from: number; to: number } {
  const { values } = column.sorted!;
  const [least, most] = offsetsOf(column, low, high);
  const from = firstAtLeast(values, least);
  return { from, to: Math.max(from, firstAbove(values, most)) };
}

function firstAtLeast(values: ColumnArray, wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function firstAbove(values: ColumnArray, wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
