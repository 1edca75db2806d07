import type { JsonMap } from '@sextant/contract';
import type { WorkBudget } from '../../budget/work-budget.ts';
import type { SegmentMatch } from '../../segment/collector.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import type { Aggregator, Division, LeafAggregator } from '../aggregator.ts';
import type { AggregatorState, BucketsState } from '../aggregator-state.ts';
import { OrdinalCounts, OrdinalTally } from '../values/ordinal-counts.ts';
import { BucketAggregator } from './bucket-aggregator.ts';
import { assignOthers, type BucketOrds, bucketOrds } from './bucket-ords.ts';
import { OrdinalBuckets } from './ordinal-buckets.ts';
import type { TermKeys } from './term-keys.ts';
import { ValueBucketsLeaf } from './value-buckets.ts';

export interface TermBucketsOptions {
  readonly keys: TermKeys;
  readonly budget: WorkBudget;
  readonly topLevel: boolean;
  readonly children: readonly Aggregator[];
}

/** Puts documents into buckets by the terms or numbers of a field. What is made of the buckets says who extends it. */
export abstract class TermBuckets extends BucketAggregator {
  readonly keys: TermKeys;
  readonly ords: BucketOrds;
  readonly #topLevel: boolean;
  readonly #tally: OrdinalTally;
  /** Segments by the values that documents have there. */
  readonly #segments = { single: 0, multi: 0 };

  constructor(node: AggregationNode, options: TermBucketsOptions) {
    super(node, options.children, options.budget);
    this.keys = options.keys;
    this.#topLevel = options.topLevel;
    this.ords = bucketOrds(options.keys.domain, options, this.meter);
    this.#tally = new OrdinalTally(this.meter);
  }

  /** Whether a document is counted for each of its values, though they be equal. */
  get keepsRepeats(): boolean {
    return false;
  }

  override division(parents: number): Division {
    return this.keys.isDivisible ? super.division(parents * this.keys.domain.count) : 'none';
  }

  override answers(segment: SegmentReader, match: SegmentMatch): boolean {
    return this.#topLevel && this.countsBlindly(segment) && this.keys.answers(segment, match);
  }

  leaf(segment: SegmentReader, match: SegmentMatch): LeafAggregator | null {
    this.settle();
    const column = this.keys.ordinals(segment)?.column;
    if (column !== undefined) this.#segments[column.offsets === null ? 'single' : 'multi']++;
    if (this.answers(segment, match)) {
      this.#answer(segment, match);
      return null;
    }
    const ordinals = this.ords.direct === 0 ? this.keys.ordinals(segment) : null;
    if (ordinals !== null) {
      if (this.countsBlindly(segment)) {
        // Buckets are ordinals: where those of the segment are the same its documents are counted in place.
        const { column, map } = ordinals;
        return map === null
          ? new OrdinalCounts(column, this.counts(this.ords.size))
          : this.#tally.leaf(ordinals);
      }
      const { offsets, present } = ordinals.column;
      if (offsets === null && present === null)
        return new OrdinalBuckets(this, ordinals, this.ords.size, segment);
    }
    const source = this.keys.source(segment);
    if (source === null) return null;
    return new ValueBucketsLeaf(this, this.ords, source, {
      rounder: null,
      leaves: this.childLeaves(segment),
      keepsRepeats: this.keepsRepeats,
    });
  }

  #answer(segment: SegmentReader, match: SegmentMatch): void {
    const { direct } = this.ords;
    if (direct !== null) {
      this.keys.answer(segment, match, (value, docs) => this.addCount(value - direct, docs));
      return;
    }
    const parents = new Int32Array(1);
    const values = new Float64Array(1);
    const buckets = new Int32Array(1);
    this.keys.answer(segment, match, (value, docs) => {
      values[0] = value;
      this.ords.assign(parents, values, 1, buckets);
      this.addCount(buckets[0]!, docs);
    });
  }

  /** How terms were counted. `strategy`: what is made of them. */
  ordinalsDebug(strategy: string): JsonMap {
    const { single, multi } = this.#segments;
    const isDense = this.ords.direct !== null;
    return {
      segments_with_single_valued_ords: single,
      segments_with_multi_valued_ords: multi,
      collection_strategy: isDense ? 'dense' : 'remap',
      ...(isDense ? {} : { total_buckets: this.bucketCount() }),
      result_strategy: strategy,
      has_filter: this.keys.predicate !== null,
    };
  }

  /** Buckets that have documents. */
  bucketCount(): number {
    this.settle();
    let count = 0;
    for (let bucket = 0; bucket < this.ords.size; bucket++) if (this.docCount(bucket) > 0) count++;
    return count;
  }

  /** Adds what was counted by the ordinals of one segment to the counts of all. */
  settle(): void {
    if (this.ords.direct === 0) this.#tally.addTo(this.counts(this.ords.size));
  }

  override state(): BucketsState {
    this.settle();
    return super.state();
  }

  override ordsState(): BucketsState['ords'] {
    return this.ords.state();
  }

  override absorb(state: AggregatorState, parents: Int32Array | null): void {
    this.settle();
    super.absorb(state, parents);
  }

  placesOf({ ords }: BucketsState, parents: Int32Array | null): Int32Array | null {
    return assignOthers(this.ords, ords, parents);
  }

  figure(): number {
    return Number.NaN;
  }

  override release(): void {
    super.release();
    this.ords.release();
    this.#tally.release();
  }
}
