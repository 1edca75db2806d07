import { hasRests } from '../segment/rests.ts';
import { numericRangeScorer } from './column-range-scorer.ts';
import { sortedSlice } from './column-scan.ts';
import { BitSetScorer } from './constant-scorer.ts';
import { type Explanation, explainByText, unmatched } from './explanation.ts';
import { doublesIn, fineBits, fineSlice, type NumberInterval } from './fine-range.ts';
import { noneReason, rangeText, type ToldRange } from './range-text.ts';
import type { Scorer } from './scorer.ts';
import { type KnownMatch, type QueryContext, SegmentWeight, type ValueRange } from './weight.ts';

/** Documents with a number in [low, high], all with one score. */
export class NumericRangeWeight extends SegmentWeight {
  readonly #field: string;
  readonly #interval: NumberInterval;
  /** Of what is a double. */
  readonly #low: number;
  readonly #high: number;
  readonly #score: number;
  readonly #context: QueryContext;
  readonly #isTerm: boolean;

  /** `isTerm`: one value was asked for. */
  constructor(
    context: QueryContext,
    field: string,
    { low, high }: NumberInterval,
    score: number,
    isTerm = false,
  ) {
    super(context);
    this.#field = field;
    this.#interval = { low, high };
    const doubles = doublesIn(this.#interval);
    this.#low = doubles.low;
    this.#high = doubles.high;
    this.#score = score;
    this.#context = context;
    this.#isTerm = isTerm;
  }

  text(): string {
    return rangeText(this.#told());
  }

  explain(segment: number, doc: number): Explanation {
    return noneReason(this.#told()) === null
      ? explainByText(this, segment, doc)
      : unmatched(noneReason(this.#told())!);
  }

  #told(): ToldRange {
    return {
      context: this.#context,
      name: this.#field,
      interval: this.#interval,
      isTerm: this.#isTerm,
      isBoosted: this.#score !== 1 && this.needsScores,
    };
  }

  override scorer(segment: number): Scorer | null {
    const reader = this.segment(segment);
    const column = reader.numeric(this.#field);
    if (column === null) return null;
    if (hasRests(column)) {
      const { bits, count } = fineBits(column, this.#interval, reader.maxDoc, this.budget);
      if (count === 0) return null;
      return new BitSetScorer(bits, Math.min(count, reader.maxDoc), this.#score, this.budget);
    }
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
    const { from, to } = hasRests(column)
      ? fineSlice(column, this.#interval)
      : sortedSlice(column, this.#low, this.#high);
    return to - from;
  }

  override known(segment: number): KnownMatch {
    const column = this.segment(segment).numeric(this.#field);
    if (column === null || column.valueCount !== column.docCount || hasRests(column))
      return super.known(segment);
    const { docCount, min, max } = column;
    if (docCount === this.segment(segment).maxDoc && this.#low <= min && this.#high >= max)
      return { kind: 'all' };
    return { kind: 'range', field: this.#field, from: this.#low, to: this.#high };
  }

  override rangeOf(segment: number, field: string): ValueRange | null {
    if (field !== this.#field || hasRests(this.segment(segment).numeric(field))) return null;
    return { low: this.#low, high: this.#high };
  }
}
