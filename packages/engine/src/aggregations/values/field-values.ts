import { apiError } from '@sextant/contract';
import { runThrough } from '../../budget/slices.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { requireFielddata } from '../../mapping/require-fielddata.ts';
import { prepareFielddata } from '../../segment/prepare-fielddata.ts';
import type { NumericColumn, SegmentReader } from '../../segment/segment-reader.ts';
import type { ShardContext } from '../aggregator.ts';
import type { SourceSpec } from '../spec-parts.ts';
import { isTextType } from '../value-types.ts';
import { formatOf, type ValueFormat } from './value-format.ts';
import { ConstantSource, columnSource, type ValueSource } from './value-source.ts';
import type { ValueStream } from './value-stream.ts';

/**
 * The field of an aggregation on one shard; null where it is not mapped. Throws where it has no values per
 * document.
 */
export function fieldOf(spec: SourceSpec, shard: ShardContext): MappedField | null {
  const field = shard.mapping.field(spec.field);
  if (field === undefined) return null;
  requireFielddata(field);
  runThrough(prepareFielddata(shard.searcher.segments, field, shard.budget));
  checkValueType(spec, field);
  return field;
}

function checkValueType(spec: SourceSpec, field: MappedField): void {
  if (spec.valueType === null || field.storage === 'number' || isTextType(spec.valueType)) return;
  throw apiError(
    'illegal_argument_exception',
    `Expected numeric type on field [${field.name}], but got [${field.type}]`,
  );
}

/** The error of a field that has no values of the kind that the aggregation takes. */
export function notForAggregation(type: string, field: MappedField): Error {
  const what =
    field.madeByScript === true
      ? 'Script yielding [unknown type]'
      : `Field [${field.name}] of type [${field.type}]`;
  return apiError('illegal_argument_exception', `${what} is not supported for aggregation [${type}]`);
}

/** Throws where the request says of the field that it holds values of a kind that the aggregation does not take. */
export function checkHint(type: string, field: MappedField, { valueType, scripted }: SourceSpec): void {
  if (valueType === null || scripted !== null || OF_TEXTS.has(type)) return;
  if (isTextType(valueType)) throw notForAggregation(type, field);
}

/** Aggregations of numbers that are of texts as well. */
const OF_TEXTS: ReadonlySet<string> = new Set(['terms', 'cardinality']);

/** The values of a field of numbers, of which neither dates nor booleans are. Throws as `NumberValues`. */
export function plainNumbers(type: string, spec: SourceSpec, shard: ShardContext): NumberValues {
  const values = new NumberValues(type, spec, shard);
  const { field } = values;
  if (field === null) return values;
  const isFlag = spec.valueType === 'boolean' && spec.scripted === null;
  if (isFlag || field.fieldType.numbers?.values !== 'plain') throw notForAggregation(type, field);
  return values;
}

/** Aggregations whose values are dates where no field says otherwise. */
const OVER_TIME: ReadonlySet<string> = new Set(['date_histogram', 'date_range', 'auto_date_histogram']);

/** A number field (dates and booleans too) as an aggregation over numbers sees it on one shard. */
export class NumberValues {
  /** null where the shard's index does not map the field. */
  readonly field: MappedField | null;
  readonly format: ValueFormat;
  /** Stands for documents without a value. */
  readonly missing: number | null;
  readonly #segments: readonly SegmentReader[];
  readonly #stream: ValueStream | undefined;

  /** `type` names the aggregation in the error for a field that holds no numbers. */
  constructor(type: string, spec: SourceSpec, shard: ShardContext) {
    this.#stream = spec.scripted === null ? undefined : shard.stream;
    const field = this.#stream === undefined ? fieldOf(spec, shard) : this.#stream.field;
    this.format = formatOf(field, spec, OVER_TIME.has(type), shard.nowMs);
    if (field !== null && field.storage !== 'number') throw notForAggregation(type, field);
    if (field !== null && this.#stream === undefined) checkHint(type, field, spec);
    this.field = field;
    const { missing } = spec;
    const isDate = field === null ? OVER_TIME.has(type) : field.fieldType.numbers?.values === 'dates';
    // A number is read by the format of the dates, unlike one that bounds a range.
    if (missing === null) this.missing = null;
    else this.missing = this.format.parse(isDate ? String(missing) : missing);
    this.#segments = shard.searcher.segments;
  }

  /** Nothing is known of the values before they come, and there are no columns. */
  get areStreamed(): boolean {
    return this.#stream !== undefined;
  }

  column(segment: SegmentReader): NumericColumn | null {
    return this.field === null || this.#stream !== undefined ? null : segment.numeric(this.field.name);
  }

  /** null where the segment has nothing to give. */
  source(segment: SegmentReader): ValueSource | null {
    if (this.#stream !== undefined) return this.#stream.source(segment);
    const column = this.column(segment);
    if (column !== null) return columnSource(column, column.base, this.missing);
    return this.missing === null ? null : new ConstantSource(this.missing);
  }

  /** Lowest and highest value that any document of the shard may give; null where none has one. */
  bounds(): { readonly min: number; readonly max: number } | null {
    let min = this.missing ?? Number.POSITIVE_INFINITY;
    let max = this.missing ?? Number.NEGATIVE_INFINITY;
    for (const segment of this.#segments) {
      const column = this.column(segment);
      if (column === null || column.valueCount === 0) continue;
      min = Math.min(min, column.min);
      max = Math.max(max, column.max);
    }
    return min <= max ? { min, max } : null;
  }

  /** No document of the shard gives a value that is further from 0. */
  largest(): number {
    if (this.areStreamed) return Number.POSITIVE_INFINITY;
    const { min, max } = this.bounds() ?? { min: 0, max: 0 };
    return Math.max(Math.abs(min), Math.abs(max));
  }

  /** Whether the field is one of fractions, or what stands for missing values has one: values are doubles then. */
  get haveFractions(): boolean {
    if (this.field?.fieldType.numbers?.hasFractions === true) return true;
    return this.missing !== null && !Number.isInteger(this.missing);
  }

  /** Whether no value has a fraction, or is beyond what doubles count one by one. */
  areWhole(): boolean {
    const bounds = this.bounds();
    if (this.field === null || this.haveFractions || bounds === null) return false;
    return Number.isSafeInteger(bounds.min) && Number.isSafeInteger(bounds.max);
  }
}
