import { javaDouble } from '../mapping/java-text.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { numericRangeScorer } from './column-range-scorer.ts';
import { sortedSlice } from './column-scan.ts';
import type { Scorer } from './scorer.ts';
import { type KnownMatch, type QueryContext, SegmentWeight, type ValueRange } from './weight.ts';

/** Documents with a number in [low, high], all with one score. */
export class NumericRangeWeight extends SegmentWeight {
  readonly #field: string;
  readonly #low: number;
  readonly #high: number;
  readonly #score: number;
  readonly #mapping: Mapping;

  constructor(context: QueryContext, field: string, low: number, high: number, score: number) {
    super(context);
    this.#field = field;
    this.#low = low;
    this.#high = high;
    this.#score = score;
    this.#mapping = context.mapping;
  }

  text(): string {
    const isWhole = this.#mapping.field(this.#field)?.fieldType.numbers?.hasFractions === false;
    const low = isWhole ? Math.ceil(this.#low) : this.#low;
    const high = isWhole ? Math.floor(this.#high) : this.#high;
    const range = `${this.#field}:[${limitText(low)} TO ${limitText(high)}]`;
    return low === high ? range : `Approximate(${range})`;
  }

  override scorer(segment: number): Scorer | null {
    const reader = this.segment(segment);
    const column = reader.numeric(this.#field);
    if (column === null) return null;
    return numericRangeScorer(column, reader.maxDoc, this.#low, this.#high, {
      score: this.#score,
      budget: this.budget,
    });
  }

  /** A wide range is scanned; of a narrow one little is to be done. */
  override get isGradual(): boolean {
    return true;
  }

  /** The difference of two places in the sorted values, where each document has one value at most. */
  override count(segment: number): number {
    const reader = this.segment(segment);
    const column = reader.numeric(this.#field);
    if (column === null) return 0;
    // Of several values of a document each has a place; without doc values no offsets tell so.
    const single = column.valueCount === column.docCount;
    if (reader.liveDocs !== null || !single || column.sorted === null) return -1;
    const { from, to } = sortedSlice(column, this.#low, this.#high);
    return to - from;
  }

  override known(segment: number): KnownMatch {
    const column = this.segment(segment).numeric(this.#field);
    if (column === null || column.valueCount !== column.docCount) return super.known(segment);
    const { docCount, min, max } = column;
    if (docCount === this.segment(segment).maxDoc && this.#low <= min && this.#high >= max)
      return { kind: 'all' };
    return { kind: 'range', field: this.#field, from: this.#low, to: this.#high };
  }

  override rangeOf(_segment: number, field: string): ValueRange | null {
    return field === this.#field ? { low: this.#low, high: this.#high } : null;
  }
}

function limitText(value: number): string {
  return Number.isInteger(value) || !Number.isFinite(value) ? String(value) : javaDouble(value);
}
