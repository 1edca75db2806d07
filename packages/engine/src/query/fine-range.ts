import type { WorkBudget } from '../budget/work-budget.ts';
import { type ColumnNumber, coarseOf, compareFine, restOf } from '../mapping/fine-number.ts';
import { nextDown, nextUp } from '../mapping/number-bounds.ts';
import { columnValue } from '../segment/rests.ts';
import type { ColumnArray, NumericColumn } from '../segment/segment-reader.ts';
import { docBits, inChunks, setDocBits } from './doc-bits.ts';
import type { ValueRange } from './weight.ts';

/** The numbers from `low` to `high`, both among them. */
export interface NumberInterval {
  readonly low: ColumnNumber;
  readonly high: ColumnNumber;
}

/** The doubles that lie in an interval. */
export function doublesIn({ low, high }: NumberInterval): ValueRange {
  return {
    low: restOf(low) > 0 ? nextUp(coarseOf(low)) : coarseOf(low),
    high: restOf(high) < 0 ? nextDown(coarseOf(high)) : coarseOf(high),
  };
}

/** Sets the bits of the documents with a value in the interval, in a column with rests; returns about how many. */
export function markFine(
  column: NumericColumn,
  interval: NumberInterval,
  bits: Uint32Array,
  maxDoc: number,
  budget: WorkBudget,
): number {
  if (column.sorted !== null) {
    const { from, to } = fineSlice(column, interval);
    setDocBits(column.sorted.docs, from, to, bits, budget);
    return to - from;
  }
  const { offsets, present } = column;
  let count = 0;
  inChunks(maxDoc, budget, (start, end) => {
    for (let doc = start; doc < end; doc++) {
      if (present !== null && (present[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
      const from = offsets === null ? doc : offsets[doc]!;
      const to = offsets === null ? doc + 1 : offsets[doc + 1]!;
      for (let i = from; i < to; i++) {
        if (!isWithin(columnValue(column, i), interval)) continue;
        bits[doc >>> 5]! |= 1 << (doc & 31);
        count++;
      }
    }
  });
  return count;
}

/** The same as bits of their own. */
export function fineBits(
  column: NumericColumn,
  interval: NumberInterval,
  maxDoc: number,
  budget: WorkBudget,
): { readonly bits: Uint32Array; readonly count: number } {
  const bits = docBits(maxDoc, budget);
  return { bits, count: markFine(column, interval, bits, maxDoc, budget) };
}

/** Places [from, to) in the sorted values that hold those of the interval. */
export function fineSlice(
  { sorted, base }: NumericColumn,
  { low, high }: NumberInterval,
): { from: number; to: number } {
  const { values, rest } = sorted!;
  const from = firstFrom(values, rest, base, coarseOf(low), restOf(low));
  const to = firstFrom(values, rest, base, coarseOf(high), restOf(high) + 1);
  return { from, to: Math.max(from, to) };
}

/** The first place whose value is the given one, or above it. */
function firstFrom(
  values: ColumnArray,
  rests: Int32Array | null,
  base: number,
  coarse: number,
  rest: number,
): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = base + values[middle]!;
    const isBelow = value < coarse || (value === coarse && (rests === null ? 0 : rests[middle]!) < rest);
    if (isBelow) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isWithin(value: ColumnNumber, { low, high }: NumberInterval): boolean {
  return compareFine(value, low) >= 0 && compareFine(value, high) <= 0;
}
