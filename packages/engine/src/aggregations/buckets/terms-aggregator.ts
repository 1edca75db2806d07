import { apiError } from '@sextant/contract';
import type { WorkBudget } from '../../budget/work-budget.ts';
import type { SegmentMatch } from '../../segment/collector.ts';
import { BLOCK_SIZE } from '../../segment/doc-iterator.ts';
import type { OrdinalColumn, SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode, TermsSpec } from '../aggregation-tree.ts';
import { Aggregator, type LeafAggregator, matchesWholeSegment, type ShardContext } from '../aggregator.ts';
import {
  aggregatorFigure,
  comparator,
  type ResolvedOrder,
  resolveOrder,
  TopBuckets,
} from '../bucket-order.ts';
import { fieldOf, NumberValues } from '../values/field-values.ts';
import { forEachRun, sortedSlice } from '../values/sorted-runs.ts';
import { TermValues } from '../values/term-values.ts';
import { formatOf, RAW_FORMAT, type ValueFormat } from '../values/value-format.ts';
import type { ValueSource } from '../values/value-source.ts';
import { BucketAggregator } from './bucket-aggregator.ts';
import { ANY_VALUE, type BucketOrds, bucketOrds, type ValueDomain } from './bucket-ords.ts';
import { InternalTerms, shardSizeOf, type TermsBucket, type TermsKind } from './internal-terms.ts';
import { OrdinalCounts } from './ordinal-counts.ts';
import { numberPredicate, ordinalPredicate, type TermPredicate } from './term-filters.ts';
import { ValueBucketsLeaf } from './value-buckets.ts';

interface AllValues {
  readonly count: number;
  value(index: number): number;
}

interface SegmentOrdinals {
  readonly column: OrdinalColumn;
  readonly size: number;
  /** null: the same. */
  readonly map: Uint32Array | null;
}

/** What keyword, ip and number fields differ in. */
interface TermKeys {
  readonly kind: TermsKind;
  readonly format: ValueFormat;
  readonly domain: ValueDomain;
  readonly predicate: TermPredicate | null;
  compare(a: number, b: number): number;
  key(value: number): Pick<TermsBucket, 'key' | 'sortKey'>;
  source(segment: SegmentReader): ValueSource | null;
  /** The ordinals of a segment and what they are among all; null where the values are to be read one by one. */
  ordinals(segment: SegmentReader): SegmentOrdinals | null;
  /** Counts a segment from its statistics, if it can be. */
  answer(segment: SegmentReader, match: SegmentMatch, add: (value: number, docs: number) => void): boolean;
  /** Every value of the shard, for min_doc_count 0. */
  all(): AllValues;
}

/** Makes the aggregator that fits the field: terms, numbers, or none where the field is not mapped. */
export function termsAggregator(
  node: AggregationNode,
  spec: TermsSpec,
  shard: ShardContext,
  options: { readonly topLevel: boolean; readonly children: readonly Aggregator[] },
): Aggregator {
  if (
    spec.executionHint !== null &&
    spec.executionHint !== 'map' &&
    spec.executionHint !== 'global_ordinals'
  ) {
    const expected = 'expected any of [map, global_ordinals]';
    const reason = `Unknown \`execution_hint\`: [${spec.executionHint}], ${expected}`;
    throw apiError('illegal_argument_exception', reason);
  }
  const order = resolveOrder(spec.order, node.children);
  const field = fieldOf(spec.source, shard);
  if (field === null && spec.source.missing === null) return new UnmappedTerms(node, spec, order);
  const format = formatOf(field, spec.source, false, shard.nowMs);
  const numeric =
    field === null
      ? spec.source.valueType !== null && spec.source.valueType !== 'string'
      : field.storage === 'number';
  const keys = numeric
    ? numberKeys(node, spec, shard)
    : textKeys(node, spec, new TermValues(field, spec.source, shard), shard.budget);
  return new TermsAggregator(node, spec, order, {
    keys: { ...keys, format },
    budget: shard.budget,
    ...options,
  });
}

function textKeys(node: AggregationNode, spec: TermsSpec, values: TermValues, budget: WorkBudget): TermKeys {
  return {
    kind: 'sterms',
    format: RAW_FORMAT,
    domain: { first: 0, count: values.size },
    predicate: ordinalPredicate(node.name, spec, values),
    compare: (a, b) => values.compare(a, b),
    key: (ordinal) => ({ key: values.text(ordinal), sortKey: values.term(ordinal) }),
    source: (segment) => values.source(segment),
    ordinals: (segment) => values.ordinals(segment),
    answer: (segment, match, add) => {
      const { field } = values;
      // Only an indexed field has the counts; a missing value would need the documents.
      if (
        field === null ||
        !field.indexed ||
        spec.source.missing !== null ||
        !matchesWholeSegment(segment, match)
      )
        return false;
      const terms = segment.terms(field.name);
      if (terms === null) return segment.ordinals(field.name) === null;
      const map = values.mapOf(segment);
      for (let ordinal = 0; ordinal < terms.size; ordinal++) {
        if ((ordinal & 63) === 0) budget.charge(1);
        add(map === null ? ordinal : map[ordinal]!, terms.docFreq(ordinal));
      }
      return true;
    },
    all: () => ({ count: values.size, value: (index) => index }),
  };
}

