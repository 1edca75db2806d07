import { ApiError, apiError, type JsonMap } from '@sextant/contract';
import type { WorkBudget } from '../../budget/work-budget.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import type { SegmentMatch } from '../../segment/collector.ts';
import { BLOCK_SIZE } from '../../segment/doc-iterator.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import { matchesWholeSegment, type ShardContext } from '../aggregator.ts';
import type { MissingValue } from '../spec-parts.ts';
import type { TermsSpec } from '../specs/terms.ts';
import { fieldOf, NumberValues, notForAggregation } from '../values/field-values.ts';
import { FineValues, isFineField, isTakenAsUnsigned, keyOfNumber } from '../values/fine-values.ts';
import type { SegmentOrdinals } from '../values/ordinal-counts.ts';
import { forEachRun, sortedSlice } from '../values/sorted-runs.ts';
import { TermValues } from '../values/term-values.ts';
import { formatOf, RAW_FORMAT, type ValueFormat } from '../values/value-format.ts';
import type { ValueSource } from '../values/value-source.ts';
import { ANY_VALUE, type ValueDomain } from './bucket-ords.ts';
import type { SortKey, TermsKind } from './internal-terms.ts';
import { finePredicate, numberPredicate, ordinalPredicate, type TermPredicate } from './term-filters.ts';

interface AllValues {
  readonly count: number;
  value(index: number): number;
}

/** What keyword, ip and number fields differ in. */
export interface TermKeys {
  readonly kind: TermsKind;
  readonly format: ValueFormat;
  readonly domain: ValueDomain;
  readonly predicate: TermPredicate | null;
  /** Values are the same numbers for all who search documents of the shard. */
  readonly isDivisible: boolean;
  compare(a: number, b: number): number;
  key(value: number): string | number;
  sortKey(value: number): SortKey;
  /** How the bucket shows its key, where that is not the key itself. */
  shown?(value: number): JsonMap;
  source(segment: SegmentReader): ValueSource | null;
  /** The ordinals of a segment and what they are among all; null where the values are to be read one by one. */
  ordinals(segment: SegmentReader): SegmentOrdinals | null;
  /** Whether the statistics of a segment are enough to count it. */
  answers(segment: SegmentReader, match: SegmentMatch): boolean;
  /** Counts the segment by them. */
  answer(segment: SegmentReader, match: SegmentMatch, add: (value: number, docs: number) => void): void;
  /** Every value of the shard, for min_doc_count 0. */
  all(): AllValues;
}

/** What decides which terms there are. */
export type KeysSpec = Pick<TermsSpec, 'source' | 'include' | 'exclude' | 'minDocCount'>;

/** Of terms or numbers, as the field has them; null where it is not mapped. Throws as `fieldOf`. */
export function keysOfField(node: AggregationNode, spec: KeysSpec, shard: ShardContext): TermKeys | null {
  const { source } = spec;
  const field = fieldOf(source, shard);
  if (field === null && source.missing === null) return null;
  if (field?.fieldType.terms?.isKey === false) throw notForAggregation(node.type.name, field);
  const format = formatOf(field, source, false, shard.nowMs);
  const numeric = field === null ? !TEXT_TYPES.has(source.valueType ?? 'string') : field.storage === 'number';
  const keys = numeric
    ? (fineKeys(node, spec, field, shard) ?? numberKeys(node, spec, shard))
    : textKeys(node, spec, new TermValues(field, source, shard), shard.budget);
  return { ...keys, format };
}

/** The same where what is refused while other aggregations are carried out is not accepted at all. */
export function acceptedKeys(node: AggregationNode, spec: KeysSpec, shard: ShardContext): TermKeys | null {
  try {
    return keysOfField(node, spec, shard);
  } catch (error) {
    if (!(error instanceof ApiError) || error.error.type !== 'aggregation_execution_exception') throw error;
    throw apiError('illegal_argument_exception', error.error.reason);
  }
}

/** Of values that no field has, by the `value_type` of the request. */
const TEXT_TYPES: ReadonlySet<string> = new Set(['string', 'ip']);

function textKeys(node: AggregationNode, spec: KeysSpec, values: TermValues, budget: WorkBudget): TermKeys {
  return {
    kind: 'sterms',
    isDivisible: true,
    format: RAW_FORMAT,
    domain: { first: 0, count: values.size },
    predicate: ordinalPredicate(node.name, spec, values),
    compare: (a, b) => values.compare(a, b),
    key: (ordinal) => values.text(ordinal),
    sortKey: (ordinal) => values.term(ordinal),
    source: (segment) => values.source(segment),
    ordinals: (segment) => values.ordinals(segment),
    answers: (segment, match) => {
      const { field } = values;
      // Only an indexed field has the counts; a missing value would need the documents.
      if (field?.indexed !== true || spec.source.missing !== null) return false;
      if (!matchesWholeSegment(segment, match)) return false;
      return segment.fielddataTerms(field.name) !== null || segment.fielddataOrdinals(field.name) === null;
    },
    answer: (segment, _match, add) => {
      const terms = segment.fielddataTerms(values.field!.name);
      const map = values.mapOf(segment);
      for (let ordinal = 0; ordinal < (terms?.size ?? 0); ordinal++) {
        if ((ordinal & 63) === 0) budget.charge(1);
        add(map === null ? ordinal : map[ordinal]!, terms!.docFreq(ordinal));
      }
    },
    all: () => ({ count: values.size, value: (index) => index }),
  };
}

