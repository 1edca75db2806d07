import type { SegmentMatch } from '../../segment/collector.ts';
import type { ColumnArray, NumericColumn, SegmentReader } from '../../segment/segment-reader.ts';
import { matchesWholeSegment } from '../aggregator.ts';

/** The values of the matching documents as a slice [from, to) of the sorted values of a segment. */
export interface SortedSlice {
  readonly values: ColumnArray;
  readonly base: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Where all matching documents lie in a row in the sorted values of the field: all documents of the segment
 * match, or those in a range of the same field, none is deleted, and each has one value. Null elsewhere.
 */
export function sortedSlice(
  segment: SegmentReader,
  field: string,
  column: NumericColumn | null,
  match: SegmentMatch,
): SortedSlice | null {
  if (column === null || column.sorted === null || column.offsets !== null || segment.liveDocs !== null)
    return null;
  const { values } = column.sorted;
  const slice = { values, base: column.base, from: 0, to: values.length };
  if (matchesWholeSegment(segment, match)) return slice;
  if (match.kind !== 'range' || match.field !== field) return null;
  const from = firstIndex(slice, 0, values.length, (value) => value >= match.from);
  return { ...slice, from, to: firstIndex(slice, from, values.length, (value) => value > match.to) };
}

/** The first index in [from, to) whose value passes; `passes` must stay true once it is. */
export function firstIndex(
  slice: SortedSlice,
  from: number,
  to: number,
  passes: (value: number) => boolean,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(slice.base + slice.values[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Calls `run` for each stretch of values that `index` maps to one number. `index` must ascend with the
 * values.
 */
export function forEachRun(
  slice: SortedSlice,
  index: (value: number) => number,
  run: (index: number, count: number) => void,
): void {
  let at = slice.from;
  while (at < slice.to) {
    const current = index(slice.base + slice.values[at]!);
    const differs = (value: number): boolean => index(value) > current;
    // Short runs are common: gallop before searching.
    let step = 1;
    while (at + step < slice.to && !differs(slice.base + slice.values[at + step]!)) step *= 2;
    const end = firstIndex(slice, at + (step >> 1), Math.min(at + step, slice.to), differs);
    run(current, end - at);
    at = end;
  }
}

/**
 * The same where it is known at which value the next number begins: `end` of a number, null where that is not known
 * after all.
 */
export function forEachInterval(
  slice: SortedSlice,
  intervals: { index(value: number): number; end(index: number): number | null },
  run: (index: number, count: number) => void,
): void {
  const { values, base, to } = slice;
  let at = slice.from;
  let count = 0;
  while (at < to) {
    const index = intervals.index(base + values[at]!);
    const end = intervals.end(index);
    if (end === null) {
      forEachRun({ ...slice, from: at }, (value) => intervals.index(value), run);
      return;
    }
    count = firstFrom(values, end - base, at + 1, to, count) - at;
    run(index, count);
    at += count;
  }
}

/** So many values are looked at one after the other: they lie together, and where that ends is all that cannot be foretold. */
const STEPS = 32;

/**
 * The first index in [from, to) of a value that is not below `least`. Looked for `guess` values behind `from` first: runs are about
 * as long as their neighbours.
 */
function firstFrom(values: ColumnArray, least: number, from: number, to: number, guess: number): number {
  let at = Math.min(to, from + guess);
  if (at < to && values[at]! < least) {
    const end = Math.min(to, at + STEPS);
    for (at++; at < end; at++) if (!(values[at]! < least)) return at;
    return gallop(values, least, at, to);
  }
  const end = Math.max(from, at - STEPS);
  for (; at > end; at--) if (values[at - 1]! < least) return at;
  return gallop(values, least, from, at);
}

/** The same in growing steps. */
function gallop(values: ColumnArray, least: number, from: number, to: number): number {
  let low = from;
  let step = 1;
  while (low + step <= to && values[low + step - 1]! < least) {
    low += step;
    step *= 2;
  }
  let high = Math.min(to, low + step - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
