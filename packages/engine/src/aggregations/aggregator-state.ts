import { assert } from '@sextant/base';

/** The buckets of an aggregation, and what its sub-aggregations have found in them. */
export interface BucketsState {
  readonly kind: 'buckets';
  /** Documents by bucket. */
  readonly counts: Uint32Array<ArrayBuffer>;
  /** What the buckets are numbered for; null where their numbers follow from those of the parent. */
  readonly ords: {
    readonly parents: Int32Array<ArrayBuffer>;
    readonly values: Float64Array<ArrayBuffer>;
  } | null;
  readonly children: readonly AggregatorState[];
}

/** By bucket of the parent; null: what the metric has no use for. */
export interface StatsState {
  readonly kind: 'stats';
  readonly counts: Float64Array<ArrayBuffer>;
  readonly sums: Float64Array<ArrayBuffer> | null;
  readonly squares: Float64Array<ArrayBuffer> | null;
  readonly minima: Float64Array<ArrayBuffer> | null;
  readonly maxima: Float64Array<ArrayBuffer> | null;
  /** The sums, and those of squares, of chunks that are not among those above: see `Chunks`. */
  readonly chunks: readonly ChunkSums[];
  readonly squareChunks: readonly ChunkSums[];
}

/** By bucket of the parent. */
export interface ChunkSums {
  readonly chunk: number;
  readonly sums: Float64Array<ArrayBuffer>;
}

/** Values by bucket of the parent. */
export interface CountsState {
  readonly kind: 'counts';
  readonly counts: Float64Array<ArrayBuffer>;
}

/** A HyperLogLog++: one of the two. */
export interface CounterState {
  readonly slots: Int32Array<ArrayBuffer>;
  readonly registers: Uint8Array<ArrayBuffer> | null;
}

export interface CardinalityState {
  readonly kind: 'cardinality';
  /** By ordinal, whether the only bucket met it. */
  readonly marks: Uint8Array<ArrayBuffer> | null;
  /** By bucket of the parent: see `BucketCounters`. */
  readonly only: Int32Array<ArrayBuffer>;
  readonly places: Int32Array<ArrayBuffer>;
  readonly counters: readonly CounterState[];
}

/** Of a shard that does not map the field. */
interface NothingState {
  readonly kind: 'nothing';
}

/** What an aggregator has found: plain data, that another thread can be sent. */
export type AggregatorState = BucketsState | StatsState | CountsState | CardinalityState | NothingState;

export const NOTHING_FOUND: AggregatorState = Object.freeze({ kind: 'nothing' });

/** The state as one of the kind that the aggregator makes itself. */
export function stateOf<Kind extends AggregatorState['kind']>(
  kind: Kind,
  state: AggregatorState,
): Extract<AggregatorState, { readonly kind: Kind }> {
  assert(state.kind === kind, 'an aggregation is given what another one has found');
  return state as Extract<AggregatorState, { readonly kind: Kind }>;
}

/** The number of the bucket of the parent in the aggregation that absorbs. */
export function parentOf(parents: Int32Array | null, bucket: number): number {
  return parents === null ? bucket : parents[bucket]!;
}