/** Few whole numbers are counted by a table, anything else by a hash. */
const NARROW_RANGE = 1 << 16;

function numberKeys(node: AggregationNode, spec: TermsSpec, shard: ShardContext): TermKeys {
  const values = new NumberValues('terms', spec.source, shard);
  const type = values.field?.type ?? spec.source.valueType ?? 'double';
  const fractions =
    type === 'double' ||
    type === 'float' ||
    type === 'half_float' ||
    type === 'scaled_float' ||
    type === 'numeric' ||
    type === 'number';
  let known: AllValues | undefined;
  const bounds = values.bounds();
  // With min_doc_count 0 only values that some document has may show up, so that they are kept one by one.
  const narrow =
    !fractions &&
    spec.minDocCount > 0 &&
    bounds !== null &&
    bounds.max - bounds.min < NARROW_RANGE &&
    Number.isInteger(bounds.min);
  return {
    kind: fractions ? 'dterms' : 'lterms',
    format: values.format,
    domain: narrow ? { first: bounds.min, count: bounds.max - bounds.min + 1 } : ANY_VALUE,
    predicate: numberPredicate(node.name, spec, values),
    compare: (a, b) => a - b,
    key: (value) => ({ key: value, sortKey: value }),
    source: (segment) => values.source(segment),
    ordinals: () => null,
    answer: (segment, match, add) => {
      if (values.field === null || values.missing !== null) return false;
      const slice = sortedSlice(segment, values.field.name, values.column(segment), match);
      if (slice !== null) {
        forEachRun(
          slice,
          (value) => value,
          (value, docs) => {
            shard.budget.charge(1);
            add(value, docs);
          },
        );
      }
      return slice !== null;
    },
    all: () => {
      known ??= allNumbers(values, shard);
      return known;
    },
  };
}