/** Few whole numbers are counted by a table, anything else by a hash. */
const NARROW_RANGE = 1 << 16;

function numberKeys(node: AggregationNode, spec: KeysSpec, shard: ShardContext): TermKeys {
  const values = new NumberValues('terms', spec.source, shard);
  const fractions = values.haveFractions && (values.field !== null || spec.source.valueType !== 'date');
  let known: AllValues | undefined;
  const bounds = values.bounds();
  // With min_doc_count 0 only values that some document has may show up, so that they are kept one by one.
  const narrow =
    !fractions &&
    spec.minDocCount > 0 &&
    bounds !== null &&
    bounds.max - bounds.min < NARROW_RANGE &&
    Number.isInteger(bounds.min);
  const sliceOf = (segment: SegmentReader, match: SegmentMatch) =>
    values.field === null || values.missing !== null
      ? null
      : sortedSlice(segment, values.field.name, values.column(segment), match);
  return {
    kind: fractions ? 'dterms' : 'lterms',
    isDivisible: true,
    format: values.format,
    domain: narrow ? { first: bounds.min, count: bounds.max - bounds.min + 1 } : ANY_VALUE,
    predicate: numberPredicate(node.name, spec, values),
    compare: (a, b) => a - b,
    key: (value) => value,
    sortKey: (value) => value,
    source: (segment) => values.source(segment),
    ordinals: () => null,
    answers: (segment, match) => sliceOf(segment, match) !== null,
    answer: (segment, match, add) => {
      forEachRun(
        sliceOf(segment, match)!,
        (value) => value,
        (value, docs) => {
          shard.budget.charge(1);
          add(value, docs);
        },
      );
    },
    all: () => {
      known ??= allValues((segment) => values.source(segment), shard);
      return known;
    },
  };
}

/** Of numbers that doubles cannot hold; null where they can. */
function fineKeys(
  { name }: AggregationNode,
  spec: KeysSpec,
  field: MappedField | null,
  shard: ShardContext,
): TermKeys | null {
  const { missing } = spec.source;
  const isFine = isFineField(field, shard) || isTakenAsUnsigned(field, missing);
  if (field === null || !isFine || isFraction(missing)) return null;
  const values = new FineValues(field, spec.source, shard);
  return {
    kind: 'lterms',
    isDivisible: true,
    format: RAW_FORMAT,
    domain: { first: 0, count: values.size },
    predicate: finePredicate(name, spec, values),
    compare: (a, b) => values.compare(a, b),
    key: (place) => keyOfNumber(values.number(place)),
    sortKey: (place) => values.number(place),
    source: (segment) => values.source(segment),
    ordinals: () => null,
    answers: () => false,
    answer: () => undefined,
    all: () => ({ count: values.size, value: (index) => index }),
  };
}

/** Beside it all numbers are doubles. */
function isFraction(missing: MissingValue | null): boolean {
  return missing !== null && Number(missing) % 1 !== 0;
}

/** All that documents of the shard have, deleted ones included. */
export function allValues(
  sourceOf: (segment: SegmentReader) => ValueSource | null,
  shard: Pick<ShardContext, 'searcher' | 'budget'>,
): AllValues {
  const all = new Set<number>();
  const docs = new Int32Array(BLOCK_SIZE);
  const parents = new Int32Array(BLOCK_SIZE);
  const sink = {
    values: (_docs: Int32Array, _parents: Int32Array, found: Float64Array, length: number): void => {
      const before = all.size;
      for (let i = 0; i < length; i++) all.add(found[i]!);
      shard.budget.reserve((all.size - before) * BYTES_PER_VALUE, '<values of a field>');
    },
  };
  for (const segment of shard.searcher.segments) {
    const source = sourceOf(segment);
    for (let first = 0; source !== null && first < segment.maxDoc; first += BLOCK_SIZE) {
      const length = Math.min(BLOCK_SIZE, segment.maxDoc - first);
      for (let i = 0; i < length; i++) docs[i] = first + i;
      shard.budget.charge(4);
      source.read(docs, parents, length, sink);
    }
  }
  const list = Float64Array.from(all);
  return { count: list.length, value: (index) => list[index]! };
}

/** In the set and the list of them. */
const BYTES_PER_VALUE = 40;
