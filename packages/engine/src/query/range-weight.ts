import { type ColumnNumber, isFine, toBig } from '../mapping/fine-number.ts';
import { javaDouble } from '../mapping/java-text.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { hasRests } from '../segment/rests.ts';
import { numericRangeScorer } from './column-range-scorer.ts';
import { sortedSlice } from './column-scan.ts';
import { BitSetScorer } from './constant-scorer.ts';
import { doublesIn, fineBits, fineSlice, type NumberInterval } from './fine-range.ts';
import type { Scorer } from './scorer.ts';
import { type KnownMatch, type QueryContext, SegmentWeight, type ValueRange } from './weight.ts';

type Ends = readonly [low: string, high: string];

/** What stands in place of an end that whole numbers do not have. */
const longEnds: Ends = ['-9223372036854775808', '9223372036854775807'];
const intEnds: Ends = ['-2147483648', '2147483647'];
const endsOf: ReadonlyMap<string, Ends> = new Map([
  ['integer', intEnds],
  ['short', intEnds],
  ['byte', intEnds],
  ['unsigned_long', ['0', '18446744073709551615']],
]);

/** Documents with a number in [low, high], all with one score. */
export class NumericRangeWeight extends SegmentWeight {
  readonly #field: string;
  readonly #interval: NumberInterval;
  /** Of what is a double. */
  readonly #low: number;
  readonly #high: number;
  readonly #score: number;
  readonly #mapping: Mapping;

  constructor(context: QueryContext, field: string, low: ColumnNumber, high: ColumnNumber, score: number) {
    super(context);
    this.#field = field;
    this.#interval = { low, high };
    const doubles = doublesIn(this.#interval);
    this.#low = doubles.low;
    this.#high = doubles.high;
    this.#score = score;
    this.#mapping = context.mapping;
  }

  text(): string {
    const type = this.#mapping.field(this.#field)?.fieldType;
    const isWhole = type?.numbers?.hasFractions === false;
    const [first, last] = (isWhole && endsOf.get(type.name)) || longEnds;
    const tell = (value: ColumnNumber, rounded: (value: number) => number): string => {
      if (isFine(value)) return String(toBig(value));
      if (!isWhole) return javaDouble(value);
      if (Number.isFinite(value)) return String(rounded(value));
      return value < 0 ? first : last;
    };
    const low = tell(this.#interval.low, Math.ceil);
    const high = tell(this.#interval.high, Math.floor);
    const range = `${this.#field}:[${low} TO ${high}]`;
    return low === high ? range : `Approximate(${range})`;
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
