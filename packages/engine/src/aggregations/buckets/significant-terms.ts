import { apiError, type JsonMap } from '@sextant/contract';
import type { SegmentMatch } from '../../segment/collector.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode, Place } from '../aggregation-tree.ts';
import type { Aggregator, Division, LeafAggregator, ShardContext } from '../aggregator.ts';
import { type AggregatorState, type BucketsState, parentOf, stateOf } from '../aggregator-state.ts';
import { Background } from '../significance/background.ts';
import type { SignificanceSpec, SignificantTermsSpec } from '../specs/significant-terms.ts';
import { UnmappedAggregator } from '../unmapped-aggregator.ts';
import { fieldOf } from '../values/field-values.ts';
import { growLentUint32 } from '../values/growable.ts';
import { giveBack } from '../values/lent-arrays.ts';
import { RAW_FORMAT } from '../values/value-format.ts';
import { checkExecutionHint } from './execution-hint.ts';
import {
  InternalSignificantTerms,
  mostSignificant,
  type SignificantBucket,
} from './internal-significant-terms.ts';
import { TermBuckets, type TermBucketsOptions } from './term-buckets.ts';
import { acceptedKeys, type TermKeys } from './term-keys.ts';

export function significantTermsAggregator(
  node: AggregationNode<SignificantTermsSpec>,
  shard: ShardContext,
  place: Place,
): Aggregator {
  const { spec } = node;
  const field = fieldOf(spec.source, shard);
  if (field !== null && (!field.indexed || field.derived !== undefined)) {
    const rule = 'SignificantText aggregation requires fields to be searchable';
    throw apiError('illegal_argument_exception', `${rule}, but [${field.name}] is not`);
  }
  const keys = acceptedKeys(node, spec, shard);
  if (keys === null || field === null) return unmappedSignificance(node);
  checkExecutionHint(spec.executionHint);
  if (keys.kind === 'dterms') {
    const reason = 'No support for examining floating point numerics';
    throw apiError('unsupported_operation_exception', reason);
  }
  const background = new Background(field, spec.backgroundFilter, shard);
  return new SignificantTermsAggregator(node, background, { keys, budget: shard.budget, ...place });
}

interface SignificanceState extends BucketsState {
  /** Documents by the parent's bucket. */
  readonly sizes: Uint32Array<ArrayBuffer>;
}

/** A term on its way into the answer. */
interface Candidate {
  readonly bucket: number;
  readonly value: number;
  readonly backgroundCount: number;
  readonly score: number;
}

/** Of a candidate. */
const CANDIDATE_BYTES = 64;

/** The terms of what was found, beside how frequent they are in all documents. */
export class SignificantTermsAggregator extends TermBuckets {
  declare readonly node: AggregationNode<SignificanceSpec>;
  readonly #background: Background;
  /** Documents by the parent's bucket, of those that have no term as well. */
  #sizes = new Uint32Array(1);

  constructor(node: AggregationNode<SignificanceSpec>, background: Background, options: TermBucketsOptions) {
    super(node, options);
    this.#background = background;
  }

  /** Terms that are as significant as others stand as their buckets are numbered, which each who searches does in an order of its own. */
  override division(parents: number): Division {
    return this.ords.direct === null ? 'none' : super.division(parents);
  }

  /** Documents without a term count, which no statistics tell. */
  override answers(): boolean {
    return false;
  }

  override leaf(segment: SegmentReader, match: SegmentMatch): LeafAggregator {
    const leaf = super.leaf(segment, match);
    return {
      collect: (docs, parents, length, parentCount) => {
        if (this.#sizes.length < parentCount) this.#grow(parentCount);
        const sizes = this.#sizes;
        for (let i = 0; i < length; i++) sizes[parents[i]!]! += 1;
        leaf?.collect(docs, parents, length, parentCount);
      },
    };
  }

  #grow(parents: number): void {
    this.#sizes = growLentUint32(this.#sizes, parents, this.meter);
  }

