/** What one shard did for a search. Times include turns of others in between. */
export interface ShardTime {
  readonly index: string;
  readonly shard: number;
  readonly queryNanos: number;
  /** Undefined where none of its documents were fetched. */
  readonly fetchNanos: number | undefined;
  /** Matching documents that were counted in the shard. */
  readonly hits: number;
}
