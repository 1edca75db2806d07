import { hasRests } from '../segment/rests.ts';
import type { NumericColumn } from '../segment/segment-reader.ts';
import { offsetsOf, sortedSlice } from './column-scan.ts';
import { BitSetScorer } from './constant-scorer.ts';
import { docBits, inChunks, setDocBits } from './doc-bits.ts';
import { doublesIn, markFine, type NumberInterval } from './fine-range.ts';
import type { Scorer } from './scorer.ts';
import { type QueryContext, SegmentWeight, type ValueRange } from './weight.ts';

/**
 * Documents with a number in one of the intervals, all with one score: the documents of each are a slice of the
 * sorted values; where the field has none, one pass over its column serves all intervals.
 */
export class NumberSetWeight extends SegmentWeight {
  readonly #field: string;
  readonly #given: readonly NumberInterval[];
  /** The doubles in them. */
  readonly #intervals: readonly ValueRange[];
  readonly #score: number;

  constructor(context: QueryContext, field: string, intervals: readonly NumberInterval[], score: number) {
    super(context);
    this.#field = field;
    this.#given = intervals;
    this.#intervals = disjoint(intervals.map(doublesIn));
    this.#score = score;
  }

  text(): string {
    const values = this.#intervals.map(({ low, high }) => (low === high ? String(low) : `${low} TO ${high}`));
    return `${this.#field}: [${values.join(', ')}]`;
  }

  override scorer(segment: number): Scorer | null {
    const reader = this.segment(segment);
    const { maxDoc } = reader;
    const column = reader.numeric(this.#field);
    if (column === null || this.#given.length === 0) return null;
    const fine = hasRests(column);
    if (!fine && this.#intervals.length === 0) return null;
    const bits = docBits(maxDoc, this.budget);
    if (fine) {
      let count = 0;
      for (const interval of this.#given) {
        this.budget.charge(1);
        count += markFine(column, interval, bits, maxDoc, this.budget);
      }
      return count === 0 ? null : new BitSetScorer(bits, Math.min(count, maxDoc), this.#score, this.budget);
    }
    const cost = column.sorted === null ? this.#scan(column, maxDoc, bits) : this.#mark(column, bits);
    return cost === 0 ? null : new BitSetScorer(bits, Math.min(cost, maxDoc), this.#score, this.budget);
  }

  #mark(column: NumericColumn, bits: Uint32Array): number {
    let count = 0;
    for (const { low, high } of this.#intervals) {
      this.budget.charge(1);
      if (!(low <= column.max && high >= column.min)) continue;
      const { from, to } = sortedSlice(column, low, high);
      setDocBits(column.sorted!.docs, from, to, bits, this.budget);
      count += to - from;
    }
    return count;
  }

  #scan(column: NumericColumn, maxDoc: number, bits: Uint32Array): number {
    const bounds = this.#intervals.map(({ low, high }) => offsetsOf(column, low, high));
    const lows = Float64Array.from(bounds, ([low]) => low);
    const highs = Float64Array.from(bounds, ([, high]) => high);
    const { data, offsets, present } = column;
    let count = 0;
    inChunks(maxDoc, this.budget, (start, end) => {
      for (let doc = start; doc < end; doc++) {
        if (present !== null && (present[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
        const from = offsets === null ? doc : offsets[doc]!;
        const to = offsets === null ? doc + 1 : offsets[doc + 1]!;
        for (let i = from; i < to; i++) {
          if (!contains(lows, highs, data[i]!)) continue;
          bits[doc >>> 5]! |= 1 << (doc & 31);
          count++;
        }
      }
    });
    return count;
  }
}

/** The same numbers as ascending intervals that do not overlap. */
function disjoint(intervals: readonly ValueRange[]): ValueRange[] {
  const ascending = intervals.filter(({ low, high }) => low <= high).sort((a, b) => a.low - b.low);
  const merged: ValueRange[] = [];
  for (const next of ascending) {
    const last = merged.at(-1);
    if (last === undefined || next.low > last.high) merged.push(next);
    else if (next.high > last.high) merged[merged.length - 1] = { low: last.low, high: next.high };
  }
  return merged;
}

/** Whether an interval holds the value: the last one that begins at it or before. */
function contains(lows: Float64Array, highs: Float64Array, value: number): boolean {
  let low = 0;
  let high = lows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lows[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low > 0 && highs[low - 1]! >= value;
}
