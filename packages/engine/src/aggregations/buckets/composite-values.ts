import { apiError } from '@sextant/contract';
import { javaClass, javaDouble } from '../../mapping/java-text.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { ShardContext } from '../aggregator.ts';
import type { SourceSpec } from '../spec-parts.ts';
import type { CompositeSource } from '../specs/composite.ts';
import { ChangedSource, ShardOrdinals } from '../values/changed-source.ts';
import { dateRounding } from '../values/date-rounding.ts';
import { fieldOf, NumberValues, notForAggregation } from '../values/field-values.ts';
import { FineValues, isFineField } from '../values/fine-values.ts';
import { placeOfTerm } from '../values/term-places.ts';
import { TermValues, termBytes } from '../values/term-values.ts';
import { RAW_FORMAT } from '../values/value-format.ts';
import { ConstantSource, columnSource, type ValueSource } from '../values/value-source.ts';
import { ANY_VALUE, type ValueDomain } from './bucket-ords.ts';
import { type KeyPart, type KeyShape, missingFirst } from './composite-keys.ts';
import { tilesOf } from './composite-tiles.ts';
import {
  ComputedIntervals,
  type Intervals,
  listedIntervals,
  UniformIntervals,
} from './histogram-intervals.ts';

/**
 * One source of a composite aggregation on one shard. Values are numbers of whatever ascends with them: ordinals of terms, numbers
 * of intervals, numbers themselves; a document without a value has `missing`, which lies before or after all of them.
 */
export interface CompositeValues {
  readonly domain: ValueDomain;
  /** null: documents without a value are left out. */
  readonly missing: number | null;
  readonly unmapped: boolean;
  readonly shape: KeyShape;
  /** null where the segment has nothing to give. */
  source(segment: SegmentReader): ValueSource | null;
  key(value: number): KeyPart;
  /** The place of a key of the page before among the values. Throws ApiError where it cannot be read. */
  placeOf(key: unknown): number;
}

export function compositeValues(source: CompositeSource, shard: ShardContext): CompositeValues {
  if (source.missingOrder !== 'default' && !source.missingBucket)
    throw apiError('illegal_argument_exception', 'missing_order require missing_bucket is true');
  if (source.source === null) {
    const reason = 'value source config is invalid; must have either a field or a script';
    throw apiError('illegal_state_exception', reason);
  }
  // Values of which the order is turned round have theirs turned round too.
  const below = missingFirst(source) === source.ascending;
  const edge = below ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const missing = source.missingBucket ? edge : null;
  const { kind } = source.rounding;
  const field = fieldOf(source.source, shard);
  if (field === null) return unmappedValues(missing);
  if (source.rounding.kind === 'geotile_grid') return tilesOf(source.rounding, source.source, shard, missing);
  if (field.fieldType.terms?.isKey === false) throw notForAggregation(kind, field);
  if (kind === 'terms') {
    if (field.storage !== 'number') return termsOf(field, source.source, shard, missing);
    if (isFineField(field, shard)) return fineOf(field, source.source, shard, missing);
    return numbersOf(source.source, shard, missing);
  }
  return intervalsOf(source, source.source, shard, missing);
}

function unmappedValues(missing: number | null): CompositeValues {
  return {
    domain: ANY_VALUE,
    missing,
    unmapped: true,
    shape: { as: 'text', format: RAW_FORMAT },
    source: () => (missing === null ? null : new ConstantSource(missing)),
    key: () => null,
    // Whatever it is: no document has a value to be compared with.
    placeOf: () => 0,
  };
}

function termsOf(
  field: MappedField,
  spec: SourceSpec,
  shard: ShardContext,
  missing: number | null,
): CompositeValues {
  const values = new TermValues(field, { ...spec, missing: null }, shard);
  return {
    domain: missing === null ? { first: 0, count: values.size } : ANY_VALUE,
    missing,
    unmapped: false,
    shape: { as: 'text', format: RAW_FORMAT },
    source: (segment) => {
      const column = segment.fielddataOrdinals(field.name);
      if (missing === null || column === null) {
        return values.source(segment) ?? (missing === null ? null : new ConstantSource(missing));
      }
      return new ShardOrdinals(columnSource(column, 0, -1), values.mapOf(segment), missing);
    },
    key: (ordinal) => ({ term: values.term(ordinal), text: values.text(ordinal) }),
    placeOf: (key) => {
      if (typeof key !== 'string') {
        const reason = `invalid value, expected string, got ${javaClass(key)}`;
        throw apiError('illegal_argument_exception', reason);
      }
      return placeOfTerm(values, termBytes(field, key));
    },
  };
}