function allNumbers(values: NumberValues, shard: ShardContext): AllValues {
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
    const source = values.source(segment);
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

class TermsAggregator extends BucketAggregator {
  readonly #spec: TermsSpec;
  readonly #order: ResolvedOrder;
  readonly #keys: TermKeys;
  readonly #ords: BucketOrds;
  readonly #topLevel: boolean;
  /** By ordinal of the segment at hand, and what they become when it is done. */
  #ownCounts = new Uint32Array(0);
  #unsettled: SegmentOrdinals | null = null;

  constructor(
    node: AggregationNode,
    spec: TermsSpec,
    order: ResolvedOrder,
    options: {
      readonly keys: TermKeys;
      readonly budget: WorkBudget;
      readonly topLevel: boolean;
      readonly children: readonly Aggregator[];
    },
  ) {
    super(node, options.children, options.budget);
    this.#spec = spec;
    this.#order = order;
    this.#keys = options.keys;
    this.#topLevel = options.topLevel;
    this.#ords = bucketOrds(options.keys.domain, options, this.meter);
  }

  leaf(segment: SegmentReader, match: SegmentMatch): LeafAggregator | null {
    this.#settle();
    const source = this.#keys.source(segment);
    if (source === null) return null;
    if (this.#topLevel && this.children.length === 0) {
      if (this.#answered(segment, match)) return null;
      const counts = this.#ordinalCounts(segment);
      if (counts !== null) return counts;
    }
    return new ValueBucketsLeaf(this, this.#ords, source, {
      rounder: null,
      leaves: this.childLeaves(segment),
    });
  }

  #answered(segment: SegmentReader, match: SegmentMatch): boolean {
    const { direct } = this.#ords;
    if (direct !== null)
      return this.#keys.answer(segment, match, (value, docs) => this.addCount(value - direct, docs));
    const parents = new Int32Array(1);
    const values = new Float64Array(1);
    const buckets = new Int32Array(1);
    return this.#keys.answer(segment, match, (value, docs) => {
      values[0] = value;
      this.#ords.assign(parents, values, 1, buckets);
      this.addCount(buckets[0]!, docs);
    });
  }

  /** Where buckets are ordinals. */
  #ordinalCounts(segment: SegmentReader): OrdinalCounts | null {
    const ordinals = this.#ords.direct === 0 ? this.#keys.ordinals(segment) : null;
    if (ordinals === null) return null;
    const { column, size, map } = ordinals;
    if (map === null) return new OrdinalCounts(column, this.counts(this.#ords.size));
    if (this.#ownCounts.length < size) {
      this.meter.take((size - this.#ownCounts.length) * 4);
      this.#ownCounts = new Uint32Array(size);
    } else this.#ownCounts.fill(0);
    this.#unsettled = ordinals;
    return new OrdinalCounts(column, this.#ownCounts);
  }

  /** Adds what was counted by the ordinals of one segment to the counts of all. */
  #settle(): void {
    if (this.#unsettled === null) return;
    const { size, map } = this.#unsettled;
    const counts = this.counts(this.#ords.size);
    const own = this.#ownCounts;
    this.meter.charge(size >>> 9);
    for (let ordinal = 0; ordinal < size; ordinal++) counts[map![ordinal]!]! += own[ordinal]!;
    this.#unsettled = null;
  }

  build(parent: number): InternalTerms {
    this.#settle();
    const withEmpty = this.#spec.minDocCount === 0 && parent >= 0;
    const { predicate } = this.#keys;
    const least = Math.max(this.#spec.shardMinDocCount, withEmpty ? 0 : 1);
    const top = new TopBuckets<number>(shardSizeOf(this.#spec, this.#order), this.#compare());
    const countsDecide = this.#order.byCountDesc;
    let total = 0;
    // Where all values have a bucket no list of them is needed.
    const met = this.#ords.direct === null || parent !== 0 ? this.#ords.bucketsOf(parent) : null;
    const size = met?.length ?? this.#ords.size;
    this.meter.charge(size >>> 8);
    for (let i = 0; i < size; i++) {
      const bucket = met === null ? i : met[i]!;
      const count = this.docCount(bucket);
      if (count === 0) continue;
      if (predicate !== null && !predicate(this.#ords.value(bucket))) continue;
      total += count;
      if (count < least || (countsDecide && top.full && count < this.docCount(top.last))) continue;
      top.offer(bucket);
    }
    if (withEmpty && least === 0) this.#offerUnmet(parent, top);
    const buckets = top.sorted().map((bucket) => this.#bucket(bucket));
    return new InternalTerms(this.node, this.#spec, this.#order, {
      kind: this.#keys.kind,
      format: this.#keys.format,
      buckets,
      docCountError: 0,
      otherDocCount: total - buckets.reduce((sum, bucket) => sum + bucket.docCount, 0),
    });
  }

  /**
   * The values that were not met have no bucket. In their place stand numbers below 0: -1 less the value's place
   * among all values.
   */
  #offerUnmet(parent: number, top: TopBuckets<number>): void {
    const { predicate } = this.#keys;
    const all = this.#keys.all();
    const lastHasDocs = (): boolean => top.full && this.#countOf(top.last) > 0;
    if (this.#order.byCountDesc && lastHasDocs()) return;
    for (let index = 0; index < all.count; index++) {
      if ((index & 31) === 0) this.meter.charge(1);
      const value = all.value(index);
      const bucket = this.#ords.find(parent, value);
      if (bucket >= 0 && this.docCount(bucket) > 0) continue;
      if (predicate === null || predicate(value)) top.offer(-1 - index);
    }
  }

  #countOf(bucket: number): number {
    return bucket < 0 ? 0 : this.docCount(bucket);
  }

  #valueOf(bucket: number): number {
    return bucket < 0 ? this.#keys.all().value(-1 - bucket) : this.#ords.value(bucket);
  }

  #bucket(bucket: number): TermsBucket {
    return {
      ...this.#keys.key(this.#valueOf(bucket)),
      docCount: this.#countOf(bucket),
      docCountError: 0,
      children: this.buildChildren(Math.max(-1, bucket)),
    };
  }

  #compare(): (a: number, b: number) => number {
    return comparator<number>(this.#order, {
      count: (bucket) => this.#countOf(bucket),
      compareKeys: (a, b) => this.#keys.compare(this.#valueOf(a), this.#valueOf(b)),
      figure: (bucket, path) => aggregatorFigure(this.children, Math.max(-1, bucket), path),
    });
  }

  figure(): number {
    return Number.NaN;
  }
}

/** On a shard that does not map the field. */
class UnmappedTerms extends Aggregator {
  readonly #empty: InternalTerms;

  constructor(node: AggregationNode, spec: TermsSpec, order: ResolvedOrder) {
    super();
    this.#empty = new InternalTerms(node, spec, order, {
      kind: 'umterms',
      format: RAW_FORMAT,
      buckets: [],
      docCountError: 0,
      otherDocCount: 0,
    });
  }

  leaf(): null {
    return null;
  }

  build(): InternalTerms {
    return this.#empty;
  }

  figure(): number {
    return Number.NaN;
  }
}
