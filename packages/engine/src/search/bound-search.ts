import type { RunningAggregation } from '../aggregations/aggregations.ts';
import type { Steps } from '../budget/slices.ts';
import type { Weight } from '../query/weight.ts';
import type { ShardSuggestions } from '../suggest/suggest.ts';
import type { ShardFailure } from './search-failure.ts';
import type { BoundSort } from './sort-keys.ts';

/** What a shard is searched with. */
export interface ShardQuery {
  readonly weight: Weight;
  readonly postFilter: Weight | null;
  /** To be done before a segment is searched. */
  readonly prepare: (segment: number) => Steps<void> | null;
}

/** A search bound to its shards. */
export interface BoundSearch {
  /** By the shard's place; those that failed are not among them. */
  readonly queries: ReadonlyMap<number, ShardQuery>;
  readonly failures: readonly ShardFailure[];
  /** How many hits are kept. */
  readonly capacity: number;
  readonly sort: BoundSort | null;
  readonly aggregation: RunningAggregation | null;
  /** By the shard's place. */
  readonly suggestions: ReadonlyMap<number, ShardSuggestions>;
  /** The time was up: nothing is to be searched. */
  readonly timedOut: boolean;
  /** It is not worth while that several threads share it: see `QueryContext.undivided`. */
  readonly isUndivided: boolean;
}