function numbersOf(spec: SourceSpec, shard: ShardContext, missing: number | null): CompositeValues {
  const values = new NumberValues('terms', spec, shard);
  const field = values.field!;
  const { numbers } = field.fieldType;
  const isFraction = numbers?.hasFractions === true;
  const number = isFraction ? 'fraction' : 'whole';
  const as = numbers?.values === 'flags' ? 'boolean' : number;
  return {
    domain: ANY_VALUE,
    missing,
    unmapped: false,
    shape: { as, format: values.format },
    source: (segment) => filled(values, segment, missing),
    key: (value) => value,
    placeOf: (key) => {
      const place = numberKey(values, spec, key);
      return isFraction ? place : Math.trunc(place);
    },
  };
}

function fineOf(
  field: MappedField,
  spec: SourceSpec,
  shard: ShardContext,
  missing: number | null,
): CompositeValues {
  const values = new FineValues(field, { ...spec, missing: null }, shard);
  return {
    domain: missing === null ? { first: 0, count: values.size } : ANY_VALUE,
    missing,
    unmapped: false,
    shape: { as: 'whole', format: RAW_FORMAT },
    source: (segment) => values.source(segment, missing),
    key: (place) => values.number(place),
    placeOf: (key) => {
      const number = values.read(typeof key === 'boolean' || typeof key === 'number' ? key : String(key));
      const place = values.placeOf(number);
      return place >= 0 ? place : values.ceiling(number) - 0.5;
    },
  };
}

/** Dates are numbers in a key where the request has no format for them, and texts where it has one. */
function numberKey({ field, format }: NumberValues, spec: SourceSpec, key: unknown): number {
  const kind = field?.fieldType.numbers?.values;
  if (kind === 'plain' && typeof key === 'number') return key;
  const text = typeof key === 'number' && !Number.isInteger(key) ? javaDouble(key) : String(key);
  return kind === 'dates' && spec.format === null ? RAW_FORMAT.parse(text) : format.parse(text);
}

function filled(values: NumberValues, segment: SegmentReader, missing: number | null): ValueSource | null {
  const column = values.column(segment);
  if (column !== null) return columnSource(column, column.base, missing);
  return missing === null ? null : new ConstantSource(missing);
}

function intervalsOf(
  { rounding }: CompositeSource,
  spec: SourceSpec,
  shard: ShardContext,
  missing: number | null,
): CompositeValues {
  const values = new NumberValues(rounding.kind, spec, shard);
  const intervals = makeIntervals(rounding, spec, values);
  const isDate = rounding.kind === 'date_histogram';
  const whole = spec.format === null ? 'whole' : 'text';
  return {
    domain: missing === null ? intervals.domain : ANY_VALUE,
    missing,
    unmapped: false,
    shape: { as: isDate ? whole : 'fraction', format: values.format },
    source: (segment) => {
      const inner = filled(values, segment, missing);
      return inner === null ? null : new Rounded(inner, intervals, missing);
    },
    key: (index) => intervals.key(index),
    placeOf: (key) => placeOfInterval(intervals, values, numberKey(values, spec, key)),
  };
}

function makeIntervals(
  rounding: CompositeSource['rounding'],
  spec: SourceSpec,
  values: NumberValues,
): Intervals {
  const range = values.bounds();
  if (rounding.kind === 'histogram') {
    if (!(rounding.interval > 0))
      throw apiError(
        'illegal_argument_exception',
        '[interval] must be greater than 0 for [histogram] source',
      );
    return new UniformIntervals(rounding.interval, 0, range, values.areWhole());
  }
  if (rounding.kind !== 'date_histogram') throw new Error('a source without intervals');
  if (rounding.interval.kind === 'invalid')
    throw apiError('illegal_argument_exception', rounding.interval.reason);
  const dates = dateRounding(rounding.interval, spec.timeZone, rounding.offsetMs);
  const { uniform } = dates;
  if (uniform !== null)
    return new UniformIntervals(uniform.interval, uniform.offset, range, values.areWhole());
  return listedIntervals(dates, range) ?? new ComputedIntervals(dates);
}

/** The interval that begins there, or half a step after the one that holds it. */
function placeOfInterval(intervals: Intervals, values: NumberValues, key: number): number {
  const range = values.bounds();
  if (range === null) return 0;
  const first = intervals.index(range.min);
  if (key < intervals.key(first)) return first - 0.5;
  const last = intervals.index(range.max);
  if (key > intervals.key(last)) return last + 0.5;
  const index = intervals.index(key);
  return intervals.key(index) === key ? index : index + 0.5;
}

/** Values as the numbers of their intervals; what stands for none stays. */
class Rounded extends ChangedSource {
  readonly #intervals: Intervals;
  readonly #missing: number | null;

  constructor(inner: ValueSource, intervals: Intervals, missing: number | null) {
    super(inner);
    this.#intervals = intervals;
    this.#missing = missing;
  }

  protected override change(
    values: Float64Array,
    length: number,
    docs: Int32Array,
    parents: Int32Array,
  ): void {
    const missing = this.#missing;
    if (missing === null) this.#intervals.round(docs, parents, values, length);
    else {
      for (let i = 0; i < length; i++)
        if (values[i] !== missing) values[i] = this.#intervals.index(values[i]!);
    }
  }
}