  override state(): SignificanceState {
    return { ...super.state(), sizes: this.#sizes.slice() };
  }

  override absorb(state: AggregatorState, parents: Int32Array | null): void {
    super.absorb(state, parents);
    const { sizes } = stateOf<SignificanceState>('buckets', state);
    for (const [parent, size] of sizes.entries()) {
      if (size === 0) continue;
      const own = parentOf(parents, parent);
      if (this.#sizes.length <= own) this.#grow(own + 1);
      this.#sizes[own]! += size;
    }
  }

  override release(): void {
    super.release();
    giveBack(this.#sizes);
    this.#sizes = new Uint32Array(0);
  }

  override profiledAs(): string {
    return `${this.keys.kind === 'sterms' ? 'GlobalOrdinalsString' : 'Numeric'}TermsAggregator`;
  }

  override debug(): JsonMap {
    const selection = { result_selection_strategy: 'priority_queue' };
    if (this.keys.kind === 'sterms') return { ...selection, ...this.ordinalsDebug('significant_terms') };
    return { ...selection, total_buckets: this.bucketCount(), result_strategy: 'significant_terms' };
  }

  build(parent: number): InternalSignificantTerms {
    this.settle();
    const { kind, format } = this.keys;
    const subsetSize = this.#sizes[parent] ?? 0;
    const best = mostSignificant(this.#candidates(parent, subsetSize), this.node.spec.shardSize);
    const buckets = best.map(
      ({ bucket, value, backgroundCount, score }): SignificantBucket => ({
        key: this.keys.key(value),
        docCount: this.docCount(bucket),
        backgroundCount,
        score,
        children: this.buildChildren(bucket),
      }),
    );
    const supersetSize = this.#background.size;
    return new InternalSignificantTerms(this.node, { kind, format, subsetSize, supersetSize, buckets });
  }

  #candidates(parent: number, subsetSize: number): readonly Candidate[] {
    const { predicate } = this.keys;
    const { heuristic, shardMinDocCount } = this.node.spec;
    const supersetSize = this.#background.size;
    const candidates: Candidate[] = [];
    this.#forEachTerm(parent, (value, bucket) => {
      const subsetFreq = bucket < 0 ? 0 : this.docCount(bucket);
      if (subsetFreq < shardMinDocCount || (predicate !== null && !predicate(value))) return;
      this.meter.take(CANDIDATE_BYTES);
      const supersetFreq = this.#frequencyOf(value);
      const frequencies = { subsetFreq, subsetSize, supersetFreq, supersetSize };
      const score = heuristic(frequencies, this.budget);
      candidates.push({ bucket, value, backgroundCount: supersetFreq, score });
    });
    return candidates;
  }

  /** The terms that were met, or all: how often a term is elsewhere counts also where it was not met. */
  #forEachTerm(parent: number, take: (value: number, bucket: number) => void): void {
    const withEmpty = this.node.spec.minDocCount === 0 && this.keys.kind === 'sterms' && parent >= 0;
    const all = withEmpty ? this.keys.all() : null;
    if (all !== null && all.count > 0) {
      for (let index = 0; index < all.count; index++) {
        if ((index & 31) === 0) this.meter.charge(1);
        const value = all.value(index);
        take(value, this.ords.find(parent, value));
      }
      return;
    }
    const met = this.ords.bucketsOf(parent);
    this.meter.charge(1 + (met.length >>> 5));
    for (const bucket of met) if (this.docCount(bucket) > 0) take(this.ords.value(bucket), bucket);
  }

  #frequencyOf(value: number): number {
    const { kind, format } = this.keys;
    if (kind === 'lterms')
      return this.#background.ofNumber(value, () => numberText(this.keys.key(value), format));
    return this.#background.ofTerm(value, () => this.keys.sortKey(value) as Uint8Array);
  }
}

/** As the number is asked for. */
function numberText(value: string | number, format: TermKeys['format']): string {
  if (!format.raw && format.bareTerms !== true) return format.text(Number(value));
  // With all its digits, as no other number is taken for it.
  return typeof value === 'string' ? value : String(BigInt(value));
}

/** On a shard that does not map the field. */
function unmappedSignificance(node: AggregationNode<SignificanceSpec>): Aggregator {
  const nothing = { subsetSize: 0, supersetSize: 0, buckets: [] };
  const found = { kind: 'umterms', format: RAW_FORMAT, ...nothing } as const;
  return new UnmappedAggregator(new InternalSignificantTerms(node, found));
}
