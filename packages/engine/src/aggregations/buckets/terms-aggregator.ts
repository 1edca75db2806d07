import { apiError } from '@sextant/contract';
import type { WorkBudget } from '../../budget/work-budget.ts';
import type { SegmentMatch } from '../../segment/collector.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode, Place } from '../aggregation-tree.ts';
import { Aggregator, type Division, type LeafAggregator, type ShardContext } from '../aggregator.ts';
import { type AggregatorState, type BucketsState, NOTHING_FOUND } from '../aggregator-state.ts';
import {
  aggregatorFigure,
  comparator,
  type ResolvedOrder,
  resolveOrder,
  TopBuckets,
} from '../bucket-order.ts';
import type { InternalAggregation } from '../internal-aggregation.ts';
import type { TermsSpec } from '../types/terms.ts';
import { fieldOf } from '../values/field-values.ts';
import { OrdinalCounts, OrdinalTally } from '../values/ordinal-counts.ts';
import { TermValues } from '../values/term-values.ts';
import { formatOf, RAW_FORMAT } from '../values/value-format.ts';
import { BucketAggregator } from './bucket-aggregator.ts';
import { assignOthers, type BucketOrds, bucketOrds } from './bucket-ords.ts';
import { InternalTerms, shardSizeOf, type TermsBucket } from './internal-terms.ts';
import { OrdinalBuckets } from './ordinal-buckets.ts';
import { numberKeys, type TermKeys, textKeys } from './term-keys.ts';
import { ValueBucketsLeaf } from './value-buckets.ts';

/** Makes the aggregator that fits the field: terms, numbers, or none where the field is not mapped. */
export function termsAggregator(
  node: AggregationNode<TermsSpec>,
  shard: ShardContext,
  place: Place,
): Aggregator {
  const { spec } = node;
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
    ...place,
  });
}

class TermsAggregator extends BucketAggregator {
  readonly #spec: TermsSpec;
  readonly #order: ResolvedOrder;
  readonly #keys: TermKeys;
  readonly #ords: BucketOrds;
  readonly #topLevel: boolean;
  readonly #tally: OrdinalTally;

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
    this.#tally = new OrdinalTally(this.meter);
  }

  override division(parents: number): Division {
    return super.division(parents * this.#keys.domain.count);
  }

  override answers(segment: SegmentReader, match: SegmentMatch): boolean {
    return this.#topLevel && this.children.length === 0 && this.#keys.answers(segment, match);
  }

  leaf(segment: SegmentReader, match: SegmentMatch): LeafAggregator | null {
    this.#settle();
    if (this.answers(segment, match)) {
      this.#answer(segment, match);
      return null;
    }
    const ordinals = this.#ords.direct === 0 ? this.#keys.ordinals(segment) : null;
    if (ordinals !== null) {
      if (this.children.length === 0) {
        // Buckets are ordinals: where those of the segment are the same its documents are counted in place.
        const { column, map } = ordinals;
        return map === null
          ? new OrdinalCounts(column, this.counts(this.#ords.size))
          : this.#tally.leaf(ordinals);
      }
      const { offsets, present } = ordinals.column;
      if (offsets === null && present === null)
        return new OrdinalBuckets(this, ordinals, this.#ords.size, segment);
    }
    const source = this.#keys.source(segment);
    if (source === null) return null;
    return new ValueBucketsLeaf(this, this.#ords, source, {
      rounder: null,
      leaves: this.childLeaves(segment),
    });
  }

  #answer(segment: SegmentReader, match: SegmentMatch): void {
    const { direct } = this.#ords;
    if (direct !== null) {
      this.#keys.answer(segment, match, (value, docs) => this.addCount(value - direct, docs));
      return;
    }
    const parents = new Int32Array(1);
    const values = new Float64Array(1);
    const buckets = new Int32Array(1);
    this.#keys.answer(segment, match, (value, docs) => {
      values[0] = value;
      this.#ords.assign(parents, values, 1, buckets);
      this.addCount(buckets[0]!, docs);
    });
  }

  /** Adds what was counted by the ordinals of one segment to the counts of all. */
  #settle(): void {
    if (this.#ords.direct === 0) this.#tally.addTo(this.counts(this.#ords.size));
  }

  override state(): BucketsState {
    this.#settle();
    return super.state();
  }

  override ordsState(): BucketsState['ords'] {
    return this.#ords.state();
  }

  override absorb(state: AggregatorState, parents: Int32Array | null): void {
    this.#settle();
    super.absorb(state, parents);
  }

  placesOf({ ords }: BucketsState, parents: Int32Array | null): Int32Array | null {
    return assignOthers(this.#ords, ords, parents);
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
    const children = this.buildChildren(Math.max(-1, bucket));
    return new ShardBucket(this.#keys, this.#valueOf(bucket), this.#countOf(bucket), children);
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

/** A bucket of one shard: its key is made when it is asked for. */
class ShardBucket implements TermsBucket {
  readonly docCount: number;
  readonly docCountError = 0;
  readonly children: readonly InternalAggregation[];
  readonly #keys: TermKeys;
  readonly #value: number;

  constructor(keys: TermKeys, value: number, docCount: number, children: readonly InternalAggregation[]) {
    this.#keys = keys;
    this.#value = value;
    this.docCount = docCount;
    this.children = children;
  }

  get key(): string | number {
    return this.#keys.key(this.#value);
  }

  get sortKey(): Uint8Array | number {
    return this.#keys.sortKey(this.#value);
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

  state(): AggregatorState {
    return NOTHING_FOUND;
  }

  absorb(): void {}

  build(): InternalTerms {
    return this.#empty;
  }

  figure(): number {
    return Number.NaN;
  }
}
