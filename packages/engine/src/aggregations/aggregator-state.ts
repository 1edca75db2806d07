import { assert } from '@sextant/base';

/**
 * What an aggregator has found: plain data, that another thread can be sent. Each kind of aggregator has its own form of it,
 * which it alone makes and absorbs.
 */
export interface AggregatorState {
  readonly kind: string;
}

/** The buckets of an aggregation, and what its sub-aggregations have found in them. */
export interface BucketsState extends AggregatorState {
  readonly kind: 'buckets';
  /** Documents by bucket. */
  readonly counts: Uint32Array<ArrayBuffer>;
  /** What documents that stand for several add to that; absent where none does. */
  readonly more?: Float64Array<ArrayBuffer>;
  /** What the buckets are numbered for; null where their numbers follow from those of the parent. */
  readonly ords: {
    readonly parents: Int32Array<ArrayBuffer>;
    readonly values: Float64Array<ArrayBuffer>;
  } | null;
  readonly children: readonly AggregatorState[];
}

/** Of a shard that does not map the field. */
export const NOTHING_FOUND: AggregatorState = Object.freeze({ kind: 'nothing' });

/** The state as one of the kind that the aggregator makes itself. */
export function stateOf<State extends AggregatorState>(kind: State['kind'], state: AggregatorState): State {
  assert(state.kind === kind, 'an aggregation is given what another one has found');
  return state as State;
}

/** The number of the bucket of the parent in the aggregation that absorbs. */
export function parentOf(parents: Int32Array | null, bucket: number): number {
  return parents === null ? bucket : parents[bucket]!;
}
