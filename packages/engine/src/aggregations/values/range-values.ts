import { apiError } from '@sextant/contract';
import { coarseOf } from '../../mapping/fine-number.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { boundsOfTerm, numberOfBytes } from '../../mapping/range-bounds.ts';
import type { OrdinalColumn, SegmentReader, TermsReader } from '../../segment/segment-reader.ts';
import type { Intervals } from '../buckets/histogram-intervals.ts';
import type { Bounds, SourceSpec } from '../spec-parts.ts';
import { checkHint } from './field-values.ts';
import type { Meter } from './meter.ts';
import { formatOf, type ValueFormat } from './value-format.ts';
import type { ValueSink, ValueSource } from './value-source.ts';

/** How ranges are spread over intervals: each document is in all that its ranges touch, once. */
export interface Spread {
  readonly intervals: Intervals;
  /** What lies outside of them is cut off. */
  readonly bounds: Bounds<number> | null;
  readonly meter: Meter;
}

/** A field of ranges as a histogram sees it on one shard. Its values are numbers of intervals. */
export class RangeValues {
  readonly field: MappedField;
  readonly format: ValueFormat;
  readonly missing = null;

  /** Throws where ranges of the kind have no such histogram. */
  constructor(type: string, field: MappedField, spec: SourceSpec, nowMs: number) {
    const ranges = field.fieldType.ranges!;
    const isDate = ranges.of.numbers?.values === 'dates';
    this.field = field;
    this.format = formatOf(isDate ? { ...field, fieldType: ranges.of } : field, spec, isDate, nowMs);
    checkHint(type, field, spec);
    if (type === 'date_histogram' && !isDate) {
      const reason = `Expected date range type but found range type [${field.type}]`;
      throw apiError('illegal_argument_exception', reason);
    }
    if (ranges.of.numbers === null) {
      const reason = `Expected numeric range type but found non-numeric range [${field.type}]`;
      throw apiError('illegal_argument_exception', reason);
    }
    if (spec.missing !== null) {
      const what = 'class org.opensearch.search.aggregations.support.ValuesSource$Range';
      throw apiError('illegal_argument_exception', `Can't apply missing values on a ${what}`);
    }
  }

  /** No column of numbers tells them. */
  column(): null {
    return null;
  }

  bounds(): null {
    return null;
  }

  areWhole(): boolean {
    return false;
  }

  /** null where the segment has nothing to give. */
  source(segment: SegmentReader, spread: Spread): ValueSource | null {
    const column = segment.ordinals(this.field.name);
    const terms = segment.terms(this.field.name);
    return column === null || terms === null
      ? null
      : new SpreadSource(this.field.name, column, terms, spread);
  }
}

/** Numbers of intervals are handed on so many at a time: a range may touch any number of them. */
const BATCH = 4096;

/** Of one range: no answer has as many buckets. OpenSearch ends where its memory does. */
const MOST_INTERVALS = 2 ** 18;

function tooLong(field: string): Error {
  const reason = `a range of field [${field}] touches more than [${MOST_INTERVALS}] intervals of the histogram`;
  return apiError('illegal_argument_exception', `${reason}: give [hard_bounds] or a greater interval`);
}

class SpreadSource implements ValueSource {
  readonly multiValued = true;
  readonly #field: string;
  readonly #column: OrdinalColumn;
  readonly #terms: TermsReader;
  readonly #spread: Spread;
  /** By ordinal, once it was read. */
  readonly #limits: Float64Array;
  readonly #docs = new Int32Array(BATCH);
  readonly #parents = new Int32Array(BATCH);
  readonly #values = new Float64Array(BATCH);
  #length = 0;

  constructor(field: string, column: OrdinalColumn, terms: TermsReader, spread: Spread) {
    this.#field = field;
    this.#column = column;
    this.#terms = terms;
    this.#spread = spread;
    spread.meter.take(terms.size * 16);
    this.#limits = new Float64Array(terms.size * 2).fill(Number.NaN);
  }

  read(docs: Int32Array, parents: Int32Array, length: number, sink: ValueSink): void {
    const { offsets, present } = this.#column;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      if (offsets !== null) this.#put(doc, parents[i]!, { from: offsets[doc]!, to: offsets[doc + 1]! }, sink);
      else if (present === null || ((present[doc >>> 5]! >>> (doc & 31)) & 1) === 1)
        this.#put(doc, parents[i]!, { from: doc, to: doc + 1 }, sink);
    }
    this.#flush(sink);
  }

  /** The intervals of all ranges of a document, which ascend with their lower limits. */
  #put(doc: number, parent: number, places: { from: number; to: number }, sink: ValueSink): void {
    const { intervals } = this.#spread;
    let previous = Number.NEGATIVE_INFINITY;
    for (let place = places.from; place < places.to; place++) {
      const ordinal = this.#column.data[place]!;
      this.#readLimits(ordinal);
      const [from, to] = this.#clipped(this.#limits[ordinal * 2]!, this.#limits[ordinal * 2 + 1]!);
      const last = intervals.index(to);
      let index = Math.max(intervals.index(from), previous);
      if (intervals.between(index, last) > MOST_INTERVALS) throw tooLong(this.#field);
      for (; index <= last; index = intervals.next(index)) {
        if (index === previous) continue;
        this.#docs[this.#length] = doc;
        this.#parents[this.#length] = parent;
        this.#values[this.#length++] = index;
        if (this.#length === BATCH) this.#flush(sink);
      }
      previous = Math.max(previous, last);
    }
  }

  #readLimits(ordinal: number): void {
    if (!Number.isNaN(this.#limits[ordinal * 2]!)) return;
    const { low, high } = boundsOfTerm(this.#terms.term(ordinal));
    this.#limits[ordinal * 2] = coarseOf(numberOfBytes(low));
    this.#limits[ordinal * 2 + 1] = coarseOf(numberOfBytes(high));
  }

  #clipped(low: number, high: number): readonly [number, number] {
    const { bounds } = this.#spread;
    const from = Math.max(low, bounds?.min ?? low);
    const to = Math.min(high, bounds?.max ?? high);
    const { furthest } = this.#spread.intervals;
    if (!(from >= -furthest && to <= furthest)) throw tooLong(this.#field);
    return [from, to];
  }

  #flush(sink: ValueSink): void {
    if (this.#length === 0) return;
    this.#spread.meter.charge(1 + (this.#length >>> 6));
    sink.values(this.#docs, this.#parents, this.#values, this.#length);
    this.#length = 0;
  }
}
